/*
 * Loops that count while they wait: `while (!flag) spins++;`. No state of such a thread comes back,
 * so endless_loops.c alone never knows it. A run that takes long is therefore looked at in another
 * way, for a while: registers that no branch and no address of the loop is made from, and memory
 * that the loops store to, may change. That is sound as long as nobody reads that memory for a
 * branch or an address: the first store to a place, and each such read, count as a change.
 */
#include "../openmp_runtime.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_AT = 8000000, LASTS = 16000000, GROWTH = 8, MOST_PLACES = 16 };
enum { STARTS = 1, WRITTEN = 2, DECIDES = 4, WORD = 4 };

/* What each word of a frame is to one loop of its function. */
struct slice {
    struct slice *next;
    const struct function *function;
    int32_t loop;
    uint8_t words[]; /* frame_bytes / WORD */
};

struct watched_place {
    uint64_t address;
    uint32_t bytes;
};

struct doubt {
    uint64_t until; /* clock */
    struct watched_place places[MOST_PLACES];
    uint32_t count;
    struct slice *slices;
};

/* ---- slices ---------------------------------------------------------------------------------- */

static int32_t outermost_loop(const struct function *function, uint32_t site) {
    if (site < function->first || site >= function->first + function->count) {
        return -1;
    }
    int32_t loop = function->loop_of[site - function->first];
    while (loop >= 0 && function->loops[loop].parent >= 0) {
        loop = function->loops[loop].parent;
    }
    return loop;
}

/* Marks a row; true where that is new. Row 0 stands where an instruction has none. */
static bool mark(struct slice *slice, uint32_t row, uint8_t as) {
    if (row == 0 || row >= slice->function->frame_bytes) {
        return false;
    }
    const bool fresh = (slice->words[row / WORD] & as) == 0;
    slice->words[row / WORD] |= as;
    return fresh;
}

static bool mark_sources(struct slice *slice, const struct instruction *i, uint8_t as) {
    bool fresh = mark(slice, i->a, as);
    fresh |= mark(slice, i->b, as);
    fresh |= mark(slice, i->c, as);
    return mark(slice, i->guard, as) || fresh;
}

static void mark_targets(struct slice *slice, const struct instruction *i, uint8_t as) {
    mark(slice, i->d, as);
    mark(slice, i->e, as);
    for (uint8_t n = 0; i->memory != NULL && n < i->memory->elements; n++) {
        mark(slice, i->memory->rows[n], as);
    }
}

static bool row_decides(const struct slice *slice, uint32_t row) {
    return row < slice->function->frame_bytes && (slice->words[row / WORD] & DECIDES) != 0;
}

/* Does one of those that the instruction writes, or stores? */
static bool decides(const struct slice *slice, const struct instruction *i) {
    bool any = row_decides(slice, i->d) || row_decides(slice, i->e);
    for (uint8_t n = 0; i->memory != NULL && n < i->memory->elements; n++) {
        any |= row_decides(slice, i->memory->rows[n]);
    }
    return any;
}

static bool is_plain(const struct instruction *i) {
    return i->memory == NULL && i->call == NULL && i->flow == FLOW_NEXT;
}

/* What decides whatever the rest is: where the loop goes on, what it reaches, what it calls with.
 */
static void mark_roots(struct slice *slice, const struct instruction *i) {
    const struct memory_details *memory = i->memory;
    if (memory != NULL && i->run != thread_frame) {
        mark(slice, i->a, DECIDES);
        mark(slice, i->guard, DECIDES);
        return;
    }
    if (memory != NULL && memory->kind != SIMT_LOAD) {
        mark_targets(slice, i, DECIDES);
    }
    if (!is_plain(i)) {
        mark_sources(slice, i, DECIDES);
    }
}

static void fill(struct slice *slice, const struct instruction *code) {
    const struct function *function = slice->function;
    for (uint32_t n = function->first; n < function->first + function->count; n++) {
        mark_sources(slice, &code[n], STARTS);
        mark_targets(slice, &code[n], STARTS);
        if (loop_holds(function, slice->loop, n)) {
            const bool stores = code[n].memory != NULL && code[n].memory->kind == SIMT_STORE;
            if (!stores) {
                mark_targets(slice, &code[n], WRITTEN);
            }
            mark_roots(slice, &code[n]);
        }
    }
    for (bool more = true; more;) {
        more = false;
        for (uint32_t n = function->loops[slice->loop].head; loop_holds(function, slice->loop, n);
             n++) {
            more |= is_plain(&code[n]) && decides(slice, &code[n]) &&
                    mark_sources(slice, &code[n], DECIDES);
        }
    }
}

