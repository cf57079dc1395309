/*
 * Atomics and fences, as C11 orders them (7.17.3, 5.1.2.4). An atomic object keeps the clock that
 * its release sequence publishes. A release store begins a sequence; read-modify-writes, and stores
 * of the same strand, go on with it; another strand's relaxed store ends it. A relaxed store or
 * read-modify-write after a release fence publishes the fence's clock; a relaxed load keeps what it
 * read for the next acquire fence.
 */
#include "watch.h"

static bool acquires(enum simt_order order) {
    return order == SIMT_ACQUIRE || order == SIMT_ACQUIRE_RELEASE;
}

static bool releases(enum simt_order order) {
    return order == SIMT_RELEASE || order == SIMT_ACQUIRE_RELEASE;
}

bool atomic_acquire(const struct visit *visit, uint64_t address) {
    struct openmp_watch *watch = visit->watch;
    struct strand *strand = visit->strand;
    strand->polls |= !visit->writes && !acquires(visit->order);
    const struct sync_object *object = visit->reads && watch->atomics.count > 0
                                           ? object_at(&watch->atomics, address, false)
                                           : NULL;
    if (object == NULL || object->clock.root == NULL) {
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

void fence_order(struct openmp_watch *watch, struct strand *strand, bool acquire, bool release) {
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
