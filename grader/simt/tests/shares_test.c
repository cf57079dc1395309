/* How a launch's loads are shared out among its blocks and warps, told of accesses by hand. */
#include "../observers/shares.h"

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
    shares_end(&shares, BLOCKS);
    assert_int_equal(shares.most_of_a_block, 5 * 128);
    assert_int_equal(shares.most_of_a_warp, 4 * 128);
    assert_int_equal(shares.most_reach, 4 * 128);
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
    shares_end(&shares, BLOCKS);
    assert_int_equal(shares.most_of_a_block, 8);
}

static void launches_count_apart(void **state) {
    (void)state;
    load(0, 0, 3);
    shares_end(&shares, BLOCKS);
    shares_begin(&shares);
    load(0, 0, 2);
    shares_end(&shares, BLOCKS);
    assert_int_equal(shares.most_of_a_block, 3 * 128);
}

/* Where half of the blocks take tickets, what lies between two of them counts. */
static void pieces_of_a_queue_count_apart(void **state) {
    (void)state;
    for (unsigned piece = 0; piece < 6; piece++) {
        touch(SIMT_ATOMIC, 0, 0, 4096);
        load(0, 0, 2);
    }
    touch(SIMT_ATOMIC, 1, 0, 4096);
    shares_end(&shares, BLOCKS);
    assert_int_equal(shares.most_of_a_block, 2 * 128);
    assert_int_equal(shares.most_of_a_warp, 2 * 128);
    assert_int_equal(shares.atomics, 7 * 32);
}

static void one_block_alone_has_no_queue(void **state) {
    (void)state;
    for (unsigned piece = 0; piece < 6; piece++) {
        touch(SIMT_ATOMIC, 0, 0, 4096);
        load(0, 0, 2);
    }
    load(1, 0, 1);
    shares_end(&shares, BLOCKS);
    assert_int_equal(shares.most_of_a_block, 12 * 128);
}

/* An atomic whose old value nobody uses hands out nothing. */
static void reductions_are_no_tickets(void **state) {
    (void)state;
    for (uint64_t block = 0; block < BLOCKS; block++) {
        load(block, 0, 2);
        touch(SIMT_REDUCTION, block, 0, 4096);
        load(block, 0, 2);
    }
    shares_end(&shares, BLOCKS);
    assert_int_equal(shares.most_of_a_block, 4 * 128);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(the_busiest_block_and_warp_are_told, begin),
        cmocka_unit_test_setup(one_place_for_all_lanes_counts_once, begin),
        cmocka_unit_test_setup(launches_count_apart, begin),
        cmocka_unit_test_setup(pieces_of_a_queue_count_apart, begin),
        cmocka_unit_test_setup(one_block_alone_has_no_queue, begin),
        cmocka_unit_test_setup(reductions_are_no_tickets, begin),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("shares", tests, NULL, NULL);
}
