/* === endless_output */
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
/* === grows_memory_files */
/*
 * exercise: sequential
 * Tries: to let the memory that inputs and outputs lie in grow without bound.
 */
#include "histogram.h"

#include <unistd.h>

enum { INPUTS = 5, NOTES = 7 };

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)data, (void)n, (void)frequency;
    for (int descriptor = INPUTS; descriptor <= NOTES; descriptor++) {
        (void)!ftruncate(descriptor, 1l << 40);
    }
}
/* === writes_10_gb */
/*
 * exercise: sequential
 * landlock: wrong-answer
 * Tries: to fill the disk with a file of 10 GB.
 */
#include "histogram.h"

#include <stdlib.h>
#include <sys/uio.h>

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)data, (void)n, (void)frequency;
    static unsigned char block[1 << 20];
    char name[] = "/tmp/largeXXXXXX";
    int file = mkstemp(name);
    for (int megabytes = 0; megabytes < 10240; megabytes++) {
        const struct iovec part = {block, sizeof block};
        if (writev(file, &part, 1) != sizeof block) {
            break;
        }
    }
}
