/*
 * Random numbers whose states are the program's or POSIX's 48 bits: the same numbers as glibc's.
 * rand() and random() are the runtime's. Threads may call them at once; the state moves atomically,
 * which orders nothing.
 */
#include <stdlib.h>

/* Three numbers of 11, 10 and 10 bits, from 32 bits of state. */
int rand_r(unsigned *seed) {
    unsigned state = *seed, number = 0;
    for (int part = 0; part < 3; part++) {
        state = state * 1103515245u + 12345u;
        number = part == 0 ? state / 65536 % 2048 : number << 10 ^ state / 65536 % 1024;
    }
    *seed = state;
    return (int)number;
}

#define BITS_48 0xffffffffffffu

static unsigned long long step48(unsigned long long x) { return (x * 0x5deece66du + 0xb) & BITS_48; }

static unsigned long long state48;

static unsigned long long next48(void) {
    unsigned long long old = __atomic_load_n(&state48, __ATOMIC_RELAXED);
    while (!__atomic_compare_exchange_n(&state48, &old, step48(old), 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    }
    return step48(old);
}

static unsigned long long next48_of(unsigned short at[3]) {
    const unsigned long long next = step48((unsigned long long)at[2] << 32 | (unsigned long long)at[1] << 16 | at[0]);
    at[0] = (unsigned short)next;
    at[1] = (unsigned short)(next >> 16);
    at[2] = (unsigned short)(next >> 32);
    return next;
}

void srand48(long seed) {
    __atomic_store_n(&state48, ((unsigned long long)seed << 16 | 0x330e) & BITS_48, __ATOMIC_RELAXED);
}

double drand48(void) { return (double)next48() * 0x1p-48; }

long lrand48(void) { return (long)(next48() >> 17); }

long mrand48(void) { return (int)(next48() >> 16); }

double erand48(unsigned short at[3]) { return (double)next48_of(at) * 0x1p-48; }

long nrand48(unsigned short at[3]) { return (long)(next48_of(at) >> 17); }

long jrand48(unsigned short at[3]) { return (int)(next48_of(at) >> 16); }
