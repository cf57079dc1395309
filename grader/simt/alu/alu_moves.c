/*
 * How the data of a warp's loads and stores move between rows and memory. Addresses have been
 * checked; inactive lanes' may be anything.
 */
#include "moves.h"
#include "flavour.h"

#include <string.h>

/* Values in memory. Those in global memory are aligned; what one lane passes to a function lies
 * right behind another lane's, aligned or not. */
#define ANYWHERE __attribute__((aligned(1), may_alias))
typedef uint8_t u8 ANYWHERE;
typedef int8_t s8 ANYWHERE;
typedef uint16_t u16 ANYWHERE;
typedef int16_t s16 ANYWHERE;
typedef uint32_t u32 ANYWHERE;
typedef int32_t s32 ANYWHERE;
typedef uint64_t u64 ANYWHERE;
typedef int64_t s64 ANYWHERE;

/* only here does an address become a pointer of the host */
/* NOLINTBEGIN(performance-no-int-to-ptr, bugprone-macro-parentheses) */
#define LOAD(NAME, M, R)                                                                           \
    static void NAME(const struct warp *warp, void *row, uintptr_t host, const uint64_t *address,  \
                     enum simt_pattern pattern) {                                                  \
        R *d = __builtin_assume_aligned(row, ROW_ALIGN);                                           \
        if (RUN_LANES == 1) {                                                                      \
            *d = (R) * (const M *)(host + *address);                                               \
            return;                                                                                \
        }                                                                                          \
        if (warp->mask != ALL_LANES) {                                                             \
            for (uint32_t left = warp->mask; left != 0; left &= left - 1) {                        \
                int l = __builtin_ctz(left);                                                       \
                d[l] = (R) * (const M *)(host + address[l]);                                       \
            }                                                                                      \
            return;                                                                                \
        }                                                                                          \
        const M *from = (const M *)(host + address[0]);                                            \
        if (pattern == SIMT_ROW) {                                                                 \
            for (int l = 0; l < LANES; l++) {                                                      \
                d[l] = (R)from[l];                                                                 \
            }                                                                                      \
        } else if (pattern == SIMT_ONE_PLACE) {                                                    \
            const R same = (R)*from;                                                               \
            for (int l = 0; l < LANES; l++) {                                                      \
                d[l] = same;                                                                       \
            }                                                                                      \
        } else {                                                                                   \
            for (int l = 0; l < LANES; l++) {                                                      \
                d[l] = (R) * (const M *)(host + address[l]);                                       \
            }                                                                                      \
        }                                                                                          \
    }
#define STORE(NAME, M, R)                                                                          \
    static void NAME(const struct warp *warp, void *row, uintptr_t host, const uint64_t *address,  \
                     enum simt_pattern pattern) {                                                  \
        const R *s = __builtin_assume_aligned(row, ROW_ALIGN);                                     \
        if (RUN_LANES == 1) {                                                                      \
            *(M *)(host + *address) = (M)*s;                                                       \
            return;                                                                                \
        }                                                                                          \
        if (pattern == SIMT_ROW && warp->mask == ALL_LANES) {                                      \
            M *to = (M *)(host + address[0]);                                                      \
            for (int l = 0; l < LANES; l++) {                                                      \
                to[l] = (M)s[l];                                                                   \
            }                                                                                      \
            return;                                                                                \
        }                                                                                          \
        for (uint32_t left = warp->mask; left != 0; left &= left - 1) {                            \
            int l = __builtin_ctz(left);                                                           \
            *(M *)(host + address[l]) = (M)s[l];                                                   \
        }                                                                                          \
    }
