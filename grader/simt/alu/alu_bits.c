/* Moves and operations on bits. */
#include "lanes.h"

#define SAME_1(NAME, T, EXPRESSION) UNARY(NAME, T, T, EXPRESSION)

SAME_1(mov_16, uint16_t, x)
SAME_1(mov_32, uint32_t, x)
SAME_1(mov_64, uint64_t, x)

/* mov.b64 d, {a, b} and mov.b64 {d, e}, a: the latter as two extracts, shifted by `op`. */
BINARY(pack_32, uint32_t, uint16_t, uint16_t, (uint32_t)x | (uint32_t)y << 16)
BINARY(pack_64, uint64_t, uint32_t, uint32_t, (uint64_t)x | (uint64_t)y << 32)
UNARY(extract_32_16, uint16_t, uint32_t, x >> i->op)
UNARY(extract_64_16, uint16_t, uint64_t, x >> i->op)
UNARY(extract_64_32, uint32_t, uint64_t, x >> i->op)

UNARY(popc_32, uint32_t, uint32_t, __builtin_popcount(x))
UNARY(popc_64, uint32_t, uint64_t, __builtin_popcountll(x))
UNARY(clz_32, uint32_t, uint32_t, x == 0 ? 32 : __builtin_clz(x))
UNARY(clz_64, uint32_t, uint64_t, x == 0 ? 64 : __builtin_clzll(x))

static inline uint32_t reverse_32(uint32_t v) {
    v = (v >> 1 & 0x55555555) | (v & 0x55555555) << 1;
    v = (v >> 2 & 0x33333333) | (v & 0x33333333) << 2;
    v = (v >> 4 & 0x0F0F0F0F) | (v & 0x0F0F0F0F) << 4;
    return __builtin_bswap32(v);
}
SAME_1(brev_32, uint32_t, reverse_32(x))
SAME_1(brev_64, uint64_t, (uint64_t)reverse_32((uint32_t)x) << 32 | reverse_32((uint32_t)(x >> 32)))

/* Highest bit that differs from the sign: its place, or its distance from the top (.shiftamt). */
static inline uint32_t find_64(uint64_t v, int bits, int shift_amount) {
    if (v == 0) {
        return UINT32_MAX;
    }
    int place = 63 - __builtin_clzll(v);
    return (uint32_t)(shift_amount ? bits - 1 - place : place);
}
UNARY(bfind_u32, uint32_t, uint32_t, find_64(x, 32, i->op))
UNARY(bfind_s32, uint32_t, int32_t, find_64((uint32_t)(x < 0 ? ~x : x), 32, i->op))
UNARY(bfind_u64, uint32_t, uint64_t, find_64(x, 64, i->op))
UNARY(bfind_s64, uint32_t, int64_t, find_64((uint64_t)(x < 0 ? ~x : x), 64, i->op))

/* Field of `length` bits from `start`; bits beyond the top are zero, or copies of the sign. */
static inline uint64_t extract_field(uint64_t v, uint32_t start, uint32_t length, uint32_t bits,
                                     int is_signed) {
    start &= 255;
    length &= 255;
    uint64_t field = start < bits ? v >> start : 0;
    uint64_t mask = length >= 64 ? UINT64_MAX : (UINT64_C(1) << length) - 1;
    if (!is_signed || length == 0) {
        return field & mask;
    }
    uint32_t top = start + length - 1;
    uint64_t sign = v >> (top < bits ? top : bits - 1) & 1;
    uint32_t known = start + length <= bits ? length : start < bits ? bits - start : 0;
    uint64_t low = known >= 64 ? UINT64_MAX : (UINT64_C(1) << known) - 1;
    return (field & low) | (sign ? ~low : 0);
}
TERNARY(bfe_u32, uint32_t, uint32_t, uint32_t, uint32_t, extract_field(x, y, z, 32, 0))
TERNARY(bfe_s32, uint32_t, uint32_t, uint32_t, uint32_t, extract_field(x, y, z, 32, 1))
TERNARY(bfe_u64, uint64_t, uint64_t, uint32_t, uint32_t, extract_field(x, y, z, 64, 0))
TERNARY(bfe_s64, uint64_t, uint64_t, uint32_t, uint32_t, extract_field(x, y, z, 64, 1))
/* What was written as an arithmetic shift and a mask: bits beyond the top are copies of the sign.
 */
