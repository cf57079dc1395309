/* array.h - arrays that grow: one way to make room, for the machine and its observers. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* `width`: the bytes of *capacity, which is a uint32_t or a size_t. */
static inline bool array_make_room(void *items, void *capacity, size_t width, size_t needed,
                                   size_t size) {
    const bool narrow = width == sizeof(uint32_t);
    const size_t old = narrow ? *(const uint32_t *)capacity : *(const size_t *)capacity;
    const size_t larger = needed <= old ? old : needed < 3 ? 4 : needed * 2;
    char *array;
    memcpy(&array, items, sizeof array);
    if (larger == old) {
        return true;
    }
    char *grown = realloc(array, larger * size);
    if (grown == NULL) {
        return false;
    }
    memset(grown + old * size, 0, (larger - old) * size);
    memcpy(items, &grown, sizeof grown);
    if (narrow) {
        *(uint32_t *)capacity = (uint32_t)larger;
    } else {
        *(size_t *)capacity = larger;
    }
    return true; // cppcheck-suppress memleak
}

/* Makes room for `needed` elements in the array from malloc that *items points to; new ones are 0.
 * False without memory: nothing has changed then. */
#define array_grow(items, capacity, needed)                                                        \
    array_make_room(items, capacity, sizeof *(capacity), needed,                                   \
                    sizeof **(items)) /* NOLINT(bugprone-sizeof-expression): of pointers, too */
