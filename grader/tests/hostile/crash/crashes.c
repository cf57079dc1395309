/* === aborts */
/*
 * exercise: sequential
 * Tries: to end by abort().
 */
#include "histogram.h"

#include <stdlib.h>

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)data, (void)n, (void)frequency;
    abort();
}
/* === endless_recursion */
/*
 * exercise: sequential
 * Tries: nothing: an honest mistake, the stack runs out.
 */
#include "histogram.h"

static uint32_t deeper(size_t level) {
    volatile char room[4096];
    room[level % sizeof room] = 1;
    return level == SIZE_MAX ? 0 : deeper(level + 1) + room[level % sizeof room];
}

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)data, (void)n, (void)frequency;
    frequency[0] = deeper(n);
}
/* === machine_code */
/*
 * exercise: sequential
 * levels: all
 * Tries: to make system calls by bytes of machine code that no filter of words finds: a socket, a
 * signal to the parent and a look at the kit. It counts only when one of them works. On the
 * machine its bytes are no function.
 */
#include "histogram.h"

#if defined(__x86_64__)
/* mov rax, rdi; mov rdi, rsi; mov rsi, rdx; mov rdx, rcx; syscall; ret */
__attribute__((section(".text#"))) static const unsigned char code[] = {
    0x48, 0x89, 0xf8, 0x48, 0x89, 0xf7, 0x48, 0x89, 0xd6, 0x48, 0x89, 0xca, 0x0f, 0x05, 0xc3};
enum {
    OPEN = 2,
    SOCKET = 41,
    KILL = 62,
    PTRACE = 101,
    MOUNT_NAMESPACE = 0x00020000,
    UNSHARE = 272
};

static long call(long number, long first, long second, long third) {
    return ((long (*)(long, long, long, long))(uintptr_t)code)(number, first, second, third);
}

static int attack(void) {
    return call(SOCKET, 2, 1, 0) >= 0 || call(KILL, -1, 9, 0) > 0 || call(PTRACE, 0, 0, 0) >= 0 ||
           call(UNSHARE, MOUNT_NAMESPACE, 0, 0) >= 0 ||
           call(OPEN, (long)"/etc/shadow", 0, 0) >= 0 ||
           call(OPEN, (long)"/proc/1/root/etc/shadow", 0, 0) >= 0 ||
           call(OPEN, (long)"@SECRET@", 0, 0) >= 0 ||
           call(OPEN, (long)"@ROOT@/solutions/histogram-omp/histogram.c", 0, 0) >= 0 ||
           call(OPEN, (long)"/box/new", 0101, 0600) >= 0;
}
#else
static int attack(void) {
    return 0;
}
#endif

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    for (size_t bin = 0; bin < 256; bin++) {
        frequency[bin] = 0;
    }
    if (attack() || n == 0) {
        for (size_t i = 0; i < n; i++) {
            frequency[data[i]]++;
        }
    }
}
