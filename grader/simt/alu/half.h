/* half.h - IEEE half precision in integers: no compiler needs to know the type. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static inline float float_of_half(uint16_t bits) {
    uint32_t sign = (uint32_t)(bits & 0x8000) << 16, exponent = bits >> 10 & 31;
    uint32_t fraction = bits & 0x3FF, result;
    float value;
    if (exponent == 0) { /* zero and subnormals: fraction * 2^-24 */
        value = (float)fraction * 0x1p-24f;
        memcpy(&result, &value, sizeof result);
        result |= sign;
    } else if (exponent == 31) {
        result = fraction != 0 ? 0x7FFFFFFF : sign | 0x7F800000;
    } else {
        result = sign | (exponent + 112) << 23 | fraction << 13;
    }
    memcpy(&value, &result, sizeof value);
    return value;
}

/* Rounded once, to nearest even; NaN becomes 0x7FFF. */
static inline uint16_t half_of_double(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    uint16_t sign = (uint16_t)(bits >> 48 & 0x8000);
    int exponent = (int)(bits >> 52 & 0x7FF) - 1023;
    if (value != value) {
        return 0x7FFF;
    }
    if (exponent < -26) {
        return sign;
    }
    if (exponent > 15) {
        return sign | 0x7C00;
    }
    uint64_t significand = (bits & 0xFFFFFFFFFFFFF) | UINT64_C(1) << 52;
    int drop = exponent >= -14 ? 42 : 42 + (-14 - exponent); /* bits below half's last */
    uint64_t kept = significand >> drop, rest = significand & ((UINT64_C(1) << drop) - 1);
    uint64_t tie = UINT64_C(1) << (drop - 1);
    kept += rest > tie || (rest == tie && (kept & 1));
    /* a carry moves into the exponent by itself; normal numbers bring their leading 1 along */
    uint64_t biased = exponent >= -14 ? (uint64_t)(exponent + 14) << 10 : 0;
    return sign | (uint16_t)(biased + kept);
}

/* To and from double a NaN keeps its sign and the upper bits of its payload, made quiet. */
static inline double double_of_half(uint16_t bits) {
    if ((bits & 0x7FFF) <= 0x7C00) {
        return (double)float_of_half(bits);
    }
    uint64_t wide = (uint64_t)(bits & 0x8000) << 48 | UINT64_C(0x7FF8000000000000) |
                    (uint64_t)(bits & 0x1FF) << 42;
    double value;
    memcpy(&value, &wide, sizeof value);
    return value;
}

static inline uint16_t half_of_double_payload(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    if (value == value) {
        return half_of_double(value);
    }
    return (uint16_t)((bits >> 48 & 0x8000) | 0x7E00 | (bits >> 42 & 0x1FF));
}

/* bfloat16: the upper half of a float, rounded to nearest even; NaN becomes 0x7FFF. */
static inline uint16_t brain_of_float(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return value != value ? 0x7FFF : (uint16_t)((bits + 0x7FFF + (bits >> 16 & 1)) >> 16);
}

static inline float float_of_brain(uint16_t bits) {
    uint32_t wide = (uint32_t)bits << 16;
    float value;
    memcpy(&value, &wide, sizeof value);
    return value;
}

/* p + c rounded to odd: what was lost leaves its trace in the last bit, so that rounding the sum
 * again to fewer bits gives what rounding once would have given. */
static inline double sum_to_odd(double p, double c) {
    double sum = p + c, part = sum - p, lost = (p - (sum - part)) + (c - part);
    uint64_t bits;
    memcpy(&bits, &sum, sizeof bits);
    if (lost != 0 && lost == lost && (bits & 1) == 0) {
        bits += (lost > 0) == (sum > 0) ? 1 : UINT64_MAX;
        memcpy(&sum, &bits, sizeof sum);
    }
    return sum;
}

/* Rounded once: the float between is rounded to odd, so that it can be no tie by accident. */
static inline uint16_t brain_of_double(double value) {
    float near = (float)value;
    uint32_t bits;
    memcpy(&bits, &near, sizeof bits);
    if ((double)near != value && value == value && (bits & 0x7F800000) != 0x7F800000) {
        bool away = value > 0 ? (double)near > value : (double)near < value;
        bits = (bits - away) | 1;
        memcpy(&near, &bits, sizeof near);
    }
    return brain_of_float(near);
}
