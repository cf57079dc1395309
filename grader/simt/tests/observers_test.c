/* The detectors alone, told of accesses by hand: what they find must not need a machine. */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "../observers/count.h"
#include "../observers/detect.h"

enum { SITES = 8, SHARED_BYTES = 4096, GLOBAL_BYTES = 8192, WARPS = 2 };
static const uint64_t global_base = 0x10000000;

/* A little world: one kernel of 64 threads, one shared array of words, one global array. */
struct world {
    struct detector *detector;
    const struct simt_observer *observer;
    struct simt_site sites[SITES];
    struct simt_shared_variable variable;
    struct simt_kernel_info kernel;
    struct simt_launch launch;
    struct simt_launch_event event;
    uint64_t block;
};

static void begin_block(struct world *world, uint64_t block) {
    world->block = block;
    world->observer->block_begin(world->observer->self, &world->event, block);
}

static void begin_launch(struct world *world) {
    world->event.number++;
    world->observer->launch_begin(world->observer->self, &world->event);
    begin_block(world, 0);
}

static void end_launch(struct world *world) {
    world->observer->launch_end(world->observer->self, &world->event);
}

static int make_world(void **state) {
    static struct world world;
    memset(&world, 0, sizeof world);
    world.detector = detector_create();
    assert_non_null(world.detector);
    world.observer = detector_observer(world.detector);
    for (uint32_t i = 0; i < SITES; i++) {
        world.sites[i].source = (struct simt_source){"a.cu", 10 + i, i, "work"};
    }
    world.variable = (struct simt_shared_variable){.name = "sums", .size = SHARED_BYTES};
    strcpy(world.variable.display_name, "sums");
    world.kernel.name = world.kernel.display_name = "work";
    world.launch.grid[0] = 4;
    world.launch.grid[1] = world.launch.grid[2] = 1;
    world.launch.block[0] = WARPS * 32;
    world.launch.block[1] = world.launch.block[2] = 1;
    world.event = (struct simt_launch_event){.kernel = &world.kernel,
                                             .launch = &world.launch,
                                             .threads = WARPS * 32,
                                             .warps = WARPS,
                                             .shared_extent = SHARED_BYTES,
                                             .shared_bytes = SHARED_BYTES,
                                             .site_count = SITES,
                                             .sites = world.sites,
                                             .shared_variable_count = 1,
                                             .shared_variables = &world.variable};
    struct simt_region region = {
        .kind = SIMT_REGION_HEAP, .address = global_base, .size = GLOBAL_BYTES, .name = ""};
    world.observer->region_new(world.observer->self, &region);
    struct simt_host_write write = {.size = GLOBAL_BYTES, .from_region = SIMT_MIXED_REGIONS};
    world.observer->host_write(world.observer->self, &write);
    begin_launch(&world);
    *state = &world;
    return 0;
}

static int end_world(void **state) {
    struct world *world = *state;
    detector_destroy(world->detector);
    return 0;
}

/* One warp access; lane l touches first + l * step. */
struct touch {
    enum simt_space space;
    enum simt_access_kind kind;
    uint32_t warp;
    uint32_t site;
    uint32_t mask;
    unsigned size;
    uint64_t first;
    int64_t step;
    enum simt_order order;
    enum simt_atomic_op atomic;
    bool same_value;
};

static void touch(struct world *world, struct touch touch) {
    uint64_t address[32], value[32];
    for (int lane = 0; lane < 32; lane++) {
        address[lane] = (touch.space == SIMT_GLOBAL ? global_base : 0) + touch.first +
                        (uint64_t)(lane * touch.step);
        value[lane] = touch.same_value ? 1 : 1000 * touch.warp + (uint64_t)lane;
    }
    struct simt_access access = {.place = {&world->event, world->block, touch.warp, touch.site},
                                 .space = touch.space,
                                 .kind = touch.kind,
                                 .atomic = touch.atomic,
                                 .order = touch.order,
                                 .size = (uint8_t)touch.size,
                                 .elements = 1,
                                 .mask = touch.mask,
                                 .address = address,
                                 .wrote = touch.kind > SIMT_STORE ? touch.mask : 0,
                                 .value = touch.kind == SIMT_STORE ? value : NULL};
    world->observer->access(world->observer->self, &access);
}

