/* The watch as an observer: accesses are prepared here, and each part is told of them. */
#include "watch.h"

#include <stdlib.h>

static void launch_begin(void *self, const struct simt_launch_event *event) {
    struct openmp_watch *watch = self;
    watch->sites = event->sites;
    watch->site_count = event->site_count;
    watch->shapes = simt_module_shapes(event->module);
}

static void launch_end(void *self, const struct simt_launch_event *event) {
    finding_launch_end(self, event);
}

static enum access_kind kind_of(const struct simt_access *event) {
    bool atomic = event->order >= SIMT_RELAXED;
    switch (event->kind) {
    case SIMT_LOAD:
        return atomic ? ATOMIC_READ : PLAIN_READ;
    case SIMT_STORE:
        return atomic ? ATOMIC_WRITE : PLAIN_WRITE;
    default:
        return event->wrote != 0 ? ATOMIC_WRITE : ATOMIC_READ;
    }
}

/* A move of many bytes carries what is undefined along: its loads and stores say nothing of it. */
static bool moves(const struct visit *visit, uint64_t address, unsigned size) {
    struct runner *runner = visit->runner;
    const struct simt_move *move = &runner->move;
    if (runner->moved >= move->bytes) {
        return false;
    }
    if (visit->writes) {
        bool inside = address - move->to < move->bytes;
        runner->moved += inside ? size : move->bytes;
        return inside;
    }
    return address - move->from < move->bytes;
}

static void defined(const struct visit *visit, struct page *page, unsigned offset, unsigned size) {
    uint64_t address = page->number << PAGE_SHIFT | offset;
    for (unsigned i = 0; visit->reads && i < size; i += visit->width) {
        unsigned part = visit->width < size - i ? visit->width : size - i;
        if (undefined_all(page, offset + i, part)) {
            finding_undefined(visit, address + i);
        }
    }
    undefined_write(page, offset, size); /* a read is told once */
}

/* The bytes of one page. */
static void visit_page(const struct visit *visit, uint64_t address, unsigned size) {
    const uint64_t unneeded = visit->runner->unneeded;
    struct page *page = page_in(visit->watch, visit->area, address);
    unsigned offset = (unsigned)(address % PAGE_BYTES);
    if (page == NULL) {
        visit->watch->findings.unwatched++;
        return;
    }
    if (visit->runner->move.bytes != 0 && moves(visit, address, size)) {
        /* done by the move itself */
    } else if (page->undefined_count > 0 && (visit->writes || address != unneeded)) {
        defined(visit, page, offset, size);
    }
    race_access(visit, page, offset, size);
    sharing_access(visit, page, address, size);
    facts_access(visit, page, address, size);
    if (visit->kind == ATOMIC_WRITE && !atomic_release(visit, page, address)) {
        visit->watch->findings.unwatched++;
    }
}

static void access_event(void *self, const struct simt_access *event) {
    struct openmp_watch *watch = self;
    struct runner *runner = runner_at(watch, event->place.warp);
    if (event->space != SIMT_GLOBAL || runner == NULL || runner->strand == NULL ||
        runner->strand->over) {
        return;
    }
    unsigned lane = (unsigned)__builtin_ctz(event->mask), size = event->size;
    uint64_t address = event->address[lane];
    struct visit visit = {
        .watch = watch,
        .runner = runner,
        .strand = runner->strand,
        .thread = event->place.warp,
        .kind = kind_of(event),
        .reads = event->kind != SIMT_STORE,
        .changes = event->kind != SIMT_STORE && event->changed,
        .writes = event->kind == SIMT_STORE || (event->kind != SIMT_LOAD && event->wrote != 0),
        .site = event->place.site & SITE_MASK,
        .area = event->region != SIMT_MIXED_REGIONS || event->regions == NULL
                    ? event->region
                    : event->regions[lane],
        .width = size / (event->elements != 0 ? event->elements : 1),
        .order = event->order,
    };
    visit.verb = finding_verbs[visit.kind];
    bool atomic = visit.kind == ATOMIC_READ || visit.kind == ATOMIC_WRITE;
    if (atomic && !atomic_acquire(&visit, address)) {
        watch->findings.unwatched++;
    }
    visit.segment = strand_segment(watch, visit.strand, visit.thread);
    if (visit.segment == 0) {
        watch->findings.unwatched++;
        return;
    }
    if (visit.strand->simd != NULL) {
        simd_access(&visit, address, size);
    }
    costs_access(&visit, address, size);
    while (size > 0) {
        unsigned room = PAGE_BYTES - (unsigned)(address % PAGE_BYTES);
        unsigned part = size < room ? size : room;
        visit_page(&visit, address, part);
        address += part;
        size -= part;
    }
    runner->unneeded = 0;
}

