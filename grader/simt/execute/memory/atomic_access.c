/* Atomic operations: lanes one after the other, lowest first (in reverse: access.c). */
#include "../execute.h"

#include <math.h>
#include <string.h>

static bool in_shared(const struct warp *warp, const void *place) {
    const struct machine *machine = warp->machine;
    return (uintptr_t)place - (uintptr_t)machine->shared < machine->shared_extent;
}

/* As the hardware adds: single precision in global memory flushes subnormals, in shared not. */
static float flush(float value) {
    return fpclassify(value) == FP_SUBNORMAL ? copysignf(0.0f, value) : value;
}

static float add_single(float x, float y, bool shared) {
    float sum = shared ? x + y : flush(flush(x) + flush(y));
    uint32_t nan = 0x7FFFFFFF;
    if (sum != sum) {
        memcpy(&sum, &nan, sizeof sum);
    }
    return sum;
}

static double add_double(double x, double y, bool shared) {
    if (x != x && (shared || y == y)) {
        return x + x;
    }
    return y != y ? y + y : x + y;
}

/* d = old value, memory = f(old, y, z); returns the lanes that store. */
#define UPDATE(NAME, T, STORES, EXPRESSION)                                                        \
    static uint32_t NAME(struct warp *warp, const struct instruction *i, uintptr_t host,           \
                         const uint64_t *address) {                                                \
        T *d = (T *)(void *)(warp->registers + i->d);                                              \
        const T *b = (const T *)(const void *)(warp->registers + i->b);                            \
        const T *c = (const T *)(const void *)(warp->registers + i->c);                            \
        uint32_t stores = 0, changed = 0;                                                          \
        (void)c;                                                                                   \
        for (uint32_t left = warp->mask; left != 0; left &= left - 1) {                            \
            int lane = first_lane(left);                                                           \
            T *place = (T *)(host + address[lane]);                                                \
            T x = *place, y = b[lane], result = (EXPRESSION);                                      \
            stores |= (STORES) ? 1u << lane : 0;                                                   \
            changed |= memcmp((const char *)&x, (const char *)&result, sizeof x) != 0;             \
            *place = result;                                                                       \
            d[lane] = x;                                                                           \
        }                                                                                          \
        warp->progressed |= changed != 0;                                                          \
        warp->waits += changed == 0;                                                               \
        return stores;                                                                             \
    }

/* The same of integers that every lane stores, which is the usual one. */
#define UPDATE_EACH(NAME, T, EXPRESSION)                                                           \
    static inline __attribute__((always_inline)) T NAME##_lane(T *place, T y, T *d) {              \
        const T x = *place, result = (EXPRESSION);                                                 \
        *place = result;                                                                           \
        *d = x;                                                                                    \
        return x ^ result;                                                                         \
    }                                                                                              \
    static uint32_t NAME(struct warp *warp, const struct instruction *i, uintptr_t host,           \
                         const uint64_t *address) {                                                \
        T *d = (T *)(void *)(warp->registers + i->d), changed = 0;                                 \
        const T *b = (const T *)(const void *)(warp->registers + i->b);                            \
        if (warp->mask == ALL_LANES) {                                                             \
            _Pragma("GCC unroll 4") for (int lane = 0; lane < LANES; lane++) {                     \
                changed |= NAME##_lane((T *)(host + address[lane]), b[lane], &d[lane]);            \
            }                                                                                      \
        } else {                                                                                   \
            for (uint32_t left = warp->mask; left != 0; left &= left - 1) {                        \
                const int lane = first_lane(left);                                                 \
                changed |= NAME##_lane((T *)(host + address[lane]), b[lane], &d[lane]);            \
            }                                                                                      \
        }                                                                                          \
        warp->progressed |= changed != 0;                                                          \
        warp->waits += changed == 0;                                                               \
        return warp->mask;                                                                         \
    }