static void barrier(struct world *world) {
    uint32_t masks[WARPS] = {~0u, ~0u}, sites[WARPS * 32] = {0};
    struct simt_barrier_release release = {.launch = &world->event,
                                           .block = world->block,
                                           .arrived = WARPS * 32,
                                           .warps = WARPS,
                                           .masks = masks,
                                           .sites = sites};
    world->observer->barrier_release(world->observer->self, &release);
}

/* What lane 0 loaded at site `source`, of memory that perhaps nobody has written, is used. */
static void use(struct world *world, uint32_t source) {
    struct simt_undefined event = {
        .place = {&world->event, world->block, 0, 3}, .source = source, .mask = 1, .loaded = true};
    world->observer->undefined(world->observer->self, &event);
}

static void syncwarp(struct world *world, uint32_t warp) {
    struct simt_syncwarp event = {{&world->event, world->block, warp, 0}, ~0u};
    world->observer->syncwarp(world->observer->self, &event);
}

static void fence(struct world *world, uint32_t warp, uint32_t mask) {
    struct simt_fence event = {{&world->event, world->block, warp, 0}, SIMT_SCOPE_DEVICE, mask};
    world->observer->fence(world->observer->self, &event);
}

/* How many findings of a kind there are once the launch has ended. */
static unsigned found(struct world *world, enum finding_kind kind) {
    end_launch(world);
    unsigned count = 0;
    const struct finding_list *list = detector_findings(world->detector);
    for (size_t i = 0; i < list->count; i++) {
        count += list->items[i].kind == kind;
    }
    return count;
}

#define WORDS(k, w, s) .space = SIMT_SHARED, .kind = (k), .warp = (w), .site = (s), .size = 4

static void neighbours_without_barrier_race(void **state) {
    struct world *world = *state;
    touch(world, (struct touch){WORDS(SIMT_STORE, 0, 1), .mask = ~0u, .step = 4});
    touch(world, (struct touch){WORDS(SIMT_LOAD, 1, 2), .mask = ~0u, .step = 4});
    assert_int_equal(found(world, FINDING_RACE), 1);
    const struct simt_finding *finding = &detector_findings(world->detector)->items[0];
    assert_int_equal(finding->places[0].line, 11);
    assert_int_equal(finding->places[1].line, 12);
    assert_int_equal(finding->places[1].thread[0], 32);
    assert_int_equal(finding->count, 32);
    assert_string_equal(finding->subject, "shared array sums, element 0");
}

static void a_barrier_orders(void **state) {
    struct world *world = *state;
    touch(world, (struct touch){WORDS(SIMT_STORE, 0, 1), .mask = ~0u, .step = 4});
    barrier(world);
    touch(world, (struct touch){WORDS(SIMT_LOAD, 1, 2), .mask = ~0u, .step = 4});
    barrier(world);
    touch(world, (struct touch){WORDS(SIMT_STORE, 0, 3), .mask = ~0u, .first = 0, .step = 4});
    assert_int_equal(found(world, FINDING_RACE), 0);
}

static void many_readers_are_remembered(void **state) {
    struct world *world = *state;
    touch(world, (struct touch){WORDS(SIMT_STORE, 0, 1), .mask = ~0u, .step = 4});
    barrier(world);
    /* Everybody reads word 0, thread 63 last; then thread 63 writes it. */
    touch(world, (struct touch){WORDS(SIMT_LOAD, 0, 2), .mask = ~0u, .step = 0});
    touch(world, (struct touch){WORDS(SIMT_LOAD, 1, 2), .mask = ~0u, .step = 0});
    touch(world, (struct touch){WORDS(SIMT_STORE, 1, 3), .mask = 1u << 31, .step = 0});
    assert_int_equal(found(world, FINDING_RACE), 1);
}