static void construct_event(void *self, const struct simt_construct *event) {
    struct openmp_watch *watch = self;
    struct strand *strand = strand_of(watch, event->strand);
    if (strand == NULL || strand->over) {
        return;
    }
    facts_construct(watch, strand, event);
    costs_construct(watch, strand, event);
    if (event->kind == SIMT_CONSTRUCT_LOOP) {
        strand_loop(strand);
    }
    strand->makes_tasks |= event->kind == SIMT_CONSTRUCT_TASK;
    if (event->kind >= SIMT_CONSTRUCT_SIMD && event->kind <= SIMT_CONSTRUCT_SIMD_END) {
        simd_construct(watch, strand, event);
    } else if (event->kind == SIMT_CONSTRUCT_THREADPRIVATE) {
        memory_copy(watch, event);
    } else if (event->kind == SIMT_CONSTRUCT_COPY) {
        strand_copies(strand, event->upper != 0);
    } else if (event->kind == SIMT_CONSTRUCT_UNSET) {
        undefined_set(watch, event->address, event->bytes, true);
    } else if (event->kind == SIMT_CONSTRUCT_SET) {
        undefined_set(watch, event->address, event->bytes, false);
    } else if (event->kind == SIMT_CONSTRUCT_WHOLE) {
        undefined_whole(watch, event->address, event->bytes);
    } else if (event->kind == SIMT_CONSTRUCT_UNNEEDED) {
        struct runner *runner = runner_at(watch, event->place.warp);
        if (runner != NULL) {
            runner->unneeded = event->address;
        }
    } else if (event->kind == SIMT_CONSTRUCT_LAST) {
        memory_last(watch, event);
    } else if (event->kind == SIMT_CONSTRUCT_REDUCES) {
        memory_reduces(watch, strand, event);
    } else if (event->kind == SIMT_CONSTRUCT_SHIFT) {
        finding_shift(watch, strand, event);
    }
}

struct openmp_watch *openmp_watch_create(void) {
    struct openmp_watch *watch = calloc(1, sizeof *watch);
    if (watch == NULL) {
        return NULL;
    }
    watch->observer = (struct simt_observer){
        .self = watch,
        .region_new = memory_region_new,
        .region_freed = memory_region_freed,
        .launch_begin = launch_begin,
        .launch_end = launch_end,
        .access = access_event,
        .fault = finding_fault,
        .strand = strand_event,
        .sync = sync_event,
        .construct = construct_event,
        .variable = memory_variable,
        .heap = memory_heap,
        .move = memory_move,
    };
    return watch;
}

void openmp_watch_finish(struct openmp_watch *watch) {
    if (watch->finished) {
        return;
    }
    watch->finished = true;
    finding_leaks(watch);
    facts_finish(watch);
    span_finish(watch);
    costs_finish(watch);
    sharing_finish(watch);
}

void openmp_watch_destroy(struct openmp_watch *watch) {
    if (watch == NULL) {
        return;
    }
    for (uint32_t i = 0; i < watch->strand_count; i++) {
        if (watch->strands[i] != NULL) {
            strand_release(watch->strands[i]);
            free(watch->strands[i]);
        }
    }
    for (uint32_t i = 0; i < watch->area_count; i++) {
        free(watch->areas[i].variables);
    }
    struct hash *tables[] = {&watch->held_index, &watch->told, &watch->team_regions,
                             &watch->critical_names, &watch->travel_index};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        hash_clear(tables[i]);
    }
    void *arrays[] = {watch->strands,      watch->runners, watch->segments,
                      watch->held,         watch->areas,   watch->travels,
                      watch->instructions, watch->copies,  watch->lasts};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        free(arrays[i]);
    }
    pages_release(watch);
    objects_release(&watch->objects);
    objects_release(&watch->atomics);
    objects_release(&watch->lock_lines);
    slots_release(&watch->slots);
    finding_list_clear(&watch->findings);
    free(watch);
}

const struct simt_observer *openmp_watch_observer(struct openmp_watch *watch) {
    return &watch->observer;
}

void openmp_watch_add(struct openmp_watch *watch, const struct simt_finding *finding) {
    finding_list_add(&watch->findings, finding);
}

const struct finding_list *openmp_watch_findings(const struct openmp_watch *watch) {
    return &watch->findings;
}

const uint64_t *openmp_watch_facts(const struct openmp_watch *watch) {
    return watch->facts;
}

const struct openmp_travel *openmp_watch_travels(const struct openmp_watch *watch, size_t *count) {
    *count = watch->travel_count;
    return watch->travels;
}

const uint64_t *openmp_watch_instructions(const struct openmp_watch *watch, size_t *count) {
    *count = watch->instructions != NULL ? watch->runner_count : 0;
    return watch->instructions;
}
