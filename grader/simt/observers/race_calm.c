/* Lane by lane, up to the first of which something is to be said. Who marks a cell twice leaves the
 * same mark, so that one may stop anywhere and visit all lanes again. */
#include "race_calm.h"

/* How the writers of the words are known. */
enum writers {
    WRITERS_IN_CELLS,
    WRITERS_IN_LINES, /* and nothing is to be said of them */
    WRITERS_FOLDED,   /* their cells are to be made first */
};

struct words {
    const struct simt_access *event;
    struct shadow_page *page;
    struct shadow_floors floors;
    shadow_cell base; /* lane 0's mark */
};

static inline enum writers writers_of(const struct words *words, const struct shadow_line *line) {
    const shadow_cell mark = line->mark[SHADOW_WRITES];
    if (line->folded[SHADOW_READS]) {
        return WRITERS_FOLDED;
    }
    if (!line->folded[SHADOW_WRITES]) {
        return WRITERS_IN_CELLS;
    }
    return words->event->kind == SIMT_LOAD && mark >= words->floors.block &&
                   mark < words->floors.barrier
               ? WRITERS_IN_LINES
               : WRITERS_FOLDED;
}

/* Marks the lines from `first` to `last`, which must be alike. */
static inline enum writers mark_lines(const struct words *words, uint64_t first, uint64_t last,
                                      enum shadow_plane plane) {
    struct shadow_line *lines = words->page->lines;
    const enum writers known = writers_of(words, &lines[first]);
    for (uint64_t at = first; at <= last; at++) {
        if (known == WRITERS_FOLDED || writers_of(words, &lines[at]) != known) {
            return WRITERS_FOLDED;
        }
        lines[at].mark[plane] = words->base;
    }
    return known;
}

static enum writers mark_scattered(const struct words *words, enum shadow_plane plane) {
    const struct simt_access *event = words->event;
    enum writers known = WRITERS_IN_CELLS;
    uint64_t last = UINT64_MAX;
    words->page->scattered[plane] = words->base;
    for (uint32_t left = words->page->folded != 0 ? event->mask : 0; left != 0; left &= left - 1) {
        const uint64_t at = event->address[__builtin_ctz(left)] / SHADOW_LINE_BYTES;
        if (at == last) {
            continue;
        }
        const enum writers here = mark_lines(words, at, at, plane);
        if (last != UINT64_MAX && here != known) {
            return WRITERS_FOLDED;
        }
        known = here;
        last = at;
    }
    return known;
}

/* Is nothing to be said of a cell? It is older than the last barrier, or the thread's own. */
static inline bool calm(shadow_cell cell, shadow_cell mine, shadow_cell barrier) {
    const shadow_cell own = SHADOW_THREAD_MASK | SHADOW_MANY_LANES | SHADOW_MANY_WARPS;
    return cell < barrier || ((cell ^ mine) & own) == 0;
}

static inline bool writer_calm(shadow_cell cell, shadow_cell mine,
                               const struct shadow_floors *floors) {
    return cell >= floors->block && calm(cell, mine, floors->barrier);
}

/* No two lanes load one word. */
static bool load_apart(const struct words *words, enum writers writers) {
    const struct shadow_floors floors = words->floors;
    const uint64_t *address = words->event->address;
    const shadow_cell *write = writers == WRITERS_IN_CELLS ? words->page->write : NULL;
    shadow_cell *read = words->page->read;
    for (uint32_t left = words->event->mask; left != 0; left &= left - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(left);
        const uint64_t cell = address[lane] >> 2;
        const shadow_cell mine = words->base + ((shadow_cell)lane << SHADOW_THREAD_SHIFT);
        if (write != NULL && !writer_calm(write[cell], mine, &floors)) {
            return false;
        }
        read[cell] = read[cell] < floors.barrier ? mine : shadow_join(read[cell], mine, &floors);
    }
    return true;
}