static void readers_in_one_warp_are_remembered(void **state) {
    struct world *world = *state;
    touch(world, (struct touch){WORDS(SIMT_STORE, 0, 1), .mask = ~0u, .step = 4});
    barrier(world);
    touch(world, (struct touch){WORDS(SIMT_LOAD, 0, 2), .mask = ~0u, .step = 0});
    touch(world, (struct touch){WORDS(SIMT_STORE, 0, 3), .mask = 1u << 31, .step = 0});
    assert_int_equal(found(world, FINDING_RACE), 1);
}

static void lanes_need_syncwarp(void **state) {
    struct world *world = *state;
    touch(world, (struct touch){WORDS(SIMT_STORE, 0, 1), .mask = ~0u, .step = 4});
    syncwarp(world, 0);
    touch(world, (struct touch){WORDS(SIMT_LOAD, 0, 2), .mask = ~0u, .first = 124, .step = -4});
    assert_int_equal(found(world, FINDING_RACE), 0);
    begin_launch(world);
    touch(world, (struct touch){WORDS(SIMT_STORE, 0, 1), .mask = ~0u, .step = 4});
    touch(world, (struct touch){WORDS(SIMT_LOAD, 0, 2), .mask = ~0u, .first = 124, .step = -4});
    assert_int_equal(found(world, FINDING_RACE), 1);
}

static void syncwarp_orders_no_other_warp(void **state) {
    struct world *world = *state;
    touch(world, (struct touch){WORDS(SIMT_STORE, 0, 1), .mask = ~0u, .step = 4});
    syncwarp(world, 0);
    syncwarp(world, 1);
    touch(world, (struct touch){WORDS(SIMT_LOAD, 1, 2), .mask = ~0u, .step = 4});
    assert_int_equal(found(world, FINDING_RACE), 1);
}

static void bytes_of_a_word_are_apart(void **state) {
    struct world *world = *state;
    struct touch bytes = {WORDS(SIMT_STORE, 0, 1), .mask = ~0u, .step = 4};
    bytes.size = 1;
    bytes.step = 1;
    touch(world, bytes);
    bytes.warp = 1;
    bytes.first = 32;
    touch(world, bytes);
    assert_int_equal(found(world, FINDING_RACE), 0);
    begin_launch(world);
    bytes.warp = 0;
    bytes.first = 0;
    touch(world, bytes);
    bytes.warp = 1;
    bytes.first = 31; /* the last byte of warp 0 is the first of warp 1 */
    touch(world, bytes);
    assert_int_equal(found(world, FINDING_RACE), 1);
    assert_int_equal(detector_findings(world->detector)->items[0].count, 1);
}

static void equal_values_are_no_race(void **state) {
    struct world *world = *state;
    struct touch flag = {WORDS(SIMT_STORE, 0, 1), .mask = ~0u, .same_value = true, .step = 4};
    flag.step = 0;
    touch(world, flag);
    flag.warp = 1;
    touch(world, flag);
    assert_int_equal(found(world, FINDING_RACE), 0);
}

static void unwritten_shared_memory_is_told(void **state) {
    struct world *world = *state;
    touch(world, (struct touch){WORDS(SIMT_STORE, 0, 1), .mask = ~0u, .step = 4});
    barrier(world);
    touch(world, (struct touch){WORDS(SIMT_LOAD, 0, 2), .mask = ~0u, .step = 4});
    use(world, 2);         /* it was written */
    begin_block(world, 1); /* what block 0 wrote is not block 1's */
    touch(world, (struct touch){WORDS(SIMT_LOAD, 0, 2), .mask = 1, .step = 4});
    begin_block(world, 2);
    touch(world, (struct touch){WORDS(SIMT_LOAD, 0, 2), .mask = 1, .step = 4});
    use(world, 2);
    assert_int_equal(found(world, FINDING_UNINITIALISED), 1);
    assert_int_equal(detector_findings(world->detector)->items[0].places[0].block[0], 2);
}

