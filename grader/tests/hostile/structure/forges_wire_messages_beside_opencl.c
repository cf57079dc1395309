/*
 * lab: sum-opencl
 * exercise: on_cpu
 * Tries: to talk to the device itself, with messages that lie about lengths, kernels and results,
 * and then to answer without it.
 */
#include "sum.h"

#include <string.h>
#include <sys/uio.h>

enum { DEVICE = 100 };

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
    (void)!writev(DEVICE, &part, 1);
}

void sum_close(struct sum_place *place) {
    (void)place;
}

cl_int sum_on_cpu(const struct sum_place *place, const double *data, size_t n, size_t work_group,
                  double *sum) {
    (void)place;
    forge(0xffff, 0, 0xff, sizeof(struct head) + 64);
    forge(1, 0xffffffff, 0, sizeof(struct head) + 8);
    *sum = 0;
    for (size_t i = 0; i < n; i++) {
        *sum += data[i];
    }
    return work_group > 1024 ? CL_INVALID_WORK_GROUP_SIZE : CL_SUCCESS;
}
