/* Rows of whole lines: one mark stands for the cells of a line. */
#include "race_visits.h"

/* What of a plane is older than `high` stands in nobody's way; in shared memory that is the last
 * barrier. */
static inline shadow_cell calm_below(const struct race_visit *visit) {
    return visit->event->space == SIMT_SHARED ? visit->floors.barrier : visit->floors.launch;
}

/* Loads of shared memory want that the cells were written in this block. */
static inline shadow_cell written_from(const struct race_visit *visit) {
    return visit->event->space == SIMT_SHARED ? visit->floors.block : 0;
}

/* No cell of the line is later: of a folded one, its first cell. */
static inline shadow_cell latest(const struct shadow_page *page, const struct shadow_line *line,
                                 enum shadow_plane plane) {
    const shadow_cell mark = line->mark[plane], scattered = page->scattered[plane];
    return line->folded[plane] || mark > scattered ? mark : scattered;
}

static inline void fold(struct shadow_page *page, struct shadow_line *line, enum shadow_plane plane,
                        shadow_cell mark, unsigned shift) {
    page->folded += !line->folded[plane];
    line->folded[plane] = true;
    line->mark[plane] = mark;
    line->shift[plane] = (uint8_t)shift;
}

/* Are the writers of all the line's cells in order before the access? */
static inline bool writers_ordered(const struct race_visit *visit, const struct shadow_page *page,
                                   size_t at, shadow_cell mine, unsigned shift) {
    const struct shadow_line *line = &page->lines[at];
    const shadow_cell mark = latest(page, line, SHADOW_WRITES), high = calm_below(visit);
    if (line->folded[SHADOW_WRITES]) {
        bool alike = line->shift[SHADOW_WRITES] == shift;
        return (visit->writes || mark >= written_from(visit)) &&
               (mark < high || (alike && shadow_ordered(mark, mine, &visit->floors)));
    }
    if (visit->writes || written_from(visit) == 0) {
        return mark < high;
    }
    if (page->write == NULL) {
        return false;
    }
    const shadow_cell *cells = page->write + at * SHADOW_LINE_CELLS, low = written_from(visit);
    uint64_t odd = 0;
    for (unsigned i = 0; i < SHADOW_LINE_CELLS; i++) {
        odd |= (cells[i] < low) | (cells[i] >= high);
    }
    return odd == 0;
}

static inline bool readers_ordered(const struct race_visit *visit, const struct shadow_page *page,
                                   size_t at, shadow_cell mine, unsigned shift) {
    const struct shadow_line *line = &page->lines[at];
    const shadow_cell mark = latest(page, line, SHADOW_READS);
    if (mark < calm_below(visit)) {
        return true;
    }
    return line->folded[SHADOW_READS] && line->shift[SHADOW_READS] == shift &&
           (!visit->writes || shadow_ordered(mark, mine, &visit->floors));
}

static inline void fold_load(const struct race_visit *visit, struct shadow_page *page, size_t at,
                             shadow_cell mine, unsigned shift) {
    struct shadow_line *line = &page->lines[at];
    const shadow_cell mark = latest(page, line, SHADOW_READS);
    fold(page, line, SHADOW_READS,
         mark < calm_below(visit) ? mine : shadow_join(mark, mine, &visit->floors), shift);
}

static inline void fold_store(const struct race_visit *visit, struct shadow_page *page, size_t at,
                              shadow_cell mine, unsigned shift, unsigned first_lane) {
    shadow_keep_values(&page->words[at], visit->value + first_lane, SHADOW_LINE_CELLS >> shift);
    fold(page, &page->lines[at], SHADOW_WRITES, mine, shift);
}

