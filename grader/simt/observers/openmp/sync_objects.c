/* Sync objects: what releases have left for acquires. */
#include "watch.h"

#include <stdlib.h>

void unused_keep(struct unused *unused, uint32_t index) {
    if (array_grow(&unused->items, &unused->capacity, unused->count + 1)) {
        unused->items[unused->count++] = index;
    }
}

static uint32_t take_index(struct objects *objects) {
    if (objects->unused.count > 0) {
        return objects->unused.items[--objects->unused.count];
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
    table_drop(&objects->index, key);
    clock_release(&objects->items[index].clock);
    unused_keep(&objects->unused, index);
}

void objects_release(struct objects *objects) {
    for (uint32_t i = 1; i < objects->count; i++) {
        clock_release(&objects->items[i].clock);
    }
    free(objects->items);
    free(objects->unused.items);
    hash_clear(&objects->index);
    *objects = (struct objects){0};
}
