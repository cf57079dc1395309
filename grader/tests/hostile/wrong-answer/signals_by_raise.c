/*
 * exercise: sequential
 * Tries: to have a handler swallow its own fault and jump out of the function.
 */
#include "histogram.h"

#include <setjmp.h>
#include <signal.h>

static sigjmp_buf back;

static void jump(int number) {
    (void)number;
    siglongjmp(back, 1);
}

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)data, (void)n, (void)frequency;
    signal(SIGSEGV, jump);
    if (sigsetjmp(back, 1) == 0) {
        raise(SIGSEGV);
    }
}
