/* What is known of memory: in pages found by address, and what sort of memory it is. */
#include "watch.h"

#include <stdlib.h>
#include <string.h>

enum { WIDEST_SHIFT = 3 };

struct page *page_find(struct openmp_watch *watch, uint64_t number) {
    uint32_t index = table_get(&watch->page_index, number + 1);
    return index != TABLE_NONE ? watch->pages[index - 1] : NULL;
}

static struct page *page_new(struct openmp_watch *watch, uint64_t number) {
    if (!array_grow(&watch->pages, &watch->page_capacity, watch->page_count + 1)) {
        return NULL;
    }
    struct page *page = calloc(1, sizeof *page);
    if (page == NULL || !table_put(&watch->page_index, number + 1, watch->page_count + 1)) {
        free(page);
        return NULL;
    }
    page->number = number;
    page->made = true;
    watch->pages[watch->page_count++] = page;
    return page;
}

static void page_free(struct page *page) {
    free(page->cells);
    free(page->words);
    free(page);
}

void page_drop(struct openmp_watch *watch, uint64_t number) {
    uint32_t index = table_get(&watch->page_index, number + 1);
    if (index == TABLE_NONE) {
        return;
    }
    struct page **place = &watch->pages[index - 1];
    struct page **cached = &watch->cache[number % PAGE_CACHE];
    if (*cached == *place) {
        *cached = NULL;
    }
    table_drop(&watch->page_index, number + 1);
    page_free(*place);
    *place = watch->pages[--watch->page_count];
    if (index <= watch->page_count) {
        table_put(&watch->page_index, (*place)->number + 1, index);
    }
}

struct page *page_make(struct openmp_watch *watch, uint64_t number) {
    struct page *page = page_find(watch, number);
    if (page == NULL) {
        page = page_new(watch, number);
    }
    if (page != NULL) {
        watch->cache[number % PAGE_CACHE] = page;
    }
    return page;
}

struct page *page_in(struct openmp_watch *watch, uint32_t index, uint64_t address) {
    struct page *page = page_at(watch, address);
    if (page == NULL || !page->made) {
        return page;
    }
    page->made = false;
    const struct area *area = area_of(watch, index);
    uint64_t start = page->number << PAGE_SHIFT;
    if (area != NULL && area->undefined && start >= area->address &&
        start + PAGE_BYTES <= area->address + area->bytes) {
        memset(page->undefined, 0xff, sizeof page->undefined);
        page->undefined_count = PAGE_BYTES;
    }
    return page;
}

/* ---- accesses that no other stands for ------------------------------------------------------- */

uint32_t others_make(struct openmp_watch *watch) {
    if (watch->unused_others.count > 0) {
        return watch->unused_others.items[--watch->unused_others.count];
    }
    if (!array_grow(&watch->others, &watch->others_capacity, watch->others_count + 1)) {
        return OTHERS;
    }
    watch->others[watch->others_count] = (struct others){0};
    return watch->others_count++;
}

void others_drop(struct openmp_watch *watch, uint32_t index) {
    struct others *others = &watch->others[index];
    others->count = others->kinds = others->kept = 0;
    unused_keep(&watch->unused_others, index);
}

bool others_add(struct others *others, struct other other) {
    if (!array_grow(&others->items, &others->capacity, others->count + 1)) {
        return false;
    }
    others->items[others->count++] = other;
    others->kinds |= 1U << (other.site >> KIND_SHIFT);
    return true;
}

/* A second cell with the same history: its others are its own. */
static bool copy_cell(struct openmp_watch *watch, struct cell *to, const struct cell *from) {
    *to = *from;
    if (from->other != OTHERS) {
        return true;
    }
    to->other_site = others_make(watch);
    if (to->other_site == OTHERS) {
        to->other = 0;
        return false;
    }
    bool done = true;
    for (uint32_t i = 0; i < watch->others[from->other_site].count; i++) {
        done = others_add(&watch->others[to->other_site], watch->others[from->other_site].items[i]);
    }
    return done;
}

static bool split(struct openmp_watch *watch, struct page *page, uint32_t shift) {
    size_t count = PAGE_BYTES >> page->shift, parts = (size_t)1 << (page->shift - shift);
    struct cell *cells = calloc(PAGE_BYTES >> shift, sizeof *cells);
    if (cells == NULL) {
        return false;
    }
    bool done = true;
    for (size_t i = 0; i < count; i++) {
        cells[i * parts] = page->cells[i];
        for (size_t k = 1; k < parts; k++) {
            done = copy_cell(watch, &cells[i * parts + k], &page->cells[i]) && done;
        }
    }
    free(page->cells);
    page->cells = cells;
    page->shift = shift;
    return done;
}

bool page_refine(struct openmp_watch *watch, struct page *page, unsigned offset, unsigned size) {
    uint32_t shift = (uint32_t)__builtin_ctz(offset | size | 1U << WIDEST_SHIFT);
    if (page->cells == NULL) {
        page->shift = shift;
        page->cells = calloc(PAGE_BYTES >> shift, sizeof *page->cells);
        return page->cells != NULL;
    }
    return shift >= page->shift || split(watch, page, shift);
}

void pages_release(struct openmp_watch *watch) {
    for (uint32_t i = 0; i < watch->page_count; i++) {
        page_free(watch->pages[i]);
    }
    for (uint32_t i = 0; i < watch->others_count; i++) {
        free(watch->others[i].items);
    }
    free(watch->pages);
    free(watch->others);
    free(watch->unused_others.items);
    hash_clear(&watch->page_index);
}

