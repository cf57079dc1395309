/*
 * Time, as a model: the same program gets the same times everywhere, and they look like a
 * processor's. The clock that omp_get_wtime() and CLOCK_MONOTONIC tell started some days ago. An
 * instruction of any thread takes a nanosecond, a question for the time 25 of them, and sleep()
 * what it was given. Who asks again and again, with next to nothing between, waits for a time to
 * come: each time twice as much passes, up to ten milliseconds, so that such a loop ends.
 */
#include "runtime.h"

#include <string.h>

#define UPTIME (UINT64_C(273911) * 1000000000 + 482190573) /* nanoseconds */
enum { QUESTION = 25, LONGEST = 10000000, NEXT_TO_NOTHING = 100 };

static uint64_t machine_time(struct openmp *run) {
    uint64_t clock = run->machine.clock;
    bool again = run->asked && clock - run->asked_at < NEXT_TO_NOTHING;
    run->question = again ? run->question * 2 : QUESTION;
    run->question = run->question < LONGEST ? run->question : LONGEST;
    run->asked = true;
    run->asked_at = clock;
    run->slept += run->question;
    return clock + run->slept;
}

static int give_seconds(struct thread *thread, const struct instruction *i, double seconds) {
    uint64_t bits;
    memcpy(&bits, &seconds, sizeof bits);
    thread->warp.waits++;
    return answer(thread, i, bits);
}

static int get_wtime(struct thread *thread, const struct instruction *i) {
    return give_seconds(thread, i, (double)(UPTIME + machine_time(thread->run)) * 1e-9);
}

static int get_wtick(struct thread *thread, const struct instruction *i) {
    return give_seconds(thread, i, 1e-9);
}

/* Nanoseconds: since the program began (0), of the day (1; the seed makes it later), or since the
 * processor was switched on (2). */
static int call_time(struct thread *thread, const struct instruction *i) {
    struct openmp *run = thread->run;
    const uint64_t since[] = {0, run->options->seed * UINT64_C(1000000000), UPTIME};
    uint64_t which = argument(thread, i, 0);
    thread->warp.waits++;
    return answer(thread, i, machine_time(run) + since[which < 3 ? which : 0]);
}

/* lockstep_sleep(nanoseconds): others may run. */
static int call_sleep(struct thread *thread, const struct instruction *i) {
    thread->run->slept += argument(thread, i, 0);
    give_result(thread, i, 0);
    return STEP_YIELD;
}

const struct runtime_call time_calls[] = {{"omp_get_wtime", get_wtime, 0},
                                          {"omp_get_wtick", get_wtick, 0},
                                          {"lockstep_time", call_time, 1},
                                          {"lockstep_sleep", call_sleep, 1},
                                          {NULL, NULL, 0}};
