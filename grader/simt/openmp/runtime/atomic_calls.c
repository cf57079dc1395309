/* Atomic accesses that PTX has no instruction for, the orders of those that it has, and fences. */
#include "openmp_runtime.h"

#include <string.h>

/* C11's enum memory_order, as simt_order. */
static uint32_t order_of(uint64_t number) {
    static const uint32_t orders[] = {SIMT_RELAXED, SIMT_ACQUIRE,         SIMT_ACQUIRE,
                                      SIMT_RELEASE, SIMT_ACQUIRE_RELEASE, SIMT_ACQUIRE_RELEASE};
    return number < sizeof orders / sizeof *orders ? orders[number] : SIMT_ACQUIRE_RELEASE;
}

static int set_order(struct thread *thread, const struct instruction *i) {
    thread->atomic_order = order_of(argument(thread, i, 0)) + 1;
    return STEP_NEXT;
}

static uint32_t pending_order(struct thread *thread) {
    uint32_t order = thread->atomic_order != 0 ? thread->atomic_order - 1 : SIMT_RELAXED;
    thread->atomic_order = 0;
    return order;
}

static int load(struct thread *thread, const struct instruction *i, uint32_t bytes) {
    uint64_t value = 0;
    uint32_t order = order_of(argument(thread, i, 1));
    if (!access_atomically(thread, i, SIMT_LOAD, argument(thread, i, 0), &value, bytes, order)) {
        return STEP_FAULT;
    }
    give_result(thread, i, value);
    return after_sync(thread);
}

static int store(struct thread *thread, const struct instruction *i, uint32_t bytes) {
    uint64_t value = argument(thread, i, 1);
    uint32_t order = order_of(argument(thread, i, 2));
    if (!access_atomically(thread, i, SIMT_STORE, argument(thread, i, 0), &value, bytes, order)) {
        return STEP_FAULT;
    }
    return after_sync(thread);
}

typedef uint64_t (*update)(uint64_t old, uint64_t value, uint32_t bytes);

static int64_t widen(uint64_t value, uint32_t bytes) {
    uint32_t shift = 64 - 8 * bytes;
    return (int64_t)(value << shift) >> shift;
}

#define UPDATE(NAME, EXPRESSION)                                                                   \
    static uint64_t NAME(uint64_t x, uint64_t y, uint32_t bytes) {                                 \
        (void)bytes;                                                                               \
        (void)x;                                                                                   \
        return (EXPRESSION);                                                                       \
    }
UPDATE(exchange, y)
UPDATE(add, x + y)
UPDATE(subtract, x - y)
UPDATE(and_bits, x &y)
UPDATE(or_bits, x | y)
UPDATE(xor_bits, x ^ y)
UPDATE(nand_bits, ~(x &y))
UPDATE(maximum, widen(x, bytes) > widen(y, bytes) ? x : y)
UPDATE(minimum, widen(x, bytes) < widen(y, bytes) ? x : y)
UPDATE(umaximum, x > y ? x : y)
UPDATE(uminimum, x < y ? x : y)

#define FLOAT_UPDATE(NAME, EXPRESSION)                                                             \
    static uint64_t NAME(uint64_t a, uint64_t b, uint32_t bytes) {                                 \
        double x, y, r;                                                                            \
        float fx, fy, fr;                                                                          \
        uint64_t result = 0;                                                                       \
        memcpy(&x, &a, sizeof x);                                                                  \
        memcpy(&y, &b, sizeof y);                                                                  \
        memcpy(&fx, &a, sizeof fx);                                                                \
        memcpy(&fy, &b, sizeof fy);                                                                \
        if (bytes == sizeof(float)) {                                                              \
            x = fx;                                                                                \
            y = fy;                                                                                \
        }                                                                                          \
        r = (EXPRESSION);                                                                          \
        fr = (float)r;                                                                             \
        memcpy(&result, bytes == sizeof(float) ? (const void *)&fr : (const void *)&r, bytes);     \
        return result;                                                                             \
    }
FLOAT_UPDATE(float_add, x + y)
FLOAT_UPDATE(float_subtract, x - y)
FLOAT_UPDATE(float_maximum, x != x || x < y ? y : x)
FLOAT_UPDATE(float_minimum, x != x || x > y ? y : x)

/* What lies there; 0 where nothing does: the access will say so. */
static uint64_t value_at(const struct thread *thread, uint64_t address, uint32_t bytes) {
    uint64_t left = 0, value = 0;
    const uint8_t *place = peek(thread, address, &left);
    if (place != NULL && left >= bytes) {
        memcpy(&value, place, bytes);
    }
    return value;
}

