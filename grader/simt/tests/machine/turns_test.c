/* A launch that runs once more, with its blocks and warps in turn. */
#include "machine_fixture.h"

enum { BLOCKS = 4, PIECES = 100, WORD = 4, MOST = 1 << 20 };

/* Whoever takes piece 0 to 99 of the queue in word 0 counts it in the word of its block. */
static const char *const queue_of_blocks =
    HEAD KERNEL("mov.u32 %r4, %ctaid.x; mul.wide.u32 %d1, %r4, 4; add.u64 %d1, %o, %d1;\n"
                "L: atom.global.add.u32 %r1, [%o], 1;\n"
                "setp.ge.u32 %p1, %r1, 100; @%p1 bra END;\n"
                "red.global.add.u32 [%d1+4], 1; bra L;\n"
                "END:\n");

/* The same for the warps of a block, and a queue in shared memory. */
static const char *const queue_of_warps =
    HEAD KERNEL(".shared .align 4 .u32 next;\n"
                "setp.ne.u32 %p2, %t, 0; @%p2 bra GO; mov.u32 %r5, 0; st.shared.u32 [next], %r5;\n"
                "GO: bar.sync 0;\n"
                "and.b32 %r6, %t, 31; setp.ne.u32 %p3, %r6, 0; @%p3 bra END;\n"
                "shr.u32 %r4, %t, 5; mul.wide.u32 %d1, %r4, 4; add.u64 %d1, %o, %d1;\n"
                "L: atom.shared.add.u32 %r1, [next], 1;\n"
                "setp.ge.u32 %p1, %r1, 100; @%p1 bra END;\n"
                "red.global.add.u32 [%d1+4], 1; bra L;\n"
                "END:\n");

/* Blocks but the first go on only where the first one has gone on since it let them. */
static const char *const one_after_the_other =
    HEAD KERNEL("mov.u32 %r4, %ctaid.x;\n"
                "L: ld.volatile.global.u32 %r1, [%o]; setp.ne.u32 %p1, %r1, %r4; @%p1 bra L;\n"
                "add.u32 %r1, %r1, 1; st.volatile.global.u32 [%o], %r1;\n");

/* How often the words behind the first are counted in. */
struct seen {
    struct simt_observer observer;
    uint64_t start, times[BLOCKS];
};

static void see_access(void *self, const struct simt_access *event) {
    struct seen *seen = self;
    if (event->kind == SIMT_REDUCTION) {
        seen->times[(event->address[0] - seen->start) / WORD - 1]++;
    }
}

/* Launches, and once more in turn from what memory held before. */
static enum simt_status run_twice(struct fixture *fixture, const char *text, struct seen *seen) {
    struct simt_error error;
    *seen =
        (struct seen){.observer = {.self = seen, .access = see_access}, .start = fixture->address};
    assert_int_equal(
        simt_module_load(fixture->device, text, strlen(text), &fixture->module, &error), SIMT_OK);
    struct simt_kept *kept = simt_memory_keep(fixture->device, MOST);
    assert_non_null(kept);
    assert_int_equal(fixture_launch(fixture), SIMT_OK);
    const struct simt_launch launch = {.kernel = "k",
                                       .grid = {fixture->grid, 1, 1},
                                       .block = {fixture->block, 1, 1},
                                       .parameters = &fixture->address,
                                       .parameter_bytes = 8,
                                       .budget = fixture->budget};
    const enum simt_status status =
        simt_launch_in_turns(fixture->device, kept, fixture->module, &launch, &seen->observer);
    simt_memory_drop(kept);
    return status;
}

static void expect_even(const struct seen *seen) {
    uint64_t all = 0;
    for (int n = 0; n < BLOCKS; n++) {
        assert_in_range(seen->times[n], PIECES / BLOCKS - 2, PIECES / BLOCKS + 2);
        all += seen->times[n];
    }
    assert_int_equal(all, PIECES);
}

