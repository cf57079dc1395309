/* The detectors alone: what they find. */
#include "../observers/detectors/detector.h"
#include "detect_world.h"

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

/* The lanes of warp 0 in `mask` meet, and no others. */
static void lanes_meet(struct world *world, uint32_t mask) {
    struct simt_syncwarp event = {
        .place = {&world->event, world->block, 0, 0}, .mask = mask, .parted = true};
    for (int lane = 0; lane < 32; lane++) {
        event.members[lane] = mask;
    }
    world->observer->syncwarp(world->observer->self, &event);
}

/* When time begins anew, a meeting long ago must not count as one that is to come. */
static void old_meetings_are_forgotten_with_the_time(void **state) {
    enum { LOW = 0xffff, LONG = 16 };
    struct world *world = *state;
    for (int n = 0; n < LONG; n++) {
        lanes_meet(world, ~(uint32_t)LOW);
    }
    lanes_meet(world, LOW);
    end_launch(world);
    world->detector->tick = SHADOW_LAST_TICK;
    begin_launch(world);
    assert_true(world->detector->tick < LONG);
    touch(world, (struct touch){WORDS(SIMT_STORE, 0, 1), .mask = 1});
    for (int n = 0; n < 2 * LONG; n++) {
        lanes_meet(world, ~(uint32_t)LOW);
    }
    touch(world, (struct touch){WORDS(SIMT_LOAD, 0, 2), .mask = 2});
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

int main(void) {
    const struct CMUnitTest tests[] = {
        IN_WORLD(neighbours_without_barrier_race),
        IN_WORLD(a_barrier_orders),
        IN_WORLD(many_readers_are_remembered),
        IN_WORLD(readers_in_one_warp_are_remembered),
        IN_WORLD(lanes_need_syncwarp),
        IN_WORLD(syncwarp_orders_no_other_warp),
        IN_WORLD(old_meetings_are_forgotten_with_the_time),
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
#ifndef __SANITIZE_ADDRESS__
        IN_WORLD(what_cannot_be_watched_is_told),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
