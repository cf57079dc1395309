/*
 * exercise: sequential
 * Tries: to answer by itself, with every number that it finds on its stack and with made-up ones,
 * instead of letting the kit do it.
 */
#include "histogram.h"

#include <sys/uio.h>

enum { ANSWERS = 4 };

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)data, (void)n, (void)frequency;
    volatile uint64_t here = 0;
    const volatile uint64_t *stack = &here;
    for (size_t i = 0; i < 512; i++) {
        uint64_t answer[2] = {i < 256 ? stack[i] : i, 0};
        const struct iovec part = {answer, sizeof answer};
        if (writev(ANSWERS, &part, 1) < 0) {
            break;
        }
    }
}
