/* What the detectors remember of each byte stays small, and yet tells blocks apart. */
#include "detect_world.h"

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

int main(void) {
    const struct CMUnitTest tests[] = {
        IN_WORLD(the_shadow_stays_small),
        IN_WORLD(the_shadow_of_written_bytes_stays_small),
        IN_WORLD(the_shadow_of_bytes_read_and_written_stays_small),
        IN_WORLD(the_shadow_of_many_blocks_stays_small),
        IN_WORLD(many_blocks_are_told_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
