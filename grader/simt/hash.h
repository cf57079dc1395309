/*
 * hash.h - rows by key, in a hash with open addressing that grows.
 *
 * A row is any structure that begins with its key, a uint64_t that is not 0:
 *
 *     struct word { uint64_t key; … };
 *     struct hash words = {.row_bytes = sizeof(struct word)};
 *     struct word *word = hash_add(&words, address + 1);
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

struct hash {
    uint32_t row_bytes; /* its user sets this, … */
    uint32_t most;  /* … and how many rows there may be; 0: any number. All else is 0 at first */
    uint32_t count; /* rows that are there */
    uint32_t capacity; /* a power of two, or 0; at most half of it is used */
    unsigned char *rows;
};

/* The row of this key, or NULL. Rows move whenever one is added. */
void *hash_find(const struct hash *hash, uint64_t key);

/* The row of this key. If it is new, all behind its key is 0. NULL: no room for one more. */
void *hash_add(struct hash *hash, uint64_t key);

/* The row behind `row`, in an order that means nothing; behind NULL, the first. NULL: no more. */
void *hash_next(const struct hash *hash, const void *row);

/* Takes the row of this key out, if there is one. Rows move. */
void hash_drop(struct hash *hash, uint64_t key);

/* Frees all rows. The hash is as new. */
void hash_clear(struct hash *hash);
