/*
 * Time, as a model: the same program gets the same times everywhere, and they look like a
 * processor's. The clock that omp_get_wtime() and CLOCK_MONOTONIC tell started some days ago.
 *
 * Each thread has a time of its own, for on a processor threads run side by side: an instruction
 * takes a nanosecond, a question for the time 25 of them, and sleep() what it was given. A thread
 * that waited for another one is not earlier than that one (object_times.c): a region takes as long
 * as its slowest thread. The processor time of clock() is the sum over all threads, without their
 * sleep.
 *
 * A thread that asks again and again, with next to nothing between, waits for a time to come: each
 * question takes twice as long as the last one, up to ten milliseconds, so that such a loop ends.
 */
#include "../openmp_runtime.h"

#include <string.h>

#define UPTIME (UINT64_C(273911) * 1000000000 + 482190573) /* nanoseconds */
enum { QUESTION = 25, LONGEST = 10000000, NEXT_TO_NOTHING = 100 };

/* ---- questions ------------------------------------------------------------------------------- */

/* A question for the time takes time. */
static void ask(struct thread *thread) {
    uint64_t executed = thread->warp.executed;
    bool again = thread->question != 0 && executed - thread->asked_at < NEXT_TO_NOTHING;
    uint64_t question = again ? (uint64_t)thread->question * 2 : QUESTION;
    thread->question = (uint32_t)(question < LONGEST ? question : LONGEST);
    thread->asked_at = executed;
    thread->beside += thread->question;
    thread->run->questions += thread->question;
    thread->warp.waits++;
}

static int give_seconds(struct thread *thread, const struct instruction *i, double seconds) {
    uint64_t bits;
    memcpy(&bits, &seconds, sizeof bits);
    return answer(thread, i, bits);
}

static int get_wtime(struct thread *thread, const struct instruction *i) {
    ask(thread);
    return give_seconds(thread, i, (double)(UPTIME + time_of(thread)) * 1e-9);
}

static int get_wtick(struct thread *thread, const struct instruction *i) {
    thread->warp.waits++;
    return give_seconds(thread, i, 1e-9);
}

/* lockstep_time(which), in nanoseconds: processor time of the program (0), time since it began
 * (1; the seed makes it later), or since the processor was switched on (2). */
static int call_time(struct thread *thread, const struct instruction *i) {
    struct openmp *run = thread->run;
    ask(thread);
    const uint64_t now[] = {run->machine.clock + run->questions,
                            time_of(thread) + run->options->seed * UINT64_C(1000000000),
                            time_of(thread) + UPTIME};
    uint64_t which = argument(thread, i, 0);
    return answer(thread, i, now[which < 3 ? which : 0]);
}

/* lockstep_sleep(nanoseconds): others may run. */
static int call_sleep(struct thread *thread, const struct instruction *i) {
    thread->beside += argument(thread, i, 0);
    give_result(thread, i, 0);
    return STEP_YIELD;
}

const struct runtime_call time_calls[] = {{"omp_get_wtime", get_wtime, 0, CHANGES},
                                          {"omp_get_wtick", get_wtick, 0, CHANGES},
                                          {"lockstep_time", call_time, 1, CHANGES},
                                          {"lockstep_sleep", call_sleep, 1, QUIET},
                                          {NULL, NULL, 0, 0}};
