/* The fast ways (rows, the usual cases first) and each cell by the whole rule: at random, what they
 * find and what the shadow then holds are the same. */
#include <stdlib.h>
#include <string.h>

#include "../observers/detectors/detector.h"
#include "../../tests/unit.h"

enum { SITES = 8, WARPS = 3, SHARED_BYTES = 4 * 160 + 4, GLOBAL_BYTES = 3 * 4096 };
enum { ROUNDS = 400, EVENTS = 120 };
static const uint64_t global_base = 0x10000000;

struct world {
    struct detector *detectors[2]; /* the first takes the plain way */
    struct simt_site sites[SITES];
    struct simt_shared_variable variable;
    struct simt_kernel_info kernel;
    struct simt_launch launch;
    struct simt_launch_event event;
    uint64_t block;
    uint64_t random;
    bool narrow; /* accesses of less than a word too, which split pages */
    bool askew;  /* whole lines are rare */
};

#define TELL_BOTH(world, callback, ...)                                                            \
    for (int d_ = 0; d_ < 2; d_++) {                                                               \
        const struct simt_observer *observer_ = detector_observer((world)->detectors[d_]);         \
        observer_->callback(observer_->self, __VA_ARGS__);                                         \
    }

static uint32_t pick(struct world *world, uint32_t count) {
    world->random = world->random * UINT64_C(6364136223846793005) + 1442695040888963407;
    return (uint32_t)(world->random >> 33) % count;
}

static void make_world(struct world *world, uint64_t seed) {
    memset(world, 0, sizeof *world);
    world->random = seed;
    world->narrow = pick(world, 6) == 0;
    world->askew = pick(world, 3) == 0;
    for (uint32_t i = 0; i < SITES; i++) {
        world->sites[i].source = (struct simt_source){"a.cu", 10 + i, i, "work"};
    }
    world->variable = (struct simt_shared_variable){.name = "sums", .size = SHARED_BYTES};
    strcpy(world->variable.display_name, "sums");
    world->kernel.name = world->kernel.display_name = "work";
    world->launch = (struct simt_launch){.grid = {4, 1, 1}, .block = {WARPS * 32, 1, 1}};
    world->event = (struct simt_launch_event){.kernel = &world->kernel,
                                              .launch = &world->launch,
                                              .threads = WARPS * 32,
                                              .warps = WARPS,
                                              .shared_extent = SHARED_BYTES,
                                              .shared_bytes = SHARED_BYTES,
                                              .site_count = SITES,
                                              .sites = world->sites,
                                              .shared_variable_count = 1,
                                              .shared_variables = &world->variable};
    struct simt_region region = {
        .kind = SIMT_REGION_HEAP, .address = global_base, .size = GLOBAL_BYTES, .name = ""};
    struct simt_host_write write = {.size = GLOBAL_BYTES / 2, .from_region = SIMT_MIXED_REGIONS};
    for (int d = 0; d < 2; d++) {
        world->detectors[d] = detector_create();
        assert_non_null(world->detectors[d]);
        world->detectors[d]->plain = d == 0;
    }
    TELL_BOTH(world, region_new, &region)
    TELL_BOTH(world, host_write, &write)
    TELL_BOTH(world, launch_begin, &world->event)
    TELL_BOTH(world, block_begin, &world->event, 0)
}

/* The pattern that the machine gives such addresses. */
static enum simt_pattern pattern_of(const uint64_t address[32], uint32_t mask, unsigned size) {
    const unsigned first = (unsigned)__builtin_ctz(mask);
    const uint32_t run = mask >> first;
    bool row = true, one = true, steps = mask == UINT32_MAX;
    for (unsigned lane = first; lane < 32; lane++) {
        bool on = (mask >> lane & 1) != 0;
        row &= !on || address[lane] == address[first] + (uint64_t)(lane - first) * size;
        one &= !on || address[lane] == address[first];
        steps &= lane < 2 || address[lane] - address[lane - 1] == address[1] - address[0];
    }
    return row     ? ((run & (run + 1)) == 0 ? SIMT_ROW : SIMT_GAPS)
           : one   ? SIMT_ONE_PLACE
           : steps ? SIMT_STEPS
                   : SIMT_SCATTERED;
}

