/* Conflicts become findings. */
#include "../../array.h"
#include "race_finding.h"

#include "../happens_before/barrier_order.h"
#include "race_copies.h"
#include "recent_accesses.h"

#include <string.h>

/* ---- while the launch runs: one record for each pair of sites -------------------------------- */

static struct race *find_race(struct detector *detector, uint64_t key) {
    for (size_t i = 0; i < detector->race_count; i++) {
        if (detector->races[i].key == key) {
            return &detector->races[i];
        }
    }
    return NULL;
}

/* The key for what a site reads and nobody has written. */
static uint64_t unwritten_key(uint32_t site, bool shared) {
    return (uint64_t)site << 32 | 2 | shared;
}

static struct race *add_race(struct detector *detector, uint64_t key, enum finding_kind kind) {
    if (!array_grow(&detector->races, &detector->race_capacity, detector->race_count + 1)) {
        detector->findings.unwatched++;
        return NULL;
    }
    struct race *race = &detector->races[detector->race_count++];
    *race = (struct race){.key = key,
                          .finding.kind = kind,
                          .plain_read_site = DETECTOR_NO_SITE,
                          .read_site = {DETECTOR_NO_SITE, DETECTOR_NO_SITE}};
    describe_kernel(&race->finding, detector->launch);
    return race;
}

static enum message access_word(const struct race_visit *visit) {
    if (visit->event->kind == SIMT_ATOMIC || visit->event->kind == SIMT_REDUCTION) {
        return MESSAGE_ACCESS_ATOMIC;
    }
    return visit->writes ? MESSAGE_ACCESS_WRITE : MESSAGE_ACCESS_READ;
}

/* Names the place that the lane touches; tells which array it is in, as a number. */
static void describe_subject(struct race *race, const struct race_visit *visit,
                             const struct stretch *stretch, unsigned lane) {
    const struct simt_access *event = visit->event;
    struct simt_finding *finding = &race->finding;
    unsigned width = event->size / event->elements;
    finding->address = event->address[lane];
    race->shared = event->space == SIMT_SHARED;
    finding->memories = race->shared ? SIMT_MEMORY_SHARED : SIMT_MEMORY_GLOBAL;
    if (race->shared) {
        race->array = describe_shared(finding, visit->detector->launch, event->address[lane],
                                      event->place.site, width);
    } else {
        race->array = stretch->region;
        describe_global(finding, visit->detector, stretch->region, event->address[lane],
                        event->place.site, width);
    }
}

/* A compare-and-swap that fails leaves a mark among the readers. */
static bool is_atomic(const struct detector *detector, uint32_t site) {
    return site != DETECTOR_NO_SITE &&
           strncmp(detector->launch->sites[site].opcode, "atom.", 5) == 0;
}

static void describe_both(struct race *race, const struct race_visit *visit, unsigned lane,
                          shadow_cell other, bool in_write_plane, uint64_t other_block) {
    struct detector *detector = visit->detector;
    const struct simt_place *place = &visit->event->place;
    struct finding_place *first = &race->finding.places[0], *second = &race->finding.places[1];
    uint32_t site = detector_site(detector, other), thread = shadow_thread(other);
    bool other_atomic = (other & SHADOW_ATOMIC) && (in_write_plane || is_atomic(detector, site));
    race->sites[0] = site;
    race->sites[1] = place->site;
    race->finding.place_count = 2;
    describe_place(first, detector->launch, site,
                   other_atomic     ? MESSAGE_ACCESS_ATOMIC
                   : in_write_plane ? MESSAGE_ACCESS_WRITE
                                    : MESSAGE_ACCESS_READ);
    describe_place(second, detector->launch, place->site, access_word(visit));
    if (thread != shadow_thread(visit_mark(visit, lane)) || other_block != detector->block) {
        describe_thread(first, detector->launch, other_block, thread / SIMT_WARP_SIZE,
                        thread % SIMT_WARP_SIZE);
    }
    describe_thread(second, detector->launch, detector->block, place->warp, lane);
    race->read_site[0] = in_write_plane ? DETECTOR_NO_SITE : site;
    race->read_site[1] = visit->writes ? DETECTOR_NO_SITE : place->site;
    bool mine_atomic = visit->event->kind > SIMT_STORE || visit->event->order > SIMT_VOLATILE;
    race->mixed = other_atomic != mine_atomic;
    race->narrow = other_atomic && mine_atomic;
    race->both_write = in_write_plane && visit->writes && !race->mixed;
    race->copied = (in_write_plane && race_copies_at(detector, site)) ||
                   (visit->writes && race_copies_at(detector, place->site));
    race->copied_over = !in_write_plane && visit->writes && race_copies_at(detector, place->site);
    race->wants_fence = visit->event->order == SIMT_VOLATILE || detector->order_hint;
    if (other_atomic && !visit->writes) {
        race->plain_read_site = place->site;
    }
    if (!in_write_plane && mine_atomic) {
        race->plain_read_site = site;
    }
}

