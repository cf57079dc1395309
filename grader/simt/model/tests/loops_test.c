/* The model of time: loops that are unrolled, and branches that become predicates. */
#include "launch.h"

#define KEEP_F "st.global.f32 [%o], %f1;"
#define LOAD   "ld.global.f32 %f2, [%d4]; add.s64 %d4, %d4, 65536; add.f32 %f1, %f1, %f2;"

static const char start[] =
    ".reg .pred %p<3>; mov.f32 %f1, 0f00000000; add.s64 %d4, %o, 0; mov.u32 %r4, 16;";
static const struct shape one_warp = {1, 32, 4096};

/* Does the loop take what so many loads in a row do? */
static bool costs_a_row(const char *loop, unsigned loads) {
    return run(one_warp, start, loop, 1, KEEP_F).microseconds <
           1.1 * run(one_warp, start, LOAD, loads, KEEP_F).microseconds;
}

/* 16, 8, 4, 2, 1: the loop leaves by what its counter was, so it has five rounds. */
static void rounds_are_counted_as_they_are_compared(void **state) {
    (void)state;
    assert_true(costs_a_row("again: " LOAD "shr.u32 %r5, %r4, 1; setp.gt.u32 %p1, %r4, 1;"
                            "mov.u32 %r4, %r5; @%p1 bra again;",
                            5));
}

/* 0, 3, 6, 9: the last step goes beyond the bound. */
static void a_step_may_pass_the_bound(void **state) {
    (void)state;
    assert_true(costs_a_row("mov.u32 %r4, 0; again: " LOAD "add.u32 %r4, %r4, 3;"
                            "setp.lt.u32 %p1, %r4, 10; @%p1 bra again;",
                            4));
}

/* No branch is left of a loop that is unrolled in full: what is loaded after it is asked for before
 * it. */
static void loops_unrolled_in_full_leave_no_seam(void **state) {
    (void)state;
    assert_true(costs_a_row("mov.u32 %r4, 0; again: " LOAD "add.u32 %r4, %r4, 1;"
                            "setp.lt.u32 %p1, %r4, 4; @%p1 bra again;" LOAD,
                            5));
}

/* 128 rounds of some twenty instructions: eight of them, and eight loads, between two branches if
 * their number is known when the kernel is compiled, and four if it is not. */
static void known_rounds_run_by_eights(void **state) {
    double times[2];
    char line[2048] = "again: ld.global.f32 %f2, [%d4]; add.s64 %d4, %d4, 16384;"
                      "add.f32 %f1, %f1, %f2;";
    size_t at = strlen(line);
    (void)state;
    for (int n = 0; n < 16; n++) {
        at += (size_t)snprintf(line + at, sizeof line - at, "mul.f32 %%f%d, %%f%d, %%f%d;",
                               3 + n % 6, 3 + n % 6, 3 + n % 6);
    }
    snprintf(line + at, sizeof line - at,
             "add.u32 %%r4, %%r4, 1; setp.lt.u32 %%p1, %%r4, %%r5; @%%p1 bra again;");
    for (int known = 0; known < 2; known++) {
        char before[512];
        snprintf(before, sizeof before, "%s mov.u32 %%r4, 0; %s mov.f32 %%f3, %%f1;", start,
                 known ? "mov.u32 %r5, 128;" : "ld.global.u32 %r5, [%d1]; add.u32 %r5, %r5, 128;");
        char *bound = known ? strstr(line, "%r5") : NULL;
        if (bound != NULL) {
            memcpy(bound, "128", 3);
        }
        times[known] = run(one_warp, before, line, 1, KEEP_F).microseconds;
    }
    assert_true(times[1] < 0.7 * times[0]);
}

/* 48 loads of shared memory, and a sum: a thread has no room for 192 words. */
static double sum_of(const char *load) {
    char before[256], line[128];
    snprintf(before, sizeof before, "%s mov.u32 %%r8, s;", start);
    snprintf(line, sizeof line, "%s add.f32 %%f1, %%f1, %%f2; add.u32 %%r8, %%r8, 16;", load);
    return run(one_warp, before, line, 48, KEEP_F).microseconds - profile.start_us -
           profile.code_us - profile.end_us;
}

static void loads_of_shared_memory_need_registers(void **state) {
    (void)state;
    double words = sum_of("ld.shared.f32 %f2, [%r8];"),
           quads = sum_of("ld.shared.v4.f32 {%f2, %f3, %f4, %f5}, [%r8];");
    assert_true(quads > 1.1 * words);
}

/* A few instructions on both sides of a branch: lanes that part run both without one. */
static void both_sides_may_have_predicates(void **state) {
    (void)state;
    const struct shape shape = {132, 1024, 0};
    const char *place = ".reg .pred %p<3>; and.b32 %r4, %r1, 1; setp.eq.u32 %p1, %r4, 0;"
                        "mov.f32 %f1, 0f3F800000;";
    double straight = run(shape, place, "add.f32 %f1, %f1, %f1; mul.f32 %f1, %f1, %f1;", 64, KEEP_F)
                          .microseconds,
           sides = run(shape, place,
                       "{ @%p1 bra other; add.f32 %f1, %f1, %f1; bra.uni behind;"
                       "other: mul.f32 %f1, %f1, %f1; behind: }",
                       64, KEEP_F)
                       .microseconds,
           same = run(shape, ".reg .pred %p<3>; setp.eq.u32 %p1, %r3, 0; mov.f32 %f1, 0f3F800000;",
                      "{ @%p1 bra other; add.f32 %f1, %f1, %f1; bra.uni behind;"
                      "other: mul.f32 %f1, %f1, %f1; behind: }",
                      64, KEEP_F)
                      .microseconds;
    assert_true(sides < 1.2 * straight);
    assert_true(same > 0.8 * sides && same < 1.1 * sides);
}