static void what_nobody_uses_may_be_unwritten(void **state) {
    struct world *world = *state;
    touch(world, (struct touch){WORDS(SIMT_LOAD, 0, 2), .mask = 1, .step = 4});
    use(world, 1); /* of another load */
    assert_int_equal(found(world, FINDING_UNINITIALISED), 0);
    begin_launch(world);
    touch(world, (struct touch){WORDS(SIMT_REDUCTION, 0, 2), .mask = 1, .step = 4});
    assert_int_equal(found(world, FINDING_UNINITIALISED), 1);
}

static void blocks_have_shared_memory_of_their_own(void **state) {
    struct world *world = *state;
    touch(world, (struct touch){WORDS(SIMT_STORE, 0, 1), .mask = ~0u, .step = 4});
    begin_block(world, 1);
    touch(world, (struct touch){WORDS(SIMT_STORE, 1, 2), .mask = ~0u, .step = 4});
    assert_int_equal(found(world, FINDING_RACE), 0);
}

#define GLOBAL(k, w, s) .space = SIMT_GLOBAL, .kind = (k), .warp = (w), .site = (s), .size = 4

static void blocks_race_and_launches_do_not(void **state) {
    struct world *world = *state;
    touch(world, (struct touch){GLOBAL(SIMT_STORE, 0, 1), .mask = ~0u, .step = 4});
    end_launch(world);
    begin_launch(world);
    touch(world, (struct touch){GLOBAL(SIMT_LOAD, 1, 2), .mask = ~0u, .step = 4});
    assert_int_equal(found(world, FINDING_RACE), 0);
    begin_launch(world);
    touch(world, (struct touch){GLOBAL(SIMT_STORE, 0, 1), .mask = ~0u, .step = 4});
    begin_block(world, 1);
    barrier(world); /* reaches no other block */
    touch(world, (struct touch){GLOBAL(SIMT_LOAD, 0, 2), .mask = ~0u, .step = 4});
    assert_int_equal(found(world, FINDING_RACE), 1);
}

/* A ticket by an atomic: with a fence it publishes the store, without it does not. */
static unsigned ticket(struct world *world, bool fenced) {
    struct touch atomic = {GLOBAL(SIMT_ATOMIC, 0, 3), .mask = 1, .first = 4096, .step = 4};
    touch(world, (struct touch){GLOBAL(SIMT_STORE, 0, 1), .mask = 1, .step = 4});
    if (fenced) {
        fence(world, 0, 1);
    }
    touch(world, atomic);
    begin_block(world, 1);
    touch(world, (struct touch){GLOBAL(SIMT_STORE, 0, 1), .mask = 1, .first = 4, .step = 4});
    if (fenced) {
        fence(world, 0, 1);
    }
    touch(world, atomic);
    barrier(world);
    touch(world, (struct touch){GLOBAL(SIMT_LOAD, 1, 2), .mask = 1, .step = 4});
    return found(world, FINDING_RACE);
}

static void a_fence_publishes(void **state) {
    assert_int_equal(ticket(*state, true), 0);
}

static void no_fence_no_order(void **state) {
    assert_int_equal(ticket(*state, false), 1);
}

/* What block 1 received is not known to block 2. */
static void what_is_received_is_the_blocks_own(void **state) {
    struct world *world = *state;
    struct touch atomic = {GLOBAL(SIMT_ATOMIC, 0, 3), .mask = 1, .first = 4096};
    touch(world, (struct touch){GLOBAL(SIMT_STORE, 0, 1), .mask = 1});
    fence(world, 0, 1);
    touch(world, atomic);
    begin_block(world, 1);
    touch(world, atomic);
    begin_block(world, 2);
    touch(world, (struct touch){GLOBAL(SIMT_LOAD, 0, 2), .mask = 1});
    assert_int_equal(found(world, FINDING_RACE), 1);
}

