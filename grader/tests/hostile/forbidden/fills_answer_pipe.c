/*
 * exercise: sequential
 * Tries: to block the grader with a pipe full of half an answer.
 */
#include "histogram.h"

#include <sys/uio.h>

enum { ANSWERS = 4 };

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)data, (void)n, (void)frequency;
    static unsigned char junk[7];
    const struct iovec part = {junk, sizeof junk};
    for (int i = 0; i < 3; i++) {
        if (writev(ANSWERS, &part, 1) < 0) {
            break;
        }
    }
}