TERNARY(shifted_s64, uint64_t, uint64_t, uint32_t, uint32_t,
        (uint64_t)((int64_t)x >> (y < 63 ? y : 63)) &
            (z >= 64 ? UINT64_MAX : (UINT64_C(1) << z) - 1))

/* Of a 64-bit rotation: shifts by n & 63, and what is left of 64 (decode_plain.c). */
BINARY(turning_shl_64, uint64_t, uint64_t, uint32_t, x << (y & 63))
BINARY(turning_shr_64, uint64_t, uint64_t, uint32_t, x >> (y & 63))
BINARY(turning_rest, uint32_t, uint32_t, uint32_t, x - (y & 63))

static inline uint64_t insert_field(uint64_t field, uint64_t into, uint32_t start, uint32_t length,
                                    uint32_t bits) {
    start &= 255;
    length &= 255;
    if (start >= bits) {
        return into;
    }
    uint64_t mask = length >= 64 ? UINT64_MAX : (UINT64_C(1) << length) - 1;
    mask <<= start;
    return (into & ~mask) | (field << start & mask);
}
/* bfi d, field, into, start, length: the fourth source is row e */
#define INSERT(W, T)                                                                               \
    static int bfi_##W(struct warp *warp, const struct instruction *i) {                           \
        T *d = ROW(T, i->d);                                                                       \
        const T *a = ROW(T, i->a), *b = ROW(T, i->b);                                              \
        const uint32_t *c = ROW(uint32_t, i->c), *e = ROW(uint32_t, i->e);                         \
        LANE_LOOPS(T, insert_field(a[l], b[l], c[l], e[l], W))                                     \
    }
INSERT(32, uint32_t)
INSERT(64, uint64_t)

/* prmt: each nibble of the selector picks a byte of b:a; bit 3 copies its sign instead. */
static inline uint32_t permute(uint32_t a, uint32_t b, uint32_t selector) {
    uint64_t bytes = (uint64_t)b << 32 | a;
    uint32_t result = 0;
    for (int n = 0; n < 4; n++) {
        uint32_t nibble = selector >> (4 * n) & 15;
        uint32_t byte = (uint32_t)(bytes >> (8 * (nibble & 7))) & 255;
        if (nibble & 8) {
            byte = byte & 128 ? 255 : 0;
        }
        result |= byte << (8 * n);
    }
    return result;
}
/* The named modes as selectors, by the low two bits of the third operand. */
static const uint16_t permute_modes[7][4] = {
    {0x3210, 0x3210, 0x3210, 0x3210}, /* generic: unused */
    {0x3210, 0x4321, 0x5432, 0x6543}, /* f4e */
    {0x5670, 0x6701, 0x7012, 0x0123}, /* b4e */
    {0x0000, 0x1111, 0x2222, 0x3333}, /* rc8 */
    {0x3210, 0x3211, 0x3222, 0x3333}, /* ecl */
    {0x0000, 0x1110, 0x2210, 0x3210}, /* ecr */
    {0x1010, 0x3232, 0x1010, 0x3232}, /* rc16 */
};
TERNARY(prmt_32, uint32_t, uint32_t, uint32_t, uint32_t,
        permute(x, y, i->op == 0 ? z : permute_modes[i->op][z & 3]))

/* lop3: bit n of the table in `immediate` is the result for inputs (a, b, c) = n */
static inline uint32_t look_up(uint32_t a, uint32_t b, uint32_t c, uint32_t table) {
    uint32_t result = 0;
    for (uint32_t n = 0; n < 8; n++) {
        uint32_t hit = (n & 4 ? a : ~a) & (n & 2 ? b : ~b) & (n & 1 ? c : ~c);
        result |= table >> n & 1 ? hit : 0;
    }
    return result;
}
TERNARY(lop3_32, uint32_t, uint32_t, uint32_t, uint32_t, look_up(x, y, z, (uint32_t)i->immediate))

#define PAIR(x, y) ((uint64_t)(y) << 32 | (x))
TERNARY(shf_l_wrap, uint32_t, uint32_t, uint32_t, uint32_t, PAIR(x, y) << (z & 31) >> 32)
TERNARY(shf_r_wrap, uint32_t, uint32_t, uint32_t, uint32_t, PAIR(x, y) >> (z & 31))
TERNARY(shf_l_clamp, uint32_t, uint32_t, uint32_t, uint32_t, PAIR(x, y) << (z < 32 ? z : 32) >> 32)
TERNARY(shf_r_clamp, uint32_t, uint32_t, uint32_t, uint32_t, PAIR(x, y) >> (z < 32 ? z : 32))

