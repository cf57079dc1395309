/* The model of time: launches whose terms are known by hand, and profiles that are wrong. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "launch.h"

/* Cycles between two launches that differ in one thing. */
static double cycles(struct model_launch more, struct model_launch less) {
    return (more.microseconds - less.microseconds) * 1000 * profile.clock_ghz;
}

static void near(double value, double expected) {
    if (value < 0.97 * expected - 2 || value > 1.03 * expected + 2) {
        fail_msg("%g cycles, not %g", value, expected);
    }
}

#define KEEP_F "st.global.f32 [%o], %f1;"

static void a_chain_takes_its_latency(void **state) {
    (void)state;
    const char *line = "fma.rn.f32 %f1, %f1, %f1, %f1;";
    struct shape warp = {1, 32, 0};
    struct model_launch less = run(warp, "cvt.rn.f32.u32 %f1, %r1;", line, 256, KEEP_F);
    struct model_launch more = run(warp, "cvt.rn.f32.u32 %f1, %r1;", line, 512, KEEP_F);
    near(cycles(more, less), 256 * profile.latency[PIPE_FP32]);
}

static void full_schedulers_take_a_slot_an_instruction(void **state) {
    (void)state;
    const char *line = "fma.rn.f32 %f1, %f1, %f1, %f1;";
    struct shape block = {1, 1024, 0}; /* 8 warps a scheduler: more than the latency */
    struct model_launch less = run(block, "cvt.rn.f32.u32 %f1, %r1;", line, 256, KEEP_F);
    struct model_launch more = run(block, "cvt.rn.f32.u32 %f1, %r1;", line, 512, KEEP_F);
    near(cycles(more, less), 256 * 8);
    assert_true(more.share[RESOURCE_ISSUE] > 0.8 && more.share[RESOURCE_FP32] > 0.8);
}

static void doubles_are_as_slow_as_their_pipe(void **state) {
    (void)state;
    const char *line = "fma.rn.f64 %g1, %g1, %g1, %g1;", *before = "cvt.rn.f64.u32 %g1, %r1;",
               *after = "cvt.rn.f32.f64 %f1, %g1;" KEEP_F;
    struct shape block = {1, 1024, 0};
    struct model_launch less = run(block, before, line, 256, after);
    struct model_launch more = run(block, before, line, 512, after);
    near(cycles(more, less), 256 * 8 * profile.interval[PIPE_FP64]);
}

static void conflicts_take_a_cycle_a_wavefront(void **state) {
    (void)state;
    const char *line = "ld.volatile.shared.f32 %f2, [%r5]; add.f32 %f1, %f1, %f2;";
    struct shape block = {1, 1024, 32768};
    struct model_launch one = run(
        block, "mov.u32 %r6, s; shl.b32 %r4, %r1, 2; and.b32 %r5, %r4, 127; add.u32 %r5, %r5, %r6;",
        line, 128, KEEP_F);
    struct model_launch all = /* lanes 128 bytes apart: one bank */
        run(block,
            "mov.u32 %r6, s; and.b32 %r4, %r1, 31; shl.b32 %r5, %r4, 7; add.u32 %r5, %r5, %r6;",
            line, 128, KEEP_F);
    double wavefronts = 128 * 32 * 32;
    double fixed = profile.start_us + profile.code_us + profile.end_us;
    near(all.share[RESOURCE_L1] * (all.microseconds - fixed) * 1000 * profile.clock_ghz,
         wavefronts);
    assert_true(cycles(all, one) > 0.9 * (wavefronts - 128 * 32 * 8));
}

static void shared_memory_limits_occupancy(void **state) {
    (void)state;
    struct model_launch launch = run((struct shape){264, 256, 40000}, "", "", 0, KEEP_F);
    assert_string_equal(launch.limiter, "shared memory");
    near(100 * launch.occupancy, 100 * 5 * 8 / 64.0); /* 228 KiB / (40,000 + 1,024 bytes) */
    char text[200];
    model_describe(&launch, text, sizeof text);
    assert_non_null(strstr(text, "62 % occupancy, limited by shared memory"));
}

