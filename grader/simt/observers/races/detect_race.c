/* Races and uninitialised reads: every access of a warp is laid against the shadow. What is found
 * goes to race_finding.c. */
#include "race_visits.h"
#include "race_cell.h"
#include "race_copies.h"
#include "race_turns.h"
#include "recent_accesses.h"
#include "../lanes_in_a_row.h"
#include "synchronise.h"

#include <stdlib.h>
#include <string.h>

/* ---- pages ----------------------------------------------------------------------------------- */

/* Makes the planes that the access needs and splits the page if it must. */
static bool prepare_page(const struct race_visit *visit, const struct stretch *stretch) {
    struct detector *detector = visit->detector;
    struct shadow_page *page = stretch->page;
    if (page->write != NULL && page->read != NULL && visit->event->size >= 4) {
        page->last_write = visit->writes ? detector->tick : page->last_write;
        return true;
    }
    if (visit->event->size < 1u << page->shift) {
        bool must_split = visit->writes || page->last_write >= detector->launch_tick;
        if (must_split && !shadow_split(page, stretch->page_bytes, detector->launch_tick)) {
            return false;
        }
        if (!must_split) {
            page->narrow_read = detector->tick;
        }
    }
    bool shared = stretch->region == SIMT_MIXED_REGIONS;
    if ((visit->writes || shared) && !shadow_make_plane(page, SHADOW_WRITES, stretch->page_bytes)) {
        return false;
    }
    if (visit->writes) {
        page->last_write = detector->tick;
    }
    return visit->writes || shadow_make_plane(page, SHADOW_READS, stretch->page_bytes);
}

/* The cells of one lane, whose bytes start at `offset` of the page. */
static inline void visit_lane(const struct race_visit *visit, const struct stretch *stretch,
                              uint64_t offset, unsigned lane) {
    unsigned shift = stretch->page->shift;
    size_t first = offset >> shift;
    for (unsigned cells = visit->event->size >> shift; cells > 1; cells--) {
        visit_cell(visit, stretch, first++, lane);
    }
    visit_cell(visit, stretch, first, lane);
}

/* Lanes side by side that read less than a word each, where nobody has been in this launch: the
 * last lane of each word stands for all. False if somebody has. */
static bool visit_fresh_parts(const struct race_visit *visit, const struct stretch *stretch) {
    const struct shadow_page *page = stretch->page;
    unsigned size = visit->event->size, lanes = stretch->lanes;
    size_t first = stretch->offset >> 2, last = (stretch->offset + lanes * size - 1) >> 2;
    if (visit->detector->plain || visit->writes || page->shift == 0 ||
        page->last_write >= visit->detector->launch_tick) {
        return false;
    }
    if (((stretch->offset | lanes * size) & 3) == 0) {
        return shadow_read_parts(page->read + first, (unsigned)(last - first) + 1, 4 / size,
                                 visit_mark(visit, stretch->first_lane), visit->floors.launch);
    }
    for (size_t cell = first; cell <= last; cell++) {
        if (page->read[cell] >= visit->floors.launch) {
            return false;
        }
    }
    unsigned begin = 0;
    for (size_t cell = first; cell <= last; cell++) {
        unsigned end = (unsigned)((4 * (cell + 1) - stretch->offset) >> (size - 1)); /* 1 or 2 */
        end = end < lanes ? end : lanes;
        const shadow_cell first_mark = visit_mark(visit, stretch->first_lane + begin),
                          last_mark = visit_mark(visit, stretch->first_lane + end - 1);
        page->read[cell] = last_mark | shadow_lanes_from(first_mark, last_mark) |
                           (end - begin > 1 ? SHADOW_MANY_LANES : 0);
        begin = end;
    }
    return true;
}

