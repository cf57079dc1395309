/*
 * Random numbers: the same on every machine. The state goes on by an odd constant, and Stafford's
 * mix 13 makes a number of it (this is SplitMix64). As in glibc, threads may call rand() at once:
 * the state moves by one atomic addition, which orders nothing.
 */
#include <stdlib.h>

static const unsigned long long STEP = 0x9e3779b97f4a7c15u;

static unsigned long long state = 1;

static unsigned long long mix(unsigned long long x) {
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

void srand(unsigned seed) {
    __atomic_store_n(&state, seed, __ATOMIC_RELAXED);
}

int rand(void) {
    return (int)(mix(__atomic_add_fetch(&state, STEP, __ATOMIC_RELAXED)) >> 33);
}

void srandom(unsigned seed) {
    srand(seed);
}

long random(void) {
    return rand();
}

void srand48(long seed) {
    srand((unsigned)seed);
}

double drand48(void) {
    return (double)(mix(__atomic_add_fetch(&state, STEP, __ATOMIC_RELAXED)) >> 11) * 0x1p-53;
}

long lrand48(void) {
    return rand();
}

/* 32 bits of state, the caller's own. */
int rand_r(unsigned *seed) {
    *seed = *seed * 1664525u + 1013904223u;
    return (int)(mix(*seed) >> 33);
}

/* The generators whose state is the caller's own are as POSIX has them: 48 bits, of which the
 * result is the upper part. */
static unsigned long long next48(unsigned short at[3]) {
    const unsigned long long x =
        (unsigned long long)at[2] << 32 | (unsigned long long)at[1] << 16 | at[0];
    const unsigned long long next = (x * 0x5deece66du + 0xb) & 0xffffffffffffu;
    at[0] = (unsigned short)next;
    at[1] = (unsigned short)(next >> 16);
    at[2] = (unsigned short)(next >> 32);
    return next;
}

double erand48(unsigned short at[3]) {
    return (double)next48(at) * 0x1p-48;
}

long nrand48(unsigned short at[3]) {
    return (long)(next48(at) >> 17);
}

long jrand48(unsigned short at[3]) {
    return (int)(next48(at) >> 16);
}