/* Microseconds of a loop with that word in the place of its %s. */
static double time_with(const char *before, const char *loop, const char *word) {
    char line[512];
    snprintf(line, sizeof line, loop, word);
    return run(one_warp, before, line, 1, KEEP_F).microseconds;
}

/* 1, 2, 4, … 256: who divides by them multiplies. */
static void divisions_by_powers_of_two_are_products(void **state) {
    (void)state;
    const char *loop = "mov.u32 %%r4, 1; again: cvt.rn.f32.u32 %%f2, %%r4; %s %%f1, %%f1, %%f2;"
                       "shl.b32 %%r4, %%r4, 1; setp.lt.u32 %%p1, %%r4, 512; @%%p1 bra again;";
    const double times[] = {time_with(start, loop, "mul.rn.f32"),
                            time_with(start, loop, "div.rn.f32")};
    assert_true(times[1] < 1.02 * times[0]);
}

/* 15 + 14 + … + 1 rounds: a branch stands between any two of them, so each load waits for the one
 * before. Fifteen times 8 rounds are one body, and loads move up. */
static void rounds_that_have_a_bound_run_one_by_one(void **state) {
    (void)state;
    const char *nest = "mov.u32 %%r4, 1; outer: mov.u32 %%r5, %s; inner:"
                       "ld.global.f32 %%f2, [%%d4]; add.s64 %%d4, %%d4, 4096;"
                       "add.f32 %%f1, %%f1, %%f2; sub.u32 %%r5, %%r5, 1;"
                       "setp.gt.u32 %%p1, %%r5, 0; @%%p1 bra inner; add.u32 %%r4, %%r4, 1;"
                       "setp.lt.u32 %%p1, %%r4, 16; @%%p1 bra outer;";
    const double times[] = {time_with(start, nest, "8"), time_with(start, nest, "%r4")};
    const double dram = 500 / profile.clock_ghz / 1000;
    assert_true(times[0] < 20 * dram);
    assert_true(times[1] > 120 * dram);
}

/* Two bounds, one checked behind the other, around a load and a sum: both are predicates, and loads
 * move up past them. */
static void bounds_in_bounds_are_predicates(void **state) {
    (void)state;
    const char *before = ".reg .pred %p<3>; mov.f32 %f1, 0f00000000; add.s64 %d4, %o, 0;"
                         "setp.ge.u32 %p1, %r1, %r3; setp.gt.u32 %p2, %r2, 100;",
               *sum = "ld.global.f32 %f2, [%d4]; add.f32 %f1, %f1, %f2;",
               *step = "add.s64 %d4, %d4, 65536;";
    char bare[256], bounded[256];
    snprintf(bare, sizeof bare, "%s %s", sum, step);
    snprintf(bounded, sizeof bounded,
             "{ @%%p1 bra out; add.u32 %%r4, %%r3, 1; @%%p2 bra out; %s out: } %s", sum, step);
    const double plain = run(one_warp, before, bare, 8, KEEP_F).microseconds;
    assert_true(run(one_warp, before, bounded, 8, KEEP_F).microseconds < 1.2 * plain);
}

/* Nobody but the thread reaches its own memory: a load of global memory moves up past stores there.
 */
static void global_loads_pass_stores_to_own_memory(void **state) {
    (void)state;
    char before[512];
    snprintf(before, sizeof before,
             "%s .local .align 4 .b8 l[64]; and.b32 %%r5, %%r1, 3; shl.b32 %%r5, %%r5, 2;"
             "cvt.u64.u32 %%d6, %%r5; mov.u64 %%d5, l; add.s64 %%d5, %%d5, %%d6;",
             start);
    const double with =
                     run(one_warp, before, LOAD "st.local.f32 [%d5], %f2;", 8, KEEP_F).microseconds,
                 without = run(one_warp, before, LOAD, 8, KEEP_F).microseconds;
    assert_true(with < 1.2 * without);
}

/* Before the loop each of two registers is moved to the other one: the search for what they begin
 * with ends. */
static void the_search_for_a_start_ends(void **state) {
    (void)state;
    assert_true(costs_a_row("mov.u32 %r5, %r4; mov.u32 %r4, %r5; again: " LOAD
                            "add.u32 %r4, %r4, 1; setp.lt.u32 %p1, %r4, 20; @%p1 bra again;",
                            4));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rounds_are_counted_as_they_are_compared),
        cmocka_unit_test(a_step_may_pass_the_bound),
        cmocka_unit_test(loops_unrolled_in_full_leave_no_seam),
        cmocka_unit_test(known_rounds_run_by_eights),
        cmocka_unit_test(loads_of_shared_memory_need_registers),
        cmocka_unit_test(both_sides_may_have_predicates),
        cmocka_unit_test(divisions_by_powers_of_two_are_products),
        cmocka_unit_test(rounds_that_have_a_bound_run_one_by_one),
        cmocka_unit_test(bounds_in_bounds_are_predicates),
        cmocka_unit_test(global_loads_pass_stores_to_own_memory),
        cmocka_unit_test(the_search_for_a_start_ends),
    };
    return cmocka_run_group_tests(tests, read_h200, NULL);
}
