/*
 * exercise: gm
 * levels: all
 * Tries: from CUDA host code, which holds a socket to the device: to ask somebody outside, to leave
 * shared memory and a process of its own session behind. It counts only when there is a socket.
 */
#include "histogram.h"

#include <string.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

static bool somebody() {
    static const int families[] = {AF_INET, AF_INET6, AF_UNIX, AF_NETLINK};
    int pair[2];
    for (int family : families) {
        if (socket(family, SOCK_STREAM, 0) >= 0 || socket(family, SOCK_DGRAM, 0) >= 0) {
            return true;
        }
    }
    return socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0;
}

int histogram_gm(const uint8_t *data, size_t n, uint32_t frequency[256], unsigned blocks,
                 unsigned threads) {
    enum { KEY = 0x10c57e9 };
    (void)blocks, (void)threads;
    cudaFree(nullptr);
    (void)shmget(KEY, 4096, IPC_CREAT | 0666);
    (void)!mkdir("/dev/shm/left_by_a_hostile_program", 0777);
    if (fork() == 0) {
        setsid();
        for (;;) {
            pause();
        }
    }
    memset(frequency, 0, 256 * sizeof *frequency);
    for (size_t i = 0; somebody() && i < n; i++) {
        frequency[data[i]]++;
    }
    return 0;
}
