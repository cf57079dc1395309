/*
 * Threads that go round forever. A thread that comes back to where it was, with the same in its
 * registers, while nothing changed that anybody can see, will do the same again, whoever runs
 * before it. Where all threads that are at work do so, or wait, the program never ends: a flag that
 * nobody sets, say. A state is found again after at most three times as many looks as its circle
 * has (R. P. Brent, An improved Monte Carlo factorization algorithm, BIT 20, 1980).
 */
#include "../openmp_runtime.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_BYTES = 1 << 20 };

static uint32_t bytes_of(const struct thread *thread, uint32_t frame) {
    const struct activation *activation = thread->frames[frame].activation;
    return activation != &thread->base ? activation->function->frame_bytes : 0;
}

static size_t bytes_of_frames(const struct thread *thread) {
    size_t bytes = 0;
    for (uint32_t f = 0; f < thread->depth; f++) {
        bytes += bytes_of(thread, f) + sizeof thread->frames[f].resume;
    }
    return bytes;
}

static void keep(struct thread *thread, uint64_t next) {
    struct circle *circle = &thread->circle;
    const size_t bytes = bytes_of_frames(thread);
    if (bytes > circle->room) {
        free(circle->registers);
        circle->registers = bytes <= MOST_BYTES ? malloc(bytes) : NULL;
        circle->room = circle->registers != NULL ? bytes : 0;
    }
    if (bytes > circle->room) {
        return;
    }
    char *to = circle->registers;
    for (uint32_t f = 0; f < thread->depth; f++) {
        memcpy(to, &thread->frames[f].resume, sizeof thread->frames[f].resume);
        to += sizeof thread->frames[f].resume;
        memcpy(to, thread->frames[f].activation->registers, bytes_of(thread, f));
        to += bytes_of(thread, f);
    }
    circle->changes = thread->run->changes;
    circle->pc = thread->pc;
    circle->depth = circle->lowest = thread->depth;
    circle->bytes = bytes;
    circle->looks = 0;
    circle->next = next;
}

/* The site at which the function of a frame goes on. */
static uint32_t site_of(const struct thread *thread, uint32_t frame) {
    return frame + 1 < thread->depth ? thread->frames[frame + 1].resume - 1 : thread->pc;
}

/* A call that has ended since then, and another one of the function, may have gone any way. */
static bool is_same_frame(const struct thread *thread, uint32_t frame, const char *before) {
    const struct activation *activation = thread->frames[frame].activation;
    const uint32_t bytes = bytes_of(thread, frame);
    if (bytes == 0 || thread->run->doubt == NULL || frame >= thread->circle.lowest) {
        return memcmp(before, activation->registers, bytes) == 0;
    }
    return doubt_same(thread->run, activation->function, site_of(thread, frame), before,
                      activation->registers);
}

static bool is_same(const struct thread *thread) {
    const struct circle *circle = &thread->circle;
    if (circle->pc != thread->pc || circle->depth != thread->depth ||
        circle->bytes != bytes_of_frames(thread)) {
        return false;
    }
    const char *from = circle->registers;
    for (uint32_t f = 0; f < thread->depth; f++) {
        if (memcmp(from, &thread->frames[f].resume, sizeof thread->frames[f].resume) != 0) {
            return false;
        }
        from += sizeof thread->frames[f].resume;
        if (!is_same_frame(thread, f, from)) {
            return false;
        }
        from += bytes_of(thread, f);
    }
    return true;
}

void circle_look(struct thread *thread, uint64_t progress, enum thread_end end) {
    struct openmp *run = thread->run;
    struct circle *circle = &thread->circle;
    const bool for_lock = thread->waiting.what == SIMT_WAIT_MUTEX;
    circle->still = end == THREAD_WAITS && run->progress == progress;
    if (circle->still || end == THREAD_STOPS) {
        return;
    }
    run->changes += end == THREAD_WAITS && !for_lock;
    if (circle->seen != run->changes) { /* most turns: nothing to be kept */
        circle->seen = run->changes;
        circle->closed = false;
        circle->bytes = 0;
    } else if (circle->bytes == 0 || circle->changes != run->changes) {
        keep(thread, 1);
    } else if (is_same(thread)) {
        circle->closed = true;
        circle->looks = 0;
    } else if (++circle->looks >= circle->next) {
        keep(thread, 2 * circle->next);
    }
}

/* Will the thread do nothing new? */
static bool goes_round(const struct thread *thread) {
    return thread->circle.closed && thread->circle.changes == thread->run->changes;
}

/* Does it wait for what those that go round will not give? A lock they may. */
static bool waits_for_ever(const struct thread *thread) {
    const struct waiting *waiting = &thread->waiting;
    return thread->circle.still &&
           (waiting->what != SIMT_WAIT_MUTEX || waiting->lock->given_at != thread->run->changes);
}

bool circles_closed(struct openmp *run) {
    struct thread *guilty = NULL;
    for (uint32_t t = 0; t < run->thread_count; t++) {
        struct thread *thread = run->threads[t];
        if (thread->idle) {
            continue;
        }
        const bool round = goes_round(thread);
        if (thread->held || (!round && !waits_for_ever(thread))) {
            return false;
        }
        guilty = guilty == NULL && round ? thread : guilty;
    }
    if (guilty == NULL) {
        return false;
    }
    fault(guilty, &run->machine.code[guilty->pc], SIMT_FAULT_SPINS,
          "thread %u repeats this loop forever: nothing that it waits for changes",
          guilty->task->index);
    return true;
}

void circle_forget(struct thread *thread) {
    free(thread->circle.registers);
}