static void memory_is_read_once(void **state) {
    (void)state;
    const char *twice = "ld.global.f32 %f1, [%o]; ld.global.f32 %f2, [%o]; add.f32 %f1, %f1, %f2;";
    struct model_launch launch = run((struct shape){1024, 256, 0}, twice, "", 0, KEEP_F);
    assert_true(launch.read_bytes == 1024 * 256 * 4.0);
    assert_true(launch.l1_hit > 0.49 && launch.l1_hit < 0.51);
    assert_true(launch.written_bytes == 0); /* L2 keeps them */
}

static void atomics_meet_at_an_address(void **state) {
    (void)state;
    const char *line = "red.global.add.f32 [%d1], %f1;";
    struct shape grid = {132, 256, 0};
    struct model_launch less = run(grid, "", line, 4, ""), more = run(grid, "", line, 8, "");
    near(cycles(more, less), 132 * 256 * 4 * profile.l2_atomic_double);
    assert_true(more.share[RESOURCE_ATOMIC] > 0.9);
}

/* Integers are summed up in the warp first: one atomic for 32 lanes. */
static void lanes_join_their_integers(void **state) {
    (void)state;
    struct shape grid = {132, 256, 0};
    struct model_launch one = run(grid, "", "red.global.add.f32 [%d1], %f1;", 8, "");
    struct model_launch joined = run(grid, "", "red.global.max.u32 [%d1], %r1;", 8, "");
    assert_true(joined.microseconds < one.microseconds / 8);
}

/* One way leads around the place where all lanes get one address. */
static void lanes_that_came_another_way_do_not_join(void **state) {
    (void)state;
#define PLACE "and.b32 %r4, %t, 15; mul.wide.u32 %d3, %r4, 4; add.s64 %d3, %d1, %d3;"
    struct shape grid = {132, 256, 0};
    const char *line = "red.global.max.u32 [%d3], %r1;";
    struct model_launch apart = run(grid, PLACE, line, 8, "");
    struct model_launch around = run(grid,
                                     PLACE ".reg .pred %q; setp.lt.u32 %q, %t, 4000000000;"
                                           "@%q bra AROUND; mov.u64 %d3, %d1; AROUND:",
                                     line, 8, "");
    assert_true(around.microseconds > 0.9 * apart.microseconds);
#undef PLACE
}

static void loops_of_constants_are_unrolled(void **state) {
    (void)state;
    const char *doubled = ".reg .pred %p1; mov.u32 %r5, 1;\nLOOP:\nfma.rn.f32 %f1, %f1, %f2, %f3;\n"
                          "shl.b32 %r5, %r5, 1;\nsetp.lt.u32 %p1, %r5, 1073741824;\n@%p1 bra LOOP;";
    const char *unknown = ".reg .pred %p1; mov.u32 %r5, 1; ld.global.u32 %r6, [%d1];\n"
                          "or.b32 %r6, %r6, 1073741824;\nLOOP:\nfma.rn.f32 %f1, %f1, %f2, %f3;\n"
                          "shl.b32 %r5, %r5, 1;\nsetp.lt.u32 %p1, %r5, %r6;\n@%p1 bra LOOP;";
    struct shape grid = {132, 1024, 0};
    /* 30 rounds without a branch */
    double saved = cycles(run(grid, unknown, "", 0, KEEP_F), run(grid, doubled, "", 0, KEEP_F));
    assert_true(saved > 30 * profile.branch_cycles);
}

/* 256 bytes in a row belong to one slice of L2, which serves them sector by sector. */
static void a_slice_serves_its_chunk(void **state) {
    (void)state;
    const char *line = "red.global.add.f32 [%d3], %f1;";
    const char *words_64 = "and.b32 %r4, %t, 63; mul.wide.u32 %d3, %r4, 4; add.s64 %d3, %d1, %d3;";
    const char *words_512 = "and.b32 %r4, %t, 511; mul.wide.u32 %d3, %r4, 4;"
                            "add.s64 %d3, %d1, %d3;";
    struct shape grid = {132, 256, 0};
    double lanes = 132 * 256 * 4;
    double one = cycles(run(grid, words_64, line, 8, ""), run(grid, words_64, line, 4, ""));
    double four = cycles(run(grid, words_512, line, 8, ""), run(grid, words_512, line, 4, ""));
    near(one, lanes / 8 * profile.l2_atomic_address);
    assert_true(one > 3 * four);
}