/* Where the other access is of another launch: names the thread there. */
static void describe_other_launch(struct race *race, const struct detector *detector,
                                  shadow_cell other, uint64_t block) {
    const struct launch_node *node = detector_launch_at(detector, shadow_tick(other));
    struct finding_place *place = &race->finding.places[0];
    if (node == NULL) {
        return;
    }
    struct simt_launch launch = {.kernel = node->kernel->name};
    memcpy(launch.grid, node->grid, sizeof launch.grid);
    memcpy(launch.block, node->block, sizeof launch.block);
    const struct simt_launch_event event = {.launch = &launch, .kernel = node->kernel};
    const uint32_t thread = shadow_thread(other);
    describe_thread(place, &event, block, thread / SIMT_WARP_SIZE, thread % SIMT_WARP_SIZE);
    message_write(place->who, sizeof place->who, SIMT_CUDA, MESSAGE_BY_KERNEL,
                  MESSAGE_VALUES(message_string("kernel", node->kernel->display_name),
                                 message_number("block number", place->block[0]),
                                 message_number("thread number", place->thread[0])));
    race->of_parent = launch_tree_is_parent(&detector->tree, node);
    race->of_tree = !race->of_parent;
}

/* CUDA: one thread waits, by volatile loads, for what another stores there, by a volatile store.
 * Both are relaxed accesses, and no race. What else the store announces needs a fence as before. */
static bool is_waited_for(const struct race_visit *visit, shadow_cell other, bool in_write_plane) {
    const struct simt_launch_event *launch = visit->detector->launch;
    const struct simt_access *event = visit->event;
    const uint32_t site = detector_site(visit->detector, other);
    if (event->order != SIMT_VOLATILE || launch->kernel->dialect != SIMT_CUDA) {
        return false;
    }
    if (site == DETECTOR_NO_SITE) {
        return true; /* rather miss a race than report one of threads that wait */
    }
    const struct simt_site *theirs = &launch->sites[site];
    const bool stored =
        strncmp(theirs->opcode, "st.", 3) == 0 && strstr(theirs->opcode, ".volatile") != NULL;
    return in_write_plane
               ? event->kind == SIMT_LOAD && launch->sites[event->place.site].waits && stored
               : event->kind == SIMT_STORE && theirs->waits;
}

/* `if (atomicAdd(&tickets, 1) == blocks - 1) tickets = 0;`: whoever drew the last ticket writes
 * after all who drew one: the writes of one place have an order, fences or not. Was the last atomic
 * before this store one of the same thread, or one that a barrier orders, whose old value counts?
 */
static bool has_drawn(const struct race_visit *visit, unsigned lane, shadow_cell other,
                      bool in_write_plane) {
    const shadow_cell mine = visit_mark(visit, lane),
                      last = other & ~(SHADOW_MANY_BLOCKS | SHADOW_MANY_WARPS | SHADOW_MANY_LANES);
    const uint32_t site = detector_site(visit->detector, other);
    if (visit->rule != SHADOW_STORE || !in_write_plane || !(other & SHADOW_ATOMIC) ||
        other < visit->floors.block || shadow_covers(other)) {
        return false;
    }
    return site != DETECTOR_NO_SITE && visit->detector->launch->sites[site].draws &&
           (shadow_ordered(last, mine, &visit->floors) ||
            /* in this order the warp's lowest lane comes last, and the cell holds its highest */
            (visit->detector->launch->launch->schedule == SIMT_REVERSE &&
             ((last ^ mine) & SHADOW_WARP_MASK) == 0));
}

