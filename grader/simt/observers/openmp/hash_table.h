/*
 * hash_table.h - a hash table from 64-bit keys to 32-bit numbers, for the observers' indices.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TABLE_NONE = 0 };

struct table_entry {
    uint64_t key;
    uint32_t value; /* TABLE_NONE: no entry */
    bool used;      /* an entry is or was here: searches go on */
};

struct table {
    struct table_entry *entries;
    size_t capacity; /* a power of two, or 0 */
    size_t used;
};

/* The value, or TABLE_NONE. */
uint32_t table_get(const struct table *table, uint64_t key);
/* Sets the key's value (TABLE_NONE takes it out). False without memory. */
bool table_put(struct table *table, uint64_t key, uint32_t value);
void table_release(struct table *table);

/* Mixes a key of several numbers. */
static inline uint64_t table_mix(uint64_t key, uint64_t more) {
    key = (key ^ more) * UINT64_C(0x9e3779b97f4a7c15);
    return key ^ key >> 29;
}
