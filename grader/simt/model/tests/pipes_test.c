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

/* An H200 needs a cycle for each although no lane stores. */
static void idle_stores_hold_the_memory_pipe(void **state) {
    (void)state;
    double idle = full("@%p1 st.shared.f32 [%r8], %f1;", 128),
           branches = full("{ @!%p1 bra behind; st.shared.f32 [%r8], %f1; behind: }", 128),
           sums = full("add.f32 %f1, %f1, %f1;", 128);
    assert_true(idle > 2 * sums && branches > 2 * sums);
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

/* Two words of constants are an instruction before those that read them. */
static void constants_are_read_by_twos(void **state) {
    (void)state;
    struct shape shape = {132, 1024, 0};
    const char *before =
        ".reg .pred %p<2>; mov.u32 %r4, 0; mov.f32 %f1, 0f00000000; mov.u64 %d4, constants;";
    struct model_launch
        none = run(shape, before,
                   "again: add.f32 %f1, %f1, %f1; add.f32 %f1, %f1, %f1;" AGAIN("32"), 1, KEEP_F),
        each =
            run(shape, before,
                "again: mul.wide.u32 %d3, %r4, 4; add.s64 %d5, %d4, %d3; ld.const.f32 %f2, [%d5];"
                "add.f32 %f1, %f1, %f2; add.f32 %f1, %f1, %f1;" AGAIN("32"),
                1, KEEP_F);
    double more = (busy(&each, RESOURCE_ISSUE) - busy(&none, RESOURCE_ISSUE)) * profile.clock_ghz *
                  1000 / 8; /* warps of a scheduler */
    assert_true(more > 15 && more < 20);
}

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

/* A predicate chooses between a minimum and a maximum in one instruction. */
static void extremes_are_chosen_by_a_predicate(void **state) {
    (void)state;
    double one = full("min.s32 %r4, %r4, %r1; min.s32 %r5, %r5, %r1;", 128),
           chosen =
               full("min.s32 %r6, %r4, %r1; max.s32 %r7, %r4, %r1; selp.b32 %r4, %r6, %r7, %p1;"
                    "min.s32 %r6, %r5, %r1; max.s32 %r7, %r5, %r1; selp.b32 %r5, %r6, %r7, %p1;",
                    128);
    assert_true(chosen < 1.2 * one);
}

/* A product of two numbers of 32 bits is one instruction, however wide their registers are. */
static void products_of_halves_are_one_instruction(void **state) {
    (void)state;
    double whole = full("mul.lo.s64 %d3, %d1, %o; cvt.u32.u64 %r5, %d3; shr.u64 %d4, %d3, 17;"
                        "cvt.u32.u64 %r6, %d4; min.s32 %r4, %r4, %r6;",
                        64),
           half = full("cvt.u64.u32 %d5, %r4; mul.lo.s64 %d3, %d5, 12345; shr.u64 %d4, %d3, 32;"
                       "cvt.u32.u64 %r6, %d4; min.s32 %r4, %r4, %r6;",
                       64);
    assert_true(half < 0.5 * whole);
}

/* Of 64 bits, only two count. */
static void bits_that_nobody_needs_cost_nothing(void **state) {
    (void)state;
    double two = full("xor.b64 %d3, %d1, %o; and.b64 %d3, %d3, 3; cvt.u32.u64 %r5, %d3;"
                      "min.s32 %r4, %r4, %r5;",
                      64),
           all = full("xor.b64 %d3, %d1, %o; and.b64 %d3, %d3, -3; shr.u64 %d3, %d3, 40;"
                      "cvt.u32.u64 %r5, %d3; min.s32 %r4, %r4, %r5;",
                      64);
    assert_true(two < 0.6 * all);
}

/* A bitwise operation says whether its result is 0. */
static void tests_of_bits_are_one_instruction(void **state) {
    (void)state;
    double zero = full("{ .reg .pred %q; and.b32 %r6, %r4, %r1; setp.eq.s32 %q, %r6, 0;"
                       "selp.b32 %r4, %r4, %r5, %q; }",
                       64),
           three = full("{ .reg .pred %q; and.b32 %r6, %r4, %r1; setp.eq.s32 %q, %r6, 3;"
                        "selp.b32 %r4, %r4, %r5, %q; }",
                        64);
    assert_true(zero < 0.8 * three);
}

/* Shared memory adds integers, and floats by compare-and-swap. */
static void floats_are_swapped_in_shared_memory(void **state) {
    (void)state;
    const char *place = "mov.u32 %r8, s; mul.lo.u32 %r4, %r1, 4; add.u32 %r8, %r8, %r4;"
                        "mov.f32 %f1, 0f3F800000; mov.u32 %r4, 3;";
    struct shape shape = {132, 1024, 4096};
    double whole = run(shape, place, "red.shared.add.u32 [%r8], %r1;", 64, "").microseconds,
           real = run(shape, place, "red.shared.add.f32 [%r8], %f1;", 64, "").microseconds;
    assert_true(real - fixed() > 2 * (whole - fixed()));
}

/* 16,384 sectors from each of eight multiprocessors: an H200's send one in 2.7 cycles, however many
 * work. */
static void a_multiprocessor_sends_atomics_one_by_one(void **state) {
    (void)state;
    struct shape shape = {8, 256, 0};
    double took = run(shape, "mul.wide.u32 %d3, %t, 32; add.s64 %d4, %d1, %d3;",
                      "red.global.add.u32 [%d4], %r1; add.s64 %d4, %d4, 65536;", 64, "")
                      .microseconds;
    assert_true(took - fixed() > 0.9 * 16384 * 2.7 / profile.clock_ghz / 1000);
}

/* Two shifts of a register pair; none where the halves change places. */
static void rotations_are_two_shifts(void **state) {
    (void)state;
    double round =
               full("{ shl.b64 %d5, %d4, 13; shr.u64 %d6, %d4, 51; add.u64 %d4, %d5, %d6; }", 128),
           halves =
               full("{ shl.b64 %d5, %d4, 32; shr.u64 %d6, %d4, 32; add.u64 %d4, %d5, %d6; }", 128),
           minima = full("min.s32 %r4, %r4, %r1; min.s32 %r5, %r5, %r1;", 128);
    assert_true(round < 1.3 * minima && halves < 0.3 * minima);
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
        cmocka_unit_test(rotations_are_two_shifts),
        cmocka_unit_test(roots_do_not_run_side_by_side),
        cmocka_unit_test(sums_find_two_pipes),
        cmocka_unit_test(conversions_to_integers_are_slow),
        cmocka_unit_test(idle_stores_hold_the_memory_pipe),
        cmocka_unit_test(barriers_hold_the_memory_pipe),
        cmocka_unit_test(stores_and_fills_take_l2_longer),
        cmocka_unit_test(pieces_in_no_order_take_dram_longer),
        cmocka_unit_test(constants_are_read_by_twos),
        cmocka_unit_test(arrays_of_ninety_nine_stand_in_registers),
        cmocka_unit_test(loops_with_barriers_are_unrolled),
        cmocka_unit_test(rounds_that_are_left_over_are_each_lanes_own),
        cmocka_unit_test(extremes_are_chosen_by_a_predicate),
        cmocka_unit_test(products_of_halves_are_one_instruction),
        cmocka_unit_test(bits_that_nobody_needs_cost_nothing),
        cmocka_unit_test(tests_of_bits_are_one_instruction),
        cmocka_unit_test(floats_are_swapped_in_shared_memory),
        cmocka_unit_test(a_multiprocessor_sends_atomics_one_by_one),
    };
    return cmocka_run_group_tests(tests, read_h200, NULL);
}