void race_found(const struct race_visit *visit, const struct stretch *stretch, unsigned lane,
                shadow_cell other, bool in_write_plane) {
    struct detector *detector = visit->detector;
    const struct simt_access *event = visit->event;
    uint32_t first_tick = detector->block_tick;
    uint64_t block = detector->block;
    shadow_cell mine = visit_mark(visit, lane);
    bool elsewhere = other < visit->floors.block;
    if (elsewhere) {
        block = detector_block_at(detector, shadow_tick(other), &first_tick);
    }
    /* Does something published and received order the two? */
    if (order_known(detector->order, other, first_tick, mine, detector->block_tick,
                    !in_write_plane && visit->writes, &visit->floors) ||
        has_drawn(visit, lane, other, in_write_plane)) {
        return;
    }
    if (is_waited_for(visit, other, in_write_plane)) {
        detector->order_hint = true; /* a flag, perhaps */
        return;
    }
    bool other_warp = ((other ^ mine) & SHADOW_WARP_MASK) || (other & SHADOW_MANY_WARPS);
    const bool inside = !elsewhere && (other & SHADOW_MANY_BLOCKS) == 0;
    const bool many = !other_warp && (other & SHADOW_MANY_LANES) != 0;
    if (inside && meetings_order(visit, lane, other, other_warp) &&
        (!many || meetings_order_lanes(visit, lane, other) ||
         !recent_accesses_hide(visit, lane, in_write_plane))) {
        return;
    }
    enum race_scope scope = elsewhere || (other & SHADOW_MANY_BLOCKS) ? BETWEEN_BLOCKS
                            : other_warp                              ? BETWEEN_WARPS
                                                                      : BETWEEN_LANES;
    uint64_t key = (uint64_t)event->place.site << 32 | (other & SHADOW_SITE_MASK) << 8 |
                   (uint64_t)in_write_plane << 4 | (uint64_t)scope << 2 |
                   (event->space == SIMT_SHARED);
    struct race *race = find_race(detector, key);
    if (race != NULL) {
        race->finding.count++;
        return;
    }
    race = add_race(detector, key, FINDING_RACE);
    if (race == NULL) {
        return;
    }
    const shadow_cell partner = recent_accesses_partner(visit, lane, other, in_write_plane, &scope);
    if (partner != other && (elsewhere = partner < visit->floors.block)) {
        block = detector_block_at(detector, shadow_tick(partner), &first_tick);
    }
    race->scope = scope;
    race->wrong_flags = inside && (shadow_cell)detector->met_tick << SHADOW_TICK_SHIFT > other;
    race->parted = inside && meetings_lie_between(visit, lane, partner, scope == BETWEEN_WARPS);
    describe_subject(race, visit, stretch, lane);
    describe_both(race, visit, lane, partner, in_write_plane, block);
    if (elsewhere) {
        describe_other_launch(race, detector, partner, block);
    } else {
        race->of_some_launch = !inside && launch_tree_runs_alone(&detector->tree);
    }
}

/* The bytes at the array's beginning that are set, if those behind are not, and it comes of a wrong
 * length: no kernel has written to the array, or it is a number like a pointer's size, or like
 * elements in place of bytes. Else 0. */
static uint64_t set_at_the_beginning(const struct detector *detector, uint32_t array) {
    enum { POINTER = sizeof(void *), LARGEST_ELEMENT = 16 };
    if (array >= detector->region_count) {
        return 0;
    }
    const struct watched_region *region = &detector->regions[array];
    const uint64_t set = region->size - region->uninitialised;
    bool odd = set == POINTER || !region->stored;
    for (uint64_t size = 2; size <= LARGEST_ELEMENT; size *= 2) {
        odd = odd || set * size == region->size;
    }
    return odd && set > 0 && !region_has_unwritten(region, 0, set) ? set : 0;
}

