/* Strands of work: their clocks, what orders them, and what they hold. */
#include "watch.h"

#include <stdlib.h>

/* The first segment, and the first held set, stand for none. */
enum { FIRST = 1 };

/* Areas that may be looked through for the names of locks; those of later ones stay unknown. */
enum { MOST_SEARCHED = 1 << 26 };

static struct strand *strand_new(struct openmp_watch *watch, uint32_t number) {
    if (!array_grow(&watch->strands, &watch->strand_capacity, number + 1)) {
        return NULL;
    }
    if (number >= watch->strand_count) {
        watch->strand_count = number + 1;
    }
    if (watch->strands[number] == NULL) {
        watch->strands[number] = calloc(1, sizeof(struct strand));
    }
    return watch->strands[number];
}

static void strand_begin(struct openmp_watch *watch, struct strand *strand,
                         const struct simt_strand *event) {
    const struct strand *parent = strand_of(watch, event->parent);
    *strand = (struct strand){.number = event->strand,
                              .parent = event->parent,
                              .thread = event->thread,
                              .team = event->team,
                              .team_size = event->team_size,
                              .level = event->level,
                              .league = event->league,
                              .teams = event->teams,
                              .device = event->target                        ? event->strand
                                        : parent != NULL && parent != strand ? parent->device
                                                                             : 0,
                              .task = event->task,
                              .site = event->place.site,
                              .slot = NO_SLOT};
    if (event->level == 0) {
        return;
    }
    if (parent != NULL && parent != strand && parent->region != 0) {
        strand->region = parent->region;
        return;
    }
    strand->region = table_get(&watch->team_regions, event->team);
    if (strand->region == TABLE_NONE) {
        strand->region = ++watch->regions;
        table_put(&watch->team_regions, event->team, strand->region);
    }
}

void strand_release(struct strand *strand) {
    clock_release(&strand->clock);
    clock_release(&strand->fence);
    clock_release(&strand->pending);
    simd_release(strand);
}

static void strand_end(struct openmp_watch *watch, struct strand *strand) {
    if (strand->slot != NO_SLOT) {
        uint32_t now = clock_at(&strand->clock, strand->slot);
        slots_give(&watch->slots, strand->slot, strand->fresh ? now - 1 : now);
    }
    strand_release(strand);
    strand->over = true;
    strand->slot = NO_SLOT;
}

void strand_event(void *self, const struct simt_strand *event) {
    struct openmp_watch *watch = self;
    struct runner *runner = runner_at(watch, event->place.warp);
    struct strand *strand = event->what == SIMT_STRAND_BEGIN ? strand_new(watch, event->strand)
                                                             : strand_of(watch, event->strand);
    if (runner == NULL || strand == NULL) {
        watch->findings.unwatched++;
        return;
    }
    span_advance(watch, runner, event->instructions);
    if (event->what == SIMT_STRAND_BEGIN) {
        strand_begin(watch, strand, event);
        facts_strand(watch, strand, runner);
    }
    if (event->what == SIMT_STRAND_END) {
        strand_end(watch, strand);
    } else {
        runner->strand = strand;
    }
}

static bool strand_slot(struct openmp_watch *watch, struct strand *strand) {
    if (strand->slot == NO_SLOT) {
        strand->fresh = true;
        return slots_take(&watch->slots, &strand->clock, &strand->slot);
    }
    return true;
}

uint32_t segment_make(struct openmp_watch *watch, struct strand *strand, uint32_t thread) {
    uint32_t number = watch->segment_count > 0 ? watch->segment_count : FIRST;
    if (!strand_slot(watch, strand) ||
        !array_grow(&watch->segments, &watch->segment_capacity, number + 1)) {
        return 0;
    }
    watch->segments[number] = (struct segment){.strand = strand->number,
                                               .slot = strand->slot,
                                               .time = clock_at(&strand->clock, strand->slot),
                                               .held = strand->held,
                                               .thread = thread,
                                               .loops = strand->loops & INT32_MAX,
                                               .copies = strand->copies};
    watch->segment_count = number + 1;
    strand->segment = number;
    strand->fresh = false;
    return number;
}

void strand_loop(struct strand *strand) {
    strand->loops++;
    strand->segment = 0;
}

void strand_copies(struct strand *strand, bool begins) {
    strand->copies = begins;
    strand->segment = 0;
}

/* The strand's own time goes on: what follows is not in what it released before. */
static void strand_tick(struct openmp_watch *watch, struct strand *strand) {
    if (!strand_slot(watch, strand)) {
        watch->findings.unwatched++;
        return;
    }
    uint32_t now = clock_at(&strand->clock, strand->slot);
    watch->findings.unwatched += !clock_set(&strand->clock, strand->slot, now + 1);
    strand->segment = 0;
    strand->fresh = true;
}

/* ---- what is held ---------------------------------------------------------------------------- */

static uint32_t held_add(struct openmp_watch *watch, uint32_t outer, const struct held *more) {
    uint64_t key = table_mix(table_mix(outer, more->object), more->site);
    uint32_t found = table_get(&watch->held_index, key);
    if (found != TABLE_NONE) {
        return found;
    }
    uint32_t number = watch->held_count > 0 ? watch->held_count : FIRST;
    if (!array_grow(&watch->held, &watch->held_capacity, number + 1) ||
        !table_put(&watch->held_index, key, number)) {
        return outer;
    }
    watch->held[number] = *more;
    watch->held[number].outer = outer;
    if (more->variable[0] == '\0' && watch->searched < MOST_SEARCHED) {
        watch->searched += watch->area_count;
        words_lock(watch->held[number].variable, sizeof more->variable, watch, more->kind,
                   more->object);
    }
    watch->held_count = number + 1;
    return number;
}

