/*
 * exercise: sequential
 * Tries: to open a network connection by an instruction of its own.
 */
#include "histogram.h"

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)data, (void)n;
    long result;
    asm volatile("syscall"
                 : "=a"(result)
                 : "a"(41), "D"(2), "S"(1), "d"(0)
                 : "rcx", "r11", "memory");
    frequency[0] = (uint32_t)result;
}
