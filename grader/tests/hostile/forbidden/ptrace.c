/*
 * exercise: sequential
 * Tries: to take hold of the process above it.
 */
#include "histogram.h"

#include <sys/ptrace.h>
#include <unistd.h>

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)data, (void)n;
    frequency[0] = (uint32_t)ptrace(PTRACE_ATTACH, getppid(), 0, 0);
}