/* addresses of memory are numbers of the machine's own until here */
/* NOLINTBEGIN(performance-no-int-to-ptr) */
UPDATE_EACH(add_u32, uint32_t, x + y)
UPDATE_EACH(add_u64, uint64_t, x + y)
UPDATE(add_f32, float, true, add_single(x, y, in_shared(warp, place)))
UPDATE(add_f64, double, true, add_double(x, y, in_shared(warp, place)))
UPDATE_EACH(min_u32, uint32_t, x < y ? x : y)
UPDATE_EACH(min_s32, int32_t, x < y ? x : y)
UPDATE_EACH(min_u64, uint64_t, x < y ? x : y)
UPDATE_EACH(min_s64, int64_t, x < y ? x : y)
UPDATE_EACH(max_u32, uint32_t, x > y ? x : y)
UPDATE_EACH(max_s32, int32_t, x > y ? x : y)
UPDATE_EACH(max_u64, uint64_t, x > y ? x : y)
UPDATE_EACH(max_s64, int64_t, x > y ? x : y)
UPDATE_EACH(and_b32, uint32_t, x &y)
UPDATE_EACH(and_b64, uint64_t, x &y)
UPDATE_EACH(or_b32, uint32_t, x | y)
UPDATE_EACH(or_b64, uint64_t, x | y)
UPDATE_EACH(xor_b32, uint32_t, x ^ y)
UPDATE_EACH(xor_b64, uint64_t, x ^ y)
UPDATE_EACH(exch_b32, uint32_t, y)
UPDATE_EACH(exch_b64, uint64_t, y)
UPDATE(cas_b16, uint16_t, x == y, x == y ? c[lane] : x)
UPDATE(cas_b32, uint32_t, x == y, x == y ? c[lane] : x)
UPDATE(cas_b64, uint64_t, x == y, x == y ? c[lane] : x)
UPDATE(inc_u32, uint32_t, true, x >= y ? 0 : x + 1)
UPDATE(dec_u32, uint32_t, true, x == 0 || x > y ? y : x - 1)

/* NOLINTEND(performance-no-int-to-ptr) */

static const struct {
    uint8_t op;
    const char *type;
    update_function update;
} updates[] = {{SIMT_ATOMIC_ADD, "u32", add_u32},       {SIMT_ATOMIC_ADD, "s32", add_u32},
               {SIMT_ATOMIC_ADD, "u64", add_u64},       {SIMT_ATOMIC_ADD, "s64", add_u64},
               {SIMT_ATOMIC_ADD, "f32", add_f32},       {SIMT_ATOMIC_ADD, "f64", add_f64},
               {SIMT_ATOMIC_MIN, "u32", min_u32},       {SIMT_ATOMIC_MIN, "s32", min_s32},
               {SIMT_ATOMIC_MIN, "u64", min_u64},       {SIMT_ATOMIC_MIN, "s64", min_s64},
               {SIMT_ATOMIC_MAX, "u32", max_u32},       {SIMT_ATOMIC_MAX, "s32", max_s32},
               {SIMT_ATOMIC_MAX, "u64", max_u64},       {SIMT_ATOMIC_MAX, "s64", max_s64},
               {SIMT_ATOMIC_AND, "b32", and_b32},       {SIMT_ATOMIC_AND, "b64", and_b64},
               {SIMT_ATOMIC_OR, "b32", or_b32},         {SIMT_ATOMIC_OR, "b64", or_b64},
               {SIMT_ATOMIC_XOR, "b32", xor_b32},       {SIMT_ATOMIC_XOR, "b64", xor_b64},
               {SIMT_ATOMIC_EXCHANGE, "b32", exch_b32}, {SIMT_ATOMIC_EXCHANGE, "b64", exch_b64},
               {SIMT_ATOMIC_CAS, "b16", cas_b16},       {SIMT_ATOMIC_CAS, "b32", cas_b32},
               {SIMT_ATOMIC_CAS, "b64", cas_b64},       {SIMT_ATOMIC_INC, "u32", inc_u32},
               {SIMT_ATOMIC_DEC, "u32", dec_u32}};

update_function atomic_update(uint8_t op, const char *type) {
    for (size_t n = 0; n < sizeof updates / sizeof *updates; n++) {
        if (updates[n].op == op && strcmp(updates[n].type, type) == 0) {
            return updates[n].update;
        }
    }
    return NULL;
}
