/* Moves and operations on bits: section BITS of instructions.def. */
#include "lanes.h"

static inline uint32_t reverse_32(uint32_t v) {
    v = (v >> 1 & 0x55555555) | (v & 0x55555555) << 1;
    v = (v >> 2 & 0x33333333) | (v & 0x33333333) << 2;
    v = (v >> 4 & 0x0F0F0F0F) | (v & 0x0F0F0F0F) << 4;
    return __builtin_bswap32(v);
}

/* The place of the highest bit, and its distance from the top of `bits`; all ones without a bit. */
static inline u32 highest_bit(u64 v) {
    return v == 0 ? UINT32_MAX : 63 - (u32)__builtin_clzll(v);
}
static inline u32 shift_amount(u64 v, u32 bits) {
    return v == 0 ? UINT32_MAX : bits - 1 - highest_bit(v);
}

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
#define PICK(z, A, B, C, D) (((z)&3) == 0 ? (A) : ((z)&3) == 1 ? (B) : ((z)&3) == 2 ? (C) : (D))

/* lop3: bit n of the table is the result for inputs (a, b, c) = n */
static inline uint32_t look_up(uint32_t a, uint32_t b, uint32_t c, uint32_t table) {
    uint32_t result = 0;
    for (uint32_t n = 0; n < 8; n++) {
        uint32_t hit = (n & 4 ? a : ~a) & (n & 2 ? b : ~b) & (n & 1 ? c : ~c);
        result |= table >> n & 1 ? hit : 0;
    }
    return result;
}

#define TOGETHER(low, high) ((u64)(high) << 32 | (low))

/* `length` ones from bit `start` on */
static inline u32 bit_mask(u32 start, u32 length) {
    u64 mask = length >= 32 ? UINT32_MAX : (UINT64_C(1) << length) - 1;
    return start >= 32 ? 0 : (u32)(mask << start);
}

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

#define BITS
#include "../instructions.def"
#include "alu_table.h"

const struct opcode_row FLAVOUR(bit_opcodes)[] = {
// NOLINTNEXTLINE(readability-duplicate-include): as a table now
#include "../instructions.def"
    {NULL, NULL, NULL},
};
