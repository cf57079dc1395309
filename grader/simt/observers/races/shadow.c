/* Loops over shadow cells, made for the compiler's vectors; and the pages that hold the cells. */
#include "shadow.h"

#include "../lanes_in_a_row.h"

#include <stdlib.h>
#include <string.h>

VECTORS
void shadow_marks(shadow_cell *restrict marks, unsigned count, shadow_cell base,
                  const uint64_t *restrict value) {
    for (unsigned lane = 0; lane < count; lane++) {
        marks[lane] = base + ((shadow_cell)lane << SHADOW_THREAD_SHIFT);
    }
    if (value != NULL) {
        for (unsigned lane = 0; lane < count; lane++) {
            marks[lane] |= shadow_value_hash(value[lane]);
        }
    }
}

/* A loop for each rule, of which the compiler makes vectors. */
#define CONFLICTS(name, rule)                                                                      \
    VECTORS                                                                                        \
    static unsigned name(const shadow_cell *cells, const shadow_cell *marks, unsigned count,       \
                         const struct shadow_floors *given) {                                      \
        const struct shadow_floors floors = *given;                                                \
        uint64_t found = 0;                                                                        \
        for (unsigned i = 0; i < count; i++) {                                                     \
            found += shadow_conflict(cells[i], marks[i], &floors, rule);                           \
        }                                                                                          \
        return (unsigned)found;                                                                    \
    }
CONFLICTS(load_conflicts, SHADOW_LOAD)
CONFLICTS(store_conflicts, SHADOW_STORE)
CONFLICTS(atomic_conflicts, SHADOW_ATOMICALLY)

unsigned shadow_conflicts(const shadow_cell *cells, const shadow_cell *marks, unsigned count,
                          const struct shadow_floors *floors, enum shadow_rule rule) {
    static unsigned (*const by_rule[])(const shadow_cell *, const shadow_cell *, unsigned,
                                       const struct shadow_floors *) = {
        [SHADOW_LOAD] = load_conflicts,
        [SHADOW_STORE] = store_conflicts,
        [SHADOW_ATOMICALLY] = atomic_conflicts,
    };
    return by_rule[rule](cells, marks, count, floors);
}

VECTORS
unsigned shadow_older(const shadow_cell *cells, unsigned count, shadow_cell floor) {
    uint64_t found = 0;
    for (unsigned i = 0; i < count; i++) {
        found += cells[i] < floor;
    }
    return (unsigned)found;
}

VECTORS
void shadow_join_all(shadow_cell *restrict cells, const shadow_cell *restrict marks, unsigned count,
                     const struct shadow_floors *given) {
    const struct shadow_floors floors = *given;
    for (unsigned i = 0; i < count; i++) {
        cells[i] = shadow_join(cells[i], marks[i], &floors);
    }
}

VECTORS
bool shadow_load_row(const shadow_cell *restrict write, shadow_cell *restrict read,
                     const shadow_cell *restrict marks, unsigned count, shadow_cell low,
                     shadow_cell high, const struct shadow_floors *given) {
    const struct shadow_floors floors = *given;
    uint64_t odd = 0, late = 0;
    for (unsigned i = 0; write != NULL && i < count; i++) {
        odd |= (write[i] < low) | (write[i] >= high);
    }
    if (odd != 0) {
        return false;
    }
    for (unsigned i = 0; i < count; i++) {
        late |= read[i] >= high;
    }
    if (late == 0) {
        memcpy(read, marks, count * sizeof *marks);
        return true;
    }
    for (unsigned i = 0; i < count; i++) {
        read[i] = shadow_join(read[i], marks[i], &floors);
    }
    return true;
}

VECTORS
bool shadow_store_row(shadow_cell *restrict write, const shadow_cell *restrict read,
                      const shadow_cell *restrict marks, unsigned count, shadow_cell high) {
    uint64_t odd = 0;
    for (unsigned i = 0; i < count; i++) {
        odd |= write[i] >= high;
    }
    for (unsigned i = 0; read != NULL && i < count; i++) {
        odd |= read[i] >= high;
    }
    if (odd == 0) {
        memcpy(write, marks, count * sizeof *marks);
    }
    return odd == 0;
}

VECTORS
bool shadow_read_parts(shadow_cell *read, unsigned count, unsigned lanes, shadow_cell base,
                       shadow_cell high) {
    const shadow_cell step = (shadow_cell)lanes << SHADOW_THREAD_SHIFT;
    const shadow_cell more = step - ((shadow_cell)1 << SHADOW_THREAD_SHIFT);
    uint64_t later = 0;
    for (unsigned i = 0; i < count; i++) {
        later |= read[i] >= high;
    }
    for (unsigned i = 0; later == 0 && i < count; i++) {
        const shadow_cell first = base + i * step, last = first + more;
        read[i] = last | SHADOW_MANY_LANES | shadow_lanes_from(first, last);
    }
    return later == 0;
}

/* ---- pages ----------------------------------------------------------------------------------- */

bool shadow_make_plane(struct shadow_page *page, enum shadow_plane plane, size_t bytes) {
    shadow_cell **cells = plane == SHADOW_WRITES ? &page->write : &page->read;
    if (*cells == NULL) {
        *cells = calloc((bytes + 3) >> page->shift, sizeof **cells);
    }
    return *cells != NULL;
}

/* A word's cell becomes its bytes' cells. */
static bool split_plane(struct shadow_page *page, enum shadow_plane plane, size_t bytes,
                        const shadow_cell *words) {
    if (words == NULL) {
        return true;
    }
    if (!shadow_make_plane(page, plane, bytes)) {
        return false;
    }
    shadow_cell *cells = plane == SHADOW_WRITES ? page->write : page->read;
    for (size_t i = 0; i < bytes; i++) {
        cells[i] = words[i / 4];
    }
    return true;
}

bool shadow_split(struct shadow_page *page, size_t bytes, uint32_t launch_tick) {
    if (page->shift == 0) {
        return true;
    }
    struct shadow_page split = *page;
    split.shift = 0;
    split.write = split.read = NULL;
    const shadow_cell *reads = page->narrow_read < launch_tick ? page->read : NULL;
    if (!split_plane(&split, SHADOW_WRITES, bytes, page->write) ||
        !split_plane(&split, SHADOW_READS, bytes, reads)) {
        shadow_release(&split);
        return false;
    }
    shadow_release(page);
    *page = split;
    return true;
}

void shadow_release(struct shadow_page *page) {
    free(page->write);
    free(page->read);
    page->write = page->read = NULL;
}

bool shadow_peek(const struct shadow_page *page, enum shadow_plane plane, size_t offset,
                 shadow_cell *cell) {
    const shadow_cell *cells = plane == SHADOW_WRITES ? page->write : page->read;
    if (cells == NULL) {
        return false;
    }
    *cell = cells[offset >> page->shift];
    return true;
}
