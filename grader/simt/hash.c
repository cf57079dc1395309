/* Linear probing, with Fibonacci hashing (Knuth, The Art of Computer Programming, 6.4). */
#include "hash.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_CAPACITY = 64, MOST_CAPACITY = 1 << 30 };

static uint64_t key_of(const void *row) {
    uint64_t key;
    memcpy(&key, row, sizeof key);
    return key;
}

static uint32_t start_of(uint64_t key) {
    return (uint32_t)((key * UINT64_C(0x9E3779B97F4A7C15)) >> 32);
}

static void *row_at(const struct hash *hash, uint32_t at) {
    return hash->rows + (size_t)(at & (hash->capacity - 1)) * hash->row_bytes;
}

/* Where the row of this key is, or would be. */
static void *place_of(const struct hash *hash, uint64_t key) {
    for (uint32_t at = start_of(key);; at++) {
        void *row = row_at(hash, at);
        const uint64_t there = key_of(row);
        if (there == 0 || there == key) {
            return row;
        }
    }
}

static bool grow(struct hash *hash) {
    struct hash larger = *hash;
    larger.capacity = hash->capacity != 0 ? hash->capacity * 2 : FIRST_CAPACITY;
    larger.rows =
        larger.capacity <= MOST_CAPACITY ? calloc(larger.capacity, hash->row_bytes) : NULL;
    if (larger.rows == NULL) {
        return false;
    }
    for (void *row = hash_next(hash, NULL); row != NULL; row = hash_next(hash, row)) {
        memcpy(place_of(&larger, key_of(row)), row, hash->row_bytes);
    }
    unsigned char *old = hash->rows;
    hash->rows = larger.rows;
    hash->capacity = larger.capacity;
    free(old);
    return true;
}

void *hash_find(const struct hash *hash, uint64_t key) {
    void *row = hash->count > 0 ? place_of(hash, key) : NULL;
    return row != NULL && key_of(row) == key ? row : NULL;
}

void *hash_add(struct hash *hash, uint64_t key) {
    const bool full = hash->most != 0 && hash->count >= hash->most;
    if (full || (hash->count * 2 >= hash->capacity && !grow(hash))) {
        return hash_find(hash, key);
    }
    void *row = place_of(hash, key);
    hash->count += key_of(row) == 0;
    memcpy(row, &key, sizeof key);
    return row;
}

void *hash_next(const struct hash *hash, const void *row) {
    const unsigned char *end = hash->rows + (size_t)hash->capacity * hash->row_bytes;
    unsigned char *at =
        row == NULL ? hash->rows
                    : hash->rows + ((const unsigned char *)row - hash->rows) + hash->row_bytes;
    while (at < end && key_of(at) == 0) {
        at += hash->row_bytes;
    }
    return at < end ? at : NULL;
}

/* Rows behind it that a search would no longer find take its place, one after the other. */
void hash_drop(struct hash *hash, uint64_t key) {
    unsigned char *hole = hash_find(hash, key);
    if (hole == NULL) {
        return;
    }
    uint32_t empty = (uint32_t)((size_t)(hole - hash->rows) / hash->row_bytes);
    for (uint32_t at = empty + 1; key_of(row_at(hash, at)) != 0; at++) {
        const void *row = row_at(hash, at);
        if (((at - start_of(key_of(row))) & (hash->capacity - 1)) >=
            ((at - empty) & (hash->capacity - 1))) {
            memcpy(row_at(hash, empty), row, hash->row_bytes);
            empty = at;
        }
    }
    memset(row_at(hash, empty), 0, hash->row_bytes);
    hash->count--;
}

void hash_clear(struct hash *hash) {
    free(hash->rows);
    *hash = (struct hash){.row_bytes = hash->row_bytes, .most = hash->most};
}
