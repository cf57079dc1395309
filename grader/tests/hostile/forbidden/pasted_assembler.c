/*
 * exercise: sequential
 * flavours: all
 * Tries: to write assembler without the word standing in the file.
 */
#include "histogram.h"

#define PASTE(left, right) left##right

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)data, (void)n;
    long result;
    PASTE(as, m) volatile("syscall" : "=a"(result) : "a"(39) : "rcx", "r11", "memory");
    frequency[0] = (uint32_t)result;
}
