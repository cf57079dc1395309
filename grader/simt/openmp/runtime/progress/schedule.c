/*
 * Which thread runs. Time goes in rounds: in each, every thread that is at work has one turn, in an
 * order that the schedule gives. A thread that waits is asked in its turn whether it can go on; a
 * round in which nobody could is a deadlock.
 */
#include "../openmp_runtime.h"

#include <stdio.h>
#include <stdlib.h>

uint64_t draw(struct openmp *run, uint64_t below) {
    /* splitmix64 (Steele, Lea, Flood 2014) */
    uint64_t z = run->random += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    z ^= z >> 31;
    return below == 0 ? z : z % below;
}

int after_sync(struct thread *thread) {
    struct openmp *run = thread->run;
    if (run->options->schedule == OPENMP_TURNS) {
        return STEP_YIELD;
    }
    return run->options->schedule == OPENMP_DRAWN && draw(run, 3) == 0 ? STEP_YIELD : STEP_NEXT;
}

int wait_for(struct thread *thread, const struct instruction *i, enum simt_wait_kind what) {
    thread->waiting.what = what;
    thread->waiting.site = i->site;
    return STEP_WAIT;
}

/* How many accesses the next turn may last: mostly few, sometimes many. */
static uint64_t turn_length(struct openmp *run) {
    if (run->options->schedule != OPENMP_DRAWN) {
        return UINT64_MAX;
    }
    uint64_t kind = draw(run, 8);
    return 1 + draw(run, kind < 4 ? 8 : kind < 7 ? 128 : 4096);
}

/* ---- rounds ---------------------------------------------------------------------------------- */

/* Which thread has the n-th turn of a round of `count`. */
static uint32_t turn(const struct openmp *run, const uint32_t *order, uint32_t n, uint32_t count) {
    switch (run->options->schedule) {
    case OPENMP_REVERSED:
        return count - 1 - n;
    case OPENMP_DRAWN:
        return order[n];
    default:
        return n;
    }
}

static void shuffle(struct openmp *run, uint32_t *order, uint32_t count) {
    for (uint32_t n = 0; n < count; n++) {
        uint32_t other = (uint32_t)draw(run, n + 1);
        order[n] = order[other];
        order[other] = n;
    }
}

/* Whether the run is to be given up: asked after some turns, or after long ones. */
struct asking {
    uint64_t turns, next; /* the machine's clock at which to ask again */
    bool given_up;
};

static bool gives_up(struct openmp *run, struct asking *asking) {
    enum { TURNS = 256, INSTRUCTIONS = 100000 };
    const struct openmp_options *options = run->options;
    struct simt_result *result = run->machine.result;
    if (options->stop == NULL ||
        (++asking->turns % TURNS != 0 && run->machine.clock < asking->next)) {
        return false;
    }
    asking->next = run->machine.clock + INSTRUCTIONS;
    asking->given_up = options->stop(options->stop_context);
    if (asking->given_up) {
        result->status = SIMT_STOPPED;
        snprintf(result->error.message, sizeof result->error.message,
                 "the run was given up from outside");
    }
    return asking->given_up;
}

static bool one_round(struct openmp *run, uint32_t *order, struct asking *asking) {
    uint32_t count = run->thread_count;
    uint64_t before = run->progress;
    if (run->options->schedule == OPENMP_DRAWN) {
        shuffle(run, order, count);
    }
    for (uint32_t n = 0; n < count && !run->ended && !run->machine.faulted; n++) {
        struct thread *thread = run->threads[turn(run, order, n, count)];
        if (thread->idle || thread->held) {
            continue;
        }
        thread->waiting.what = SIMT_WAIT_NONE;
        thread->switch_at = turn_length(run);
        const uint64_t progress = run->progress;
        circle_look(thread, progress, thread_run(thread));
        if (gives_up(run, asking)) {
            return true;
        }
    }
    return run->progress != before;
}

bool schedule_run(struct openmp *run) {
    uint32_t *order = calloc(MAX_MACHINE_THREADS, sizeof *order);
    struct asking asking = {0};
    while (order != NULL && !run->ended && !run->machine.faulted && !asking.given_up) {
        doubt_look(run);
        const bool moved = one_round(run, order, &asking);
        if (run->ended || run->machine.faulted) {
            break;
        }
        if (!moved && !crossing_gives_up(run)) {
            report_deadlock(run);
        } else if (moved) {
            circles_closed(run);
        }
    }
    const bool good = order != NULL;
    free(order);
    return good;
}

const char *openmp_schedule_words(enum openmp_schedule schedule) {
    static const char *const words[] = {[OPENMP_IN_ORDER] = NULL,
                                        [OPENMP_REVERSED] = "when the threads run in reverse order",
                                        [OPENMP_TURNS] =
                                            "when the threads take turns at each synchronisation",
                                        [OPENMP_DRAWN] = "when the threads interrupt each other"};
    return words[schedule];
}
