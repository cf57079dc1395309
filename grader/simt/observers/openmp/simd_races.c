/*
 * Loops that `omp simd` lets run several iterations side by side, statement by statement. Two
 * iterations conflict when one writes what the other reads or writes, and they are closer than
 * safelen (without one: however far apart), unless the earlier one does so in an earlier place of
 * the body: that order is kept (forward lexical dependences: OpenMP Examples, SIMD). On a stack, or
 * in a task's own memory (taskloop simd), a word that each iteration writes before it reads is a
 * private copy, which the compiler makes once for all iterations: no conflict. Nor is there one in
 * a reduction's copies, or between what two iterations do under `omp ordered simd`.
 */
#include "watch.h"

#include <stdlib.h>

/* The place where an iteration came to a byte last. Iterations count from 1; 0: none. */
struct simd_turn {
    uint32_t iteration;
    uint32_t step; /* how many accesses of the iteration came before */
    uint32_t site;
    bool ordered;
};

/* What the loop has done to a byte; `read` counts only what came from outside of the iteration. */
struct simd_byte {
    struct simd_turn written, read;
};

enum { MOST_COPIES = 8 };

struct loop_copy {
    uint64_t address, bytes;
};

struct simd {
    struct simd *outer;
    uint32_t iteration;
    uint32_t step;
    bool ordered;     /* under `omp ordered simd` */
    uint64_t safelen; /* 0: none given */
    struct hash index;
    struct simd_byte *bytes; /* 0 is none */
    uint32_t count, capacity;
    struct loop_copy copies[MOST_COPIES];
    unsigned copy_count;
};

static void pop(struct strand *strand) {
    struct simd *simd = strand->simd;
    strand->simd = simd->outer;
    hash_clear(&simd->index);
    free(simd->bytes);
    free(simd);
}

void simd_release(struct strand *strand) {
    while (strand->simd != NULL) {
        pop(strand);
    }
}

void simd_construct(struct openmp_watch *watch, struct strand *strand,
                    const struct simt_construct *event) {
    if (event->kind == SIMT_CONSTRUCT_SIMD && event->bytes != 0) {
        struct simd *simd = strand->simd;
        if (simd != NULL && simd->copy_count < MOST_COPIES) {
            simd->copies[simd->copy_count++] = (struct loop_copy){event->address, event->bytes};
        }
    } else if (event->kind == SIMT_CONSTRUCT_SIMD) {
        struct simd *simd = calloc(1, sizeof *simd);
        if (simd == NULL) {
            watch->findings.unwatched++;
            return;
        }
        simd->safelen = event->chunk;
        simd->outer = strand->simd;
        strand->simd = simd;
    } else if (strand->simd != NULL && event->kind == SIMT_CONSTRUCT_SIMD_ITERATION) {
        strand->simd->iteration++;
        strand->simd->step = 0;
    } else if (strand->simd != NULL && event->kind == SIMT_CONSTRUCT_SIMD_ORDERED) {
        strand->simd->ordered = event->upper != 0;
    } else if (strand->simd != NULL && event->kind == SIMT_CONSTRUCT_SIMD_END) {
        pop(strand);
    }
}

static struct simd_byte *byte_at(struct simd *simd, uint64_t address) {
    uint32_t index = table_get(&simd->index, address);
    if (index != TABLE_NONE) {
        return &simd->bytes[index];
    }
    if (!array_grow(&simd->bytes, &simd->capacity, simd->count + 2)) {
        return NULL;
    }
    if (!table_put(&simd->index, address, simd->count + 1)) {
        return NULL;
    }
    simd->bytes[++simd->count] = (struct simd_byte){0};
    return &simd->bytes[simd->count];
}

/* How far apart the iterations are if they may run side by side, else 0. A place is earlier by its
 * instruction or by its turn: sides of a branch differ in the one, rounds of a loop in the other.
 */
static uint64_t apart(const struct simd *simd, const struct simd_turn *earlier,
                      const struct simd_turn *now) {
    if (earlier->iteration == 0 || earlier->iteration == now->iteration ||
        (earlier->ordered && now->ordered) || earlier->site < now->site ||
        earlier->step < now->step) {
        return 0;
    }
    uint64_t distance = now->iteration - earlier->iteration;
    return simd->safelen == 0 || distance < simd->safelen ? distance : 0;
}

static bool visit_byte(const struct visit *visit, struct simd *simd, struct simd_byte *byte,
                       uint64_t address, bool may_be_copy) {
    const struct simd_turn now = {simd->iteration, simd->step, visit->site, simd->ordered};
    const uint64_t from_write = apart(simd, &byte->written, &now),
                   from_read = apart(simd, &byte->read, &now);
    bool own = byte->written.iteration == simd->iteration;
    bool told = false;
    if (visit->reads && !own) {
        if (from_write != 0) {
            finding_simd(visit, address, byte->written.site, true, from_write);
            told = true;
        }
        byte->read = now;
    }
    if (visit->writes) {
        if (!told && from_read != 0) {
            finding_simd(visit, address, byte->read.site, false, from_read);
            told = true;
        } else if (!told && from_write != 0 && !may_be_copy) {
            finding_simd(visit, address, byte->written.site, true, from_write);
            told = true;
        }
        byte->written = now;
    }
    return told;
}

static bool in_copy(const struct simd *simd, uint64_t address) {
    for (unsigned n = 0; n < simd->copy_count; n++) {
        if (address - simd->copies[n].address < simd->copies[n].bytes) {
            return true;
        }
    }
    return false;
}

void simd_access(const struct visit *visit, uint64_t address, unsigned size) {
    struct simd *simd = visit->strand->simd;
    if (simd->iteration == 0 || visit->kind == ATOMIC_READ || visit->kind == ATOMIC_WRITE ||
        in_copy(simd, address) || memory_is_copy(visit->watch, visit->area, address)) {
        return;
    }
    simd->step++;
    bool may_be_copy = memory_holds_copies(visit->watch, visit->area);
    for (unsigned i = 0; i < size; i++) {
        struct simd_byte *byte = byte_at(simd, address + i);
        if (byte != NULL && visit_byte(visit, simd, byte, address + i, may_be_copy)) {
            break; /* one finding an access */
        }
    }
}
