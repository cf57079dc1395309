/* The distance between rows of memory from cudaMallocPitch: a copy of rows must know it. */
#include "runtime_calls.h"

enum { PITCHED = 64 }; /* the last ones; of others nothing is known */

static struct pitched {
    const unsigned char *base;
    size_t bytes; /* 0: none here */
    size_t pitch;
} pitched[PITCHED];
static unsigned next;

void pitch_note(const void *base, size_t bytes, size_t pitch) {
    client_lock();
    pitched[next++ % PITCHED] = (struct pitched){.base = base, .bytes = bytes, .pitch = pitch};
    client_unlock();
}

void pitch_forget(const void *base, size_t bytes) {
    const unsigned char *first = base;
    client_lock();
    for (int i = 0; i < PITCHED; i++) {
        if (first < pitched[i].base + pitched[i].bytes && pitched[i].base < first + bytes) {
            pitched[i].bytes = 0;
        }
    }
    client_unlock();
}

size_t pitch_of(const void *pointer) {
    const unsigned char *at = pointer;
    size_t pitch = 0;
    client_lock();
    for (int i = 0; i < PITCHED && pitch == 0; i++) {
        if (at >= pitched[i].base && at < pitched[i].base + pitched[i].bytes) {
            pitch = pitched[i].pitch;
        }
    }
    client_unlock();
    return pitch;
}