/* Old warps go first, so that blocks end one after the other, not all at the same time. */
static void blocks_end_one_after_the_other(void **state) {
    (void)state;
    const char *line = "fma.rn.f32 %f1, %f1, %f1, %f1;";
    struct model_launch launch = run((struct shape){1056, 256, 0}, "", line, 1024, KEEP_F);
    assert_true(launch.occupancy > 0.99);
    assert_true(launch.achieved < 0.8);
}

/* Loads of global memory do not wait for atomics on shared memory, which mean another place. */
/* Of long blocks only six are run here. They start and end four at a time, so twelve take three
 * rounds, and eight two. */
static void blocks_that_end_together_make_rounds(void **state) {
    (void)state;
    const char *line = "fma.rn.f32 %f1, %f1, %f1, %f1;",
               *before = ".reg .pred %p1; mov.u32 %r4, 0;\nround:";
    const char *after = "add.u32 %r4, %r4, 1; setp.lt.u32 %p1, %r4, 20; @%p1 bra round;\n" KEEP_F;
    const struct profile whole = profile;
    profile.processors = 1;
    struct model_launch one = run((struct shape){4, 128, 48000}, before, line, 400, after);
    struct model_launch two = run((struct shape){8, 128, 48000}, before, line, 400, after);
    struct model_launch three = run((struct shape){12, 128, 48000}, before, line, 400, after);
    profile = whole;
    near(cycles(three, two), cycles(two, one));
}

static void loads_pass_shared_atomics(void **state) {
    (void)state;
    const char *before = "mov.u32 %r5, s;";
    const char *line = "ld.global.u32 %r4, [%o]; add.s64 %o, %o, 65536;"
                       "red.shared.add.u32 [%r5], %r4;";
    struct shape warp = {1, 32, 1024};
    struct model_launch one = run(warp, before, line, 1, ""),
                        eight = run(warp, before, line, 8, "");
    assert_true(cycles(eight, one) < 2 * profile.dram_latency);
}

/* An array whose every place is known stands in registers, whatever else shares a row with the
 * address that a round computes. */
static void arrays_stand_in_registers(void **state) {
    (void)state;
    const char *array =
        ".local .align 4 .b8 a[16]; .reg .b64 %p<9>; .reg .pred %q<3>; mov.u64 %p1, a;\n"
        "mov.u32 %r5, 0;\nOUTER:\nld.global.u64 %p4, [%d1]; add.s64 %p5, %p4, 1;\n"
        "st.global.u64 [%d1], %p5; mov.u64 %p2, 0; mov.u32 %r6, %r1;\nINNER:\n"
        "mul.wide.u32 %p6, %r6, 4; add.s64 %p7, %p6, %d1; ld.global.f32 %f2, [%p7];\n"
        "add.s64 %p3, %p1, %p2; ld.local.f32 %f3, [%p3]; add.f32 %f3, %f3, %f2;\n"
        "st.local.f32 [%p3], %f3; add.u32 %r6, %r6, 32; add.s64 %p2, %p2, 4;\n"
        "cvt.u32.u64 %r4, %p2; setp.ne.u32 %q1, %r4, 16; @%q1 bra INNER;\n"
        "add.u32 %r5, %r5, 1; setp.lt.u32 %q2, %r5, %r3; @%q2 bra OUTER;";
    struct model_launch launch = run((struct shape){1, 32, 0}, array, "", 0, KEEP_F);
    assert_true(launch.microseconds < 5); /* 8.7 where it lies in memory */
}

/* What L2 does not keep of stores reaches DRAM while the launch lasts, though nobody reads it. */
static void stores_wait_for_dram(void **state) {
    (void)state;
    const struct profile kept = profile;
    profile.kept_bytes = 1e5;
    profile.dram_write_gbs = 100;
    struct model_launch launch = run((struct shape){4096, 256, 0}, "", "", 0, KEEP_F);
    double microseconds = 4096 * 256 * 4 / (profile.dram_write_gbs * 1000);
    profile = kept;
    assert_true(launch.microseconds > 0.9 * microseconds);
}

