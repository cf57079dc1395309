/* Sync objects: what releases have left for acquires, found by number or by address. */
#include "watch.h"

#include <stdlib.h>

static bool grow(struct objects *objects) {
    uint32_t capacity = objects->capacity != 0 ? objects->capacity * 2 : 64;
    struct sync_object *items = realloc(objects->items, capacity * sizeof *items);
    if (items == NULL) {
        return false;
    }
    objects->items = items;
    objects->capacity = capacity;
    return true;
}

static uint32_t take_index(struct objects *objects) {
    if (objects->unused_count > 0) {
        return objects->unused[--objects->unused_count];
    }
    if (objects->count + 1 >= objects->capacity && !grow(objects)) {
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
    if (objects->unused_count == objects->unused_capacity) {
        uint32_t capacity = objects->unused_capacity != 0 ? objects->unused_capacity * 2 : 64;
        uint32_t *unused = realloc(objects->unused, capacity * sizeof *unused);
        if (unused == NULL) {
            return; /* the index is lost, nothing else */
        }
        objects->unused = unused;
        objects->unused_capacity = capacity;
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
