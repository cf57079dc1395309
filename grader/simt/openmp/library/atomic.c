/* Atomic operations on what is wider than a word, as compilers call them: one after the other. */
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#define ALONE _Pragma("omp critical(lockstep_atomic)")

void atomic_load(size_t size, const void *from, void *to, int order) __asm__("__atomic_load");
void atomic_store(size_t size, void *to, const void *from, int order) __asm__("__atomic_store");
void atomic_exchange(size_t size, void *at, const void *from, void *old, int order) __asm__("__atomic_exchange");
bool atomic_compare_exchange(size_t size, void *at, void *expected, const void *desired, int success,
                             int failure) __asm__("__atomic_compare_exchange");

void atomic_load(size_t size, const void *from, void *to, int order) {
    (void)order;
    ALONE memcpy(to, from, size);
}

void atomic_store(size_t size, void *to, const void *from, int order) {
    (void)order;
    ALONE memcpy(to, from, size);
}

void atomic_exchange(size_t size, void *at, const void *from, void *old, int order) {
    (void)order;
    ALONE {
        memcpy(old, at, size);
        memcpy(at, from, size);
    }
}

bool atomic_compare_exchange(size_t size, void *at, void *expected, const void *desired, int success, int failure) {
    bool same;
    (void)success;
    (void)failure;
    ALONE {
        same = memcmp(at, expected, size) == 0;
        if (same) {
            memcpy(at, desired, size);
        } else {
            memcpy(expected, at, size);
        }
    }
    return same;
}
