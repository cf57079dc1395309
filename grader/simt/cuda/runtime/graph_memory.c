#include "graph_memory.h"

#include <stdlib.h>

struct graph_allocation {
    struct graph_allocation *next;
    void *pointer;
    bool live;
};

struct graph_memory {
    struct graph_memory *next;
    int users;
    struct graph_allocation *pieces;
};

static struct graph_memory *memories;

struct graph_memory *graph_memory_new(void) {
    struct graph_memory *memory = calloc(1, sizeof *memory);
    if (memory != NULL) {
        memory->next = memories;
        memories = memory;
    }
    return memory;
}

void graph_memory_use(struct graph_memory *memory) {
    memory->users++;
}

static void forget(struct graph_memory *memory) {
    struct graph_memory **at = &memories;
    while (*at != memory) {
        at = &(*at)->next;
    }
    *at = memory->next;
    while (memory->pieces != NULL) {
        struct graph_allocation *piece = memory->pieces;
        memory->pieces = piece->next;
        if (!piece->live) {
            client_free((struct wire_free_q){.address = (uint64_t)(uintptr_t)piece->pointer,
                                             .memory = WIRE_DEVICE_MEMORY});
        }
        free(piece);
    }
    free(memory);
}

void graph_memory_release(struct graph_memory *memory) {
    if (--memory->users <= 0) {
        forget(memory);
    }
}

bool graph_memory_keep(struct graph_memory *memory, void *pointer) {
    struct graph_allocation *piece = calloc(1, sizeof *piece);
    if (piece != NULL) {
        *piece = (struct graph_allocation){.next = memory->pieces, .pointer = pointer};
        memory->pieces = piece;
    }
    return piece != NULL;
}

static struct graph_allocation *piece_at(const void *pointer) {
    for (const struct graph_memory *memory = memories; memory != NULL; memory = memory->next) {
        for (struct graph_allocation *piece = memory->pieces; piece != NULL; piece = piece->next) {
            if (piece->pointer == pointer) {
                return piece;
            }
        }
    }
    return NULL;
}

bool graph_memory_is_live(const void *pointer) {
    const struct graph_allocation *piece = piece_at(pointer);
    return piece != NULL && piece->live;
}

void graph_memory_allocate(const void *pointer) {
    struct graph_allocation *piece = piece_at(pointer);
    if (piece != NULL) {
        piece->live = true;
    }
}

bool graph_memory_free(const void *pointer, cudaError_t *error) {
    struct graph_allocation *piece = piece_at(pointer);
    if (piece != NULL) {
        *error = piece->live ? cudaSuccess : cudaErrorInvalidValue;
        piece->live = false;
    }
    return piece != NULL;
}