static void blocks_share_a_queue(void **state) {
    struct fixture *fixture = *state;
    struct seen seen;
    fixture->grid = BLOCKS;
    fixture->block = 1;
    assert_int_equal(run_twice(fixture, queue_of_blocks, &seen), SIMT_OK);
    assert_int_equal(fixture->out[1], PIECES); /* one after the other, the first takes all */
    expect_even(&seen);
    assert_true(simt_module_takes_tickets(fixture->module));
}

static void warps_share_a_queue(void **state) {
    struct fixture *fixture = *state;
    struct seen seen;
    fixture->block = BLOCKS * 32;
    assert_int_equal(run_twice(fixture, queue_of_warps, &seen), SIMT_OK);
    assert_int_equal(fixture->out[1], PIECES);
    expect_even(&seen);
}

static void memory_and_observers_know_nothing_of_it(void **state) {
    struct fixture *fixture = *state;
    struct seen seen;
    uint32_t after[FIXTURE_WORDS];
    fixture->grid = BLOCKS;
    fixture->block = 1;
    assert_int_equal(run_twice(fixture, queue_of_blocks, &seen), SIMT_OK);
    simt_memory_read(fixture->device, fixture->address, after, sizeof after);
    assert_memory_equal(after, fixture->out, sizeof after);
    const uint64_t told = fixture->hash;
    fixture->hash = 0;
    simt_memory_fill(fixture->device, fixture->address, 0, sizeof fixture->out);
    assert_int_equal(fixture_launch(fixture), SIMT_OK);
    assert_int_equal(fixture->hash, told);
}

static void blocks_may_wait_for_blocks_before_them(void **state) {
    struct fixture *fixture = *state;
    struct seen seen;
    fixture->grid = BLOCKS;
    fixture->block = 1;
    assert_int_equal(run_twice(fixture, one_after_the_other, &seen), SIMT_OK);
    assert_int_equal(fixture->out[0], BLOCKS);
    assert_false(simt_module_takes_tickets(fixture->module));
}

/* What it finds is no error of the device's. */
static void an_endless_kernel_is_given_up(void **state) {
    struct fixture *fixture = *state;
    struct seen seen;
    const char *text = HEAD KERNEL("atom.global.add.u32 %r1, [%o], 1;\n"
                                   "mov.u32 %r4, %ctaid.x; setp.eq.u32 %p1, %r1, %r4;\n"
                                   "@%p1 bra END; bar.sync 0;\n"
                                   "L: bra L;\n"
                                   "END: atom.global.add.u32 %r2, [%o+4], 1;\n"
                                   "setp.gt.u32 %p2, %r2, 4; @%p2 bra L;\n"
                                   "ld.global.u32 %r3, [%o]; setp.ne.u32 %p3, %r3, %r4;\n"
                                   "add.u32 %r4, %r4, 1; setp.ne.u32 %p4, %r3, %r4;\n"
                                   "@%p4 bra L;\n");
    fixture->grid = BLOCKS;
    fixture->block = 1;
    fixture->budget = 80000;
    assert_int_equal(run_twice(fixture, text, &seen), SIMT_BUDGET);
    assert_int_equal(fixture_launch(fixture), SIMT_BUDGET); /* not the sticky error of before */
    assert_int_equal(fixture->faults, 1);
}

static void too_much_memory_is_not_kept(void **state) {
    struct fixture *fixture = *state;
    assert_null(simt_memory_keep(fixture->device, sizeof fixture->out - 1));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        WITH_FIXTURE(blocks_share_a_queue),
        WITH_FIXTURE(warps_share_a_queue),
        WITH_FIXTURE(memory_and_observers_know_nothing_of_it),
        WITH_FIXTURE(blocks_may_wait_for_blocks_before_them),
        WITH_FIXTURE(an_endless_kernel_is_given_up),
        WITH_FIXTURE(too_much_memory_is_not_kept),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("turns", tests, NULL, NULL);
}
