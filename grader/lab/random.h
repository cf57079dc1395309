/*
 * The kit's random numbers: SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number
 * generators", OOPSLA 2014). State is one 64-bit word; unsigned arithmetic only, so every machine
 * gets the same numbers. Never rand().
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

struct random_stream {
    uint64_t state; /* start it with the seed */
};

/* The next 64 random bits. */
static inline uint64_t random_next(struct random_stream *stream) {
    uint64_t z = (stream->state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* A number in [0, bound), bound >= 1: the high half of a 64 × 64 bit product (its bias, bound /
 * 2^64, is far below anything that a histogram could show). */
static inline uint64_t random_below(struct random_stream *stream, uint64_t bound) {
    __extension__ typedef unsigned __int128 wide;
    return (uint64_t)(((wide)random_next(stream) * bound) >> 64);
}

/* A new seed from a seed and a text (FNV-1a over the text, then one SplitMix64 step): every
 * exercise and case gets numbers of its own. */
static inline uint64_t random_mix(uint64_t seed, const char *text) {
    uint64_t hash = 0xcbf29ce484222325u;
    for (; *text != '\0'; text++) {
        hash = (hash ^ (unsigned char)*text) * 0x100000001b3u;
    }
    struct random_stream stream = {seed ^ hash};
    return random_next(&stream);
}
