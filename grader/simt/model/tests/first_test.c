/* The model of time: what a launch does for the first time, and what nobody waits for. */
#include "launch.h"

static double cycles(struct model_launch more, struct model_launch less) {
    return (more.microseconds - less.microseconds) * 1000 * profile.clock_ghz;
}

static void near(double value, double expected) {
    if (value < 0.9 * expected - 10 || value > 1.1 * expected + 10) {
        fail_msg("%g cycles, not %g", value, expected);
    }
}

#define KEEP_F "st.global.f32 [%o], %f1;"

/* The first constant brings all of its piece, to all warps. */
static void constants_are_fetched_once(void **state) {
    (void)state;
    const char *line = "ld.const.f32 %f2, [constants]; add.f32 %f1, %f1, %f2;";
    const char *beside = "ld.const.f32 %f2, [constants]; add.f32 %f1, %f1, %f2;"
                         "ld.const.f32 %f2, [constants+128]; add.f32 %f1, %f1, %f2;";
    const struct shape warp = {1, 32, 0}, block = {1, 256, 0};
    struct model_launch none = run(warp, "", "", 0, KEEP_F), one = run(warp, "", line, 1, KEEP_F);
    near(cycles(one, none), profile.constant_cycles);
    assert_true(cycles(run(warp, "", beside, 1, KEEP_F), one) < 30);
    assert_true(cycles(run(warp, "", line, 4, KEEP_F), one) < 60);
    near(cycles(run(block, "", line, 1, KEEP_F), run(block, "", "", 0, KEEP_F)),
         profile.constant_cycles);
}

/* Who uses the old value of an atomic waits for it; others do not. */
static void an_old_value_has_a_way(void **state) {
    (void)state;
    const char *used = "atom.global.add.u32 %r4, [%o], %r4;";
    const char *unused = "red.global.add.u32 [%o], %r4;";
    const struct shape warp = {1, 32, 0};
    const char *before = "mov.u32 %r4, 1;", *after = "st.global.u32 [%o], %r4;";
    near(cycles(run(warp, before, used, 16, after), run(warp, before, used, 8, after)),
         8 * profile.l2_atomic_latency);
    assert_true(cycles(run(warp, before, unused, 16, after), run(warp, before, unused, 8, after)) <
                profile.l2_atomic_latency);
}

/* A block gives its place to the next one while its stores are on their way. */
static void no_block_waits_for_stores(void **state) {
    (void)state;
    enum { ROUNDS = 32 };
    const struct shape many = {132 * ROUNDS, 32, 0}, few = {132 * ROUNDS / 2, 32, 0};
    const double blocks = profile.blocks;
    profile.blocks = 1; /* at a time */
    const double stores = cycles(run(many, "", "", 0, KEEP_F), run(few, "", "", 0, KEEP_F));
    const double nothing = cycles(run(many, "", "", 0, ""), run(few, "", "", 0, ""));
    const double each = (stores - nothing) / ROUNDS * 2;
    profile.blocks = blocks;
    assert_true(each >= 0 && each < profile.drain_cycles + 20);
    assert_true(profile.drain_cycles + 20 < profile.l2_latency);
}

/* Blocks that find their places empty start soon after each other; in a place that another block
 * has left, they start later. */
static void empty_places_fill_soon(void **state) {
    (void)state;
    enum { RESIDENT = 8, WARPS = 8 };
    const struct shape one = {132, 256, 0}, full = {132 * RESIDENT, 256, 0},
                       more = {132 * RESIDENT * 5, 256, 0};
    const double first = 132 * profile.first_spread_cycles + WARPS * profile.warp_start_cycles;
    const struct model_launch all = run(full, "", "", 0, "");
    near(cycles(all, run(one, "", "", 0, "")), (RESIDENT - 1) * first);
    assert_true(cycles(run(more, "", "", 0, ""), all) >
                0.9 * 132 * 4 * RESIDENT * profile.block_spread_cycles);
}

#define STORE "", 0, "st.global.f32 [%o], %f1;"
#define COPY  "ld.global.f32 %f1, [%o];", 1, "add.f32 %f1, %f1, %f1; st.global.f32 [%o], %f1;"

/* L2 still holds what the first launch has stored: the second one has to bring that to DRAM, too.
 */
static void a_launch_drives_out_what_the_last_one_stored(void **state) {
    const struct profile kept = profile;
    (void)state;
    profile.kept_bytes = 1e6;
    profile.dram_write_gbs = 100;
    struct model_launch first = run((struct shape){4096, 256, 0}, "", STORE);
    twice = true;
    struct model_launch second = run((struct shape){4096, 256, 0}, "", STORE);
    twice = false;
    const double bytes = 1e6;
    const double more = second.warm - first.microseconds;
    assert_true(more > 0.8 * bytes / (profile.dram_write_gbs * 1000));
    assert_true(more < 1.2 * bytes / (profile.dram_write_gbs * 1000));
    profile = kept;
}

/* DRAM turns from reads to writes and back: a read waits longer if much is written. */
static void reads_wait_for_writes(void **state) {
    const struct profile kept = profile;
    (void)state;
    profile.kept_bytes = 1e5;
    profile.dram_turn_cycles = 0;
    struct model_launch less = run((struct shape){4096, 256, 0}, "", COPY);
    profile.dram_turn_cycles = 2000;
    struct model_launch more = run((struct shape){4096, 256, 0}, "", COPY);
    struct model_launch none =
        run((struct shape){4096, 256, 0}, "", "ld.global.f32 %f1, [%o];", 1, "");
    profile.dram_turn_cycles = 0;
    struct model_launch same =
        run((struct shape){4096, 256, 0}, "", "ld.global.f32 %f1, [%o];", 1, "");
    profile = kept;
    assert_true(cycles(more, less) > 2000);
    assert_true(none.microseconds == same.microseconds);
}

/* The code of a kernel that has run before is there, where caches may be warm. */
static void code_is_fetched_once(void **state) {
    (void)state;
    const struct shape grid = {132, 256, 0};
    const struct model_launch first = run(grid, "", "", 0, "");
    twice = true;
    const struct model_launch second = run(grid, "", "", 0, "");
    twice = false;
    assert_true(first.warm == first.microseconds && second.microseconds == first.microseconds);
    near((first.warm - second.warm) * 1000 * profile.clock_ghz,
         profile.code_us * 1000 * profile.clock_ghz);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_launch_drives_out_what_the_last_one_stored),
        cmocka_unit_test(reads_wait_for_writes),
        cmocka_unit_test(constants_are_fetched_once),
        cmocka_unit_test(an_old_value_has_a_way),
        cmocka_unit_test(no_block_waits_for_stores),
        cmocka_unit_test(empty_places_fill_soon),
        cmocka_unit_test(code_is_fetched_once),
    };
    return cmocka_run_group_tests(tests, read_h200, NULL);
}
