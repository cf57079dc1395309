/* Loops whose iterations are dealt beforehand: static, static with chunks, distribute. */
#include "openmp_runtime.h"

#include <string.h>

/* kmp's numbers of schedules. */
enum {
    STATIC_CHUNKED = 33,
    STATIC = 34,
    STATIC_BALANCED_CHUNKED = 45,
    DISTRIBUTE_CHUNKED = 91,
    DISTRIBUTE = 92,
    MODIFIERS = 3 << 29
};

struct share {
    uint8_t bytes;
    bool is_signed;
    uint64_t lower, upper, stride, trip;
    int64_t increment;
    bool last;
};

uint64_t loop_counter(uint64_t value, uint8_t bytes, bool is_signed) {
    if (bytes == 4) {
        return is_signed ? (uint64_t)(int64_t)(int32_t)value : (uint32_t)value;
    }
    return value;
}

uint64_t trip_count(uint64_t lower, uint64_t upper, int64_t increment, bool is_signed) {
    bool none = increment > 0 ? (is_signed ? (int64_t)upper < (int64_t)lower : upper < lower)
                              : (is_signed ? (int64_t)lower < (int64_t)upper : lower < upper);
    if (none || increment == 0) {
        return 0;
    }
    return increment > 0 ? (upper - lower) / (uint64_t)increment + 1
                         : (lower - upper) / (0 - (uint64_t)increment) + 1;
}

/* The part of thread `index` of `count`. */
static void deal(struct share *share, uint32_t schedule, uint64_t chunk, uint64_t index,
                 uint64_t count) {
    const uint64_t trip = share->trip, step = (uint64_t)share->increment;
    const uint64_t lower = share->lower;
    if (schedule == STATIC_CHUNKED || schedule == DISTRIBUTE_CHUNKED) {
        chunk = chunk < 1 ? 1 : chunk;
        share->stride = chunk * step * count;
        share->lower = lower + chunk * step * index;
        share->upper = share->lower + chunk * step - step;
        share->last = index == (trip - 1) / chunk % count;
        return;
    }
    if (schedule == STATIC_BALANCED_CHUNKED) {
        chunk = chunk < 1 ? 1 : chunk;
        uint64_t span = ((trip + count - 1) / count + chunk - 1) / chunk * chunk;
        uint64_t from = span * index < trip ? span * index : trip;
        uint64_t to = from + span < trip ? from + span : trip;
        share->lower = lower + from * step;
        share->upper = lower + to * step - step;
        share->last = from < to && to == trip;
        share->stride = trip;
        return;
    }
    uint64_t small = trip / count, extra = trip % count;
    uint64_t from = index * small + (index < extra ? index : extra);
    uint64_t mine = small + (index < extra);
    share->lower = lower + from * step;
    share->upper = share->lower + mine * step - step;
    share->last = mine > 0 && from + mine == trip;
    share->stride = trip;
}

static bool is_distribute(uint32_t schedule) {
    return schedule == DISTRIBUTE || schedule == DISTRIBUTE_CHUNKED;
}

/* Where a call's pointers are among its arguments; 0: not there. */
struct loop_places {
    uint8_t last, lower, upper, upper_of_team, stride, increment, chunk;
};

static bool read_bound(struct thread *thread, const struct instruction *i, uint32_t n,
                       const struct share *share, uint64_t *value) {
    uint64_t read = 0;
    if (!load_memory(thread, i, argument(thread, i, n), &read, share->bytes)) {
        return false;
    }
    *value = loop_counter(read, share->bytes, share->is_signed);
    return true;
}

static int write_share(struct thread *thread, const struct instruction *i,
                       const struct loop_places *places, const struct share *share) {
    int32_t last = share->last;
    uint64_t place = argument(thread, i, places->last);
    bool ok = place == 0 || store_memory(thread, i, place, &last, sizeof last);
    ok = ok &&
         store_memory(thread, i, argument(thread, i, places->lower), &share->lower, share->bytes);
    ok = ok &&
         store_memory(thread, i, argument(thread, i, places->upper), &share->upper, share->bytes);
    place = argument(thread, i, places->stride);
    ok = ok && (place == 0 || store_memory(thread, i, place, &share->stride, share->bytes));
    return ok ? STEP_NEXT : STEP_FAULT;
}

/* The schedule that a call asks for, without its modifiers. */
struct loop_asked {
    uint32_t schedule;
    uint64_t chunk;
};

static void tell_loop(struct thread *thread, const struct instruction *i,
                      const struct loop_asked *asked, const struct share *share, uint64_t first) {
    bool chunked = asked->schedule == STATIC_CHUNKED || asked->schedule == DISTRIBUTE_CHUNKED;
    tell_construct_as(thread, i,
                      (struct simt_construct){.kind = SIMT_CONSTRUCT_LOOP,
                                              .schedule = is_distribute(asked->schedule)
                                                              ? SIMT_LOOP_DISTRIBUTE
                                                          : chunked ? SIMT_LOOP_STATIC_CHUNKED
                                                                    : SIMT_LOOP_STATIC,
                                              .chunk = chunked ? asked->chunk : 0,
                                              .trip = share->trip});
    uint64_t step = (uint64_t)share->increment;
    uint64_t mine = trip_count(share->lower, share->upper, share->increment, share->is_signed);
    if (!chunked && mine > 0 && step != 0) {
        uint64_t from = share->increment > 0 ? (share->lower - first) / step
                                             : (first - share->lower) / (0 - step);
        tell_construct_as(thread, i,
                          (struct simt_construct){.kind = SIMT_CONSTRUCT_CHUNK,
                                                  .lower = from,
                                                  .upper = from + mine - 1});
    }
}