static inline uint32_t bit_mask(uint32_t start, uint32_t length, int clamp) {
    if (!clamp) {
        start &= 31;
        length &= 31;
    }
    uint64_t mask = length >= 32 ? UINT32_MAX : (UINT64_C(1) << length) - 1;
    return start >= 32 ? 0 : (uint32_t)(mask << start);
}
BINARY(bmsk_wrap, uint32_t, uint32_t, uint32_t, bit_mask(x, y, 0))
BINARY(bmsk_clamp, uint32_t, uint32_t, uint32_t, bit_mask(x, y, 1))

/* fns: place of the n-th set bit of a mask, counting from a base, upwards or downwards */
static inline uint32_t find_nth(uint32_t mask, uint32_t base, int32_t n) {
    if (n == 0) {
        return base < 32 && mask >> base & 1 ? base : UINT32_MAX;
    }
    int step = n > 0 ? 1 : -1;
    int left = n > 0 ? n : -n;
    for (int at = (int)base; at >= 0 && at < 32; at += step) {
        if (mask >> at & 1 && --left == 0) {
            return (uint32_t)at;
        }
    }
    return UINT32_MAX;
}
TERNARY(fns_32, uint32_t, uint32_t, uint32_t, int32_t, find_nth(x, y, z))

const struct opcode_row FLAVOUR(bit_opcodes)[] = {
    {"mov.16", "22", mov_16, 0},
    {"mov.32", "44", mov_32, 0},
    {"mov.64", "88", mov_64, 0},
    {"pack.32", "422", pack_32, 0},
    {"pack.64", "844", pack_64, 0},
    {"extract.32.16", "24", extract_32_16, 0},
    {"extract.64.16", "28", extract_64_16, 0},
    {"extract.64.32", "48", extract_64_32, 0},
    {"popc.b32", "44", popc_32, 0},
    {"popc.b64", "48", popc_64, 0},
    {"clz.b32", "44", clz_32, 0},
    {"clz.b64", "48", clz_64, 0},
    {"brev.b32", "44", brev_32, 0},
    {"brev.b64", "88", brev_64, 0},
    {"bfind.u32", "44", bfind_u32, 0},
    {"bfind.s32", "44", bfind_s32, 0},
    {"bfind.u64", "48", bfind_u64, 0},
    {"bfind.s64", "48", bfind_s64, 0},
    {"bfind.shiftamt.u32", "44", bfind_u32, 1},
    {"bfind.shiftamt.s32", "44", bfind_s32, 1},
    {"bfind.shiftamt.u64", "48", bfind_u64, 1},
    {"bfind.shiftamt.s64", "48", bfind_s64, 1},
    {"bfe.u32", "4444", bfe_u32, 0},
    {"bfe.s32", "4444", bfe_s32, 0},
    {"bfe.u64", "8844", bfe_u64, 0},
    {"bfe.s64", "8844", bfe_s64, 0},
    {"bfe.u64.shifted", "8844", shifted_s64, 0},
    {"shl.b64.turning", "884", turning_shl_64, 0},
    {"shr.b64.turning", "884", turning_shr_64, 0},
    {"sub.u32.turning", "444", turning_rest, 0},
    {"bfi.b32", "44444", bfi_32, 0},
    {"bfi.b64", "88844", bfi_64, 0},
    {"prmt.b32", "4444", prmt_32, 0},
    {"prmt.b32.f4e", "4444", prmt_32, 1},
    {"prmt.b32.b4e", "4444", prmt_32, 2},
    {"prmt.b32.rc8", "4444", prmt_32, 3},
    {"prmt.b32.ecl", "4444", prmt_32, 4},
    {"prmt.b32.ecr", "4444", prmt_32, 5},
    {"prmt.b32.rc16", "4444", prmt_32, 6},
    {"lop3.b32", "4444i", lop3_32, 0},
    {"shf.l.wrap.b32", "4444", shf_l_wrap, 0},
    {"shf.r.wrap.b32", "4444", shf_r_wrap, 0},
    {"shf.l.clamp.b32", "4444", shf_l_clamp, 0},
    {"shf.r.clamp.b32", "4444", shf_r_clamp, 0},
    {"bmsk.wrap.b32", "444", bmsk_wrap, 0},
    {"bmsk.clamp.b32", "444", bmsk_clamp, 0},
    {"fns.b32", "4444", fns_32, 0},
    {NULL, NULL, NULL, 0},
};