static void compare_and_swap_may_start_plainly(void **state) {
    struct world *world = *state;
    struct touch read = {GLOBAL(SIMT_LOAD, 0, 1), .mask = 1, .step = 4};
    struct touch swap = {GLOBAL(SIMT_ATOMIC, 0, 2), .mask = 1, .atomic = SIMT_ATOMIC_CAS,
                         .step = 4};
    touch(world, read);
    touch(world, swap);
    begin_block(world, 1);
    touch(world, read);
    touch(world, swap);
    assert_int_equal(found(world, FINDING_RACE), 0);
    begin_launch(world);
    swap.atomic = SIMT_ATOMIC_ADD;
    touch(world, read);
    touch(world, swap);
    begin_block(world, 1);
    touch(world, read);
    assert_int_equal(found(world, FINDING_RACE), 1);
}

/* Every word of 8 KiB is read and written, and every byte of it read as a byte before. */
static void the_shadow_stays_small(void **state) {
    struct world *world = *state;
    struct touch bytes = {GLOBAL(SIMT_LOAD, 0, 1), .mask = ~0u, .step = 1};
    bytes.size = 1;
    for (uint64_t first = 0; first < GLOBAL_BYTES; first += 32) {
        bytes.first = first;
        touch(world, bytes);
    }
    end_launch(world);
    begin_launch(world);
    for (uint64_t first = 0; first < GLOBAL_BYTES; first += 128) {
        touch(world,
              (struct touch){GLOBAL(SIMT_LOAD, 0, 1), .mask = ~0u, .first = first, .step = 4});
        touch(world,
              (struct touch){GLOBAL(SIMT_STORE, 0, 2), .mask = ~0u, .first = first, .step = 4});
    }
    end_launch(world);
    assert_in_range(detector_shadow_bytes(world->detector), 1, 8 * GLOBAL_BYTES - 1);
    begin_launch(world);
    assert_int_equal(found(world, FINDING_RACE), 0);
}

#define BYTES(k, w, s) .space = SIMT_GLOBAL, .kind = (k), .warp = (w), .site = (s), .size = 1

/* Every byte of the array in turn, by the two warps of each block: 64 bytes a block. */
static void touch_bytes(struct world *world, enum simt_access_kind kind, uint32_t site) {
    for (uint64_t first = 0; first < GLOBAL_BYTES; first += 32) {
        if (first % 64 == 0) {
            begin_block(world, first / 64);
        }
        touch(world, (struct touch){BYTES(kind, first / 32 % 2, site), .mask = ~0u, .first = first,
                                    .step = 1});
    }
}

static void assert_small_shadow(const struct world *world) {
    assert_in_range(detector_shadow_bytes(world->detector), 1, 8 * GLOBAL_BYTES - 1);
}

static void the_shadow_of_written_bytes_stays_small(void **state) {
    struct world *world = *state;
    touch_bytes(world, SIMT_STORE, 1);
    assert_int_equal(found(world, FINDING_RACE), 0);
    assert_small_shadow(world);
}

static void the_shadow_of_bytes_read_and_written_stays_small(void **state) {
    struct world *world = *state;
    touch_bytes(world, SIMT_STORE, 1);
    for (uint32_t site = 2; site < SITES; site++) {
        end_launch(world);
        begin_launch(world);
        touch_bytes(world, site % 2 ? SIMT_STORE : SIMT_LOAD, site);
    }
    assert_int_equal(found(world, FINDING_RACE), 0);
    assert_small_shadow(world);
}

