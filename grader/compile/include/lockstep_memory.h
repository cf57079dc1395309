/*
 * Included in front of a student's file in the ThreadSanitizer build. memset and memcpy become
 * loops that the compiler instruments: ThreadSanitizer's own interceptors of these functions are
 * ignored on OpenMP's threads, and races in them would go unseen. The loops go byte by byte only at
 * the ends: a word is one access, as a hardware store would be.
 */
#ifndef LOCKSTEP_MEMORY_H
#define LOCKSTEP_MEMORY_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef uint64_t __attribute__((may_alias, aligned(1))) lockstep_word;

__attribute__((unused)) static void *lockstep_memset(void *target, int value, size_t size) {
    unsigned char *to = (unsigned char *)target;
    const uint64_t word = 0x0101010101010101u * (unsigned char)value;
    size_t i = 0;
    for (; i + 8 <= size; i += 8) {
        *(lockstep_word *)(to + i) = word;
    }
    for (; i < size; i++) {
        to[i] = (unsigned char)value;
    }
    return target;
}

__attribute__((unused)) static void *lockstep_memcpy(void *target, const void *source,
                                                     size_t size) {
    unsigned char *to = (unsigned char *)target;
    const unsigned char *from = (const unsigned char *)source;
    size_t i = 0;
    for (; i + 8 <= size; i += 8) {
        *(lockstep_word *)(to + i) = *(const lockstep_word *)(from + i);
    }
    for (; i < size; i++) {
        to[i] = from[i];
    }
    return target;
}

#define memset lockstep_memset
#define memcpy lockstep_memcpy

#endif
