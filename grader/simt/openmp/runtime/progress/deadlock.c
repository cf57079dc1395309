/* A round in which nobody could go on: who waits for what. */
#include "../../../../message_text.h"
#include "../openmp_runtime.h"

#include <stdlib.h>

static uint32_t number_of(const struct thread *thread) {
    return thread->task != NULL ? thread->task->index : thread->number;
}

static struct simt_wait wait_of(const struct thread *thread) {
    const struct waiting *waiting = &thread->waiting;
    struct simt_wait wait = {.what = waiting->what,
                             .warp = thread->number,
                             .thread = number_of(thread),
                             .strand = thread->task->strand,
                             .site = waiting->site};
    if (waiting->what == SIMT_WAIT_MUTEX) {
        const struct lock *lock = waiting->lock;
        wait.mutex = lock->kind;
        wait.object = lock_object(thread, lock);
        wait.name = lock->name;
        wait.holder_warp = lock->thread->number;
        wait.holder_thread = number_of(lock->thread);
        wait.holder_site = lock->site;
    }
    return wait;
}

void report_deadlock(struct openmp *run) {
    struct simt_wait *waits = malloc((run->thread_count + 1) * sizeof *waits);
    struct simt_fault event = fault_of(SIMT_FAULT_DEADLOCK, 1);
    event.waits = waits;
    const struct simt_wait *guilty = NULL;
    for (uint32_t t = 0; waits != NULL && t < run->thread_count; t++) {
        const struct thread *thread = run->threads[t];
        if (thread->idle || thread->waiting.what == SIMT_WAIT_NONE) {
            continue;
        }
        struct simt_wait *wait = &waits[event.wait_count++];
        *wait = wait_of(thread);
        if (guilty == NULL || (guilty->what != SIMT_WAIT_MUTEX && wait->what == SIMT_WAIT_MUTEX)) {
            guilty = wait;
        }
    }
    event.waiting = event.wait_count;
    char text[120] = "the threads wait for each other";
    if (guilty != NULL && guilty->what == SIMT_WAIT_MUTEX) {
        if (guilty->holder_warp == guilty->warp) {
            message_put(text, sizeof text, "thread %u waits for a lock that it holds itself",
                        guilty->thread);
        } else {
            message_put(text, sizeof text, "thread %u waits for a lock that thread %u holds",
                        guilty->thread, guilty->holder_thread);
        }
    }
    const struct thread *at = run->threads[guilty != NULL ? guilty->warp : 0];
    raise_fault(&run->threads[at->number]->warp, &run->machine.code[at->pc], &event, text);
    free(waits);
}