/* Lanes side by side in a page that is prepared. */
static void visit_plain_row(const struct race_visit *visit, const struct stretch *stretch) {
    unsigned size = visit->event->size, shift = stretch->page->shift;
    if (stretch->lanes > 1 && size >> shift) {
        visit_run(visit, stretch, stretch->offset >> shift, size >> shift);
        return;
    }
    if (stretch->region != SIMT_MIXED_REGIONS && size < 4 && visit_fresh_parts(visit, stretch)) {
        return;
    }
    for (unsigned i = 0; i < stretch->lanes; i++) {
        visit_lane(visit, stretch, stretch->offset + (uint64_t)i * size, stretch->first_lane + i);
    }
}

/* Lanes side by side. False without memory. */
static bool visit_row(const struct race_visit *visit, const struct stretch *stretch) {
    if (!prepare_page(visit, stretch)) {
        return false;
    }
    visit_plain_row(visit, stretch);
    return true;
}

static void visit_shared(const struct race_visit *visit, unsigned first, unsigned row) {
    struct detector *detector = visit->detector;
    const struct simt_access *event = visit->event;
    struct stretch stretch = {.page = &detector->shared,
                              .page_bytes = detector->shared_bytes,
                              .offset = event->address[first],
                              .first_lane = first,
                              .lanes = row,
                              .region = SIMT_MIXED_REGIONS};
    if (!visit->writes) {
        detector->shared.last_read = detector->tick;
    }
    if (row > 1) {
        detector->findings.unwatched += !visit_row(visit, &stretch);
        return;
    }
    if (!prepare_page(visit, &stretch)) {
        detector->findings.unwatched++;
        return;
    }
    if (visit->rule == SHADOW_LOAD && event->pattern == SIMT_ONE_PLACE && !detector->plain &&
        visit_loaded_place(visit, stretch.page, event->address[first] >> stretch.page->shift,
                           visit->floors.block, visit->floors.barrier)) {
        return;
    }
    if (event->size >> stretch.page->shift <= 1) {
        visit_words(visit, &stretch);
        return;
    }
    for (LANES_OF(lane, event->mask)) {
        visit_lane(visit, &stretch, event->address[lane], lane);
    }
}

static struct shadow_page *make_pages(struct watched_region *region) {
    const size_t count = region_pages(region);
    region->pages = calloc(count, sizeof *region->pages);
    for (size_t i = 0; region->pages != NULL && i < count; i++) {
        region->pages[i].shift = 2;
    }
    return region->pages;
}

/* Is each number that is not written whole written in part? Where kernels have stored, such a
 * number is a structure's member and the padding behind it, copied whole. */
static bool is_padded(const struct race_visit *visit, const struct watched_region *region,
                      uint64_t offset) {
    unsigned elements = visit->event->elements, size = visit->event->size / elements;
    for (unsigned e = 0; e < elements; e++, offset += size) {
        unsigned byte = 0;
        while (byte < size && region_has_unwritten(region, offset + byte, 1)) {
            byte++;
        }
        if (byte == size) {
            return false;
        }
    }
    return true;
}

static void visit_written(const struct race_visit *visit, struct watched_region *region,
                          const struct stretch *stretch, uint64_t address) {
    uint64_t offset = address - region->address;
    unsigned size = visit->event->size;
    if (visit->reads && region_has_unwritten(region, offset, (uint64_t)stretch->lanes * size)) {
        for (unsigned i = 0; i < stretch->lanes; i++) {
            const uint64_t at = offset + (uint64_t)i * size;
            const bool unset = region_has_unwritten(region, at, size);
            const bool in_part = unset && is_padded(visit, region, at);
            if (unset && !(in_part && region->stored)) {
                race_unwritten(visit, stretch, stretch->first_lane + i, in_part);
            }
        }
    }
    if (visit->writes) {
        region->stored = true;
        region_mark_written(region, offset, (uint64_t)stretch->lanes * size);
    }
}

static struct watched_region *region_of(const struct race_visit *visit, unsigned lane,
                                        uint32_t *index) {
    const struct simt_access *event = visit->event;
    struct detector *detector = visit->detector;
    *index = event->region == SIMT_MIXED_REGIONS ? event->regions[lane] : event->region;
    if (*index >= detector->region_count) {
        return NULL;
    }
    struct watched_region *region = &detector->regions[*index];
    if (region->pages != NULL || make_pages(region) != NULL) {
        return region;
    }
    detector->findings.unwatched++;
    return NULL;
}

