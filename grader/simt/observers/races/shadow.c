/* Loops over shadow cells, written so that the compiler makes vectors of them; and the pages that
 * hold them. */
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

VECTORS
void shadow_keep_values(struct shadow_words *words, const uint64_t *value, unsigned lanes) {
    uint32_t *restrict word = words->word;
    if (lanes == SHADOW_LINE_CELLS) {
        for (unsigned lane = 0; lane < SHADOW_LINE_CELLS; lane++) {
            word[lane] = (uint32_t)(value[lane] ^ value[lane] >> 32);
        }
        return;
    }
    for (unsigned lane = 0; lane < lanes; lane++) {
        word[lane] = (uint32_t)(value[lane] ^ value[lane] >> 32);
    }
}

VECTORS
static unsigned load_conflicts(const shadow_cell *cells, const shadow_cell *marks, unsigned count,
                               const struct shadow_floors *given) {
    const struct shadow_floors floors = *given;
    uint64_t found = 0;
    for (unsigned i = 0; i < count; i++) {
        found += shadow_conflict(cells[i], marks[i], &floors, SHADOW_LOAD);
    }
    return (unsigned)found;
}

VECTORS
static unsigned store_conflicts(const shadow_cell *cells, const shadow_cell *marks, unsigned count,
                                const struct shadow_floors *given) {
    const struct shadow_floors floors = *given;
    uint64_t found = 0;
    for (unsigned i = 0; i < count; i++) {
        found += shadow_conflict(cells[i], marks[i], &floors, SHADOW_STORE);
    }
    return (unsigned)found;
}

VECTORS
static unsigned atomic_conflicts(const shadow_cell *cells, const shadow_cell *marks, unsigned count,
                                 const struct shadow_floors *given) {
    const struct shadow_floors floors = *given;
    uint64_t found = 0;
    for (unsigned i = 0; i < count; i++) {
        found += shadow_conflict(cells[i], marks[i], &floors, SHADOW_ATOMICALLY);
    }
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
    const shadow_cell first =
        (base + step - ((shadow_cell)1 << SHADOW_THREAD_SHIFT)) | SHADOW_MANY_LANES;
    uint64_t later = 0;
    for (unsigned i = 0; i < count; i++) {
        later |= read[i] >= high;
    }
    for (unsigned i = 0; later == 0 && i < count; i++) {
        read[i] = first + i * step;
    }
    return later == 0;
}

/* ---- pages ----------------------------------------------------------------------------------- */

static size_t cells_of(const struct shadow_page *page, size_t bytes) {
    return (bytes + 3) >> page->shift;
}

static bool make_plain(shadow_cell **plane, const struct shadow_page *page, size_t bytes) {
    if (*plane != NULL) {
        return true;
    }
    *plane = calloc(cells_of(page, bytes), sizeof **plane);
    return *plane != NULL;
}

bool shadow_make_plane(struct shadow_page *page, enum shadow_plane plane, size_t bytes) {
    return make_plain(plane == SHADOW_WRITES ? &page->write : &page->read, page, bytes);
}

bool shadow_make_lines(struct shadow_page *page, size_t bytes, bool stored, shadow_cell now) {
    size_t count = bytes / SHADOW_LINE_BYTES;
    if (page->lines == NULL) {
        page->lines = calloc(count + 1, sizeof *page->lines);
        if (page->lines == NULL) {
            return false;
        }
        for (size_t i = 0; i < count; i++) {
            page->lines[i].mark[SHADOW_WRITES] = page->write != NULL ? now : 0;
            page->lines[i].mark[SHADOW_READS] = page->read != NULL ? now : 0;
        }
    }
    if (stored && page->words == NULL) {
        page->words = malloc((count + 1) * sizeof *page->words);
    }
    return !stored || page->words != NULL;
}

VECTORS
static void unfold_cells(shadow_cell *restrict cells, shadow_cell mark, unsigned shift) {
    for (unsigned i = 0; i < SHADOW_LINE_CELLS; i++) {
        cells[i] = mark + ((shadow_cell)(i >> shift) << SHADOW_THREAD_SHIFT);
    }
}

VECTORS
static void add_hashes(shadow_cell *restrict cells, const uint32_t *restrict word, unsigned shift) {
    shadow_cell hash[SHADOW_LINE_CELLS];
    for (unsigned lane = 0; lane < SHADOW_LINE_CELLS; lane++) {
        hash[lane] = shadow_value_hash(word[lane]);
    }
    for (unsigned i = 0; i < SHADOW_LINE_CELLS; i++) {
        cells[i] |= hash[i >> shift];
    }
}

bool shadow_unfold(struct shadow_page *page, size_t bytes, enum shadow_plane plane, size_t line) {
    struct shadow_line *folded = &page->lines[line];
    shadow_cell **cells = plane == SHADOW_WRITES ? &page->write : &page->read;
    const size_t first = line * SHADOW_LINE_CELLS;
    if (!folded->folded[plane]) {
        return true;
    }
    if (!make_plain(cells, page, bytes)) {
        return false;
    }
    unfold_cells(*cells + first, folded->mark[plane], folded->shift[plane]);
    if (plane == SHADOW_WRITES) {
        add_hashes(*cells + first, page->words[line].word, folded->shift[plane]);
    }
    folded->folded[plane] = false;
    page->folded--;
    return true;
}

static void release_lines(struct shadow_page *page) {
    free(page->lines);
    free(page->words);
    page->lines = NULL;
    page->words = NULL;
    page->folded = 0;
    page->scattered[SHADOW_WRITES] = page->scattered[SHADOW_READS] = 0;
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
    for (size_t line = 0; page->lines != NULL && line < bytes / SHADOW_LINE_BYTES; line++) {
        if (!shadow_unfold(page, bytes, SHADOW_WRITES, line) ||
            !shadow_unfold(page, bytes, SHADOW_READS, line)) {
            return false;
        }
    }
    struct shadow_page split = *page;
    split.shift = 0;
    split.write = split.read = NULL;
    split.lines = NULL;
    split.words = NULL;
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
    release_lines(page);
    page->write = page->read = NULL;
}

bool shadow_peek(const struct shadow_page *page, enum shadow_plane plane, size_t offset,
                 shadow_cell *cell) {
    const struct shadow_line *line =
        page->lines != NULL ? &page->lines[offset / SHADOW_LINE_BYTES] : NULL;
    const shadow_cell *cells = plane == SHADOW_WRITES ? page->write : page->read;
    if (line != NULL && line->folded[plane]) {
        const shadow_cell lane = offset % SHADOW_LINE_BYTES / 4 >> line->shift[plane];
        *cell = line->mark[plane] + (lane << SHADOW_THREAD_SHIFT);
    } else if (cells != NULL) {
        *cell = cells[offset >> page->shift];
    } else {
        return false;
    }
    return true;
}