/* A block for each byte, with five barriers each: all cells are of different ticks. */
static void a_block_for_each_byte(struct world *world) {
    for (uint32_t block = 0; block < GLOBAL_BYTES; block++) {
        begin_block(world, block);
        struct touch byte = {BYTES(SIMT_LOAD, 0, 1), .mask = 1, .first = block * 37 % GLOBAL_BYTES};
        touch(world, byte);
        for (int i = 0; i < 5; i++) {
            barrier(world);
        }
        byte.kind = SIMT_STORE;
        byte.site = 2;
        touch(world, byte);
    }
}

static void the_shadow_of_many_blocks_stays_small(void **state) {
    struct world *world = *state;
    a_block_for_each_byte(world);
    assert_int_equal(found(world, FINDING_RACE), 0);
    assert_small_shadow(world);
}

/* However many blocks there were, the one that raced is named. */
static void many_blocks_are_told_apart(void **state) {
    struct world *world = *state;
    world->launch.grid[0] = GLOBAL_BYTES + 1;
    a_block_for_each_byte(world);
    begin_block(world, GLOBAL_BYTES);
    touch(world, (struct touch){BYTES(SIMT_LOAD, 1, 3), .mask = 1u << 7, .first = 74, .step = 0});
    assert_int_equal(found(world, FINDING_RACE), 1);
    const struct simt_finding *finding = &detector_findings(world->detector)->items[0];
    assert_int_equal(finding->places[0].block[0], 2);
    assert_int_equal(finding->places[0].line, 12);
    assert_int_equal(finding->places[1].block[0], GLOBAL_BYTES);
    assert_int_equal(finding->places[1].thread[0], 39);
}

#ifndef __SANITIZE_ADDRESS__ /* which ends the program instead of refusing */
/* More than any machine has: to the detector, an allocation that finds no memory. */
static void what_cannot_be_watched_is_told(void **state) {
    struct world *world = *state;
    const struct simt_region region = {.kind = SIMT_REGION_HEAP,
                                       .index = 1,
                                       .address = global_base + GLOBAL_BYTES,
                                       .size = 1ULL << 60,
                                       .name = ""};
    assert_int_equal(detector_findings(world->detector)->unwatched, 0);
    world->observer->region_new(world->observer->self, &region);
    assert_int_equal(detector_findings(world->detector)->unwatched, 1);
}
#endif

#define IN_WORLD(test) cmocka_unit_test_setup_teardown(test, make_world, end_world)

int main(void) {
    const struct CMUnitTest tests[] = {
        IN_WORLD(neighbours_without_barrier_race),
        IN_WORLD(a_barrier_orders),
        IN_WORLD(many_readers_are_remembered),
        IN_WORLD(readers_in_one_warp_are_remembered),
        IN_WORLD(lanes_need_syncwarp),
        IN_WORLD(syncwarp_orders_no_other_warp),
        IN_WORLD(bytes_of_a_word_are_apart),
        IN_WORLD(equal_values_are_no_race),
        IN_WORLD(unwritten_shared_memory_is_told),
        IN_WORLD(what_nobody_uses_may_be_unwritten),
        IN_WORLD(blocks_have_shared_memory_of_their_own),
        IN_WORLD(blocks_race_and_launches_do_not),
        IN_WORLD(a_fence_publishes),
        IN_WORLD(no_fence_no_order),
        IN_WORLD(what_is_received_is_the_blocks_own),
        IN_WORLD(compare_and_swap_may_start_plainly),
        IN_WORLD(the_shadow_stays_small),
        IN_WORLD(the_shadow_of_written_bytes_stays_small),
        IN_WORLD(the_shadow_of_bytes_read_and_written_stays_small),
        IN_WORLD(the_shadow_of_many_blocks_stays_small),
        IN_WORLD(many_blocks_are_told_apart),
#ifndef __SANITIZE_ADDRESS__
        IN_WORLD(what_cannot_be_watched_is_told),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