static uint32_t held_without(struct openmp_watch *watch, uint32_t held, uint64_t object) {
    if (held == 0) {
        return 0;
    }
    struct held this = watch->held[held];
    if (this.object == object) {
        return this.outer;
    }
    return held_add(watch, held_without(watch, this.outer, object), &this);
}

static void hold(struct openmp_watch *watch, struct strand *strand, const struct simt_sync *event,
                 struct sync_object *object) {
    if (event->takes) {
        facts_taken(watch, strand, event);
        struct held more = {.kind = event->kind,
                            .object = event->object,
                            .name = event->name,
                            .site = event->place.site};
        strand->held = held_add(watch, strand->held, &more);
        object->name = event->name;
        object->kind = event->kind;
    }
    if (event->gives) {
        strand->held = held_without(watch, strand->held, event->object);
    }
    strand->segment = 0;
}

void strand_reduces(struct openmp_watch *watch, struct strand *strand,
                    const struct simt_place *place, bool begins) {
    const struct held more = {.kind = SIMT_SYNC_REDUCTION, .site = place->site};
    strand->held =
        begins ? held_add(watch, strand->held, &more) : held_without(watch, strand->held, 0);
    strand->segment = 0;
}

/* ---- what orders ----------------------------------------------------------------------------- */

static void fence_order(struct openmp_watch *watch, struct strand *strand, bool acquire,
                        bool release) {
    bool done = true;
    if (acquire && strand->pends) {
        done = clock_join(&strand->clock, &strand->pending);
    }
    if (release) {
        done = done && strand_slot(watch, strand);
        clock_copy(&strand->fence, &strand->clock);
        strand->fenced = true;
        strand_tick(watch, strand);
    }
    watch->findings.unwatched += !done;
}

void sync_event(void *self, const struct simt_sync *event) {
    struct openmp_watch *watch = self;
    struct runner *runner = runner_at(watch, event->place.warp);
    struct strand *strand = strand_of(watch, event->strand);
    if (runner == NULL || strand == NULL || strand->over) {
        watch->findings.unwatched++;
        return;
    }
    span_advance(watch, runner, event->instructions);
    if (event->kind == SIMT_SYNC_BARRIER) {
        strand->pieces = 0; /* the loop is over */
    }
    if (event->kind == SIMT_SYNC_DOACROSS) {
        strand->crossed = strand->loops;
    }
    if (event->kind == SIMT_SYNC_FENCE) {
        fence_order(watch, strand, event->acquire, event->release);
        return;
    }
    bool makes = event->release || event->takes || event->gives;
    struct sync_object *object = object_at(&watch->objects, event->object, makes);
    if (object == NULL) {
        watch->findings.unwatched += makes;
        return;
    }
    bool done = !event->acquire || clock_join(&strand->clock, &object->clock);
    span_sync(watch, strand, runner, object, event);
    if (event->release) {
        done = done && strand_slot(watch, strand) && clock_join(&object->clock, &strand->clock);
        strand_tick(watch, strand);
    }
    if (event->takes || event->gives) {
        hold(watch, strand, event, object);
    }
    if (event->last) {
        object_drop(&watch->objects, event->object);
    }
    watch->findings.unwatched += !done;
}

/*
 * Atomics and fences, as C11 orders them (7.17.3, 5.1.2.4). An atomic object keeps the clock that
 * its release sequence publishes. A release store begins a sequence; read-modify-writes, and stores
 * of the same strand, go on with it; another strand's relaxed store ends it. A relaxed store or
 * read-modify-write after a release fence publishes the fence's clock; a relaxed load keeps what it
 * read for the next acquire fence.
 */
static bool acquires(enum simt_order order) {
    return order == SIMT_ACQUIRE || order == SIMT_ACQUIRE_RELEASE;
}

static bool releases(enum simt_order order) {
    return order == SIMT_RELEASE || order == SIMT_ACQUIRE_RELEASE;
}

bool atomic_acquire(const struct visit *visit, uint64_t address) {
    struct openmp_watch *watch = visit->watch;
    struct strand *strand = visit->strand;
    const struct sync_object *object = visit->reads && watch->atomics.count > 0
                                           ? object_at(&watch->atomics, address, false)
                                           : NULL;
    const bool nothing = object == NULL || object->clock.root == NULL;
    strand->polls |= acquires(visit->order) ? nothing : !visit->writes;
    if (nothing) {
        return true;
    }
    if (acquires(visit->order)) {
        return clock_join(&strand->clock, &object->clock);
    }
    strand->pends = true;
    return clock_join(&strand->pending, &object->clock);
}

bool atomic_release(const struct visit *visit, struct page *page, uint64_t address) {
    struct openmp_watch *watch = visit->watch;
    struct strand *strand = visit->strand;
    bool publishes = releases(visit->order) || strand->fenced;
    strand->raises |= !visit->reads && !publishes;
    if (!visit->writes || (!publishes && watch->atomics.count == 0)) {
        return true;
    }
    struct sync_object *object = object_at(&watch->atomics, address, publishes);
    if (object == NULL) {
        return !publishes;
    }
    page->atomics = true;
    if (!visit->reads) {
        if (object->head != strand->number) {
            clock_release(&object->clock);
        }
        object->head = strand->number;
    }
    if (releases(visit->order)) {
        bool done = strand_slot(watch, strand) && clock_join(&object->clock, &strand->clock);
        strand_tick(watch, strand);
        return done;
    }
    return !strand->fenced || clock_join(&object->clock, &strand->fence);
}
