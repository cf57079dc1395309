/*
 * Races: each access is held against the last plain write and against those accesses since that no
 * later one stands for. An earlier access of a strand lies before a later one of another strand if
 * the later strand's clock knows the earlier one's time.
 */
#include "watch.h"

#include <stdlib.h>

enum { MANY = 64 };

/* With which kinds, a bit for each, an access of that kind conflicts. */
static const uint32_t conflicts[4] = {
    [PLAIN_READ] = 1U << ATOMIC_WRITE | 1U << PLAIN_WRITE,
    [ATOMIC_READ] = 1U << PLAIN_WRITE,
    [ATOMIC_WRITE] = 1U << PLAIN_READ | 1U << PLAIN_WRITE,
    [PLAIN_WRITE] = 1U << PLAIN_READ | 1U << ATOMIC_READ | 1U << ATOMIC_WRITE | 1U << PLAIN_WRITE,
};

/* May a later access of kind `b` stand for an earlier one of kind `a`: does `b` conflict with all
 * that `a` conflicts with? */
static bool stands_for(enum access_kind b, enum access_kind a) {
    return a == b || a == ATOMIC_READ;
}

static inline bool ordered(const struct visit *visit, uint32_t segment) {
    const struct segment *earlier = &visit->watch->segments[segment];
    return earlier->time <= clock_at(&visit->strand->clock, earlier->slot);
}

static inline enum access_kind kind_of(uint32_t site) {
    return (enum access_kind)(site >> KIND_SHIFT);
}

static void found(const struct visit *visit, uint64_t address, uint32_t segment, uint32_t site,
                  enum access_kind kind) {
    struct conflict other = {.segment = segment, .site = site & SITE_MASK, .kind = kind};
    finding_race(visit, address, &other);
}

static inline void check_one(const struct visit *visit, uint64_t address, uint32_t segment,
                             uint32_t site) {
    enum access_kind kind = kind_of(site);
    if ((conflicts[visit->kind] >> kind & 1) != 0 && !ordered(visit, segment)) {
        found(visit, address, segment, site, kind);
    }
}

static void check_others(const struct visit *visit, uint64_t address, const struct cell *cell) {
    if (cell->other != OTHERS) {
        check_one(visit, address, cell->other, cell->other_site);
        return;
    }
    const struct others *others = &visit->watch->others[cell->other_site];
    if ((others->kinds & conflicts[visit->kind]) == 0) {
        return;
    }
    for (uint32_t i = 0; i < others->count; i++) {
        check_one(visit, address, others->items[i].segment, others->items[i].site);
    }
}

static void drop_others(struct openmp_watch *watch, struct cell *cell) {
    if (cell->other == OTHERS) {
        others_drop(watch, cell->other_site);
    }
    cell->other = 0;
}

/* Puts the access among the others; those that it stands for go: at once where they are few, else
 * when their number has doubled, as thousands of tasks may read the same variable. */
static void join_others(const struct visit *visit, struct others *others, struct other mine) {
    uint32_t kept = 0;
    struct other *last = others->count > 0 ? &others->items[others->count - 1] : NULL;
    if (last != NULL && last->segment == mine.segment && kind_of(last->site) == visit->kind) {
        last->site = mine.site; /* the others were looked at then */
        return;
    }
    if (others->count >= MANY && others->count < 2 * others->kept) {
        visit->watch->findings.unwatched += !others_add(others, mine);
        return;
    }
    for (uint32_t i = 0; i < others->count; i++) {
        struct other other = others->items[i];
        if (!stands_for(visit->kind, kind_of(other.site)) || !ordered(visit, other.segment)) {
            others->items[kept++] = other;
        }
    }
    others->count = others->kept = kept;
    visit->watch->findings.unwatched += !others_add(others, mine);
}

static void keep(const struct visit *visit, struct cell *cell) {
    struct openmp_watch *watch = visit->watch;
    struct other mine = {visit->segment, visit->site | (uint32_t)visit->kind << KIND_SHIFT};
    if (cell->other == OTHERS) {
        join_others(visit, &watch->others[cell->other_site], mine);
        return;
    }
    bool replaces = cell->other == 0 || (stands_for(visit->kind, kind_of(cell->other_site)) &&
                                         ordered(visit, cell->other));
    if (!replaces) {
        uint32_t index = others_make(watch);
        if (index == OTHERS ||
            !others_add(&watch->others[index], (struct other){cell->other, cell->other_site}) ||
            !others_add(&watch->others[index], mine)) {
            watch->findings.unwatched++;
            return;
        }
        *cell = (struct cell){cell->write, cell->write_site, OTHERS, index};
        return;
    }
    cell->other = mine.segment;
    cell->other_site = mine.site;
}

static inline void check_write(const struct visit *visit, uint64_t address,
                               const struct cell *cell) {
    if (cell->write != 0 && !ordered(visit, cell->write)) {
        found(visit, address, cell->write, cell->write_site, PLAIN_WRITE);
    }
}

static inline void visit_cell(const struct visit *visit, struct cell *cell, uint64_t address) {
    if (visit->kind == PLAIN_WRITE) {
        if (cell->write == visit->segment && cell->other == 0) {
            return;
        }
        check_write(visit, address, cell);
        if (cell->other != 0) {
            check_others(visit, address, cell);
            drop_others(visit->watch, cell);
        }
        cell->write = visit->segment;
        cell->write_site = visit->site;
        return;
    }
    bool same = cell->other == visit->segment && kind_of(cell->other_site) == visit->kind;
    if (same || (visit->kind == PLAIN_READ && cell->write == visit->segment && cell->other == 0)) {
        return; /* what was there before was checked then */
    }
    if (cell->write != visit->segment) {
        check_write(visit, address, cell);
    }
    if (cell->other != 0) {
        check_others(visit, address, cell);
    }
    keep(visit, cell);
}

void race_access(const struct visit *visit, struct page *page, unsigned offset, unsigned size) {
    unsigned mask = page->cells != NULL ? (1U << page->shift) - 1 : ~0U;
    if (((offset | size) & mask) != 0 && !page_refine(visit->watch, page, offset, size)) {
        visit->watch->findings.unwatched++;
        return;
    }
    struct cell *cell = &page->cells[offset >> page->shift];
    uint64_t address = page->number << PAGE_SHIFT | offset;
    unsigned step = 1U << page->shift;
    for (unsigned done = 0; done < size; done += step) {
        visit_cell(visit, cell++, address + done);
    }
}

static void forget_atomics(struct openmp_watch *watch, struct page *page, unsigned offset,
                           unsigned size) {
    for (unsigned i = offset; page->atomics && i < offset + size; i++) {
        object_drop(&watch->atomics, page->number << PAGE_SHIFT | i);
    }
}

void race_forget(struct openmp_watch *watch, struct page *page, unsigned offset, unsigned size) {
    forget_atomics(watch, page, offset, size);
    if (page->cells == NULL) {
        return;
    }
    if (size == PAGE_BYTES) {
        for (int i = 0; i < PAGE_BYTES >> page->shift; i++) {
            drop_others(watch, &page->cells[i]);
        }
        free(page->cells);
        page->cells = NULL;
        return;
    }
    if (!page_refine(watch, page, offset, size)) {
        return;
    }
    struct cell *cell = &page->cells[offset >> page->shift];
    for (unsigned done = 0; done < size; done += 1U << page->shift) {
        drop_others(watch, cell);
        *cell++ = (struct cell){0};
    }
}
