/*
 * How much room the program's own arrays have, where that can be known: a copy that leaves one is
 * wrong, though nothing stops it. glibc's heap is a row of chunks, each with its size in front of
 * it (malloc/malloc.c, "malloc_chunk"); we walk it from a chunk of our own. Nothing in it is
 * believed that does not fit: then the room is unknown.
 */
#include "client.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/single_threaded.h>
#include <unistd.h>

enum {
    HEADER = 2 * sizeof(size_t), /* in front of what malloc gives out */
    LEAST_CHUNK = 4 * sizeof(size_t),
    ALIGNMENT = 16,
    FLAGS = 7,
    IN_USE = 1, /* in the size of the chunk behind */
    MOST_CHUNKS = 1 << 16
};

static unsigned char *first; /* the heap's first chunk, or one of ours in front of later ones */

/* The place where the kernel says that the heap begins, or NULL. */
static unsigned char *heap_begin(void) {
    FILE *maps = fopen("/proc/self/maps", "re");
    char line[512];
    uintptr_t begin = 0;
    while (maps != NULL && begin == 0 && fgets(line, sizeof line, maps) != NULL) {
        begin = strstr(line, "[heap]") != NULL ? (uintptr_t)strtoull(line, NULL, 16) : 0;
    }
    if (maps != NULL) {
        fclose(maps);
    }
    return client_pointer(begin);
}

/* Low: before the program's own constructors. */
__attribute__((constructor(101))) static void begin(void) {
    static unsigned char *kept; /* until the program ends: a chunk in front of all later ones */
    first = heap_begin();
    if (first == NULL) {
        kept = malloc(1);
        first = kept != NULL ? kept - HEADER : NULL;
    }
}

static size_t size_of(const unsigned char *chunk) {
    size_t size;
    memcpy(&size, chunk + sizeof size, sizeof size);
    return size;
}

size_t client_host_room(const void *pointer) {
    const unsigned char *wanted = pointer, *chunk = first, *end = sbrk(0);
    if (first == NULL || !__libc_single_threaded || wanted < first || wanted >= end) {
        return SIZE_MAX;
    }
    for (int i = 0; i < MOST_CHUNKS && (size_t)(end - chunk) >= LEAST_CHUNK; i++) {
        const size_t size = size_of(chunk) & ~(size_t)FLAGS;
        /* The last chunk is nobody's. */
        if (size < LEAST_CHUNK || size % ALIGNMENT != 0 || size >= (size_t)(end - chunk)) {
            return SIZE_MAX;
        }
        const unsigned char *next = chunk + size;
        if (wanted <
            next + sizeof(size_t)) { /* a chunk in use has the next one's first word, too */
            const bool known = wanted >= chunk + HEADER && (size_of(next) & IN_USE) != 0;
            return known ? (size_t)(next + sizeof(size_t) - wanted) : SIZE_MAX;
        }
        chunk = next;
    }
    return SIZE_MAX;
}
