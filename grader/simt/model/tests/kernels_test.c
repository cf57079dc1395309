/* The model of time: what compilers and caches make of whole kernels. Measured numbers:
 * microbenchmark tenth. */
#include "launch.h"

#define KEEP_F "st.global.f32 [%o], %f1;"

/* Warps that take 32 of 65,536 numbers each, from a counter at the start of the memory. */
static const char from_a_queue[] =
    "again: setp.ne.u32 %p1, %r1, 0; @%p1 bra meet;\n"
    "atom.global.add.u32 %r4, [%d1], 32;\n"
    "meet: shfl.sync.idx.b32 %r5, %r4, 0, 31, -1;\n"
    "setp.ge.u32 %p2, %r5, 65536; @%p2 bra done;\n"
    "add.u32 %r6, %r5, %r1; mul.wide.u32 %d3, %r6, 4; add.s64 %d4, %d1, %d3;\n"
    "ld.global.f32 %f1, [%d4+128]; add.f32 %f1, %f1, %f1;\n"
    "st.global.f32 [%d4+128], %f1; bra again; done:";

static const char first[] = ".reg .pred %p<4>; mov.u32 %r4, 0;";

/* The machine's first block takes all; 132 multiprocessors share it. */
static void blocks_share_a_queue(void **state) {
    (void)state;
    struct model_launch one = run((struct shape){1, 32, 0}, first, from_a_queue, 1, "");
    struct model_launch many = run((struct shape){264, 32, 0}, first, from_a_queue, 1, "");
    assert_true(one.microseconds > 100);
    assert_true(many.microseconds < one.microseconds / 30);
}

/* A load at each of 40 addresses that are one and a constant: a thread does not keep 40 of them. */
static void displacements_need_no_register(void **state) {
    char before[4096] = ".reg .b64 %x<40>;", after[4096] = "";
    size_t at = strlen(before), end = 0;
    (void)state;
    for (int n = 0; n < 40; n++) {
        at += (size_t)snprintf(before + at, sizeof before - at, "add.s64 %%x%d, %%d1, %d;", n,
                               4096 * n);
        end += (size_t)snprintf(after + end, sizeof after - end,
                                "ld.global.f32 %%f2, [%%x%d]; add.f32 %%f1, %%f1, %%f2;", n);
    }
    snprintf(after + end, sizeof after - end, "%s", KEEP_F);
    struct model_launch launch =
        run((struct shape){132, 1024, 0}, before, "mov.f32 %f1, 0f00000000;", 1, after);
    assert_true(launch.occupancy > 0.99);
}

/* Sixty values that are used at once, twice: no more than one of them is alive at a time. */
static void values_between_two_lives_need_no_register(void **state) {
    char lives[8192] = ".reg .b32 %x<60>; mov.u32 %r4, 0;";
    size_t at = strlen(lives);
    (void)state;
    for (int n = 0; n < 120; n++) {
        at += (size_t)snprintf(lives + at, sizeof lives - at,
                               "mul.lo.u32 %%x%d, %%r4, %d; add.u32 %%r4, %%r4, %%x%d;", n % 60,
                               n + 3, n % 60);
    }
    struct model_launch launch =
        run((struct shape){132, 1024, 0}, "", lives, 1, "st.global.u32 [%o], %r4;");
    assert_true(launch.occupancy > 0.99);
}

#define ADD(number) "add.f32 %f1, %f1, %f" #number ";"

/* Lanes that a predicate switches off meet the others behind it without a branch: loads of later
 * rounds move up across it. */
static void predicates_part_nobody(void **state) {
    static const char plain[] = "ld.global.f32 %f2, [%d4]; add.s64 %d4, %d4, 65536; "
                                "add.f32 %f1, %f1, %f2;",
                      some[] = "{ ld.global.f32 %f2, [%d4]; add.s64 %d4, %d4, 65536; "
                               "@%p1 bra behind; add.f32 %f1, %f1, %f2; behind: }";
    static const char place[] = ".reg .pred %p<2>; and.b32 %r4, %r1, 1; setp.eq.u32 %p1, %r4, 0;"
                                "add.s64 %d4, %o, 0; mov.f32 %f1, 0f00000000;";
    (void)state;
    struct shape shape = {8, 64, 0};
    double all = run(shape, place, plain, 16, KEEP_F).microseconds,
           half = run(shape, place, some, 16, KEEP_F).microseconds;
    assert_true(half < 1.2 * all);
}

/* 2^20 sums on words from the start of the memory, `apart` words from lane to lane. An H200's slice
 * of L2 takes 1.43 cycles for each, and 3.5 for floats that meet on one word. */
static double sums_on(unsigned words, unsigned apart, const char *add) {
    char place[256];
    snprintf(place, sizeof place,
             "mul.lo.u32 %%r4, %%r1, %u; and.b32 %%r4, %%r4, %u; mul.wide.u32 %%d3, %%r4, 4; "
             "add.s64 %%d4, %%d1, %%d3; "
             "mov.f32 %%f1, 0f3F800000;",
             apart, words - 1);
    struct shape shape = {512, 256, 0};
    return run(shape, place, add, 8, "").microseconds - profile.start_us - profile.code_us -
           profile.end_us;
}

/* A word of each sector: each KiB has two slices to serve it. */
static void slices_share_kibibytes(void **state) {
    static const char add[] = "red.global.add.u32 [%d4], %r1;";
    enum { KIB_WORDS = 256, SECTOR_WORDS = 8 };
    (void)state;
    double quarter = sums_on(KIB_WORDS / 4, SECTOR_WORDS, add),
           half = sums_on(KIB_WORDS / 2, SECTOR_WORDS, add),
           one = sums_on(KIB_WORDS, SECTOR_WORDS, add),
           two = sums_on(2 * KIB_WORDS, SECTOR_WORDS, add);
    assert_true(half > 0.45 * quarter && half < 0.55 * quarter);
    assert_true(one > 0.45 * half && two > 0.45 * one && two < 0.55 * one);
}