bool visit_lines(const struct race_visit *visit, const struct stretch *stretch) {
    struct shadow_page *page = stretch->page;
    struct detector *detector = visit->detector;
    const unsigned size = visit->event->size, lanes_a_line = SHADOW_LINE_BYTES / size;
    if (stretch->offset % SHADOW_LINE_BYTES != 0 || stretch->lanes % lanes_a_line != 0 ||
        detector->plain || size < 4 || page->shift != 2 || visit->rule == SHADOW_ATOMICALLY ||
        (visit->writes && visit->value == NULL)) {
        return false;
    }
    const size_t first = stretch->offset / SHADOW_LINE_BYTES, count = stretch->lanes / lanes_a_line;
    if (first + count > stretch->page_bytes / SHADOW_LINE_BYTES ||
        ((page->lines == NULL || (visit->writes && page->words == NULL)) &&
         !shadow_make_lines(page, stretch->page_bytes, visit->writes, visit->base))) {
        return false;
    }
    const unsigned shift = (unsigned)__builtin_ctz(size) - 2;
    const shadow_cell step = (shadow_cell)lanes_a_line << SHADOW_THREAD_SHIFT;
    const shadow_cell start =
        visit->base + ((shadow_cell)stretch->first_lane << SHADOW_THREAD_SHIFT);
    shadow_cell mine = start;
    for (size_t at = first; at < first + count; at++, mine += step) {
        if (!writers_ordered(visit, page, at, mine, shift) ||
            !readers_ordered(visit, page, at, mine, shift)) {
            return false;
        }
    }
    mine = start;
    for (size_t n = 0; n < count; n++, mine += step) {
        if (visit->writes) {
            fold_store(visit, page, first + n, mine, shift,
                       stretch->first_lane + (unsigned)n * lanes_a_line);
        } else {
            fold_load(visit, page, first + n, mine, shift);
        }
    }
    if (visit->writes) {
        page->last_write = detector->tick;
    }
    return true;
}

/* ---- cells that are visited one by one ------------------------------------------------------- */

/* Need a load not look at the writers of the line's cells? */
static inline bool is_calm(const struct race_visit *visit, const struct shadow_line *line) {
    const shadow_cell mark = line->mark[SHADOW_WRITES];
    return line->folded[SHADOW_WRITES] && mark >= written_from(visit) && mark < calm_below(visit);
}

static inline bool open_line(const struct race_visit *visit, struct shadow_page *page,
                             size_t page_bytes, size_t at, bool calm) {
    if ((page->lines[at].folded[SHADOW_READS] &&
         !shadow_unfold(page, page_bytes, SHADOW_READS, at)) ||
        (!calm && page->lines[at].folded[SHADOW_WRITES] &&
         !shadow_unfold(page, page_bytes, SHADOW_WRITES, at))) {
        return false;
    }
    page->lines[at].mark[visit->writes ? SHADOW_WRITES : SHADOW_READS] = visit->base;
    return true;
}

bool open_cells(const struct race_visit *visit, struct shadow_page *page, size_t page_bytes,
                uint64_t offset) {
    return page->lines == NULL ||
           open_line(visit, page, page_bytes, offset / SHADOW_LINE_BYTES, false);
}

enum opened open_row(const struct race_visit *visit, struct shadow_page *page, size_t page_bytes,
                     uint64_t first, uint64_t last) {
    bool calm = visit->rule == SHADOW_LOAD, fresh = true, good = true;
    if (page->lines == NULL) {
        return OPENED;
    }
    for (uint64_t at = first / SHADOW_LINE_BYTES; calm && at <= last / SHADOW_LINE_BYTES; at++) {
        calm = is_calm(visit, &page->lines[at]);
        fresh &= latest(page, &page->lines[at], SHADOW_READS) < calm_below(visit);
    }
    for (uint64_t at = first / SHADOW_LINE_BYTES; good && at <= last / SHADOW_LINE_BYTES; at++) {
        good = open_line(visit, page, page_bytes, at, calm);
    }
    return !good ? OPENED_LOST : !calm ? OPENED : fresh ? OPENED_FRESH : OPENED_CALM;
}

enum opened open_lanes(const struct race_visit *visit, struct shadow_page *page,
                       size_t page_bytes) {
    const struct simt_access *event = visit->event;
    const uint32_t mask = event->mask;
    if (event->pattern == SIMT_ONE_PLACE || event->pattern == SIMT_GAPS ||
        (mask & (mask - 1)) == 0) {
        return open_row(visit, page, page_bytes, event->address[__builtin_ctz(mask)],
                        event->address[31 - __builtin_clz(mask)]);
    }
    page->scattered[visit->writes ? SHADOW_WRITES : SHADOW_READS] = visit->base;
    if (page->folded == 0) {
        return OPENED;
    }
    bool calm = visit->rule == SHADOW_LOAD, good = true;
    uint64_t last = UINT64_MAX;
    for (uint32_t left = mask; left != 0 && calm; left &= left - 1) {
        uint64_t at = event->address[__builtin_ctz(left)] / SHADOW_LINE_BYTES;
        calm = at == last || is_calm(visit, &page->lines[at]);
        last = at;
    }
    last = UINT64_MAX;
    for (uint32_t left = mask; left != 0 && good; left &= left - 1) {
        uint64_t at = event->address[__builtin_ctz(left)] / SHADOW_LINE_BYTES;
        good = at == last || open_line(visit, page, page_bytes, at, calm);
        last = at;
    }
    return !good ? OPENED_LOST : calm ? OPENED_CALM : OPENED;
}