/* What the call says of the loop. False: a fault, which has been told. */
static bool read_asked(struct thread *thread, const struct instruction *i,
                       const struct loop_places *places, struct loop_asked *asked,
                       struct share *share) {
    asked->schedule = (uint32_t)argument(thread, i, 2) & ~(uint32_t)MODIFIERS;
    asked->chunk = (uint64_t)signed_argument(thread, i, places->chunk);
    share->increment = signed_argument(thread, i, places->increment);
    if (!is_distribute(asked->schedule) && !meet_construct(thread, i, loop_kind(thread, i))) {
        return false;
    }
    if (!read_bound(thread, i, places->lower, share, &share->lower) ||
        !read_bound(thread, i, places->upper, share, &share->upper)) {
        return false;
    }
    share->trip = trip_count(share->lower, share->upper, share->increment, share->is_signed);
    return true;
}

/* __kmpc_for_static_init_*(loc, gtid, schedule, *last, *lower, *upper, *stride, increment, chunk)
 */
static int static_init(struct thread *thread, const struct instruction *i, uint8_t bytes,
                       bool is_signed) {
    static const struct loop_places places = {
        .last = 3, .lower = 4, .upper = 5, .stride = 6, .increment = 7, .chunk = 8};
    struct share share = {.bytes = bytes, .is_signed = is_signed};
    const struct task *task = thread->task;
    struct loop_asked asked;
    if (!read_asked(thread, i, &places, &asked, &share)) {
        return STEP_FAULT;
    }
    uint64_t first = share.lower;
    if (share.trip == 0) {
        share.stride = (uint64_t)share.increment;
    } else if (is_distribute(asked.schedule)) {
        deal(&share, asked.schedule, asked.chunk, task->team->team_number, task->team->teams);
    } else {
        deal(&share, asked.schedule, asked.chunk, task->index, task->team->size);
    }
    tell_loop(thread, i, &asked, &share, first);
    return write_share(thread, i, &places, &share);
}

/* __kmpc_dist_for_static_init_*(loc, gtid, schedule, *last, *lower, *upper, *upper_of_team,
 * *stride, increment, chunk): first among teams, then among the threads of each. */
static int distributed_init(struct thread *thread, const struct instruction *i, uint8_t bytes,
                            bool is_signed) {
    static const struct loop_places places = {.last = 3,
                                              .lower = 4,
                                              .upper = 5,
                                              .upper_of_team = 6,
                                              .stride = 7,
                                              .increment = 8,
                                              .chunk = 9};
    struct share share = {.bytes = bytes, .is_signed = is_signed};
    const struct task *task = thread->task;
    struct loop_asked asked;
    if (!read_asked(thread, i, &places, &asked, &share)) {
        return STEP_FAULT;
    }
    uint64_t first = share.lower, team_upper = share.upper;
    share.stride = (uint64_t)share.increment;
    if (share.trip > 0) {
        deal(&share, DISTRIBUTE, 0, task->team->team_number, task->team->teams);
        bool last_team = share.last;
        team_upper = share.upper;
        share.trip = trip_count(share.lower, share.upper, share.increment, is_signed);
        share.last = false;
        if (share.trip > 0) {
            deal(&share, asked.schedule, asked.chunk, task->index, task->team->size);
        }
        share.last &= last_team;
    }
    tell_loop(thread, i, &asked, &share, first);
    if (!store_memory(thread, i, argument(thread, i, places.upper_of_team), &team_upper, bytes)) {
        return STEP_FAULT;
    }
    return write_share(thread, i, &places, &share);
}

ANSWERS_OF_LOOP(static_init)
ANSWERS_OF_LOOP(distributed_init)

static int static_fini(struct thread *thread, const struct instruction *i) {
    tell_construct(thread, i, SIMT_CONSTRUCT_LOOP_END);
    return answer_nothing(thread, i);
}

const struct runtime_call loop_calls[] = {
    {"__kmpc_for_static_init_4", static_init_4, 9, CHANGES},
    {"__kmpc_for_static_init_4u", static_init_4u, 9, CHANGES},
    {"__kmpc_for_static_init_8", static_init_8, 9, CHANGES},
    {"__kmpc_for_static_init_8u", static_init_8u, 9, CHANGES},
    {"__kmpc_dist_for_static_init_4", distributed_init_4, 10, CHANGES},
    {"__kmpc_dist_for_static_init_4u", distributed_init_4u, 10, CHANGES},
    {"__kmpc_dist_for_static_init_8", distributed_init_8, 10, CHANGES},
    {"__kmpc_dist_for_static_init_8u", distributed_init_8u, 10, CHANGES},
    {"__kmpc_for_static_fini", static_fini, 2, CHANGES},
    {"__kmpc_distribute_static_fini", answer_nothing, 2, CHANGES},
    {NULL, NULL, 0, 0}};
