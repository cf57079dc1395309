/* How a launch's loads are shared out among its blocks and warps, told of accesses by hand. */
#include "../observers/counters/shares.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { ALL = -1, BLOCKS = 4 };

static struct shares shares;

static int begin(void **state) {
    (void)state;
    memset(&shares, 0, sizeof shares);
    shares_begin(&shares);
    return 0;
}

/* A warp's access to neighbouring words. */
static void touch(enum simt_access_kind kind, uint64_t block, uint32_t warp, uint64_t address) {
    uint64_t addresses[32];
    for (unsigned lane = 0; lane < 32; lane++) {
        addresses[lane] = address + 4 * lane;
    }
    const struct simt_access event = {.place = {.block = block, .warp = warp},
                                      .kind = kind,
                                      .size = 4,
                                      .elements = 1,
                                      .pattern = SIMT_ROW,
                                      .mask = (uint32_t)ALL,
                                      .address = addresses};
    shares_add(&shares, &event);
}

static void load(uint64_t block, uint32_t warp, unsigned times) {
    for (unsigned i = 0; i < times; i++) {
        touch(SIMT_LOAD, block, warp, 128 * i);
    }
}

static void the_busiest_block_and_warp_are_told(void **state) {
    (void)state;
    load(0, 0, 2);
    load(0, 1, 3);
    load(1, 0, 4);
    touch(SIMT_STORE, 1, 0, 0);
    assert_int_equal(shares_block(&shares), 5 * 128);
    assert_int_equal(shares_warp(&shares), 4 * 128);
    assert_int_equal(shares.most_reach, 4 * 128);
}

static void steps_reach_from_the_lowest_lane_to_the_highest(void **state) {
    (void)state;
    uint64_t addresses[32];
    for (unsigned lane = 0; lane < 32; lane++) {
        addresses[lane] = 4096 - 12 * lane;
    }
    const struct simt_access event = {.kind = SIMT_LOAD,
                                      .size = 4,
                                      .elements = 1,
                                      .pattern = SIMT_STEPS,
                                      .mask = (uint32_t)ALL,
                                      .address = addresses};
    shares_add(&shares, &event);
    assert_int_equal(shares.most_reach, 31 * 12 + 4);
    assert_int_equal(shares_block(&shares), 128);
}

/* How far a block reaches is asked of the array that it begins with. */
static void another_array_is_no_reach(void **state) {
    (void)state;
    const uint64_t far[32] = {1 << 20};
    const struct simt_access event = {.kind = SIMT_LOAD,
                                      .size = 8,
                                      .elements = 1,
                                      .pattern = SIMT_ONE_PLACE,
                                      .mask = (uint32_t)ALL,
                                      .region = 1,
                                      .address = far};
    load(0, 0, 1);
    shares_add(&shares, &event);
    assert_int_equal(shares.most_reach, 128);
    assert_int_equal(shares_block(&shares), 128 + 8);
}

static void one_place_for_all_lanes_counts_once(void **state) {
    (void)state;
    const uint64_t addresses[32] = {64};
    const struct simt_access event = {.kind = SIMT_LOAD,
                                      .size = 8,
                                      .elements = 1,
                                      .pattern = SIMT_ONE_PLACE,
                                      .mask = (uint32_t)ALL,
                                      .address = addresses};
    shares_add(&shares, &event);
    assert_int_equal(shares_block(&shares), 8);
}

static void launches_count_apart(void **state) {
    (void)state;
    load(0, 0, 3);
    shares_begin(&shares);
    load(0, 0, 2);
    assert_int_equal(shares_block(&shares), 3 * 128);
}

static void even_loads_are_not_uneven(void **state) {
    (void)state;
    for (uint64_t block = 0; block < BLOCKS; block++) {
        load(block, 0, 2);
        load(block, 1, 2);
    }
    assert_false(shares_uneven(&shares, BLOCKS, 2));
}

static void a_block_that_loads_most_is_uneven(void **state) {
    (void)state;
    load(0, 0, 7);
    load(0, 1, 7);
    load(1, 0, 1);
    assert_true(shares_uneven(&shares, BLOCKS, 2));
}

static void a_warp_that_loads_most_is_uneven(void **state) {
    (void)state;
    for (uint64_t block = 0; block < BLOCKS; block++) {
        load(block, 0, 6);
        load(block, 1, 1);
        load(block, 2, 1);
        load(block, 3, 1);
    }
    assert_true(shares_uneven(&shares, BLOCKS, 4));
    assert_false(shares_uneven(&shares, BLOCKS, 1));
}

/* What is dealt takes the place of the last launch alone. */
static void dealt_loads_count_for_the_last_launch(void **state) {
    (void)state;
    load(0, 0, 3);
    shares_begin(&shares);
    load(0, 0, 9);
    shares_deal(&shares, 2 * 128, 1 * 128);
    assert_int_equal(shares_block(&shares), 3 * 128);
    shares_deal(&shares, 5 * 128, 4 * 128);
    assert_int_equal(shares_block(&shares), 5 * 128);
    assert_int_equal(shares_warp(&shares), 4 * 128);
    shares_begin(&shares);
    assert_int_equal(shares_block(&shares), 5 * 128);
}

static void each_lane_of_an_atomic_is_one(void **state) {
    (void)state;
    touch(SIMT_REDUCTION, 0, 0, 4096);
    touch(SIMT_ATOMIC, 1, 0, 4096);
    assert_int_equal(shares.atomics, 2 * 32);
    assert_int_equal(shares_block(&shares), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(the_busiest_block_and_warp_are_told, begin),
        cmocka_unit_test_setup(steps_reach_from_the_lowest_lane_to_the_highest, begin),
        cmocka_unit_test_setup(one_place_for_all_lanes_counts_once, begin),
        cmocka_unit_test_setup(another_array_is_no_reach, begin),
        cmocka_unit_test_setup(launches_count_apart, begin),
        cmocka_unit_test_setup(even_loads_are_not_uneven, begin),
        cmocka_unit_test_setup(a_block_that_loads_most_is_uneven, begin),
        cmocka_unit_test_setup(a_warp_that_loads_most_is_uneven, begin),
        cmocka_unit_test_setup(dealt_loads_count_for_the_last_launch, begin),
        cmocka_unit_test_setup(each_lane_of_an_atomic_is_one, begin),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("shares", tests, NULL, NULL);
}