static int change(struct thread *thread, const struct instruction *i, uint32_t bytes,
                  update function) {
    const uint64_t address = argument(thread, i, 0), old = value_at(thread, address, bytes);
    uint64_t value = function(old, argument(thread, i, 1), bytes);
    if (!access_atomically(thread, i, SIMT_ATOMIC, address, &value, bytes, pending_order(thread))) {
        return STEP_FAULT;
    }
    give_result(thread, i, old);
    return after_sync(thread);
}

static int compare_exchange(struct thread *thread, const struct instruction *i, uint32_t bytes) {
    const uint64_t address = argument(thread, i, 0), old = value_at(thread, address, bytes);
    bool same = old == argument(thread, i, 1);
    uint64_t value = same ? argument(thread, i, 2) : old;
    if (!access_atomically(thread, i, same ? SIMT_ATOMIC : SIMT_LOAD, address, &value, bytes,
                           pending_order(thread))) {
        return STEP_FAULT;
    }
    give_result(thread, i, old);
    return after_sync(thread);
}

/* lockstep_fence(order); flush is a fence of both */
static int fence_of(struct thread *thread, const struct instruction *i, uint32_t order) {
    bool both = order == SIMT_ACQUIRE_RELEASE;
    tell_construct(thread, i, SIMT_CONSTRUCT_FLUSH);
    tell_sync(thread, i->site, SIMT_SYNC_FENCE, 0,
              (struct sync_flags){.acquire = both || order == SIMT_ACQUIRE,
                                  .release = both || order == SIMT_RELEASE});
    return after_sync(thread);
}

ANSWER(fence, fence_of, order_of(argument(thread, i, 0)))
ANSWER(flush, fence_of, SIMT_ACQUIRE_RELEASE)

#define SIZES(NAME, CALL, ...)                                                                     \
    ANSWER(NAME##_1, CALL, 1 __VA_ARGS__)                                                          \
    ANSWER(NAME##_2, CALL, 2 __VA_ARGS__)                                                          \
    ANSWER(NAME##_4, CALL, 4 __VA_ARGS__)                                                          \
    ANSWER(NAME##_8, CALL, 8 __VA_ARGS__)
#define COMMA ,
SIZES(run_load, load, )
SIZES(run_store, store, )
SIZES(run_compare_exchange, compare_exchange, )
SIZES(run_exchange, change, COMMA exchange)
SIZES(run_add, change, COMMA add)
SIZES(run_subtract, change, COMMA subtract)
SIZES(run_and, change, COMMA and_bits)
SIZES(run_or, change, COMMA or_bits)
SIZES(run_xor, change, COMMA xor_bits)
SIZES(run_nand, change, COMMA nand_bits)
SIZES(run_max, change, COMMA maximum)
SIZES(run_min, change, COMMA minimum)
SIZES(run_umax, change, COMMA umaximum)
SIZES(run_umin, change, COMMA uminimum)
SIZES(run_fadd, change, COMMA float_add)
SIZES(run_fsub, change, COMMA float_subtract)
SIZES(run_fmax, change, COMMA float_maximum)
SIZES(run_fmin, change, COMMA float_minimum)

#define ROWS(WORD, LEAST)                                                                          \
    {"lockstep_atomic_" #WORD "_1", run_##WORD##_1, LEAST, QUIET},                                 \
        {"lockstep_atomic_" #WORD "_2", run_##WORD##_2, LEAST, QUIET},                             \
        {"lockstep_atomic_" #WORD "_4", run_##WORD##_4, LEAST, QUIET},                             \
        {"lockstep_atomic_" #WORD "_8", run_##WORD##_8, LEAST, QUIET},

const struct runtime_call atomic_calls[] = {
    /* clang-format off */
    ROWS(load, 2) ROWS(store, 3) ROWS(compare_exchange, 3) ROWS(exchange, 2) ROWS(add, 2)
    ROWS(subtract, 2) ROWS(and, 2) ROWS(or, 2) ROWS(xor, 2) ROWS(nand, 2) ROWS(max, 2) ROWS(min, 2)
    ROWS(umax, 2) ROWS(umin, 2) ROWS(fadd, 2) ROWS(fsub, 2) ROWS(fmax, 2) ROWS(fmin, 2)
    /* clang-format on */
    {"lockstep_atomic_order", set_order, 1, QUIET},
    {"lockstep_fence", fence, 1, CHANGES},
    {"__kmpc_flush", flush, 1, QUIET},
    {NULL, NULL, 0, 0}};
