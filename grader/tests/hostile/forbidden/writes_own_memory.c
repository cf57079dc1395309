/*
 * exercise: sequential
 * Tries: to write to pages that are not to be written, by /proc/self/mem.
 */
#include "histogram.h"

#include <stdio.h>

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)n;
    FILE *memory = fopen("/proc/self/mem", "r+");
    fseek(memory, (long)(uintptr_t)data, SEEK_SET);
    fwrite(frequency, sizeof *frequency, 256, memory);
    fclose(memory);
}
