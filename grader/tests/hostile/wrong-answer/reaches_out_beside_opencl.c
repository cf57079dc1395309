/*
 * lab: sum-opencl
 * exercise: on_cpu
 * levels: all
 * Tries: from OpenCL host code: to ask somebody outside, to leave shared memory and a process of
 * its own session behind. It counts only when there is a socket.
 */
#include "sum.h"

#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

static int somebody(void) {
    static const int families[] = {AF_INET, AF_INET6, AF_UNIX, AF_NETLINK};
    int pair[2];
    for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
        if (socket(families[i], SOCK_STREAM, 0) >= 0 || socket(families[i], SOCK_DGRAM, 0) >= 0) {
            return 1;
        }
    }
    return socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0;
}

void sum_close(struct sum_place *place) {
    (void)place;
}

cl_int sum_on_cpu(const struct sum_place *place, const double *data, size_t n, size_t work_group,
                  double *sum) {
    enum { KEY = 0x10c57e9 };
    (void)place, (void)work_group;
    (void)shmget(KEY, 4096, IPC_CREAT | 0666);
    (void)!mkdir("/dev/shm/left_by_a_hostile_program", 0777);
    if (fork() == 0) {
        setsid();
        for (;;) {
            pause();
        }
    }
    *sum = -1;
    if (somebody()) {
        *sum = 0;
        for (size_t i = 0; i < n; i++) {
            *sum += data[i];
        }
    }
    return CL_SUCCESS;
}
