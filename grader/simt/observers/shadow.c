/* Loops over shadow cells, written so that the compiler makes vectors of them. */
#include "shadow.h"

#include <stdlib.h>

#if defined(__x86_64__) && !defined(__SANITIZE_ADDRESS__)
#define VECTORS __attribute__((target_clones("default", "avx2", "arch=x86-64-v4")))
#else
#define VECTORS
#endif

VECTORS
void shadow_marks(shadow_cell *restrict marks, unsigned count, shadow_cell base,
                  const uint64_t *restrict value) {
    for (unsigned lane = 0; lane < count; lane++)
        marks[lane] = base + ((shadow_cell)lane << SHADOW_THREAD_SHIFT);
    if (value)
        for (unsigned lane = 0; lane < count; lane++)
            marks[lane] |= shadow_value_hash(value[lane]);
}

VECTORS
static unsigned load_conflicts(const shadow_cell *cells, const shadow_cell *marks, unsigned count,
                               const struct shadow_floors *given) {
    const struct shadow_floors floors = *given;
    uint64_t found = 0;
    for (unsigned i = 0; i < count; i++)
        found += shadow_conflict(cells[i], marks[i], &floors, SHADOW_LOAD);
    return (unsigned)found;
}

VECTORS
static unsigned store_conflicts(const shadow_cell *cells, const shadow_cell *marks, unsigned count,
                                const struct shadow_floors *given) {
    const struct shadow_floors floors = *given;
    uint64_t found = 0;
    for (unsigned i = 0; i < count; i++)
        found += shadow_conflict(cells[i], marks[i], &floors, SHADOW_STORE);
    return (unsigned)found;
}

VECTORS
static unsigned atomic_conflicts(const shadow_cell *cells, const shadow_cell *marks, unsigned count,
                                 const struct shadow_floors *given) {
    const struct shadow_floors floors = *given;
    uint64_t found = 0;
    for (unsigned i = 0; i < count; i++)
        found += shadow_conflict(cells[i], marks[i], &floors, SHADOW_ATOMICALLY);
    return (unsigned)found;
}

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
    for (unsigned i = 0; i < count; i++)
        found += cells[i] < floor;
    return (unsigned)found;
}

VECTORS
void shadow_join_all(shadow_cell *restrict cells, const shadow_cell *restrict marks, unsigned count,
                     const struct shadow_floors *given) {
    const struct shadow_floors floors = *given;
    for (unsigned i = 0; i < count; i++)
        cells[i] = shadow_join(cells[i], marks[i], &floors);
}

bool shadow_make_plane(shadow_cell **plane, const struct shadow_page *page, size_t bytes,
                       uint64_t *held) {
    if (*plane)
        return true;
    size_t cells = (bytes + 3) >> page->shift;
    *plane = calloc(cells, sizeof **plane);
    if (!*plane)
        return false;
    *held += cells * sizeof **plane;
    return true;
}

static shadow_cell *split_plane(const shadow_cell *words, size_t bytes) {
    shadow_cell *cells = calloc(bytes + 3, sizeof *cells);
    if (cells && words)
        for (size_t i = 0; i < bytes; i++)
            cells[i] = words[i / 4];
    return cells;
}

bool shadow_split(struct shadow_page *page, size_t bytes, uint32_t launch_tick, uint64_t *held) {
    if (page->shift == 0)
        return true;
    shadow_cell *write = NULL, *read = NULL;
    bool keep_reads = page->read && page->narrow_read < launch_tick;
    if (page->write && !(write = split_plane(page->write, bytes)))
        return false;
    if (keep_reads && !(read = split_plane(page->read, bytes))) {
        free(write);
        return false;
    }
    struct shadow_page whole = *page;
    shadow_release(&whole, bytes, held);
    *held += (bytes + 3) * sizeof(shadow_cell) * ((write != NULL) + (read != NULL));
    page->write = write;
    page->read = read;
    page->shift = 0;
    return true;
}

void shadow_release(struct shadow_page *page, size_t bytes, uint64_t *held) {
    size_t cells = (bytes + 3) >> page->shift;
    *held -= cells * sizeof(shadow_cell) * ((page->write != NULL) + (page->read != NULL));
    free(page->write);
    free(page->read);
    page->write = page->read = NULL;
}
