/* Regions and stack variables come and go. The end of memory is a write, too: a thread that uses it
 * at the same time would, in another order, use it too late. */
#include "watch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct area *area_at(struct openmp_watch *watch, uint32_t index) {
    if (!array_grow(&watch->areas, &watch->area_count, index + 1)) {
        return NULL;
    }
    return &watch->areas[index];
}

void openmp_watch_name(struct openmp_watch *watch, uint64_t address, const char *name) {
    for (uint32_t i = 0; i < watch->area_count; i++) {
        struct area *area = &watch->areas[i];
        if (area->known && !area->freed && area->address == address) {
            snprintf(area->name, sizeof area->name, "%s", name);
        }
    }
}

void memory_region_new(void *self, const struct simt_region *region) {
    struct openmp_watch *watch = self;
    struct area *area = area_at(watch, region->index);
    if (area == NULL) {
        watch->findings.unwatched++;
        return;
    }
    area->address = region->address;
    area->bytes = region->size;
    area->kind = region->kind;
    area->known = true;
    snprintf(area->name, sizeof area->name, "%s", region->name);
    area->freed = region->freed;
}

static void forget_in(struct openmp_watch *watch, struct page *page, uint64_t address,
                      uint64_t bytes) {
    uint64_t start = page->number << PAGE_SHIFT, end = start + PAGE_BYTES;
    uint64_t from = address > start ? address : start;
    uint64_t to = address + bytes < end ? address + bytes : end;
    if (from < to) {
        race_forget(watch, page, (unsigned)(from - start), (unsigned)(to - from));
        facts_forget(page, (unsigned)(from - start), (unsigned)(to - from));
    }
}

/* Those that lastprivate set there: other variables come. */
static void forget_last(struct openmp_watch *watch, uint64_t address, uint64_t bytes) {
    for (uint32_t i = watch->last_count; i > 0; i--) {
        if (watch->lasts[i - 1].address - address < bytes) {
            watch->lasts[i - 1] = watch->lasts[--watch->last_count];
        }
    }
}

/* Forgets what is known of the bytes. Of memory that has more pages than are known at all, the
 * known ones are looked through. */
static void forget(struct openmp_watch *watch, uint64_t address, uint64_t bytes) {
    forget_last(watch, address, bytes);
    if (bytes >> PAGE_SHIFT > watch->page_count) {
        for (uint32_t i = 0; i < watch->page_count; i++) {
            forget_in(watch, watch->pages[i], address, bytes);
        }
        return;
    }
    for (uint64_t n = address >> PAGE_SHIFT; bytes > 0 && n <= (address + bytes - 1) >> PAGE_SHIFT;
         n++) {
        struct page *page = page_find(watch, n);
        if (page != NULL) {
            forget_in(watch, page, address, bytes);
        }
    }
}

/* Held against all that has been done to the bytes. */
static void visit_bytes(struct visit *visit, uint64_t address, uint64_t bytes) {
    while (bytes > 0) {
        unsigned offset = (unsigned)(address % PAGE_BYTES);
        uint64_t size = bytes < PAGE_BYTES - offset ? bytes : PAGE_BYTES - offset;
        struct page *page = page_find(visit->watch, address >> PAGE_SHIFT);
        if (page != NULL && page->cells != NULL && visit->segment != 0) {
            race_access(visit, page, offset, (unsigned)size);
        }
        address += size;
        bytes -= size;
    }
}

/* Bytes that end, or that somebody sets without an instruction of his own. */
static bool prepare_visit(struct openmp_watch *watch, struct visit *visit,
                          const struct simt_place *place, uint32_t number, uint32_t area,
                          enum message verb) {
    struct runner *runner = runner_at(watch, place->warp);
    struct strand *strand = strand_of(watch, number);
    if (runner == NULL || strand == NULL || strand->over) {
        return false;
    }
    *visit = (struct visit){.watch = watch,
                            .runner = runner,
                            .strand = strand,
                            .thread = place->warp,
                            .kind = PLAIN_WRITE,
                            .verb = verb,
                            .writes = true,
                            .site = place->site & SITE_MASK,
                            .segment = strand_segment(watch, strand, place->warp),
                            .area = area,
                            .width = 0};
    return visit->segment != 0;
}

/* No other memory shares the area's pages, and its addresses are not given out again. */
static void drop_pages(struct openmp_watch *watch, const struct area *area) {
    uint64_t first = area->address >> PAGE_SHIFT;
    uint64_t count = ((area->address + area->bytes - 1) >> PAGE_SHIFT) - first + 1;
    if (count > watch->page_count) {
        for (uint32_t i = watch->page_count; i > 0; i--) { /* the last one takes the place */
            if (watch->pages[i - 1]->number - first < count) {
                page_drop(watch, watch->pages[i - 1]->number);
            }
        }
        return;
    }
    for (uint64_t i = 0; i < count; i++) {
        page_drop(watch, first + i);
    }
}