static void barriers_wait_for_the_slowest_warp(void **state) {
    (void)state;
    const char *line = "bar.sync 0;";
    struct model_launch less = run((struct shape){1, 256, 0}, "", line, 16, KEEP_F);
    struct model_launch more = run((struct shape){1, 256, 0}, "", line, 116, KEEP_F);
    /* the unit counts 8 warps one after the other, and lets them go */
    double each =
        profile.barrier_cycles + 8 * (profile.barrier_warp_cycles + profile.barrier_release_cycles);
    assert_true(cycles(more, less) >= 100 * (each - 4));
    assert_true(cycles(more, less) <= 100 * (each + 8));
}

/* A warp that loads 132 times as often as the others is what the launch waits for. */
static void the_longest_warp_is_waited_for(void **state) {
    (void)state;
    const char *line = "fma.rn.f32 %f1, %f1, %f2, %f3;";
    const char *few = ".reg .pred %p1; .reg .pred %p2; mov.u32 %r5, %ctaid.x; mov.u32 %r6, 1;\n"
                      "setp.eq.u32 %p1, %r5, 7; @%p1 mov.u32 %r6, 2000;\nLOOP:\n"
                      "fma.rn.f32 %f1, %f1, %f2, %f3; sub.u32 %r6, %r6, 1;\n"
                      "setp.ne.u32 %p2, %r6, 0; @%p2 bra LOOP;";
    struct shape grid = {132, 32, 0};
    struct model_launch equal = run(grid, "", line, 1, KEEP_F);
    struct model_launch unequal = run(grid, few, "", 0, KEEP_F);
    assert_true(cycles(unequal, equal) > 2000 * profile.latency[PIPE_FP32]);
}

static void every_run_gives_the_same_time(void **state) {
    (void)state;
    const char *line = "ld.global.f32 %f2, [%o]; fma.rn.f32 %f1, %f2, %f2, %f1;";
    struct model_launch first = run((struct shape){300, 96, 1000}, "", line, 5, KEEP_F);
    struct model_launch second = run((struct shape){300, 96, 1000}, "", line, 5, KEEP_F);
    assert_memory_equal(&first.microseconds, &second.microseconds, sizeof first.microseconds);
}

/* ---- profiles -------------------------------------------------------------------------------- */

/* The h200's text with something in place of a line, or behind it. */
static void expect(const char *line, const char *instead, const char *complaint) {
    char path[] = "/tmp/profile_XXXXXX", text[256], expected[256];
    FILE *from = fopen(PROFILES "/h200.profile", "r");
    int file = mkstemp(path);
    FILE *to = file >= 0 ? fdopen(file, "w") : NULL;
    assert_true(from != NULL && to != NULL);
    int number = 0, changed = 0;
    while (fgets(text, sizeof text, from) != NULL) {
        number++;
        if (strncmp(text, line, strlen(line)) == 0) {
            changed = number;
            fputs(instead, to);
        } else {
            fputs(text, to);
        }
    }
    fclose(from);
    fclose(to);
    struct profile read;
    struct error error = {""};
    assert_true(changed > 0);
    assert_false(profile_read(path, &read, &error));
    snprintf(expected, sizeof expected, complaint, path, changed);
    assert_string_equal(error.message, expected);
    unlink(path);
}

