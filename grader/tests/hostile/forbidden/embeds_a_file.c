/*
 * exercise: sequential
 * Tries: to have the assembler put a file of the machine into the program.
 */
#include "histogram.h"

asm(".section .rodata\n"
    ".global secret\n"
    "secret: .incbin \"/etc/shadow\"\n"
    ".previous\n");

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)data;
    for (size_t bin = 0; bin < 256; bin++) {
        frequency[bin] = (uint32_t)(n / 256);
    }
}
