/* The model of time: what an instruction holds, and for how long. Measured numbers:
 * microbenchmark pipes. */
#include "launch.h"

#define KEEP_F "st.global.f32 [%o], %f1;"
#define KEEP_R "st.global.u32 [%o], %r4;"
#define STARTS "mov.u32 %r4, %r1; mov.u32 %r5, 1; mov.u32 %r6, 2; mov.u32 %r7, 3; mov.u32 %r8, %r2;"

static double fixed(void) {
    return profile.start_us + profile.code_us + profile.end_us;
}

static double busy(const struct model_launch *launch, enum resource resource) {
    return launch->share[resource] * (launch->microseconds - fixed());
}

/* Multiprocessors that are full, and so many lines. */
static double full(const char *line, unsigned times) {
    return run((struct shape){132, 1024, 4096},
               STARTS ".reg .pred %p<3>; setp.gt.u32 %p1, %r1, 5000;"
                      "mov.f32 %f1, 0f3F800000; mov.u32 %r8, s;",
               line, times, KEEP_R KEEP_F)
               .microseconds -
           fixed();
}

/* The multiplier makes sums beside the pipe that makes minima. */
static void sums_find_two_pipes(void **state) {
    (void)state;
    double sums = full("add.s32 %r4, %r4, %r1; add.s32 %r5, %r5, %r1; add.s32 %r6, %r6, %r1; "
                       "add.s32 %r7, %r7, %r1;",
                       128),
           minima = full("min.s32 %r4, %r4, %r1; min.s32 %r5, %r5, %r1; min.s32 %r6, %r6, %r1; "
                         "min.s32 %r7, %r7, %r1;",
                         128);
    assert_true(minima > 1.6 * sums);
}

static void conversions_to_integers_are_slow(void **state) {
    (void)state;
    double from = full("cvt.rn.f32.s32 %f2, %r4; add.f32 %f1, %f1, %f2;", 128),
           to = full("cvt.rzi.s32.f32 %r5, %f1; add.s32 %r4, %r4, %r5;", 128);
    assert_true(to > 2.5 * from);
}

static void barriers_hold_the_memory_pipe(void **state) {
    (void)state;
    struct shape shape = {132, 1024, 4096};
    struct model_launch none = run(shape, "mov.u32 %r8, s;", "ld.volatile.shared.f32 %f1, [%r8];",
                                   128, KEEP_F),
                        each = run(shape, "mov.u32 %r8, s;",
                                   "ld.volatile.shared.f32 %f1, [%r8]; bar.sync 0;", 128, KEEP_F);
    double more = busy(&each, RESOURCE_L1) / busy(&none, RESOURCE_L1);
    assert_true(more > 1.4 && more < 1.8);
}

#define SIXTEEN_BYTES "mul.wide.u32 %d3, %t, 16; add.s64 %d4, %d1, %d3; mov.f32 %f1, 0f3F800000;"

/* To take a sector, L2 needs longer than to hand one out: 1.75 times from DRAM, 1.84 times from a
 * multiprocessor. */
static void stores_and_fills_take_l2_longer(void **state) {
    (void)state;
    const double sectors = 131072, load = sectors / profile.l2_sectors / profile.clock_ghz / 1000;
    struct shape shape = {1024, 256, 0};
    struct model_launch reads = run(shape, SIXTEEN_BYTES,
                                    "ld.global.v4.f32 {%f1, %f2, %f3, %f4}, [%d4];", 1, ""),
                        writes = run(shape, SIXTEEN_BYTES,
                                     "st.global.v4.f32 [%d4], {%f1, %f1, %f1, %f1};", 1, "");
    assert_true(busy(&reads, RESOURCE_L2) > 1.75 * load && busy(&reads, RESOURCE_L2) < 2.1 * load);
    assert_true(busy(&writes, RESOURCE_L2) > 1.8 * load && busy(&writes, RESOURCE_L2) < 2 * load);
}

/* Pieces of 64 bytes from 256 MiB came at 2.76 TB/s, and rows at 4.4. */
static void pieces_in_no_order_take_dram_longer(void **state) {
    (void)state;
    struct shape shape = {64, 256, 0};
    struct model_launch
        rows = run(shape, "mul.wide.u32 %d3, %t, 64; add.s64 %d4, %d1, %d3;",
                   "ld.global.f32 %f1, [%d4];", 1, ""),
        mixed =
            run(shape,
                "mul.lo.u32 %r4, %t, -1640531535; shr.u32 %r4, %r4, 12; and.b32 %r4, %r4, 1048560;"
                "mul.wide.u32 %d3, %r4, 4; add.s64 %d4, %d1, %d3;",
                "ld.global.f32 %f1, [%d4];", 1, "");
    double row = busy(&rows, RESOURCE_DRAM) / rows.read_bytes,
           piece = busy(&mixed, RESOURCE_DRAM) / mixed.read_bytes;
    assert_true(piece > 1.5 * row && piece < 1.7 * row);
}