/* How many elements of the block's array are written, where the block has passed a barrier and some
 * are: then those that write the others were forgotten, not the barrier. None where atomics have
 * been, which write what was to be set before. */
static void count_written(struct race *race, const struct race_visit *visit, unsigned lane) {
    enum { MOST_ELEMENTS = 1 << 14 };
    const struct detector *detector = visit->detector;
    const unsigned width = describe_width(detector->launch, visit->event->place.site,
                                          visit->event->size / visit->event->elements);
    race->written = race->elements = race->many = 0;
    if (!race->shared || race->array == UINT32_MAX ||
        visit->floors.barrier <= visit->floors.block) {
        return;
    }
    const struct simt_shared_variable *array = &detector->launch->shared_variables[race->array];
    const uint64_t elements = array->size / width, at = visit->event->address[lane] - array->offset;
    race->many = elements > detector->launch->threads ? elements : 0; /* each must set several */
    bool atomics = false;
    for (uint64_t i = 0; i < elements && elements <= MOST_ELEMENTS; i++) {
        shadow_cell cell = 0;
        if (shadow_peek(&detector->shared, SHADOW_WRITES, array->offset + i * width + at % width,
                        &cell) &&
            cell >= visit->floors.block) {
            race->written++;
            atomics = atomics || (cell & SHADOW_ATOMIC) != 0;
        }
    }
    race->elements = race->written > 0 && !atomics ? elements : 0;
    race->element = at / width;
}

/* Loads of numbers of 4 bytes and more are followed by the machine (undefined.c); all else that
 * reads counts as a use. */
static bool is_followed(const struct race_visit *visit) {
    const struct simt_access *event = visit->event;
    return event->kind == SIMT_LOAD && event->size / event->elements >= 4 &&
           !race_copies_at(visit->detector, event->place.site);
}

void race_unwritten(const struct race_visit *visit, const struct stretch *stretch, unsigned lane,
                    bool in_part) {
    struct detector *detector = visit->detector;
    const struct simt_access *event = visit->event;
    uint64_t key = unwritten_key(event->place.site, event->space == SIMT_SHARED);
    if (event->space == SIMT_SHARED && detector->launch->grid_barriers > 0) {
        return; /* shared memory may have been written before the block began once more */
    }
    struct race *race = find_race(detector, key);
    if (race != NULL) {
        race->finding.count++;
        if (race->used || (race->block == detector->block && race->warp == event->place.warp)) {
            return; /* the first one, or the one before the use */
        }
    } else if ((race = add_race(detector, key, FINDING_UNINITIALISED)) == NULL) {
        return;
    }
    race->block = detector->block;
    race->warp = event->place.warp;
    race->used = in_part || !is_followed(visit);
    describe_subject(race, visit, stretch, lane);
    struct simt_finding *finding = &race->finding;
    finding->place_count = 1;
    race->read_site[1] = event->place.site;
    count_written(race, visit, lane);
    race->set = race->shared ? 0 : set_at_the_beginning(detector, race->array);
    describe_place(&finding->places[0], detector->launch, event->place.site, access_word(visit));
    describe_thread(&finding->places[0], detector->launch, detector->block, event->place.warp,
                    lane);
}

bool detect_unwritten_is_used(struct detector *detector, uint32_t site) {
    bool used = false;
    for (int shared = 0; shared < 2; shared++) {
        struct race *race = find_race(detector, unwritten_key(site, shared != 0));
        if (race != NULL) {
            race->used = used = true;
        }
    }
    return used;
}

void race_copy_arrives(struct detector *detector, const struct simt_access *event) {
    for (size_t i = 0; i < detector->race_count; i++) {
        struct race *race = &detector->races[i];
        struct simt_finding *finding = &race->finding;
        bool open = finding->kind == FINDING_UNINITIALISED && race->shared;
        for (uint32_t left = event->mask; open && left != 0; left &= left - 1) {
            unsigned lane = (unsigned)__builtin_ctz(left);
            if (finding->address - event->address[lane] >= event->size) {
                continue; /* before it or behind it */
            }
            open = false;
            race->copied = race->unwritten = true;
            finding->kind = FINDING_RACE;
            finding->place_count = 2;
            describe_place(&finding->places[1], detector->launch, event->place.site,
                           MESSAGE_ACCESS_WRITE);
            describe_thread(&finding->places[1], detector->launch, detector->block,
                            event->place.warp, lane);
        }
    }
}

