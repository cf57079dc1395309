/* Vector clocks, as trees; and their slots. */
#include "../../array.h"
#include "vector_clock.h"

#include <stdlib.h>

enum { MOST_SHIFT = 32 - CLOCK_BITS };

static struct clock_node *node_new(void) {
    struct clock_node *node = calloc(1, sizeof *node);
    if (node != NULL) {
        node->references = 1;
    }
    return node;
}

static void node_drop(struct clock_node *node, uint32_t shift) {
    if (node == NULL || --node->references > 0) {
        return;
    }
    for (uint32_t i = 0; shift > 0 && i < CLOCK_FAN; i++) {
        node_drop(node->child[i], shift - CLOCK_BITS);
    }
    free(node);
}

static struct clock_node *share(struct clock_node *node) {
    if (node != NULL) {
        node->references++;
    }
    return node;
}

/* The node itself if nobody else has it, else a copy in its place; NULL without memory. */
static struct clock_node *own(struct clock_node **place, uint32_t shift) {
    struct clock_node *node = *place;
    if (node != NULL && node->references == 1) {
        return node;
    }
    struct clock_node *copy = node_new();
    if (copy == NULL || node == NULL) {
        *place = copy != NULL ? copy : node;
        return copy;
    }
    for (uint32_t i = 0; i < CLOCK_FAN; i++) {
        if (shift > 0) {
            copy->child[i] = share(node->child[i]);
        } else {
            copy->time[i] = node->time[i];
        }
    }
    node->references--;
    *place = copy;
    return copy;
}

/* Makes room for the slots of a tree of that height. */
static bool raise_to(struct vector_clock *clock, uint32_t shift) {
    if (clock->root == NULL) {
        clock->shift = shift > clock->shift ? shift : clock->shift;
        return true;
    }
    while (clock->shift < shift) {
        struct clock_node *root = node_new();
        if (root == NULL) {
            return false;
        }
        root->child[0] = clock->root;
        clock->root = root;
        clock->shift += CLOCK_BITS;
    }
    return true;
}

bool clock_set(struct vector_clock *clock, uint32_t slot, uint32_t time) {
    uint32_t shift = clock->shift;
    while (shift < MOST_SHIFT && slot >> shift >= CLOCK_FAN) {
        shift += CLOCK_BITS;
    }
    if (!raise_to(clock, shift)) {
        return false;
    }
    struct clock_node **place = &clock->root;
    for (shift = clock->shift; shift > 0; shift -= CLOCK_BITS) {
        struct clock_node *node = own(place, shift);
        if (node == NULL) {
            return false;
        }
        place = &node->child[slot >> shift & (CLOCK_FAN - 1)];
    }
    struct clock_node *leaf = own(place, 0);
    if (leaf != NULL) {
        leaf->time[slot & (CLOCK_FAN - 1)] = time;
    }
    return leaf != NULL;
}

static bool join_leaf(struct clock_node **place, struct clock_node *other) {
    bool less = false, more = false;
    for (uint32_t i = 0; i < CLOCK_FAN; i++) {
        less |= (*place)->time[i] < other->time[i];
        more |= (*place)->time[i] > other->time[i];
    }
    if (!less) {
        return true;
    }
    if (!more) {
        node_drop(*place, 0);
        *place = share(other);
        return true;
    }
    struct clock_node *leaf = own(place, 0);
    for (uint32_t i = 0; leaf != NULL && i < CLOCK_FAN; i++) {
        leaf->time[i] = leaf->time[i] > other->time[i] ? leaf->time[i] : other->time[i];
    }
    return leaf != NULL;
}

/* Both trees have that height. What both share is equal. */
static bool join(struct clock_node **place, struct clock_node *other, uint32_t shift) {
    if (other == NULL || *place == other) {
        return true;
    }
    if (*place == NULL) {
        *place = share(other);
        return true;
    }
    if (shift == 0) {
        return join_leaf(place, other);
    }
    bool done = true;
    for (uint32_t i = 0; done && i < CLOCK_FAN; i++) {
        if (other->child[i] != NULL && other->child[i] != (*place)->child[i]) {
            struct clock_node *node = own(place, shift);
            done = node != NULL && join(&node->child[i], other->child[i], shift - CLOCK_BITS);
        }
    }
    return done;
}

bool clock_join(struct vector_clock *clock, const struct vector_clock *other) {
    if (other->root == NULL) {
        return true;
    }
    if (!raise_to(clock, other->shift)) {
        return false;
    }
    struct clock_node **place = &clock->root;
    for (uint32_t shift = clock->shift; shift > other->shift; shift -= CLOCK_BITS) {
        struct clock_node *node = own(place, shift);
        if (node == NULL) {
            return false;
        }
        place = &node->child[0];
    }
    return join(place, other->root, other->shift);
}

void clock_copy(struct vector_clock *clock, const struct vector_clock *other) {
    struct clock_node *root = share(other->root);
    clock_release(clock);
    *clock = (struct vector_clock){.root = root, .shift = other->shift};
}

void clock_release(struct vector_clock *clock) {
    node_drop(clock->root, clock->shift);
    *clock = (struct vector_clock){0};
}

enum { MOST_TRIES = 256 }; /* among thousands of tasks nobody waits for, looking costs more */

bool slots_take(struct slots *slots, struct vector_clock *clock, uint32_t *slot) {
    uint32_t tries = slots->free_count < MOST_TRIES ? slots->free_count : MOST_TRIES;
    for (uint32_t i = 0; i < tries; i++) {
        struct free_slot *found = &slots->free[slots->free_count - 1 - i];
        if (clock_at(clock, found->slot) < found->last) {
            continue;
        }
        *slot = found->slot;
        bool done = clock_set(clock, found->slot, found->last + 1);
        *found = slots->free[--slots->free_count];
        return done;
    }
    *slot = slots->count++;
    return clock_set(clock, *slot, 1);
}

void slots_give(struct slots *slots, uint32_t slot, uint32_t last) {
    if (!array_grow(&slots->free, &slots->capacity, slots->free_count + 1)) {
        return;
    }
    slots->free[slots->free_count++] = (struct free_slot){slot, last};
}

void slots_release(struct slots *slots) {
    free(slots->free);
    *slots = (struct slots){0};
}