#define AGAIN(rounds) "add.s32 %r4, %r4, 1; setp.ne.s32 %p1, %r4, " rounds "; @%p1 bra again;"

/* A loop that walks through an array of a thread is unrolled in full: no access is left, for the
 * array stands in registers. */
static void arrays_of_ninety_nine_stand_in_registers(void **state) {
    (void)state;
    const char *before = ".reg .pred %p<2>; .local .align 4 .b8 a[400];"
                         "mov.u32 %r4, 0; mov.f32 %f1, 0f00000000; mov.u64 %d4, a;";
    const char *line = "again: mul.wide.u32 %d3, %r4, 4; add.s64 %d5, %d4, %d3;"
                       "cvt.rn.f32.s32 %f2, %r4; st.local.f32 [%d5], %f2;"
                       "ld.local.f32 %f3, [%d5]; add.f32 %f1, %f1, %f3;" AGAIN("99");
    struct model_launch launch = run((struct shape){132, 256, 0}, before, line, 1, KEEP_F);
    const double accesses = 99 * 2 * 8; /* of eight warps: a cycle each, at the least */
    assert_true(busy(&launch, RESOURCE_L1) < accesses / 10 / profile.clock_ghz / 1000);
}

/* ptxas unrolls loops that wait, too. */
static void loops_with_barriers_are_unrolled(void **state) {
    (void)state;
    struct shape shape = {1, 64, 0};
    const char *before =
        ".reg .pred %p<2>; mov.u32 %r4, 0; ld.global.u32 %r5, [%d1]; add.s32 %r5, %r5, 512;";
    double row = run(shape, before, "bar.sync 0;", 512, KEEP_R).microseconds,
           loop = run(shape, before,
                      "again: bar.sync 0; add.s32 %r4, %r4, 1; setp.lt.s32 %p1, %r4, %r5; @%p1 bra "
                      "again;",
                      1, KEEP_R)
                      .microseconds;
    assert_true(loop < 1.4 * row);
}

/* Lanes make 12 rounds, or 12 and 7: of the latter's, three run one by one, and the others wait for
 * them. */
static void rounds_that_are_left_over_are_each_lanes_own(void **state) {
    (void)state;
    double times[2];
    for (int uneven = 0; uneven < 2; uneven++) {
        char before[512];
        snprintf(before, sizeof before,
                 ".reg .pred %%p<2>; and.b32 %%r6, %%r1, %d; mul.lo.u32 %%r6, %%r6, 5; "
                 "ld.global.u32 %%r5, [%%d1];"
                 "add.s32 %%r5, %%r5, 12; sub.s32 %%r5, %%r5, %%r6; mov.u32 %%r4, 0; add.s64 %%d4, "
                 "%%o, 0; mov.f32 %%f1, 0f00000000;",
                 uneven);
        times[uneven] =
            run((struct shape){1, 32, 0}, before,
                "again: ld.global.f32 %f2, [%d4]; add.s64 %d4, %d4, 65536; add.f32 %f1, %f1, %f2;"
                "add.s32 %r4, %r4, 1; setp.lt.s32 %p1, %r4, %r5; @%p1 bra again;",
                1, KEEP_F)
                .microseconds;
    }
    assert_true(times[1] > times[0] + 1.5 * profile.dram_latency / profile.clock_ghz / 1000);
}

/* Each ends with a branch that hangs on it, so that the next one begins behind it. */
static void roots_do_not_run_side_by_side(void **state) {
    static const char start[] = "mov.f64 %g1, 0d4000000000000000; mov.f64 %g2, 0d4008000000000000;";
    static const char keep[] =
        "add.f64 %g1, %g1, %g2; cvt.rn.f32.f64 %f1, %g1; st.global.f32 [%o], %f1;";
    const struct shape one_warp = {1, 32, 0};
    (void)state;
    double one = run(one_warp, start, "sqrt.rn.f64 %g1, %g1;", 40, keep).microseconds - fixed(),
           two = run(one_warp, start, "sqrt.rn.f64 %g1, %g1; sqrt.rn.f64 %g2, %g2;", 40, keep)
                     .microseconds -
                 fixed();
    assert_true(two > 1.7 * one);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(roots_do_not_run_side_by_side),
        cmocka_unit_test(sums_find_two_pipes),
        cmocka_unit_test(conversions_to_integers_are_slow),
        cmocka_unit_test(barriers_hold_the_memory_pipe),
        cmocka_unit_test(stores_and_fills_take_l2_longer),
        cmocka_unit_test(pieces_in_no_order_take_dram_longer),
        cmocka_unit_test(arrays_of_ninety_nine_stand_in_registers),
        cmocka_unit_test(loops_with_barriers_are_unrolled),
        cmocka_unit_test(rounds_that_are_left_over_are_each_lanes_own),
    };
    return cmocka_run_group_tests(tests, read_h200, NULL);
}
