/*
 * exercise: gm
 * flavours: all
 * Tries: to talk to the device itself, with messages that lie about lengths, kernels and results,
 * and then to answer without it.
 */
#include "histogram.h"

#include <fcntl.h>
#include <string.h>
#include <sys/uio.h>

enum { DEVICE = 100, OPERATIONS = 40 };

struct head {
    uint32_t magic;
    uint16_t operation, reserved;
    uint32_t sequence;
    int32_t status;
    uint64_t printed;
    uint32_t tail_bytes, padding;
};

static void forge(uint16_t operation, uint32_t tail, unsigned char fill, size_t bytes) {
    static unsigned char packet[70000];
    const struct head head = {0x4b434f4cu, operation, 0, operation, 0, 0, tail, 0};
    memset(packet, fill, sizeof packet);
    memcpy(packet, &head, sizeof head);
    const struct iovec part = {packet, bytes};
    if (writev(DEVICE, &part, 1) < 0) {
        return;
    }
}

int histogram_gm(const uint8_t *data, size_t n, uint32_t frequency[256], unsigned blocks,
                 unsigned threads) {
    (void)blocks;
    fcntl(DEVICE, F_SETFL, O_NONBLOCK);
    for (uint16_t operation = 0; operation < OPERATIONS; operation++) {
        forge(operation, 0, 0xff, sizeof(struct head) + 64);
        forge(operation, 0xffffffff, 0, sizeof(struct head) + 8);
        forge(operation, 8, 0x7f, 65536);
    }
    for (int bin = 0; bin < 256; bin++) {
        frequency[bin] = 0;
    }
    for (size_t i = 0; i < n; i++) {
        frequency[data[i]]++;
    }
    return threads > 1024;
}
