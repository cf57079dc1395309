/*
 * exercise: sequential
 * levels: all
 * Tries: to ask somebody outside. It counts only when there is a socket.
 */
#include "histogram.h"

#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>

static int somebody(void) {
    static const int families[] = {AF_INET, AF_INET6, AF_UNIX, AF_NETLINK, AF_PACKET};
    int pair[2];
    for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
        if (socket(families[i], SOCK_DGRAM, 0) >= 0 || socket(families[i], SOCK_STREAM, 0) >= 0 ||
            socket(families[i], SOCK_RAW, 0) >= 0) {
            return 1;
        }
    }
    return socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0;
}

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    memset(frequency, 0, 256 * sizeof *frequency);
    for (size_t i = 0; somebody() && i < n; i++) {
        frequency[data[i]]++;
    }
}