/* Of neighbours that load one word the last stands for all, since each joins the one before. */
static bool load_together(const struct words *words, enum writers writers) {
    const struct shadow_floors floors = words->floors;
    const uint64_t *address = words->event->address;
    const shadow_cell *write = writers == WRITERS_IN_CELLS ? words->page->write : NULL;
    shadow_cell *read = words->page->read;
    for (uint32_t left = words->event->mask; left != 0;) {
        const unsigned lane = (unsigned)__builtin_ctz(left);
        const uint64_t place = address[lane], cell = place >> 2;
        const shadow_cell mine = words->base + ((shadow_cell)lane << SHADOW_THREAD_SHIFT);
        unsigned last = lane;
        for (left &= left - 1; left != 0 && address[__builtin_ctz(left)] == place;
             left &= left - 1) {
            last = (unsigned)__builtin_ctz(left);
        }
        if (write != NULL && (!writer_calm(write[cell], mine, &floors) ||
                              (last != lane && write[cell] >= floors.barrier))) {
            return false; /* what is one lane's own is not the others' */
        }
        const shadow_cell joined =
            read[cell] < floors.barrier ? mine : shadow_join(read[cell], mine, &floors);
        read[cell] = last == lane ? joined
                                  : (words->base + ((shadow_cell)last << SHADOW_THREAD_SHIFT)) |
                                        (joined & (SHADOW_MANY_BLOCKS | SHADOW_MANY_WARPS)) |
                                        SHADOW_MANY_LANES;
    }
    return true;
}

static bool store_words(const struct words *words, const uint64_t *value) {
    const shadow_cell barrier = words->floors.barrier;
    const uint64_t *address = words->event->address;
    shadow_cell *write = words->page->write;
    const shadow_cell *read = words->page->read;
    for (uint32_t left = words->event->mask; left != 0; left &= left - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(left);
        const uint64_t cell = address[lane] >> 2;
        const shadow_cell mine = words->base + ((shadow_cell)lane << SHADOW_THREAD_SHIFT);
        if (!calm(write[cell], mine, barrier) || !calm(read[cell], mine, barrier)) {
            return false;
        }
        write[cell] = mine | shadow_value_hash(value[lane]);
    }
    return true;
}

/* Words, a lane each, which lanes apart load or store plainly. */
static inline bool is_usual(const struct detector *detector, const struct shadow_page *page,
                            const struct simt_access *event) {
    const bool row = event->pattern == SIMT_ROW && (event->mask & (event->mask - 1)) != 0;
    return event->size == 4 && page->shift == 2 && page->write != NULL && page->read != NULL &&
           event->kind <= SIMT_STORE && event->order == SIMT_WEAK &&
           event->pattern != SIMT_UNKNOWN && !row && !detector->plain;
}

bool visit_calm_words(const struct detector *detector, struct shadow_page *page,
                      const struct simt_access *event) {
    const uint32_t mask = event->mask, warp = event->place.warp;
    const bool store = event->kind == SIMT_STORE;
    const enum shadow_plane plane = store ? SHADOW_WRITES : SHADOW_READS;
    const uint64_t *value = event->value != NULL ? event->value : event->mixture;
    if (!is_usual(detector, page, event) || (store && value == NULL)) {
        return false;
    }
    struct words words = {
        .event = event,
        .page = page,
        .base = shadow_mark(detector->tick, warp * SIMT_WARP_SIZE, event->place.site)};
    detector_floors(detector, SIMT_SHARED, warp, &words.floors);
    words.floors.launch = words.floors.block; /* each block has shared memory of its own */
    enum writers writers = WRITERS_IN_CELLS;
    if (event->pattern == SIMT_SCATTERED) {
        writers = mark_scattered(&words, plane);
    } else if (page->lines != NULL) {
        writers = mark_lines(&words, event->address[__builtin_ctz(mask)] / SHADOW_LINE_BYTES,
                             event->address[31 - __builtin_clz(mask)] / SHADOW_LINE_BYTES, plane);
    }
    if (writers == WRITERS_FOLDED) {
        return false;
    }
    if (store) {
        page->last_write = detector->tick;
        return store_words(&words, value);
    }
    return event->pattern == SIMT_GAPS ? load_apart(&words, writers)
                                       : load_together(&words, writers);
}
