/* Memory of a run: whatever is left when it ends, after a fault for example, goes with it. */
#include "openmp_runtime.h"

#include <stdlib.h>

struct owned {
    struct owned *next, *before;
    struct openmp *run;
    void *unused; /* keeps what follows aligned to 16 bytes */
};

static void link_in(struct openmp *run, struct owned *owned) {
    owned->run = run;
    owned->before = NULL;
    owned->next = run->owned;
    if (run->owned != NULL) {
        run->owned->before = owned;
    }
    run->owned = owned;
}

static void link_out(struct owned *owned) {
    if (owned->before != NULL) {
        owned->before->next = owned->next;
    } else {
        owned->run->owned = owned->next;
    }
    if (owned->next != NULL) {
        owned->next->before = owned->before;
    }
}

void *own_take(struct openmp *run, size_t count, size_t size) {
    struct owned *owned = calloc(1, sizeof *owned + count * size);
    if (owned == NULL) {
        return NULL;
    }
    link_in(run, owned);
    return owned + 1;
}

void *own_grow(struct openmp *run, void *memory, size_t size) {
    if (memory == NULL) {
        return own_take(run, 1, size);
    }
    struct owned *owned = (struct owned *)memory - 1;
    link_out(owned);
    struct owned *grown = realloc(owned, sizeof *owned + size);
    link_in(run, grown != NULL ? grown : owned);
    return grown != NULL ? grown + 1 : NULL;
}

void own_drop(void *memory) {
    if (memory != NULL) {
        struct owned *owned = (struct owned *)memory - 1;
        link_out(owned);
        free(owned);
    }
}

void own_drop_all(struct openmp *run) {
    while (run->owned != NULL) {
        own_drop(run->owned + 1);
    }
}

void charge(struct openmp *run, uint64_t instructions) {
    struct machine *machine = &run->machine;
    const uint64_t left = machine->budget > machine->clock ? machine->budget - machine->clock : 0;
    machine->budget -= instructions < left ? instructions : left;
}
