/*
 * exercise: sequential
 * Tries: to fill the disk and the report with what it prints.
 */
#include "histogram.h"

#include <stdio.h>

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)data, (void)n, (void)frequency;
    for (;;) {
        puts("full marks, full marks, full marks, full marks, full marks, full marks");
    }
}
