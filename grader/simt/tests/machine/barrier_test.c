/* Barriers, warp-wide operations, waiting for others: what opens, what never does. */
#include "machine_fixture.h"

static void reductions_over_the_block(void **state) {
    struct fixture *fixture = *state;
    const char *text = HEAD KERNEL("and.b32 %r2, %t, 3; setp.eq.u32 %p1, %r2, 0;\n"
                                   "bar.red.popc.u32 %r1, 0, %p1;\n"
                                   "bar.red.and.pred %p2, 0, !%p1; selp.u32 %r3, 1000, 0, %p2;\n"
                                   "bar.red.or.pred %p3, 0, %p1; selp.u32 %r4, 2000, 0, %p3;\n"
                                   "add.u32 %r1, %r1, %r3; add.u32 %r1, %r1, %r4;\n" STORE_R1);
    fixture->block = 100;
    assert_int_equal(fixture_run(fixture, text), SIMT_OK);
    assert_int_equal(fixture->out[0], 25 + 2000);
    assert_int_equal(fixture->out[99], 25 + 2000);
    assert_int_equal(fixture->barriers, 3 * 4);
    assert_int_equal(fixture->releases, 3);
}

/* Lanes take turns in two branches; __syncwarp in both brings them together. */
static void syncwarp_from_two_places(void **state) {
    struct fixture *fixture = *state;
    const char *text =
        HEAD KERNEL(".shared .align 4 .b8 box[128];\n"
                    "mov.u32 %r6, box; shl.b32 %r7, %t, 2; add.u32 %r6, %r6, %r7;\n"
                    "setp.lt.u32 %p1, %t, 16; @%p1 bra LOW;\n"
                    "st.shared.u32 [%r6], %t; bar.warp.sync -1; mov.u32 %r1, 0; bra END;\n"
                    "LOW: bar.warp.sync -1; ld.shared.u32 %r1, [%r6+64];\n"
                    "END:\n" STORE_R1);
    for (int schedule = SIMT_FORWARD; schedule <= SIMT_LANES; schedule++) {
        fixture->schedule = (enum simt_schedule)schedule;
        fixture->syncwarps = 0;
        assert_int_equal(fixture_run(fixture, text), SIMT_OK);
        assert_int_equal(fixture->out[3], 19);
        assert_int_equal(fixture->syncwarps, 1);
    }
}

static void shuffles_meet_in_every_schedule(void **state) {
    struct fixture *fixture = *state;
    /* a butterfly sum, after a loop that leaves the lanes apart */
    const char *text =
        HEAD KERNEL("mov.u32 %r1, 0;\n"
                    "L: add.u32 %r1, %r1, 1; setp.lt.u32 %p1, %r1, %t; @%p1 bra L;\n"
                    "mov.u32 %r2, 16;\n"
                    "S: shfl.sync.bfly.b32 %r3, %r1, %r2, 31, -1; add.u32 %r1, %r1, %r3;\n"
                    "shr.u32 %r2, %r2, 1; setp.ne.u32 %p2, %r2, 0; @%p2 bra S;\n"
                    "vote.sync.ballot.b32 %r4, %p1, -1; add.u32 %r1, %r1, %r4;\n" STORE_R1);
    for (int schedule = SIMT_FORWARD; schedule <= SIMT_LANES; schedule++) {
        fixture->schedule = (enum simt_schedule)schedule;
        assert_int_equal(fixture_run(fixture, text), SIMT_OK);
        for (uint32_t t = 0; t < 32; t++) {
            assert_int_equal(fixture->out[t], 1 + 31 * 32 / 2);
        }
    }
}

/* Tiles of four lanes, each with a mask of its own, at one instruction. */
static void masks_may_differ_from_tile_to_tile(void **state) {
    struct fixture *fixture = *state;
    const char *text = HEAD KERNEL("and.b32 %r2, %t, 28; mov.u32 %r3, 15; shl.b32 %r3, %r3, %r2;\n"
                                   "redux.sync.add.u32 %r1, %t, %r3;\n" STORE_R1);
    assert_int_equal(fixture_run(fixture, text), SIMT_OK);
    assert_int_equal(fixture->out[5], 4 + 5 + 6 + 7);
    assert_int_equal(fixture->out[31], 28 + 29 + 30 + 31);
}

static void a_lane_is_missing_from_its_own_mask(void **state) {
    struct fixture *fixture = *state;
    const char *text = HEAD KERNEL("shfl.sync.idx.b32 %r1, %t, 0, 31, 15;\n");
    assert_int_equal(fixture_run(fixture, text), SIMT_DEADLOCK);
    assert_int_equal(fixture->fault.kind, SIMT_FAULT_OUTSIDER);
    assert_int_equal(fixture->fault.lane, 4);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        WITH_FIXTURE(reductions_over_the_block),
        WITH_FIXTURE(syncwarp_from_two_places),
        WITH_FIXTURE(shuffles_meet_in_every_schedule),
        WITH_FIXTURE(masks_may_differ_from_tile_to_tile),
        WITH_FIXTURE(a_lane_is_missing_from_its_own_mask),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