/* Any lanes, all, or neighbours. */
static uint32_t some_lanes(struct world *world) {
    uint32_t any = pick(world, 0x7fffffff) | 1, few = UINT32_MAX >> pick(world, 32);
    return pick(world, 2) == 0   ? any
           : pick(world, 3) == 0 ? UINT32_MAX
                                 : few << pick(world, 1 + (uint32_t)__builtin_clz(few | 1));
}

/* Mostly rows of whole lines; else rows that lie askew, parts of rows, one place, anywhere, some of
 * them the same for neighbours. */
static void touch(struct world *world) {
    static const unsigned sizes[] = {4, 4, 4, 4, 4, 8, 16, 1, 2};
    static const enum simt_access_kind kinds[] = {
        SIMT_LOAD, SIMT_LOAD, SIMT_LOAD, SIMT_STORE, SIMT_STORE, SIMT_ATOMIC, SIMT_REDUCTION};
    uint64_t address[32] = {0}, value[32];
    bool shared = pick(world, 2) == 0,
         whole = world->askew ? pick(world, 8) == 0 : pick(world, 4) != 0;
    unsigned size = whole ? 4u << pick(world, 3) : sizes[pick(world, world->narrow ? 9 : 7)];
    enum simt_access_kind kind = kinds[pick(world, whole ? 5 : 7)];
    size = kind > SIMT_STORE ? 4 : size;
    uint64_t bytes = shared ? SHARED_BYTES / 16 * 16 : GLOBAL_BYTES,
             base = shared ? 0 : global_base;
    uint64_t rows = bytes / (32 * size), step = pick(world, 5) == 0 ? 0 : size;
    step = !whole && pick(world, 3) == 0 ? (uint64_t)size * (2 + pick(world, 3)) : step;
    step = !whole && pick(world, 4) == 0 ? -step : step; /* from high addresses to low ones */
    uint64_t first = rows > 0 ? pick(world, (uint32_t)rows) * 32 * size : 0;
    first += whole ? 0 : (uint64_t)pick(world, 32) * size;
    bool anywhere = rows == 0 || (!whole && pick(world, 3) == 0), same = pick(world, 3) == 0;
    uint32_t warp = pick(world, WARPS), mask = whole ? UINT32_MAX : some_lanes(world);
    for (uint32_t lane = 0; lane < 32; lane++) {
        uint64_t at = anywhere ? (uint64_t)pick(world, (uint32_t)(bytes / size)) * size
                               : (first + lane * step) % (bytes / size * size);
        bool again = anywhere && lane > 0 && same && pick(world, 2) == 0;
        address[lane] = again ? address[lane - 1] : base + at;
        value[lane] = same ? 1 : 1000 * warp + lane;
    }
    struct simt_access access = {.place = {&world->event, world->block, warp, pick(world, SITES)},
                                 .space = shared ? SIMT_SHARED : SIMT_GLOBAL,
                                 .kind = kind,
                                 .atomic = kind > SIMT_STORE ? SIMT_ATOMIC_ADD : SIMT_ATOMIC_NONE,
                                 .order = kind > SIMT_STORE ? SIMT_RELAXED : SIMT_WEAK,
                                 .size = (uint8_t)size,
                                 .elements = 1,
                                 .mask = mask,
                                 .pattern = pick(world, 3) == 0 ? SIMT_UNKNOWN
                                                                : pattern_of(address, mask, size),
                                 .address = address,
                                 .wrote = kind > SIMT_STORE ? mask : 0,
                                 .value = kind == SIMT_STORE ? value : NULL};
    TELL_BOTH(world, access, &access)
}

static void pass_barrier(struct world *world) {
    uint32_t masks[WARPS], sites[WARPS * 32] = {0};
    memset(masks, 0xff, sizeof masks);
    struct simt_barrier_release release = {.launch = &world->event,
                                           .block = world->block,
                                           .arrived = WARPS * 32,
                                           .warps = WARPS,
                                           .masks = masks,
                                           .sites = sites};
    TELL_BOTH(world, barrier_release, &release)
}