/* ---- at the launch's end --------------------------------------------------------------------- */

/* A plain read beside compare-and-swap is how such a loop begins: the swap itself tells whether
 * the value was stale, so a race there is none. */
static bool starts_a_loop(const struct detector *detector, const struct race *race) {
    return race->plain_read_site < detector->site_count &&
           detector->compare_and_swap_read != NULL &&
           detector->compare_and_swap_read[race->plain_read_site];
}

/* Memory that was read before another thread wrote it, in a race with that write, is no matter of
 * initialisation. */
static bool read_in_a_race(const struct detector *detector, const struct race *unwritten) {
    for (size_t i = 0; i < detector->race_count; i++) {
        const struct race *race = &detector->races[i];
        if (race->finding.kind == FINDING_RACE && !race->dropped &&
            race->shared == unwritten->shared && race->array == unwritten->array &&
            (race->read_site[0] == unwritten->read_site[1] ||
             race->read_site[1] == unwritten->read_site[1])) {
            return true;
        }
    }
    return false;
}

static bool same_line(const struct finding_place *a, const struct finding_place *b) {
    return a->line == b->line && strcmp(a->file, b->file) == 0;
}

/* Do both tell of the same two lines and the same array? */
static bool same_mistake(const struct race *a, const struct race *b) {
    const struct finding_place *p = a->finding.places, *q = b->finding.places;
    return a->finding.kind == FINDING_RACE && b->finding.kind == FINDING_RACE &&
           a->shared == b->shared && a->array == b->array && p[0].line != 0 && p[1].line != 0 &&
           ((same_line(&p[0], &q[0]) && same_line(&p[1], &q[1])) ||
            (same_line(&p[0], &q[1]) && same_line(&p[1], &q[0])));
}

/* How well a race shows the mistake: both threads known, then the threads far apart. */
static int clarity(const struct race *race) {
    return (race->finding.places[0].has_thread ? 4 : 0) + (int)race->scope;
}

static void merge(struct race *into, struct race *from) {
    uint64_t count = into->finding.count + from->finding.count;
    if (into->unwritten != from->unwritten) { /* the same accesses, seen from both sides */
        count = into->unwritten ? from->finding.count : into->finding.count;
    }
    if (clarity(from) > clarity(into) || (into->unwritten && !from->unwritten)) {
        into->finding = from->finding;
    }
    into->finding.count = count;
    into->scope = from->scope > into->scope ? from->scope : into->scope;
    into->mixed |= from->mixed;
    into->both_write |= from->both_write;
    into->wrong_flags &= from->wrong_flags;
    into->parted &= from->parted;
    into->wants_fence |= from->wants_fence;
    into->of_tree |= from->of_tree;
    into->of_parent |= from->of_parent;
    into->of_some_launch |= from->of_some_launch;
    into->copied |= from->copied;
    from->dropped = true;
}

void detect_races_settle(struct detector *detector) {
    struct race *races = detector->races;
    for (size_t i = 0; i < detector->race_count; i++) {
        races[i].dropped = starts_a_loop(detector, &races[i]);
        for (size_t k = 0; k < i && !races[i].dropped; k++) {
            if (!races[k].dropped && same_mistake(&races[k], &races[i])) {
                merge(&races[k], &races[i]);
            }
        }
    }
    for (size_t i = 0; i < detector->race_count; i++) {
        struct race *race = &races[i];
        bool unwritten = race->finding.kind == FINDING_UNINITIALISED;
        if (race->dropped || (unwritten && (!race->used || read_in_a_race(detector, race)))) {
            continue;
        }
        race_advise(detector, race);
        finding_list_add(&detector->findings, &race->finding);
    }
    detector->race_count = 0;
}
