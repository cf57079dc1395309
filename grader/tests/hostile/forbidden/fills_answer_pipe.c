/*
 * exercise: sequential
 * Tries: to block the grader with a pipe full of half an answer.
 */
#include "histogram.h"

#include <unistd.h>

enum { ANSWERS = 4 };

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)data, (void)n, (void)frequency;
    static const unsigned char junk[7];
    for (int i = 0; i < 3; i++) {
        if (write(ANSWERS, junk, sizeof junk) < 0) {
            break;
        }
    }
}