static void visit_global_row(const struct race_visit *visit, unsigned first, unsigned lanes) {
    const struct simt_access *event = visit->event;
    uint32_t index;
    struct watched_region *region = region_of(visit, first, &index);
    while (region != NULL && lanes > 0) {
        uint64_t address = event->address[first], offset = address % SHADOW_PAGE_BYTES;
        uint64_t room = (SHADOW_PAGE_BYTES - offset) / event->size;
        struct stretch stretch = {.page = region_page(region, address),
                                  .page_bytes = SHADOW_PAGE_BYTES,
                                  .offset = offset,
                                  .first_lane = first,
                                  .lanes = lanes < room ? lanes : (unsigned)room,
                                  .region = index};
        visit->detector->findings.unwatched += !visit_row(visit, &stretch);
        if (region->initialised != NULL) {
            visit_written(visit, region, &stretch, address);
        }
        first += stretch.lanes;
        lanes -= stretch.lanes;
    }
}

/* What meets another block's atomic is seen cell by cell only. */
static bool is_narrow(const struct race_visit *visit) {
    return (visit->base & SHADOW_ATOMIC) != 0 && visit->event->scope == SIMT_SCOPE_BLOCK;
}

static void visit_global(const struct race_visit *visit, unsigned first, unsigned row) {
    if (row) {
        visit_global_row(visit, first, row);
        return;
    }
    const struct simt_access *event = visit->event;
    struct stretch stretch = {.page_bytes = SHADOW_PAGE_BYTES, .lanes = 1};
    struct watched_region *region = NULL;
    const bool narrow = is_narrow(visit);
    for (uint32_t left = event->mask; left; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctz(left);
        uint64_t address = event->address[lane];
        if (region == NULL || event->region == SIMT_MIXED_REGIONS) {
            region = region_of(visit, lane, &stretch.region);
        }
        if (region == NULL) {
            continue;
        }
        struct shadow_page *page = region_page(region, address);
        stretch.first_lane = lane;
        if (stretch.page == NULL || page != stretch.page) {
            stretch.page = page;
            if (!prepare_page(visit, &stretch)) {
                visit->detector->findings.unwatched++;
                stretch.page = NULL;
                continue;
            }
        }
        uint64_t offset = address % SHADOW_PAGE_BYTES;
        bool all = left == event->mask && !narrow &&
                   (event->kind != SIMT_LOAD ||
                    !region_has_unwritten(region, address - region->address, event->size));
        if (all && visit_one_place(visit, page, offset)) {
            left = 1; /* that was all of them */
        } else if (event->size == 4 && page->shift == 2 && !narrow) {
            visit_word(visit, &stretch, offset / 4, lane);
        } else {
            visit_lane(visit, &stretch, offset, lane);
        }
        if (region->initialised != NULL) {
            visit_written(visit, region, &stretch, address);
        }
    }
}

/* ---- the event ------------------------------------------------------------------------------- */

/* A volatile store after a fence is how a flag is raised; without one it is a plain store. */
static bool synchronises(const struct race_visit *visit) {
    const struct simt_access *event = visit->event;
    uint32_t first = event->place.warp * SIMT_WARP_SIZE + (uint32_t)__builtin_ctz(event->mask);
    switch (event->kind) {
    case SIMT_LOAD:
        return event->order != SIMT_WEAK;
    case SIMT_STORE:
        return event->order > SIMT_VOLATILE ||
               (event->order == SIMT_VOLATILE && order_fenced(visit->detector->order, first));
    default:
        return true;
    }
}

static void make_marks(struct race_visit *visit, bool synchronising) {
    const struct simt_access *event = visit->event;
    visit->base = detector_mark(visit->detector, event->place.warp, event->place.site);
    const uint64_t *value = event->value != NULL ? event->value : event->mixture;
    visit->value = event->kind == SIMT_STORE && !synchronising ? value : NULL;
    if (synchronising) {
        visit->base |= SHADOW_ATOMIC;
    }
    if (visit->writes && visit->value == NULL) {
        visit->base |= (shadow_cell)SHADOW_UNKNOWN_VALUE << SHADOW_HASH_SHIFT;
    }
}

