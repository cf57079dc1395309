/* hash_table.h - numbers of 32 bits by keys of 64 bits, for the observers' indices. */
#pragma once

#include "../../hash.h"

#include <stdbool.h>

enum { TABLE_NONE = 0 };

struct table_row {
    uint64_t key; /* + 1 */
    uint32_t value;
};

/* The value, or TABLE_NONE. */
static inline uint32_t table_get(const struct hash *table, uint64_t key) {
    const struct table_row *row = hash_find(table, key + 1);
    return row != NULL ? row->value : TABLE_NONE;
}

/* Sets the key's value. False without memory. */
static inline bool table_put(struct hash *table, uint64_t key, uint32_t value) {
    table->row_bytes = sizeof(struct table_row);
    struct table_row *row = hash_add(table, key + 1);
    if (row != NULL) {
        row->value = value;
    }
    return row != NULL;
}

static inline void table_drop(struct hash *table, uint64_t key) {
    hash_drop(table, key + 1);
}

/* Mixes a key of several numbers. */
static inline uint64_t table_mix(uint64_t key, uint64_t more) {
    key = (key ^ more) * UINT64_C(0x9e3779b97f4a7c15);
    return key ^ key >> 29;
}
