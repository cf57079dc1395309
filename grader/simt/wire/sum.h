/* sum.h - a sum of bytes, by which both sides of the wire compare memory; nobody need trust it. */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* `sum` with some bytes more; begin with 1. Cut them at multiples of eight. */
static inline uint64_t wire_sum(uint64_t sum, const unsigned char *from, size_t bytes) {
    uint64_t word = 0;
    size_t at = 0;
    for (; bytes - at >= sizeof word; at += sizeof word) {
        memcpy(&word, from + at, sizeof word);
        sum = (sum ^ word) * UINT64_C(0x9E3779B97F4A7C15);
        sum ^= sum >> 29;
    }
    for (; at < bytes; at++) {
        sum = (sum ^ from[at]) * UINT64_C(0x100000001B3);
    }
    return sum;
}