static void a_wrong_line_is_told(void **state) {
    (void)state;
    expect("l1_latency", "l1_latency\n", "%s:%d: 'l1_latency' is not of the form `name = number`");
    expect("l1_latency", "l1_latencies = 3\n",
           "%s:%d: 'l1_latencies' is not a constant of a profile: h200.profile and xeon.cpu have "
           "all names");
    expect("l1_latency", "l1_latency = fast\n",
           "%s:%d: l1_latency takes a number from 0 up, not 'fast'");
    expect("l1_latency", "l1_latency = -1\n",
           "%s:%d: l1_latency takes a number from 0 up, not '-1'");
    expect("l1_latency", "l1_latency = 33 cycles\n",
           "%s:%d: l1_latency takes a number from 0 up, not '33 cycles'");
    expect("l1_latency", "clock_ghz = 1\n", "%s:%d: clock_ghz is given twice");
    expect("l1_latency", "like = h100\n", "%s:%d: `like` must stand before all other lines");
    expect("l1_latency", "l1_\xff = 1\n",
           "%s:%d: this line is not text of the form `name = number`");
    expect("l1_latency", "", "%s: l1_latency is missing");
    expect("processors", "processors = 0\n", "%s:%d: processors must be more than 0, not '0'");
    expect("processors", "processors = 0.5\n",
           "%s:%d: processors must be a whole number, not '0.5'");
    expect("processors", "processors = 1e300\n",
           "%s:%d: processors must be what a machine can have, not '1e300'");
    expect("threads", "threads = 2048.5\n", "%s:%d: threads must be a whole number, not '2048.5'");
    expect("threads", "threads = 16\n", "%s:%d: threads must be a multiple of 32, not '16'");
    expect("kept_bytes", "kept_bytes = 0.1\n",
           "%s:%d: kept_bytes must be a whole number, not '0.1'");
    expect("l1_latency", "l1_latency = 1e18\n",
           "%s:%d: l1_latency must be what a machine can have, not '1e18'");
    expect("calibrated", "calibrated = 2\n", "%s:%d: calibrated must be 0 or 1, not '2'");
}

static void an_unknown_profile_lists_those_that_are_there(void **state) {
    (void)state;
    struct profile read;
    struct error error = {""};
    assert_false(profile_find(PROFILES, "h300", &read, &error));
    assert_string_equal(
        error.message,
        "there is no profile 'h300'; there are: a100, gtx1080, h100, h200, rtx4060, t4");
    assert_false(profile_find(PROFILES, "../profiles/h200", &read, &error));
    assert_true(profile_find("nowhere", PROFILES "/h200.profile", &read, &error));
    assert_string_equal(read.name, "h200");
}

static void all_profiles_can_be_read(void **state) {
    (void)state;
    static const char *const names[] = {"a100", "gtx1080", "h100", "h200", "rtx4060", "t4"};
    for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
        struct profile read;
        struct error error = {""};
        if (!profile_find(PROFILES, names[n], &read, &error)) {
            fail_msg("%s", error.message);
        }
        bool measured = strcmp(names[n], "h100") == 0 || strcmp(names[n], "h200") == 0;
        assert_true((read.calibrated != 0) == measured);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_chain_takes_its_latency),
        cmocka_unit_test(full_schedulers_take_a_slot_an_instruction),
        cmocka_unit_test(doubles_are_as_slow_as_their_pipe),
        cmocka_unit_test(conflicts_take_a_cycle_a_wavefront),
        cmocka_unit_test(shared_memory_limits_occupancy),
        cmocka_unit_test(memory_is_read_once),
        cmocka_unit_test(atomics_meet_at_an_address),
        cmocka_unit_test(lanes_join_their_integers),
        cmocka_unit_test(lanes_that_came_another_way_do_not_join),
        cmocka_unit_test(loops_of_constants_are_unrolled),
        cmocka_unit_test(a_slice_serves_its_chunk),
        cmocka_unit_test(blocks_end_one_after_the_other),
        cmocka_unit_test(blocks_that_end_together_make_rounds),
        cmocka_unit_test(loads_pass_shared_atomics),
        cmocka_unit_test(arrays_stand_in_registers),
        cmocka_unit_test(stores_wait_for_dram),
        cmocka_unit_test(barriers_wait_for_the_slowest_warp),
        cmocka_unit_test(the_longest_warp_is_waited_for),
        cmocka_unit_test(every_run_gives_the_same_time),
        cmocka_unit_test(a_wrong_line_is_told),
        cmocka_unit_test(an_unknown_profile_lists_those_that_are_there),
        cmocka_unit_test(all_profiles_can_be_read),
    };
    return cmocka_run_group_tests(tests, read_h200, NULL);
}
