/* A hash table with linear probing; and in one, sync objects: what releases have left for acquires.
 */
#include "hash_table.h"
#include "watch.h"

#include <stdlib.h>

static size_t start_of(const struct table *table, uint64_t key) {
    return (size_t)(key * UINT64_C(0x9e3779b97f4a7c15) >> 20) & (table->capacity - 1);
}

/* The key's entry, or the one where it would go. */
static struct table_entry *find(const struct table *table, uint64_t key) {
    size_t i = start_of(table, key);
    while (table->entries[i].used && table->entries[i].key != key) {
        i = (i + 1) & (table->capacity - 1);
    }
    return &table->entries[i];
}

uint32_t table_get(const struct table *table, uint64_t key) {
    return table->capacity != 0 ? find(table, key)->value : TABLE_NONE;
}

/* Makes room and forgets what was taken out. */
static bool rebuild(struct table *table) {
    size_t live = 0;
    for (size_t i = 0; i < table->capacity; i++) {
        live += table->entries[i].value != TABLE_NONE;
    }
    size_t capacity = 64;
    while (capacity < live * 4) {
        capacity *= 2;
    }
    struct table old = *table;
    struct table_entry *entries = calloc(capacity, sizeof *entries);
    if (entries == NULL) {
        return false;
    }
    *table = (struct table){.entries = entries, .capacity = capacity, .used = live};
    for (size_t i = 0; i < old.capacity; i++) {
        if (old.entries[i].value != TABLE_NONE) {
            *find(table, old.entries[i].key) = old.entries[i];
        }
    }
    free(old.entries);
    return true;
}

bool table_put(struct table *table, uint64_t key, uint32_t value) {
    if (table->used * 3 >= table->capacity * 2 && !rebuild(table)) {
        return false;
    }
    struct table_entry *entry = find(table, key);
    if (!entry->used && value == TABLE_NONE) {
        return true;
    }
    table->used += !entry->used;
    *entry = (struct table_entry){.key = key, .value = value, .used = true};
    return true;
}

void table_release(struct table *table) {
    free(table->entries);
    *table = (struct table){0};
}

static uint32_t take_index(struct objects *objects) {
    if (objects->unused_count > 0) {
        return objects->unused[--objects->unused_count];
    }
    if (!array_grow(&objects->items, &objects->capacity, objects->count + 2)) {
        return TABLE_NONE;
    }
    objects->count += objects->count == 0; /* 0 stands for none */
    return objects->count++;
}

struct sync_object *object_at(struct objects *objects, uint64_t key, bool make) {
    uint32_t index = table_get(&objects->index, key);
    if (index != TABLE_NONE || !make) {
        return index != TABLE_NONE ? &objects->items[index] : NULL;
    }
    index = take_index(objects);
    if (index == TABLE_NONE || !table_put(&objects->index, key, index)) {
        return NULL;
    }
    objects->items[index] = (struct sync_object){.key = key, .head = UINT32_MAX};
    return &objects->items[index];
}

void object_drop(struct objects *objects, uint64_t key) {
    uint32_t index = table_get(&objects->index, key);
    if (index == TABLE_NONE) {
        return;
    }
    table_put(&objects->index, key, TABLE_NONE);
    clock_release(&objects->items[index].clock);
    if (!array_grow(&objects->unused, &objects->unused_capacity, objects->unused_count + 1)) {
        return; /* the index is lost, nothing else */
    }
    objects->unused[objects->unused_count++] = index;
}

void objects_release(struct objects *objects) {
    for (uint32_t i = 1; i < objects->count; i++) {
        clock_release(&objects->items[i].clock);
    }
    free(objects->items);
    free(objects->unused);
    table_release(&objects->index);
    *objects = (struct objects){0};
}
