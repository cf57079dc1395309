/*
 * Time, as a model: the same program gets the same times everywhere, and they look like a
 * processor's. The clock that omp_get_wtime() and CLOCK_MONOTONIC tell started some days ago.
 *
 * Each thread has a time of its own, for on a processor threads run side by side: an instruction
 * takes a nanosecond, a question for the time 25 of them, and sleep() what it was given. Whoever
 * waits for another thread is not earlier than that one (time_sync): a region takes as long as its
 * slowest thread. The processor time of clock() is the sum over all threads, without their sleep.
 *
 * Who asks again and again, with next to nothing between, waits for a time to come: each time twice
 * as much passes, up to ten milliseconds, so that such a loop ends.
 */
#include "../openmp_runtime.h"

#include <string.h>

#define UPTIME (UINT64_C(273911) * 1000000000 + 482190573) /* nanoseconds */
enum { QUESTION = 25, LONGEST = 10000000, NEXT_TO_NOTHING = 100, FIRST_TIMES = 64 };

/* When the last thread that gave the object away did so. A hash, a power of two in size. */
struct object_time {
    uint64_t object; /* + 1; 0: empty */
    uint64_t time;
};

static uint64_t time_of(const struct thread *thread) {
    return thread->warp.executed + thread->beside;
}

/* ---- times of objects ------------------------------------------------------------------------ */

static uint32_t home_of(const struct object_times *times, uint64_t object) {
    return (uint32_t)((object * UINT64_C(0x9E3779B97F4A7C15)) >> 32) & (times->room - 1);
}

/* Where the object is, or would be. There is always an empty place. */
static struct object_time *place_for(const struct object_times *times, uint64_t object) {
    uint32_t at = home_of(times, object);
    while (times->list[at].object != 0 && times->list[at].object != object + 1) {
        at = (at + 1) & (times->room - 1);
    }
    return &times->list[at];
}

/* Makes room for one more. False without memory: that object's time is not kept. */
static bool make_room(struct openmp *run) {
    struct object_times *times = &run->times;
    if (times->count * 2 < times->room) {
        return true;
    }
    struct object_times grown = {.room = times->room != 0 ? times->room * 2 : FIRST_TIMES};
    grown.list = own_take(run, grown.room, sizeof *grown.list);
    if (grown.list == NULL) {
        return false;
    }
    for (uint32_t n = 0; n < times->room; n++) {
        if (times->list[n].object != 0) {
            *place_for(&grown, times->list[n].object - 1) = times->list[n];
            grown.count++;
        }
    }
    own_drop(times->list);
    *times = grown;
    return true;
}

/* Those behind it move up, where the gap would part them from their home. */
static void forget(struct object_times *times, struct object_time *place) {
    uint32_t gap = (uint32_t)(place - times->list), mask = times->room - 1;
    for (uint32_t at = (gap + 1) & mask; times->list[at].object != 0; at = (at + 1) & mask) {
        uint32_t home = home_of(times, times->list[at].object - 1);
        if (((at - home) & mask) >= ((at - gap) & mask)) {
            times->list[gap] = times->list[at];
            gap = at;
        }
    }
    times->list[gap].object = 0;
    times->count--;
}

void time_sync(struct thread *thread, uint64_t object, struct sync_flags flags) {
    struct object_times *times = &thread->run->times;
    struct object_time *place = times->room != 0 ? place_for(times, object) : NULL;
    bool known = place != NULL && place->object != 0;
    if (flags.acquire && known && place->time > time_of(thread)) {
        thread->beside += place->time - time_of(thread);
    }
    if (flags.last) {
        if (known) {
            forget(times, place);
        }
    } else if (flags.release && make_room(thread->run)) {
        place = place_for(times, object);
        times->count += place->object == 0;
        uint64_t earlier = place->object != 0 ? place->time : 0, now = time_of(thread);
        *place = (struct object_time){object + 1, now > earlier ? now : earlier};
    }
}

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