#define LOADS(M, UT, ST)                                                                           \
    LOAD(load_u##M##_8, UT, uint8_t)                                                               \
    LOAD(load_u##M##_16, UT, uint16_t)                                                             \
    LOAD(load_s##M##_16, ST, uint16_t)                                                             \
    LOAD(load_u##M##_32, UT, uint32_t)                                                             \
    LOAD(load_s##M##_32, ST, uint32_t)                                                             \
    LOAD(load_u##M##_64, UT, uint64_t)                                                             \
    LOAD(load_s##M##_64, ST, uint64_t)                                                             \
    STORE(store_##M##_8, UT, uint8_t)                                                              \
    STORE(store_##M##_16, UT, uint16_t)                                                            \
    STORE(store_##M##_32, UT, uint32_t)                                                            \
    STORE(store_##M##_64, UT, uint64_t)
LOADS(8, u8, s8)
LOADS(16, u16, s16)
LOADS(32, u32, s32)
LOADS(64, u64, s64)

/* NOLINTEND(performance-no-int-to-ptr, bugprone-macro-parentheses) */

#define WIDEN(NAME, R)                                                                             \
    static void NAME(const void *row, uint64_t keep, uint64_t *restrict value) {                   \
        const R *s = __builtin_assume_aligned(row, ROW_ALIGN);                                     \
        for (int l = 0; l < LANES; l++) {                                                          \
            value[l] = s[l] & keep;                                                                \
        }                                                                                          \
    }
WIDEN(widen_8, uint8_t)
WIDEN(widen_16, uint16_t)
WIDEN(widen_32, uint32_t)
WIDEN(widen_64, uint64_t)

/* Are lanes better looked at one by one? */
static inline bool few_lanes(uint32_t mask) {
    mask &= mask - 1;
    mask &= mask - 1;
    mask &= mask - 1;
    return (mask & (mask - 1)) == 0;
}

/* The bits in which the active lanes' addresses differ from a row of `1 << shift` bytes a lane. */
static inline uint64_t strays_from_row(const struct warp *warp, const uint64_t *address,
                                       uint64_t start, unsigned shift) {
    const int32_t *on = warp->lane;
    uint64_t strayed = 0;
    if (warp->mask == ALL_LANES) {
        for (uint64_t l = 0; l < LANES; l++) {
            strayed |= address[l] ^ (start + (l << shift));
        }
    } else if (few_lanes(warp->mask)) {
        for (uint32_t left = warp->mask; left != 0; left &= left - 1) {
            uint64_t l = (uint64_t)__builtin_ctz(left);
            strayed |= address[l] ^ (start + (l << shift));
        }
    } else {
        for (uint64_t l = 0; l < LANES; l++) {
            strayed |= (address[l] ^ (start + (l << shift))) & (uint64_t)(int64_t)on[l];
        }
    }
    return strayed;
}

static inline uint64_t strays_from_place(const struct warp *warp, const uint64_t *address,
                                         uint64_t place) {
    const int32_t *on = warp->lane;
    uint64_t strayed = 0;
    for (uint64_t l = 0; l < LANES; l++) {
        strayed |= (address[l] ^ place) & (uint64_t)(int64_t)on[l];
    }
    return strayed;
}

/* Is each lane of a whole warp as far from the one before, and do no addresses wrap around? */
static inline bool in_steps(const struct warp *warp, const uint64_t *address) {
    const uint64_t step = address[1] - address[0];
    if (warp->mask != ALL_LANES || step + (UINT64_C(1) << 31) >= UINT64_C(1) << 32 ||
        address[LANES - 1] - address[0] != (LANES - 1) * step) {
        return false;
    }
    uint64_t strayed = 0;
    for (int l = 1; l < LANES; l++) {
        strayed |= (address[l] - address[l - 1]) ^ step;
    }
    return strayed == 0;
}

/* Between the first and the last lane all others lie, unless they are scattered. */
static inline enum simt_pattern pattern_of(const struct warp *warp, const uint64_t *address,
                                           uint32_t first, uint32_t last, uint32_t bytes) {
    const uint64_t one = address[first], span = address[last] - one;
    if (first == last) {
        return SIMT_ROW;
    }
    if (span == 0) {
        return strays_from_place(warp, address, one) == 0 ? SIMT_ONE_PLACE : SIMT_SCATTERED;
    }
    const uint32_t run = warp->mask >> first;
    const unsigned shift = (unsigned)__builtin_ctz(bytes);
    if (span != (uint64_t)(last - first) << shift ||
        strays_from_row(warp, address, one - ((uint64_t)first << shift), shift) != 0) {
        return in_steps(warp, address) ? SIMT_STEPS : SIMT_SCATTERED;
    }
    return (run & (run + 1)) == 0 ? SIMT_ROW : SIMT_GAPS;
}

/* offset > limit shows in the top bit of (limit - offset) | offset: sizes are below 2^63 */
static inline bool inside(const struct warp *warp, const uint64_t *address,
                          const struct bounds *bounds, uint64_t bytes) {
    const uint64_t base = bounds->base, limit = bounds->size - bytes;
    const int32_t *on = warp->lane;
    uint64_t outside = 0, low = 0;
    for (int l = 0; l < LANES; l++) {
        uint64_t active = (uint64_t)(int64_t)on[l], offset = address[l] - base;
        outside |= ((limit - offset) | offset) & active;
        low |= address[l] & active;
    }
    return outside >> 63 == 0 && (low & (bytes - 1)) == 0;
}

/* The same for lanes whose addresses all lie between those of two of them. */
static inline bool both_inside(uint64_t first, uint64_t last, const struct bounds *bounds,
                               uint64_t bytes) {
    const uint64_t taken = last - first + bytes;
    return taken <= bounds->size && first - bounds->base <= bounds->size - taken &&
           (first & (bytes - 1)) == 0;
}

/* The row itself, or the buffer. */
static __attribute__((noinline)) const uint64_t *
displace(const struct warp *warp, const struct instruction *i, uint64_t *restrict buffer) {
    const uint64_t *row = __builtin_assume_aligned(warp->registers + i->a, ROW_ALIGN);
    const uint32_t *short_row = (const uint32_t *)(const void *)row;
    const int64_t displacement = i->immediate;
    for (int l = 0; i->memory->narrow_address && l < LANES; l++) {
        buffer[l] = (uint32_t)(short_row[l] + (uint32_t)displacement);
    }
    for (int l = 0; !i->memory->narrow_address && l < LANES; l++) {
        buffer[l] = row[l] + (uint64_t)displacement;
    }
    return buffer;
}

static inline __attribute__((always_inline)) struct placement
place_lanes(const struct warp *warp, const uint64_t *address, uint32_t first, uint32_t last,
            const struct bounds *bounds, uint32_t bytes) {
    const enum simt_pattern pattern = pattern_of(warp, address, first, last, bytes);
    return (struct placement){address, pattern,
                              pattern == SIMT_STEPS || pattern == SIMT_SCATTERED
                                  ? inside(warp, address, bounds, bytes)
                                  : both_inside(address[first], address[last], bounds, bytes)};
}

static __attribute__((noinline)) struct placement place_some(const struct warp *warp,
                                                             const uint64_t *address,
                                                             const struct bounds *bounds,
                                                             uint32_t bytes) {
    return place_lanes(warp, address, (uint32_t)__builtin_ctz(warp->mask | 1u << 31),
                       31 - (uint32_t)__builtin_clz(warp->mask | 1), bounds, bytes);
}

static struct placement place(const struct warp *warp, const struct instruction *i,
                              const struct bounds *bounds, uint64_t *restrict buffer) {
    const uint32_t bytes = (uint32_t)i->memory->size * i->memory->elements;
    const uint64_t *address = i->memory->narrow_address || i->immediate != 0
                                  ? displace(warp, i, buffer)
                                  : (const void *)(warp->registers + i->a);
    if (bounds->size < bytes) {
        return (struct placement){address, SIMT_UNKNOWN, false};
    }
    return warp->mask == ALL_LANES ? place_lanes(warp, address, 0, LANES - 1, bounds, bytes)
                                   : place_some(warp, address, bounds, bytes);
}

#define LOAD_ROW(M)                                                                                \
    {                                                                                              \
        {load_u##M##_8, load_u##M##_8}, {load_u##M##_16, load_s##M##_16},                          \
            {load_u##M##_32, load_s##M##_32}, {                                                    \
            load_u##M##_64, load_s##M##_64                                                         \
        }                                                                                          \
    }
#define STORE_ROW(M)                                                                               \
    { store_##M##_8, store_##M##_16, store_##M##_32, store_##M##_64 }

const struct move_tables FLAVOUR(moves) = {
    .load = {LOAD_ROW(8), LOAD_ROW(16), LOAD_ROW(32), LOAD_ROW(64)},
    .store = {STORE_ROW(8), STORE_ROW(16), STORE_ROW(32), STORE_ROW(64)},
    .widen = {widen_8, widen_16, widen_32, widen_64},
    .place = place,
};