static void happen(struct world *world) {
    struct simt_syncwarp sync = {.place = {&world->event, world->block, pick(world, WARPS), 0},
                                 .mask = UINT32_MAX,
                                 .parted = pick(world, 3) == 0};
    for (unsigned lane = 0; lane < 32; lane++) { /* tiles of 8 */
        sync.members[lane] = 0xffu << lane / 8 * 8;
    }
    switch (pick(world, 24)) {
    case 0:
        world->block++;
        TELL_BOTH(world, block_begin, &world->event, world->block)
        break;
    case 1:
        TELL_BOTH(world, launch_end, &world->event)
        world->block = 0;
        world->event.number++;
        TELL_BOTH(world, launch_begin, &world->event)
        TELL_BOTH(world, block_begin, &world->event, 0)
        break;
    case 2:
    case 3:
        TELL_BOTH(world, syncwarp, &sync)
        break;
    case 4:
    case 5:
        pass_barrier(world);
        break;
    default:
        touch(world);
    }
}

static void same_cells(const shadow_cell *a, const shadow_cell *b, size_t count) {
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(a != NULL ? a[i] : 0, b != NULL ? b[i] : 0);
    }
}

static void same_pages(struct shadow_page *a, struct shadow_page *b, size_t bytes) {
    assert_int_equal(a->shift, b->shift);
    same_cells(a->write, b->write, bytes >> a->shift);
    same_cells(a->read, b->read, bytes >> a->shift);
}

static void end_world(struct world *world) {
    const struct detector *a = world->detectors[0], *b = world->detectors[1];
    TELL_BOTH(world, launch_end, &world->event)
    same_pages(&world->detectors[0]->shared, &world->detectors[1]->shared, SHARED_BYTES);
    for (int p = 0; p < GLOBAL_BYTES / SHADOW_PAGE_BYTES && a->regions[0].pages != NULL; p++) {
        same_pages(&a->regions[0].pages[p], &b->regions[0].pages[p], SHADOW_PAGE_BYTES);
    }
    assert_int_equal(a->findings.count, b->findings.count);
    for (size_t n = 0; n < a->findings.count; n++) {
        assert_memory_equal(&a->findings.items[n], &b->findings.items[n],
                            sizeof a->findings.items[n]);
    }
    detector_destroy(world->detectors[0]);
    detector_destroy(world->detectors[1]);
}

static void the_same_at_random(void **state) {
    static struct world world;
    for (uint64_t seed = 1; seed <= ROUNDS; seed++) {
        make_world(&world, seed);
        for (int e = 0; e < EVENTS; e++) {
            happen(&world);
        }
        end_world(&world);
    }
}

static void touch_shared(struct world *world, enum simt_access_kind kind, uint32_t mask,
                         const uint64_t address[32]) {
    const bool atomic = kind > SIMT_STORE;
    struct simt_access access = {.place = {&world->event, world->block, 0, kind},
                                 .space = SIMT_SHARED,
                                 .kind = kind,
                                 .atomic = atomic ? SIMT_ATOMIC_ADD : SIMT_ATOMIC_NONE,
                                 .order = atomic ? SIMT_RELAXED : SIMT_WEAK,
                                 .size = 4,
                                 .elements = 1,
                                 .mask = mask,
                                 .pattern = pattern_of(address, mask, 4),
                                 .address = address,
                                 .wrote = atomic ? mask : 0,
                                 .value = kind == SIMT_STORE ? address : NULL};
    TELL_BOTH(world, access, &access)
}

/* A lane counts and looks at its word; then all count, each at another's. */
static void a_read_between_atomics(void **state) {
    static struct world world;
    const uint32_t lane = 1u << 3;
    uint64_t address[32];
    for (uint64_t i = 0; i < 32; i++) {
        address[i] = i * 7 % 32 * 4;
    }
    make_world(&world, 1);
    touch_shared(&world, SIMT_STORE, UINT32_MAX, address);
    pass_barrier(&world);
    touch_shared(&world, SIMT_LOAD, UINT32_MAX, address);
    pass_barrier(&world);
    touch_shared(&world, SIMT_ATOMIC, lane, address);
    touch_shared(&world, SIMT_LOAD, lane, address);
    for (uint64_t i = 0; i < 32; i++) {
        address[i] = (i * 7 + 1) % 32 * 4;
    }
    touch_shared(&world, SIMT_ATOMIC, UINT32_MAX, address);
    end_world(&world);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_same_at_random),
                                       cmocka_unit_test(a_read_between_atomics)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
