/* A table with open addressing. */
#include "covered.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_ITEMS = 256, MOST_ITEMS = 1 << 22 };

struct item {
    uint64_t key;
    shadow_cell cell; /* 0: the place is free */
};

struct covered {
    struct item *items;
    size_t capacity; /* a power of two, or 0 */
    size_t count;
};

struct covered *covered_create(void) {
    return calloc(1, sizeof(struct covered));
}

void covered_destroy(struct covered *covered) {
    if (covered != NULL) {
        free(covered->items);
    }
    free(covered);
}

void covered_forget(struct covered *covered) {
    free(covered->items);
    *covered = (struct covered){0};
}

static struct item *place_of(struct item *items, size_t capacity, uint64_t key) {
    size_t at = (size_t)(key * 0x9e3779b97f4a7c15ULL >> 20) & (capacity - 1);
    while (items[at].cell && items[at].key != key) {
        at = (at + 1) & (capacity - 1);
    }
    return &items[at];
}

static bool grow(struct covered *covered) {
    size_t capacity = covered->capacity ? covered->capacity * 2 : FIRST_ITEMS;
    struct item *items = capacity <= MOST_ITEMS ? calloc(capacity, sizeof *items) : NULL;
    if (items == NULL) {
        return false;
    }
    for (size_t i = 0; i < covered->capacity; i++) {
        if (covered->items[i].cell) {
            *place_of(items, capacity, covered->items[i].key) = covered->items[i];
        }
    }
    free(covered->items);
    covered->items = items;
    covered->capacity = capacity;
    return true;
}

bool covered_keep(struct covered *covered, uint64_t key, shadow_cell cell) {
    if (covered->count * 2 >= covered->capacity && !grow(covered)) {
        return false;
    }
    struct item *item = place_of(covered->items, covered->capacity, key);
    covered->count += item->cell == 0;
    *item = (struct item){key, cell};
    return true;
}

shadow_cell covered_find(const struct covered *covered, uint64_t key) {
    return covered->capacity ? place_of(covered->items, covered->capacity, key)->cell : 0;
}