static unsigned row_of(const struct simt_access *event) {
    return lanes_in_a_known_row(event->pattern, event->address, event->mask, event->size);
}

static void visit_lanes(const struct race_visit *visit) {
    const struct simt_access *event = visit->event;
    const unsigned first = (unsigned)__builtin_ctz(event->mask);
    if (event->space == SIMT_SHARED) {
        visit_shared(visit, first, row_of(event));
    } else if (event->region == SIMT_MIXED_REGIONS || is_narrow(visit)) {
        visit_global(visit, first, 0);
    } else {
        visit_global(visit, first, row_of(event));
    }
}

/* The lanes whose compare-and-swap fails only read. */
static void visit_swaps(const struct race_visit *visit) {
    struct simt_access part = *visit->event;
    struct race_visit lanes = *visit;
    lanes.event = &part;
    part.pattern = part.pattern == SIMT_ONE_PLACE ? SIMT_ONE_PLACE : SIMT_UNKNOWN;
    part.mask = visit->event->wrote;
    if (part.mask != 0) {
        visit_lanes(&lanes);
    }
    part.mask = visit->event->mask & ~visit->event->wrote;
    lanes.writes = false;
    visit_lanes(&lanes);
}

/* `copies`: it is a half of an asynchronous copy. */
static void visit_access(struct detector *detector, const struct simt_access *event, bool copies) {
    struct race_visit visit = {.detector = detector, .event = event};
    detector_floors(detector, event->space, event->place.warp, &visit.floors);
    if (copies && event->kind == SIMT_STORE) {
        race_copies_arrive(detector, event, &visit.floors);
    } else if (copies) {
        race_copies_begin(detector, event);
    }
    if (event->space == SIMT_SHARED) {
        visit.floors.launch = visit.floors.block; /* each block has shared memory of its own */
    }
    /* An exchange whose old value is dropped sets its place, whatever was there. */
    visit.reads = event->kind != SIMT_STORE &&
                  !(event->kind == SIMT_REDUCTION && event->atomic == SIMT_ATOMIC_EXCHANGE);
    visit.writes = event->kind != SIMT_LOAD;
    bool synchronising = synchronises(&visit);
    visit.rule = synchronising ? SHADOW_ATOMICALLY : visit.writes ? SHADOW_STORE : SHADOW_LOAD;
    make_marks(&visit, synchronising);
    if (event->atomic == SIMT_ATOMIC_CAS) {
        synchronise_loop_start(&visit);
    }
    if (synchronising) {
        synchronise(&visit);
    }
    if (event->kind != SIMT_REDUCTION && event->space == SIMT_GLOBAL &&
        (event->kind == SIMT_ATOMIC || event->order > SIMT_VOLATILE)) {
        detector->order_hint = true;
    }

    if (race_turns_taken(detector) && event->space == SIMT_GLOBAL && visit.rule == SHADOW_LOAD) {
        race_turns_load(&visit);
    }
    if (event->atomic == SIMT_ATOMIC_CAS && event->wrote != event->mask) {
        visit_swaps(&visit);
    } else {
        visit_lanes(&visit);
    }
}

static void access(struct detector *detector, const struct simt_access *event) {
    bool copies = detector->copies.any && race_copies_at(detector, event->place.site);
    if (event->space == SIMT_SHARED) {
        if (copies && event->kind == SIMT_STORE && detector->race_count > 0) {
            race_copy_arrives(detector, event);
        }
        if (copies || !visit_calm_words(detector, &detector->shared, event)) {
            visit_access(detector, event, copies);
        }
    } else if (event->space == SIMT_GLOBAL) {
        visit_access(detector, event, copies);
    }
    recent_accesses_keep(detector, event);
}

static void launch_end(struct detector *detector, const struct simt_launch_event *event) {
    (void)event;
    detect_races_settle(detector);
}

const struct detection detect_race = {.access = access, .launch_end = launch_end};
