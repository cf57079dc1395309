/*
 * Two updates of one word that cut across each other, as an unlucky order would have them: both
 * threads read the word, then both write it, and what the first one wrote is lost. Whoever reads it
 * first is held until another thread has read it, too; then each may go as far as its own write.
 * Between the two, nobody else runs. If nobody can go on, the one that is held is let go, and the
 * next one that reads is held.
 *
 * Two that make a 1 of a 0 may be counts, of which one is lost, or `if (!found) found = 1;`, where
 * nothing is. So the program goes on until one of them makes more of the 1.
 */
#include "../openmp_runtime.h"

#include <string.h>

enum stage { WANTS_FIRST, WANTS_SECOND, WANTS_FIRST_WRITE, WANTS_SECOND_WRITE, WANTS_MORE };
enum { MOST_TRIES = 10000 };

struct crossing {
    struct openmp_wish wish;
    enum stage stage;
    struct thread *first, *second;
    unsigned tries;
};

bool crossing_begin(struct openmp *run) {
    if (run->options->wish == NULL) {
        return true;
    }
    run->crossing = own_take(run, 1, sizeof *run->crossing);
    if (run->crossing != NULL) {
        run->crossing->wish = *run->options->wish;
        run->machine.watch_access = true;
    }
    return run->crossing != NULL;
}

/* Only this thread runs; NULL: all do. */
static void let_run(struct openmp *run, const struct thread *only) {
    for (uint32_t t = 0; t < run->thread_count; t++) {
        run->threads[t]->held = only != NULL && run->threads[t] != only;
    }
}

static void start_again(struct openmp *run) {
    let_run(run, NULL);
    run->crossing->stage = WANTS_FIRST;
    run->crossing->first = run->crossing->second = NULL;
}

bool crossing_gives_up(struct openmp *run) {
    struct crossing *crossing = run->crossing;
    if (crossing == NULL || crossing->stage == WANTS_FIRST || crossing->stage == WANTS_MORE) {
        return false;
    }
    start_again(run);
    if (++crossing->tries == MOST_TRIES) {
        run->ended = true;
    }
    return true;
}

static void note(struct thread *thread, const struct instruction *i, const void *memory) {
    struct openmp *run = thread->run;
    const struct simt_site *site = &run->machine.module->sites[i->site];
    struct openmp_step *step = &run->result->steps[run->crossing->stage];
    *step = (struct openmp_step){.thread = thread->task->index,
                                 .line = site->source.line,
                                 .writes = i->memory->kind == SIMT_STORE,
                                 .real = strstr(site->opcode, ".f") != NULL,
                                 .bytes = i->memory->size};
    memcpy(&step->value, memory, step->bytes < 8 ? step->bytes : 8);
}

static void reads(struct thread *thread, const struct instruction *i, const void *memory) {
    struct crossing *crossing = thread->run->crossing;
    uint32_t line = thread->run->machine.module->sites[i->site].source.line;
    if (crossing->stage > WANTS_SECOND ||
        (line != crossing->wish.lines[0] && line != crossing->wish.lines[1])) {
        return;
    }
    note(thread, i, memory);
    thread->switch_at = 1; /* this access is the last one of its turn */
    if (crossing->stage == WANTS_FIRST) {
        crossing->first = thread;
        crossing->stage = WANTS_SECOND;
        thread->held = true;
        return;
    }
    crossing->second = thread;
    crossing->stage = WANTS_FIRST_WRITE;
    let_run(thread->run, crossing->first);
}

/* The first has written, and so has another: now the first goes on, and finds the other's value. */
static void overwrites(struct thread *thread, const struct instruction *i) {
    struct crossing *crossing = thread->run->crossing;
    const uint32_t line = thread->run->machine.module->sites[i->site].source.line;
    if (crossing->stage > WANTS_SECOND || thread == crossing->first ||
        (line != crossing->wish.lines[0] && line != crossing->wish.lines[1])) {
        return;
    }
    thread->switch_at = 1;
    if (crossing->stage == WANTS_FIRST) {
        crossing->first = thread;
        crossing->stage = WANTS_SECOND;
        thread->held = true;
    } else {
        crossing->stage = WANTS_MORE;
        let_run(thread->run, NULL);
    }
}

static void end_run(struct openmp *run) {
    run->result->crossed = true;
    run->ended = true;
}

static bool may_be_flag(const struct openmp_step *steps) {
    return steps[WANTS_FIRST].value == 0 && !steps[WANTS_FIRST].real &&
           steps[WANTS_FIRST_WRITE].value == 1 && steps[WANTS_SECOND_WRITE].value == 1;
}

/* Is the 1 that two updates made counted on from? */
static void goes_on(struct openmp *run, uint32_t line, const void *memory) {
    const struct openmp_step *last = &run->result->steps[WANTS_SECOND_WRITE];
    uint64_t value = 0;
    memcpy(&value, memory, last->bytes < 8 ? last->bytes : 8);
    if (line == last->line && value > last->value) {
        end_run(run);
    }
}

/* An update writes at the line at which it has read. */
static void writes(struct thread *thread, const struct instruction *i, const void *memory) {
    struct openmp *run = thread->run;
    struct crossing *crossing = run->crossing;
    bool second = crossing->stage == WANTS_SECOND_WRITE;
    uint32_t line = run->machine.module->sites[i->site].source.line;
    if (crossing->stage == WANTS_FIRST) {
        return;
    }
    if (crossing->stage == WANTS_MORE) {
        goes_on(run, line, memory);
        return;
    }
    if (crossing->stage == WANTS_SECOND || line != run->result->steps[second].line) {
        start_again(run);
        return;
    }
    note(thread, i, memory);
    if (run->result->steps[crossing->stage].value == run->result->steps[second].value) {
        start_again(run); /* an update that changes nothing shows nothing */
        return;
    }
    thread->switch_at = 1;
    if (second && may_be_flag(run->result->steps)) {
        crossing->stage = WANTS_MORE;
        let_run(run, NULL);
    } else if (second) {
        end_run(run);
    } else {
        crossing->stage = WANTS_SECOND_WRITE;
        let_run(run, crossing->second);
    }
}

void crossing_access(struct thread *thread, const struct instruction *i, uint64_t address,
                     const void *memory) {
    const struct crossing *crossing = thread->run->crossing;
    const struct memory_details *details = i->memory;
    if (address != crossing->wish.address || details->elements != 1 || details->size > 8 ||
        thread->task->team->size == 1) {
        return;
    }
    if (crossing->wish.writes) {
        if (details->kind == SIMT_STORE) {
            overwrites(thread, i);
        }
    } else if (details->kind == SIMT_STORE) {
        writes(thread, i, memory);
    } else if (details->kind == SIMT_LOAD && details->order == SIMT_WEAK) {
        reads(thread, i, memory);
    }
}
