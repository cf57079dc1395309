/* The model of time: what the places of accesses decide. Measured numbers:
 * microbenchmark constants, microbenchmark units_of_memory. */
#include "launch.h"

#define KEEP_F "st.global.f32 [%o], %f1;"

static double fixed(void) {
    return profile.start_us + profile.code_us + profile.end_us;
}

/* A register that has held the address of a load holds that of a store next: nobody knows whether
 * both lead to one array, so later loads stay behind the store. */
static void an_address_is_who_made_it(void **state) {
    (void)state;
    static const char one[] = "mul.wide.u32 %d3, %r1, 4; add.s64 %d4, %d1, %d3; ld.global.f32 %f1, "
                              "[%d4]; st.global.f32 [%d4+4], %f1; ld.global.f32 %f2, [%d4+65536];"
                              "add.f32 %f1, %f1, %f2; st.global.f32 [%d4+8], %f1;",
                      two[] = "mul.wide.u32 %d3, %r1, 4; add.s64 %d4, %d1, %d3; ld.global.f32 %f1, "
                              "[%d4]; add.s64 %d4, %d6, %d3; st.global.f32 [%d4+4], %f1;"
                              "add.s64 %d4, %d1, %d3; ld.global.f32 %f2, [%d4+65536];"
                              "add.f32 %f1, %f1, %f2; st.global.f32 [%d4+8], %f1;";
    const struct shape shape = {1, 32, 0};
    const char *place = "add.s64 %d6, %d1, 4096;";
    assert_true(run(shape, place, one, 1, "").microseconds + 0.2 <
                run(shape, place, two, 1, "").microseconds);
}

/* 32 loads of constants, of 8 places that lie 32 bytes apart. */
static double constants_of(const char *load) {
    char line[256];
    snprintf(line, sizeof line, "%s add.s32 %%r5, %%r5, %%r6;", load);
    return run((struct shape){132, 1024, 0},
               "and.b32 %r4, %r1, 7; mul.lo.u32 %r4, %r4, 32; cvt.u64.u32 %d3, %r4;"
               "mov.u64 %d4, constants; add.s64 %d4, %d4, %d3; mov.u32 %r5, 0;"
               "and.b32 %r7, %r1, 31; cvt.u64.u32 %d5, %r7; mov.u64 %d6, constants;"
               "add.s64 %d6, %d6, %d5;",
               line, 32, "st.global.u32 [%o], %r5;")
               .microseconds -
           fixed();
}

/* 32 bytes are 8 words. */
static void constants_are_read_by_words(void **state) {
    (void)state;
    const double words = constants_of("ld.const.u32 %r6, [%d4];"),
                 bytes = constants_of("ld.const.u8 %r6, [%d6];");
    assert_true(bytes < 1.1 * words && words < 1.1 * bytes);
}

/* Eight rounds that read the words of a lane's 32 bytes, up or down. */
static double words_of_constants(const char *from, const char *step) {
    char before[512], line[256];
    snprintf(before, sizeof before,
             ".reg .pred %%p<2>; and.b32 %%r4, %%r1, 7; mul.lo.u32 %%r4, %%r4, 32;"
             "cvt.u64.u32 %%d3, %%r4; mov.u64 %%d4, constants; add.s64 %%d4, %%d4, %%d3;"
             "mov.u32 %%r5, 0; mov.u32 %%r7, %s; mov.u32 %%r8, 0;",
             from);
    snprintf(line, sizeof line,
             "again: mul.wide.u32 %%d5, %%r7, 4; add.s64 %%d6, %%d4, %%d5;"
             "ld.const.u32 %%r6, [%%d6]; add.s32 %%r5, %%r5, %%r6; add.s32 %%r7, %%r7, %s;"
             "add.s32 %%r8, %%r8, 1; setp.ne.s32 %%p1, %%r8, 8; @%%p1 bra again;",
             step);
    return run((struct shape){132, 1024, 0}, before, line, 1, "st.global.u32 [%o], %r5;")
               .microseconds -
           fixed();
}

static void two_words_of_constants_are_one_load(void **state) {
    (void)state;
    assert_true(words_of_constants("0", "1") < 0.7 * words_of_constants("7", "-1"));
}

static double atomics_of(const char *line) {
    return run((struct shape){8, 256, 0},
               "mul.wide.u32 %d3, %t, 32; add.s64 %d4, %d1, %d3; mov.u32 %r4, 0;", line, 64,
               "st.global.u32 [%o], %r4;")
               .microseconds -
           fixed();
}

/* An H200 takes 44 us for 2^22 sums at random places, and 60 if their old values are stored. */
static void answers_of_atomics_take_longer(void **state) {
    (void)state;
    const double sums = atomics_of("red.global.add.u32 [%d4], 1; add.s64 %d4, %d4, 65536;"),
                 olds = atomics_of("atom.global.add.u32 %r5, [%d4], 1; add.s64 %d4, %d4, 65536;"
                                   "add.u32 %r4, %r4, %r5;");
    assert_true(olds > 1.1 * sums);
}

/* Each of 256 words is compared and swapped as often. L2 serves the words of a sector together if
 * the lanes of a warp ask for all of them. */
static void swaps_of_neighbours_are_tried_together(void **state) {
    (void)state;
    const char *place = ".reg .pred %p<3>; and.b32 %r4, %r2, 7; and.b32 %r5, %r1, 31;",
               *beside = "shl.b32 %r4, %r4, 5; add.u32 %r4, %r4, %r5;",
               *apart = "shl.b32 %r5, %r5, 3; add.u32 %r4, %r4, %r5;",
               *swap = "mul.wide.u32 %d4, %r4, 4; add.s64 %d4, %d4, %d1; ld.global.u32 %r5, [%d4];"
                       "again: add.u32 %r6, %r5, 1; atom.global.cas.b32 %r7, [%d4], %r5, %r6;"
                       "setp.ne.u32 %p1, %r7, %r5; mov.u32 %r5, %r7; @%p1 bra again;";
    char before[512];
    double took[2];
    for (int n = 0; n < 2; n++) {
        snprintf(before, sizeof before, "%s %s", place, n ? apart : beside);
        took[n] = run((struct shape){1024, 32, 0}, before, swap, 1, "").microseconds;
    }
    assert_true(took[1] > 1.5 * took[0]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_address_is_who_made_it),
        cmocka_unit_test(constants_are_read_by_words),
        cmocka_unit_test(two_words_of_constants_are_one_load),
        cmocka_unit_test(answers_of_atomics_take_longer),
        cmocka_unit_test(swaps_of_neighbours_are_tried_together),
    };
    return cmocka_run_group_tests(tests, read_h200, NULL);
}