/* Which bytes hold nothing yet: a bit for each byte of the heap's and the stacks' pages. */

/* `count` bits from `first` on, in one 64-bit word. */
static uint64_t bits(unsigned first, unsigned count) {
    return (count >= 64 ? ~UINT64_C(0) : (UINT64_C(1) << count) - 1) << first;
}

static bool is_undefined(const struct page *page, unsigned offset) {
    return page->undefined[offset / 64] >> offset % 64 & 1;
}

static void change(struct page *page, unsigned offset, unsigned size, bool undefined) {
    while (size > 0) {
        unsigned first = offset % 64, count = 64 - first < size ? 64 - first : size;
        uint64_t mask = bits(first, count), *word = &page->undefined[offset / 64];
        page->undefined_count -= (uint32_t)__builtin_popcountll(*word & mask);
        *word = undefined ? *word | mask : *word & ~mask;
        page->undefined_count += undefined ? count : 0;
        offset += count;
        size -= count;
    }
}

void undefined_write(struct page *page, unsigned offset, unsigned size) {
    change(page, offset, size, false);
}

bool undefined_all(const struct page *page, unsigned offset, unsigned size) {
    while (size > 0) {
        unsigned first = offset % 64, count = 64 - first < size ? 64 - first : size;
        if ((page->undefined[offset / 64] & bits(first, count)) != bits(first, count)) {
            return false;
        }
        offset += count;
        size -= count;
    }
    return true;
}

uint64_t undefined_from(struct openmp_watch *watch, const struct area *area) {
    for (uint64_t i = 0; i < area->bytes; i++) {
        const uint64_t address = area->address + i;
        const struct page *page = page_find(watch, address >> PAGE_SHIFT);
        if (page == NULL || is_undefined(page, (unsigned)(address % PAGE_BYTES))) {
            return i;
        }
    }
    return area->bytes;
}

void undefined_set(struct openmp_watch *watch, uint64_t address, uint64_t bytes, bool undefined) {
    while (bytes > 0) {
        unsigned offset = (unsigned)(address % PAGE_BYTES);
        uint64_t size = bytes < PAGE_BYTES - offset ? bytes : PAGE_BYTES - offset;
        struct page *page =
            undefined ? page_at(watch, address) : page_find(watch, address >> PAGE_SHIFT);
        if (page != NULL) {
            change(page, offset, (unsigned)size, undefined);
        } else {
            watch->findings.unwatched += undefined;
        }
        address += size;
        bytes -= size;
    }
}

void undefined_whole(struct openmp_watch *watch, uint64_t address, uint64_t bytes) {
    for (uint64_t i = 0; i < bytes; i++) {
        const struct page *page = page_find(watch, (address + i) >> PAGE_SHIFT);
        if (page != NULL && !is_undefined(page, (unsigned)((address + i) % PAGE_BYTES))) {
            undefined_set(watch, address, bytes, false);
            return;
        }
    }
}

void undefined_move(struct openmp_watch *watch, const struct simt_move *move) {
    uint8_t *was = malloc(move->bytes);
    if (was == NULL) {
        undefined_set(watch, move->to, move->bytes, false);
        return;
    }
    for (uint64_t i = 0; i < move->bytes; i++) {
        const struct page *page = page_in(watch, move->from_region, move->from + i);
        was[i] = page != NULL && page->undefined_count > 0 &&
                 is_undefined(page, (unsigned)((move->from + i) % PAGE_BYTES));
    }
    for (uint64_t i = 0; i < move->bytes; i++) {
        page_in(watch, move->to_region, move->to + i);
    }
    for (uint64_t i = 0, run; i < move->bytes; i += run) {
        for (run = 1; i + run < move->bytes && was[i + run] == was[i]; run++) {
        }
        undefined_set(watch, move->to + i, run, was[i] != 0);
    }
    free(was);
}

uint32_t memory_area_with(const struct openmp_watch *watch, uint64_t address) {
    for (uint32_t i = 0; i < watch->area_count; i++) {
        const struct area *area = &watch->areas[i];
        if (area->known && !area->freed && address - area->address < area->bytes) {
            return i;
        }
    }
    return UINT32_MAX;
}

bool memory_is_copy(const struct openmp_watch *watch, uint32_t index, uint64_t address) {
    const struct area *area = area_of(watch, index);
    if (area != NULL && area->kind == SIMT_REGION_PRIVATE && strcmp(area->name, "reduction") == 0) {
        return true;
    }
    for (uint32_t i = 0; i < watch->copy_count; i++) {
        if (address - watch->copies[i].address < watch->copies[i].bytes) {
            return true;
        }
    }
    return false;
}

bool memory_is_of_task(const struct openmp_watch *watch, uint32_t index) {
    const struct area *area = area_of(watch, index);
    return area != NULL && area->kind == SIMT_REGION_PRIVATE && strcmp(area->name, "task") == 0;
}

bool memory_holds_copies(const struct openmp_watch *watch, uint32_t index) {
    const struct area *area = area_of(watch, index);
    return area != NULL && (area->stack || memory_is_of_task(watch, index));
}

bool memory_is_last(const struct openmp_watch *watch, uint64_t address) {
    for (uint32_t i = 0; i < watch->last_count; i++) {
        if (address - watch->lasts[i].address < watch->lasts[i].bytes) {
            return true;
        }
    }
    return false;
}
