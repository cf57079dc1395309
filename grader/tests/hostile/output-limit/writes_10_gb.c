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