/* Warps whose record stops half way: what DRAM moves counts once, however much of it is recorded.
 */
static void a_record_that_stops_counts_traffic_once(void **state) {
    (void)state;
    struct model_launch launch =
        run((struct shape){132, 1024, 0},
            ".reg .pred %p<4>; mov.u32 %r4, 0; mov.f32 %f1, 0f3F800000; again: ld.global.f32 %f2, "
            "[%o];",
            "fma.rn.f32 %f1, %f1, %f1, %f2;", 1000,
            "add.s64 %o, %o, 540672; add.u32 %r4, %r4, 1; setp.lt.u32 %p1, %r4, 7; @%p1 bra again;"
            "st.global.f32 [%d1], %f1;");
    double dram_us = 7 * 540672 / profile.dram_read_gbs / 1000;
    double busy = launch.share[RESOURCE_DRAM] * (launch.microseconds - profile.start_us);
    assert_true(busy < 1.3 * dram_us && busy > 0.7 * dram_us);
}

/* A product's tile is loaded in rounds of all threads, whose number is divided: the shifts of the
 * division take turns in a row of the machine's registers, and count nothing. */
static void divisions_keep_no_loop_together(void **state) {
    (void)state;
    const struct shape shape = {1, 32, 8192};
    const char *before = ".reg .pred %p<2>; .reg .b32 %x<9>; mov.u32 %r4, %r1; mov.u64 %d5, s;",
               *loop = "again: %s add.s32 %%x4, %%r4, %%x3; shr.s32 %%x5, %%x4, 6;"
                       "mul.wide.s32 %%d3, %%x5, 128; add.s64 %%d4, %%o, %%d3;"
                       "ld.global.f32 %%f1, [%%d4]; mul.wide.s32 %%d6, %%r4, 4;"
                       "add.s64 %%d7, %%d5, %%d6; st.shared.f32 [%%d7], %%f1;"
                       "add.s32 %%x6, %%r4, 64; setp.lt.s32 %%p1, %%r4, 1984; mov.u32 %%r4, %%x6;"
                       "@%%p1 bra again;";
    char divided[1024], plain[1024];
    snprintf(divided, sizeof divided, loop, "shr.s32 %x2, %r4, 31; shr.u32 %x3, %x2, 26;");
    snprintf(plain, sizeof plain, loop, "xor.b32 %x2, %r4, %r1; and.b32 %x3, %x2, 63;");
    double one = run(shape, before, divided, 1, "").microseconds,
           other = run(shape, before, plain, 1, "").microseconds;
    assert_true(one < 1.1 * other && other < 1.1 * one);
}

/* Loads of constants, of one place or of one for each lane. */
static double constants_at(const char *lanes) {
    char place[256];
    snprintf(place, sizeof place,
             "and.b32 %%r4, %%r1, %s; mul.wide.u32 %%d3, %%r4, 4; mov.u64 %%d4, constants;"
             "add.s64 %%d4, %%d4, %%d3; mov.f32 %%f1, 0f00000000;",
             lanes);
    return run((struct shape){132, 1024, 0}, place,
               "ld.const.f32 %f2, [%d4]; add.f32 %f1, %f1, %f2;", 64, KEEP_F)
        .microseconds;
}

/* microbenchmark constants: 5.5 cycles of a multiprocessor for one place, 68 to 116 for 32
 * of them. */
static void places_of_constants_are_read_one_by_one(void **state) {
    (void)state;
    const double one = constants_at("0"), two = constants_at("1"), all = constants_at("31");
    assert_true(two > 1.2 * one && two < 2 * one);
    assert_true(all > 10 * one && all < 25 * one);
}

/* 64 MiB that L2 holds: read from 2 MiB, or stored to 2 others, or both. */
static double held(const char *load, const char *store) {
    char line[256];
    snprintf(line, sizeof line, "%s %s add.s64 %%d4, %%d4, 8192;", load, store);
    return run((struct shape){1024, 512, 0},
               "and.b32 %r4, %t, 0x1bfff; mul.wide.u32 %d3, %r4, 16; add.s64 %d4, %d1, %d3;"
               "mov.f32 %f1, 0f00000000; mov.f32 %f2, %f1; mov.f32 %f3, %f1; mov.f32 %f4, %f1;",
               line, 8, "")
        .microseconds;
}

/* microbenchmark held: 17 us, 30 us, and both in 33. */
static void what_l2_holds_is_read_and_stored_beside_each_other(void **state) {
    (void)state;
    static const char load[] = "ld.global.v4.f32 {%f1, %f2, %f3, %f4}, [%d4];",
                      store[] = "st.global.v4.f32 [%d4+2097152], {%f1, %f2, %f3, %f4};";
    const double read = held(load, ""), stored = held("", store), both = held(load, store);
    assert_true(stored > 1.3 * read);
    assert_true(both > stored && both < 1.25 * stored);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_share_a_queue),
        cmocka_unit_test(displacements_need_no_register),
        cmocka_unit_test(values_between_two_lives_need_no_register),
        cmocka_unit_test(predicates_part_nobody),
        cmocka_unit_test(slices_share_kibibytes),
        cmocka_unit_test(a_record_that_stops_counts_traffic_once),
        cmocka_unit_test(divisions_keep_no_loop_together),
        cmocka_unit_test(places_of_constants_are_read_one_by_one),
        cmocka_unit_test(what_l2_holds_is_read_and_stored_beside_each_other),
    };
    return cmocka_run_group_tests(tests, read_h200, NULL);
}
