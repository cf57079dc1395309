/* pool.h - memory for what a module is made of: many small pieces, given back all at once. */
#pragma once

#include <stddef.h>

struct pool {
    struct pool_chunk *chunks;
    size_t used; /* bytes of the newest chunk */
    size_t total;
};

/* Zeroed memory, aligned for any type; NULL when the host has none left. */
void *pool_take(struct pool *pool, size_t size);
/* A terminated copy of text[0..length). NULL when out of memory. */
char *pool_text(struct pool *pool, const char *text, size_t length);
void pool_release(struct pool *pool);
