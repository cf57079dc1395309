/* Integer arithmetic and logic: section INTEGERS of instructions.def. */
#include "lanes.h"

/*
 * Unsigned division by the same number in all lanes, the usual case, is a multiplication by 2^32 /
 * y, which is at most one too small, and for powers of two a shift or a mask.
 */
static inline bool uniform(const u32 *row) {
    u32 differs = 0;
    for (int l = 0; l < RUN_LANES; l++) {
        differs |= row[l] ^ row[0];
    }
    return differs == 0;
}
#define QUOTIENT(x, y) ((u32)(int64_t)((double)(x) / (double)((y) | ((y) == 0))))
#define BY_ONE_DIVISOR(NAME, POWER, RESULT, GENERAL)                                               \
    RUN(NAME, WIDTH(u32), WIDTH(u32), WIDTH(u32)) {                                                \
        u32 *d = ROW(u32, i->d);                                                                   \
        const u32 *a = ROW(u32, i->a), *b = ROW(u32, i->b);                                        \
        const u32 first = b[0];                                                                    \
        if (first > 1 && (first & (first - 1)) == 0 && uniform(b)) {                               \
            const int shift = __builtin_ctz(first);                                                \
            const u32 low = first - 1;                                                             \
            (void)shift, (void)low;                                                                \
            LANE_LOOPS(u32, POWER, u32 x = a[l])                                                   \
        }                                                                                          \
        if (first > 1 && uniform(b)) {                                                             \
            const u32 y = first;                                                                   \
            const u64 reciprocal = (UINT64_C(1) << 32) / y;                                        \
            LANE_LOOPS(u32, RESULT, u32 x = a[l]; u32 q = (u32)(x * reciprocal >> 32);             \
                       u32 rest = x - q * y)                                                       \
        }                                                                                          \
        LANE_LOOPS(u32, GENERAL, u32 x = a[l]; u32 y = b[l])                                       \
    }

/* Sums with carry: the carry of each lane is a bit of warp->carry. */
#define CARRY_LOOP(T, WIDE, IN, OUT, RESULT, ...)                                                  \
    for (int l = 0; l < RUN_LANES; l++) {                                                          \
        if (!(warp->mask >> l & 1)) {                                                              \
            continue;                                                                              \
        }                                                                                          \
        WIDE x = a[l], y = b[l], carry = (IN) ? warp->carry >> l & 1 : 0;                          \
        __VA_ARGS__;                                                                               \
        WIDE r = RESULT;                                                                           \
        d[l] = (T)r;                                                                               \
        if (OUT) {                                                                                 \
            u32 over = (u32)(r >> (sizeof(T) * 8)) & 1;                                            \
            warp->carry = (warp->carry & ~(1u << l)) | over << l;                                  \
        }                                                                                          \
    }                                                                                              \
    return STEP_NEXT;
#define CARRY_2(NAME, T, WIDE, IN, OUT, RESULT)                                                    \
    RUN(NAME, WIDTH(T), WIDTH(T), WIDTH(T)) {                                                      \
        T *d = ROW(T, i->d);                                                                       \
        const T *a = ROW(T, i->a), *b = ROW(T, i->b);                                              \
        CARRY_LOOP(T, WIDE, IN, OUT, RESULT, )                                                     \
    }
#define CARRY_3(NAME, T, WIDE, IN, OUT, RESULT)                                                    \
    RUN(NAME, WIDTH(T), WIDTH(T), WIDTH(T), WIDTH(T)) {                                            \
        T *d = ROW(T, i->d);                                                                       \
        const T *a = ROW(T, i->a), *b = ROW(T, i->b), *c = ROW(T, i->c);                           \
        CARRY_LOOP(T, WIDE, IN, OUT, RESULT, WIDE z = c[l])                                        \
    }

#define S24(v)     ((s64)((s32)((u32)(v) << 8) >> 8))
#define U24(v)     ((u64)((v)&0xFFFFFF))
#define CLAMP32(v) ((v) > INT32_MAX ? INT32_MAX : (v) < INT32_MIN ? INT32_MIN : (v))

/* Dot products of bytes: dp4a, and dp2a of 16-bit by 8-bit values from byte N on. */
#define BYTE_OF(T, v, n) ((s32)(T)((u32)(v) >> (8 * (n))))
#define HALF_OF(T, v, n) ((s32)(T)((u32)(v) >> (16 * (n))))
#define DOT4(A, B)                                                                                 \
    (u32)(BYTE_OF(A, x, 0) * BYTE_OF(B, y, 0) + BYTE_OF(A, x, 1) * BYTE_OF(B, y, 1) +              \
          BYTE_OF(A, x, 2) * BYTE_OF(B, y, 2) + BYTE_OF(A, x, 3) * BYTE_OF(B, y, 3))
#define DOT2(A, B, N)                                                                              \
    ((u32)(HALF_OF(A, x, 0) * BYTE_OF(B, y, N)) + (u32)(HALF_OF(A, x, 1) * BYTE_OF(B, y, (N) + 1)))

/* vabsdiff4: differences of unsigned bytes */
static inline u32 byte_difference(u32 x, u32 y, int n) {
    u32 a = x >> (8 * n) & 255, b = y >> (8 * n) & 255;
    return a > b ? a - b : b - a;
}
#define DIFFERENCE(n) byte_difference(x, y, n)

/* Two halves of type T at once: the result of p and q of each. */
#define ONE_OF_TWO(T, RESULT, SHIFT)                                                               \
    __extension__({                                                                                \
        T p = (T)(x >> (SHIFT)), q = (T)(y >> (SHIFT));                                            \
        (u32)(u16)(RESULT) << (SHIFT);                                                             \
    })
#define TWO(T, RESULT) (ONE_OF_TWO(T, RESULT, 0) | ONE_OF_TWO(T, RESULT, 16))

#define INTEGERS
#include "../instructions.def"
#include "alu_table.h"

const struct opcode_row FLAVOUR(integer_opcodes)[] = {
// NOLINTNEXTLINE(readability-duplicate-include): as a table now
#include "../instructions.def"
    {NULL, NULL, NULL},
};