void memory_region_freed(void *self, const struct simt_region *region) {
    struct openmp_watch *watch = self;
    if (region->index >= watch->area_count) {
        return;
    }
    struct area *area = &watch->areas[region->index];
    area->freed = true;
    free(area->variables);
    area->variables = NULL;
    area->variable_count = area->variable_capacity = 0;
    forget(watch, area->address, area->bytes);
    drop_pages(watch, area);
}

/* Marks the pages that the memory has only a part of; the others when they are made. */
static void undefined_area(struct openmp_watch *watch, const struct area *area) {
    uint64_t head = -area->address % PAGE_BYTES;
    uint64_t tail = (area->address + area->bytes) % PAGE_BYTES;
    if (!area->undefined || area->bytes < head + tail + PAGE_BYTES) {
        undefined_set(watch, area->address, area->bytes, area->undefined);
        return;
    }
    undefined_set(watch, area->address, head, true);
    undefined_set(watch, area->address + area->bytes - tail, tail, true);
}

void memory_heap(void *self, const struct simt_heap *event) {
    struct openmp_watch *watch = self;
    struct area *area = area_at(watch, event->region);
    struct visit visit;
    if (area == NULL) {
        return;
    }
    area->heap = true;
    if (event->begins) {
        area->made_site = event->place.site;
        area->made_strand = event->strand;
        area->undefined = !event->zeroed;
        undefined_area(watch, area);
        return;
    }
    area->freed_site = event->place.site;
    area->freed_strand = event->strand;
    if (prepare_visit(watch, &visit, &event->place, event->strand, event->region,
                      MESSAGE_ACCESS_FREE)) {
        visit_bytes(&visit, area->address, area->bytes);
    }
}

/* The index of the live variable that begins there, from 1; 0: none. */
static uint32_t variable_index(const struct area *area, uint64_t address) {
    uint32_t i = area->variable_count;
    while (i > 0 && area->variables[i - 1].address != address) {
        i--;
    }
    return i;
}

static void variable_begins(struct openmp_watch *watch, struct area *area,
                            const struct simt_variable *event) {
    forget(watch, event->address, event->bytes);
    undefined_set(watch, event->address, event->bytes, true);
    if (variable_index(area, event->address) != 0) {
        return; /* its scope begins anew */
    }
    if (!array_grow(&area->variables, &area->variable_capacity, area->variable_count + 1)) {
        return; /* only its name is lost */
    }
    area->variables[area->variable_count++] = (struct stack_variable){.address = event->address,
                                                                      .bytes = event->bytes,
                                                                      .name = event->name,
                                                                      .site = event->place.site,
                                                                      .shape = event->shape};
}

static void variable_ends(struct openmp_watch *watch, struct area *area,
                          const struct simt_variable *event) {
    struct visit visit;
    if (prepare_visit(watch, &visit, &event->place, event->strand, event->region,
                      MESSAGE_ACCESS_END)) {
        visit_bytes(&visit, event->address, event->bytes);
    }
    uint32_t i = variable_index(area, event->address);
    if (i != 0) {
        memmove(&area->variables[i - 1], &area->variables[i],
                (area->variable_count - i) * sizeof *area->variables);
        area->variable_count--;
    }
    forget(watch, event->address, event->bytes);
}

void memory_variable(void *self, const struct simt_variable *event) {
    struct openmp_watch *watch = self;
    struct area *area = area_at(watch, event->region);
    if (area == NULL) {
        watch->findings.unwatched++;
        return;
    }
    area->stack = true;
    if (event->begins) {
        variable_begins(watch, area, event);
    } else {
        variable_ends(watch, area, event);
    }
}

static void add(struct openmp_watch *watch, struct copy **list, uint32_t *count, uint32_t *room,
                const struct simt_construct *event) {
    if (!array_grow(list, room, *count + 1)) {
        watch->findings.unwatched++;
        return;
    }
    (*list)[(*count)++] = (struct copy){event->address, event->bytes};
}

void memory_copy(struct openmp_watch *watch, const struct simt_construct *event) {
    add(watch, &watch->copies, &watch->copy_count, &watch->copy_capacity, event);
}

void memory_last(struct openmp_watch *watch, const struct simt_construct *event) {
    forget_last(watch, event->address, event->bytes);
    add(watch, &watch->lasts, &watch->last_count, &watch->last_capacity, event);
}

/* For tasks it is no race: they are combined one after the other, in any order. */
void memory_reduces(struct openmp_watch *watch, struct strand *strand,
                    const struct simt_construct *event) {
    struct visit visit;
    strand_reduces(watch, strand, &event->place, true);
    if (prepare_visit(watch, &visit, &event->place, strand->number,
                      memory_area_with(watch, event->address), MESSAGE_ACCESS_WRITE)) {
        visit.kind = ATOMIC_WRITE;
        visit.width = (unsigned)event->bytes;
        visit_bytes(&visit, event->address, event->bytes);
    }
    strand_reduces(watch, strand, &event->place, false);
}

void memory_move(void *self, const struct simt_move *event) {
    struct openmp_watch *watch = self;
    struct runner *runner = runner_at(watch, event->place.warp);
    undefined_move(watch, event);
    if (runner != NULL && !event->alone) {
        runner->move = *event;
        runner->moved = 0;
    }
}