/* The slice of the loop that the site is in; NULL: it is in none, or no memory. */
static const struct slice *slice_at(struct openmp *run, const struct function *function,
                                    uint32_t site) {
    const int32_t loop = outermost_loop(function, site);
    struct slice *slice = run->doubt->slices;
    while (slice != NULL && (slice->function != function || slice->loop != loop)) {
        slice = slice->next;
    }
    if (slice == NULL && loop >= 0) {
        slice = own_take(run, 1, sizeof *slice + function->frame_bytes / WORD + 1);
        if (slice != NULL) {
            *slice = (struct slice){run->doubt->slices, function, loop};
            fill(slice, run->machine.code);
            run->doubt->slices = slice;
        }
    }
    return slice;
}

/* May the word change? It belongs to the row that starts there or one word before. */
static bool is_free(const struct slice *slice, uint32_t word) {
    if ((slice->words[word] & STARTS) == 0) {
        word -= word > 0;
    }
    return (slice->words[word] & (STARTS | WRITTEN | DECIDES)) == (STARTS | WRITTEN);
}

bool doubt_same(struct openmp *run, const struct function *function, uint32_t site,
                const char *before, const char *now) {
    const struct slice *slice =
        memcmp(before, now, function->frame_bytes) == 0 ? NULL : slice_at(run, function, site);
    if (slice == NULL) {
        return memcmp(before, now, function->frame_bytes) == 0;
    }
    for (uint32_t w = 0; w < function->frame_bytes / WORD; w++) {
        if (memcmp(before + w * WORD, now + w * WORD, WORD) != 0 && !is_free(slice, w)) {
            return false;
        }
    }
    return true;
}

/* ---- memory ---------------------------------------------------------------------------------- */

static bool is_stored_to(const struct doubt *doubt, uint64_t address, uint32_t bytes) {
    for (uint32_t n = 0; n < doubt->count; n++) {
        const struct watched_place *place = &doubt->places[n];
        if (address < place->address + place->bytes && place->address < address + bytes) {
            return true;
        }
    }
    return false;
}

static bool is_known(const struct doubt *doubt, uint64_t address, uint32_t bytes) {
    for (uint32_t n = 0; n < doubt->count; n++) {
        const struct watched_place *place = &doubt->places[n];
        if (address - place->address < place->bytes &&
            address + bytes <= place->address + place->bytes) {
            return true;
        }
    }
    return false;
}

bool doubt_access(struct thread *thread, const struct instruction *i, uint64_t address,
                  uint32_t bytes, bool changed) {
    struct openmp *run = thread->run;
    struct doubt *doubt = run->doubt;
    const struct function *function = thread->frames[thread->depth - 1].activation->function;
    if (i->memory->kind == SIMT_LOAD) {
        if (!is_stored_to(doubt, address, bytes)) {
            return false;
        }
        const struct slice *slice = slice_at(run, function, i->site);
        return slice == NULL || decides(slice, i);
    }
    if (is_known(doubt, address, bytes)) {
        return false;
    }
    if (!changed && i->memory->kind == SIMT_STORE) {
        const struct slice *slice = slice_at(run, function, i->site);
        if (slice == NULL || decides(slice, i)) {
            return false; /* it stores the same in each round */
        }
    }
    if (doubt->count < MOST_PLACES) {
        doubt->places[doubt->count++] = (struct watched_place){address, bytes};
    }
    return true;
}

bool doubt_reads(const struct openmp *run, uint64_t address, uint32_t bytes) {
    return run->doubt != NULL && is_stored_to(run->doubt, address, bytes);
}

/* ---- when ------------------------------------------------------------------------------------ */

static void end(struct openmp *run) {
    while (run->doubt->slices != NULL) {
        struct slice *slice = run->doubt->slices;
        run->doubt->slices = slice->next;
        own_drop(slice);
    }
    own_drop(run->doubt);
    run->doubt = NULL;
    run->changes++;
}

void doubt_look(struct openmp *run) {
    const uint64_t clock = run->machine.clock;
    if (run->doubt_at == 0) {
        run->doubt_at = FIRST_AT;
    }
    if (run->doubt != NULL && clock >= run->doubt->until) {
        end(run);
    } else if (run->doubt == NULL && clock >= run->doubt_at) {
        run->doubt = own_take(run, 1, sizeof *run->doubt);
        run->doubt_at = clock * GROWTH;
        if (run->doubt != NULL) {
            run->doubt->until = clock + LASTS;
            run->changes++;
        }
    }
}
