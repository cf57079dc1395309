#include "pool.h"

#include <stdlib.h>
#include <string.h>

enum { CHUNK = 64 * 1024 };

struct pool_chunk {
    struct pool_chunk *next;
    size_t size;
    max_align_t bytes[];
};

void *pool_take(struct pool *pool, size_t size) {
    size = (size + sizeof(max_align_t) - 1) / sizeof(max_align_t) * sizeof(max_align_t);
    if (pool->chunks == NULL || pool->chunks->size - pool->used < size) {
        size_t bytes = size > CHUNK ? size : CHUNK;
        struct pool_chunk *chunk = calloc(1, sizeof *chunk + bytes);
        if (chunk == NULL) {
            return NULL;
        }
        chunk->next = pool->chunks;
        chunk->size = bytes;
        pool->chunks = chunk;
        pool->used = 0;
        pool->total += bytes;
    }
    void *memory = (char *)pool->chunks->bytes + pool->used;
    pool->used += size;
    return memory;
}

char *pool_text(struct pool *pool, const char *text, size_t length) {
    char *copy = pool_take(pool, length + 1);
    if (copy != NULL) {
        memcpy(copy, text, length);
    }
    return copy;
}

void pool_release(struct pool *pool) {
    while (pool->chunks != NULL) {
        struct pool_chunk *next = pool->chunks->next;
        free(pool->chunks);
        pool->chunks = next;
    }
    pool->used = pool->total = 0;
}
