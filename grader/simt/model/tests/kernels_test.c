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

/* So many sums that wait for one another. */
static void chain(char *text, size_t size, int sums) {
    size_t at = strlen(text);
    for (int n = 0; n < sums; n++) {
        at += (size_t)snprintf(text + at, size - at, "add.f32 %%f3, %%f3, %%f3;");
    }
}

/* A warp asks for each row two rows before it needs it. A loop waits for the later one, too, where
 * its round begins; the same rows one behind the other do not. */
static void loads_of_a_round_are_counted_together(void **state) {
    char row[8192] = "", loop[8192] = "again: ", rows[16384] = "";
    static const char begin[] =
        ".reg .pred %p<4>; mov.u32 %r4, 0; shr.u32 %r5, %r3, 2; ld.global.f32 %f1, [%o];"
        "ld.global.f32 %f2, [%o+4096]; mov.f32 %f3, 0f00000000;";
    (void)state;
    snprintf(row, sizeof row, "add.f32 %%f3, %%f3, %%f1; ld.global.f32 %%f1, [%%o+8192];");
    chain(row, sizeof row, 100);
    snprintf(rows, sizeof rows, "%s bar.warp.sync -1;", row);
    snprintf(row, sizeof row, "add.f32 %%f3, %%f3, %%f2; ld.global.f32 %%f2, [%%o+12288];");
    chain(row, sizeof row, 100);
    snprintf(rows + strlen(rows), sizeof rows - strlen(rows), "%s add.s64 %%o, %%o, 8192;", row);
    snprintf(loop, sizeof loop,
             "again: %s add.u32 %%r4, %%r4, 1; setp.lt.u32 %%p1, %%r4, %%r5;"
             "@%%p1 bra again;",
             rows);
    snprintf(rows + strlen(rows), sizeof rows - strlen(rows), "bar.warp.sync -1;");
    struct model_launch behind =
        run((struct shape){1, 32, 0}, begin, rows, 8, "st.global.f32 [%o], %f3;");
    struct model_launch around =
        run((struct shape){1, 32, 0}, begin, loop, 1, "st.global.f32 [%o], %f3;");
    assert_true(around.microseconds > 1.15 * behind.microseconds);
}

/* A load that is needed later, and shuffles: eight at once need more scoreboards than are left. */
static void shuffles_that_crowd_wait_for_an_old_load(void **state) {
    char few[8192] = "ld.global.f32 %f1, [%o];", many[8192];
    (void)state;
    chain(few, sizeof few, 140);
    snprintf(many, sizeof many, "%s", few);
    for (int n = 0; n < 8; n++) {
        snprintf(few + strlen(few), sizeof few - strlen(few),
                 "shfl.sync.up.b32 %%f2, %%f3, %d, 0, -1; add.f32 %%f3, %%f3, %%f2;", n + 1);
        snprintf(many + strlen(many), sizeof many - strlen(many),
                 "shfl.sync.up.b32 %%x%d, %%f3, %d, 0, -1;", n, n + 1);
    }
    for (int n = 0; n < 8; n++) {
        snprintf(many + strlen(many), sizeof many - strlen(many), "add.f32 %%f3, %%f3, %%x%d;", n);
    }
    chain(few, sizeof few, 40);
    chain(many, sizeof many, 90);
    static const char end[] = "add.f32 %f3, %f3, %f1; add.s64 %o, %o, 8192; bar.warp.sync -1;";
    snprintf(few + strlen(few), sizeof few - strlen(few), "%s", end);
    snprintf(many + strlen(many), sizeof many - strlen(many), "%s", end);
    struct shape warp = {1, 32, 0};
    const char *before = ".reg .f32 %x<8>; mov.f32 %f3, 0f00000000;";
    double apart = run(warp, before, few, 8, "st.global.f32 [%o], %f3;").microseconds,
           crowded = run(warp, before, many, 8, "st.global.f32 [%o], %f3;").microseconds;
    assert_true(crowded > 1.05 * apart);
}

/* A chain that ends in an address of shared memory costs what it costs in 32 bits. */
static void addresses_of_shared_memory_have_32_bits(void **state) {
    (void)state;
    struct shape shape = {1, 32, 4096};
    const char *whole = "mul.lo.s64 %d5, %d5, 5;", *half = "mul.lo.s32 %r5, %r5, 5;";
    double times[2][2];
    for (int more = 0; more < 2; more++) {
        unsigned rounds = more ? 256 : 128;
        times[0][more] = run(shape, "mov.u64 %d5, 0;", whole, rounds,
                             "and.b64 %d5, %d5, 124; mov.u64 %d7, s; add.s64 %d5, %d5, %d7; "
                             "ld.shared.f32 %f1, [%d5];" KEEP_F)
                             .microseconds;
        times[1][more] = run(shape, "mov.u32 %r5, 0;", half, rounds,
                             "and.b32 %r5, %r5, 124; mov.u32 %r7, s; add.u32 %r5, %r5, %r7; "
                             "ld.shared.f32 %f1, [%r5];" KEEP_F)
                             .microseconds;
    }
    double wide = times[0][1] - times[0][0], narrow = times[1][1] - times[1][0];
    assert_true(wide < 1.1 * narrow && narrow < 1.1 * wide);
    /* of global memory: 64 */
    wide = run(shape, "mov.u64 %d5, 0;", whole, 256,
               "and.b64 %d5, %d5, 124; add.s64 %d6, %d1, %d5; ld.global.f32 %f1, [%d6];" KEEP_F)
               .microseconds -
           run(shape, "mov.u64 %d5, 0;", whole, 128,
               "and.b64 %d5, %d5, 124; add.s64 %d6, %d1, %d5; ld.global.f32 %f1, [%d6];" KEEP_F)
               .microseconds;
    assert_true(wide > 1.5 * narrow);
}

/* Three words of seven: L1 sends the parts of a sector together. An H200 sent 0.54 of what three
 * stores ask for. */
static void parts_of_a_sector_travel_together(void **state) {
    (void)state;
    struct shape shape = {512, 256, 0};
    const char *place = "mul.wide.u32 %d3, %t, 28; add.s64 %d4, %d1, %d3; mov.f32 %f1, 0f3F800000;";
    double one = run(shape, place, "st.global.f32 [%d4], %f1;", 1, "").microseconds;
    double three =
        run(shape, place,
            "st.global.f32 [%d4], %f1; st.global.f32 [%d4+4], %f1; st.global.f32 [%d4+8], %f1;", 1,
            "")
            .microseconds;
    double fixed = profile.start_us + profile.code_us + profile.end_us;
    assert_true(three - fixed < 1.8 * (one - fixed));
}

/* Shared memory: 128 loads over whose words, beside each other or not, read once or again. */
static double loads_of(const char *line) {
    static const char place[] = "mul.lo.u32 %r4, %r1, 16; mov.u32 %r5, s; add.u32 %r4, %r4, %r5;"
                                "mov.f32 %f1, 0f00000000;";
    return run((struct shape){264, 256, 8192}, place, line, 32, KEEP_F).microseconds;
}

#define ADD(number) "add.f32 %f1, %f1, %f" #number ";"

static void words_beside_each_other_are_one_load(void **state) {
    (void)state;
    double four = loads_of("add.u32 %r4, %r4, 16; ld.shared.f32 %f2, [%r4]; "
                           "ld.shared.f32 %f3, [%r4+4]; ld.shared.f32 %f4, [%r4+8]; "
                           "ld.shared.f32 %f5, [%r4+12];" ADD(2) ADD(3) ADD(4) ADD(5)),
           wide =
               loads_of("add.u32 %r4, %r4, 16; ld.shared.v4.f32 {%f2, %f3, %f4, %f5}, [%r4];" ADD(2)
                            ADD(3) ADD(4) ADD(5)),
           apart = loads_of("add.u32 %r4, %r4, 16; ld.shared.f32 %f2, [%r4]; "
                            "ld.shared.f32 %f3, [%r4+16]; ld.shared.f32 %f4, [%r4+32]; "
                            "ld.shared.f32 %f5, [%r4+48];" ADD(2) ADD(3) ADD(4) ADD(5));
    assert_true(four < 1.05 * wide && wide < 1.05 * four);
    assert_true(apart > 1.5 * four);
}

static void a_word_is_read_once_until_something_is_stored(void **state) {
    (void)state;
    double once = loads_of("add.u32 %r4, %r4, 4; ld.shared.f32 %f2, [%r4];" ADD(2) ADD(2)),
           again = loads_of("add.u32 %r4, %r4, 4; ld.shared.f32 %f2, [%r4];" ADD(
               2) "st.global.f32 [%o+8], %f1; ld.shared.f32 %f3, [%r4];" ADD(3)),
           global = loads_of("add.u32 %r4, %r4, 4; ld.shared.f32 %f2, [%r4];" ADD(
               2) "st.global.f32 [%o+8], %f1;" ADD(2)),
           stored = loads_of("add.u32 %r4, %r4, 4; ld.shared.f32 %f2, [%r4];" ADD(
               2) "st.shared.f32 [%r4], %f1; ld.shared.f32 %f3, [%r4];" ADD(3)),
           asked = loads_of("add.u32 %r4, %r4, 4; ld.volatile.shared.f32 %f2, [%r4];" ADD(
               2) "ld.volatile.shared.f32 %f3, [%r4];" ADD(3));
    assert_true(again < 1.02 * global && global < 1.02 * again);
    assert_true(stored > 1.3 * once && asked > 1.3 * once);
}

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

static void sums_of_floats_wait_where_they_meet(void **state) {
    static const char whole[] = "red.global.add.u32 [%d4], %r1;",
                      real[] = "red.global.add.f32 [%d4], %f1;";
    (void)state;
    double one = sums_on(1, 1, whole), one_real = sums_on(1, 1, real);
    double many = sums_on(64, 1, whole), many_real = sums_on(64, 1, real);
    assert_true(one_real > 2.2 * one && one_real < 2.7 * one);
    assert_true(many_real < 1.1 * many);
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

/* 16 rounds with two loads, of one place for all lanes or of each lane's own, a root, and a sum of
 * what is given. */
static double roots_of(const char *place, const char *root, const char *sum) {
    char before[256], body[512];
    snprintf(before, sizeof before,
             "add.s64 %%d4, %s, 0; mov.f32 %%f1, 0f00000000; mov.f32 %%f7, %%f1;", place);
    snprintf(body, sizeof body,
             "ld.global.f32 %%f2, [%%d4]; ld.global.f32 %%f4, [%%d4+32768];"
             "add.s64 %%d4, %%d4, 65536; sub.f32 %%f5, %%f2, %%f7; sub.f32 %%f6, %%f4, %%f7;"
             "fma.rn.f32 %%f8, %%f5, %%f5, %%f6; %s.approx.f32 %%f3, %%f8; %s",
             root, sum);
    return run((struct shape){8, 64, 0}, before, body, 16, KEEP_F).microseconds;
}

static void loads_of_one_place_stay_behind_a_root_that_keeps_values(void **state) {
    static const char keeps[] = "fma.rn.f32 %f1, %f5, %f3, %f1; fma.rn.f32 %f1, %f6, %f3, %f1;",
                      forgets[] = "add.f32 %f1, %f1, %f3;";
    (void)state;
    assert_true(roots_of("%d1", "rsqrt", keeps) > 1.5 * roots_of("%d1", "sqrt", keeps));
    assert_true(roots_of("%d1", "rsqrt", forgets) < 1.2 * roots_of("%d1", "sqrt", forgets));
    assert_true(roots_of("%o", "rsqrt", keeps) < 1.2 * roots_of("%o", "sqrt", keeps));
}

/* A lane stores the eight words of `sectors` sectors: the first word of each, then the second… */
static double words_of_sectors(unsigned sectors, unsigned threads) {
    char body[4096] = "";
    size_t at = 0;
    for (unsigned n = 0; n < 8 * sectors; n++) {
        at += (size_t)snprintf(body + at, sizeof body - at, "st.global.f32 [%%d4+%u], %%f1;",
                               n % sectors * 131072 + n / sectors * 4);
    }
    const double all =
        run((struct shape){132, threads, 0},
            "mul.wide.u32 %d3, %t, 32; add.s64 %d4, %d1, %d3; mov.f32 %f1, 0f3F800000;", body, 1,
            "")
            .microseconds;
    return (all - profile.start_us - profile.code_us - profile.end_us) / sectors;
}

/* microbenchmark merged: of three sectors a lane, an eighth of the parts is sent; of four,
 * all. */
static void few_lines_wait_for_more_parts(void **state) {
    (void)state;
    assert_true(words_of_sectors(8, 32) > 1.5 * words_of_sectors(3, 32));
}

/* Eight warps come to L1 in turn, so the lines of one are gone when its next parts come: 2.1 and
 * 4.5 us. */
static void schedulers_take_turns(void **state) {
    (void)state;
    assert_true(words_of_sectors(1, 256) > 3 * words_of_sectors(1, 64));
}

/* A chain of 64 operations on numbers that stay what they are. */
static double chain_of(const char *number, const char *operation) {
    char before[128];
    snprintf(before, sizeof before, "mov.f32 %%f1, %s; mov.f32 %%f2, 0f3F800000;", number);
    return run((struct shape){1, 32, 0}, before, operation, 64, KEEP_F).microseconds;
}

/* microbenchmark slow: 54 cycles for 7 / 3, and 248 for 0 / 3; 57 and 134 for roots. */
static void rare_numbers_take_another_way(void **state) {
    (void)state;
    static const char divide[] = "div.rn.f32 %f1, %f1, %f2;", root[] = "sqrt.rn.f32 %f1, %f1;";
    const double one = chain_of("0f3F800000", divide), zero = chain_of("0f00000000", divide),
                 tiny = chain_of("0f00000001", divide);
    assert_true(zero - one > 5 && zero - one < 8);
    assert_true(tiny - one > 10);
    assert_true(chain_of("0f00000000", root) - chain_of("0f3F800000", root) > 2);
}

/* A block whose lanes read 16 bytes of four places, and sum up. */
static void wide_loads_come_together(void **state) {
    (void)state;
    static const char sum[] = "add.f32 %f1, %f1, %f2; add.f32 %f1, %f1, %f3;"
                              "add.f32 %f1, %f1, %f4; add.f32 %f1, %f1, %f5;";
    char four[1024] = "";
    for (unsigned n = 0; n < 4; n++) {
        size_t at = strlen(four);
        snprintf(four + at, sizeof four - at,
                 "ld.global.v4.f32 {%%f2, %%f3, %%f4, %%f5}, [%%d4+%u]; %s", 16384 * n, sum);
    }
    char one[256];
    snprintf(one, sizeof one, "ld.global.v4.f32 {%%f2, %%f3, %%f4, %%f5}, [%%d4]; %s", sum);
    const char *place = "mul.wide.u32 %d3, %t, 16; add.s64 %d4, %d1, %d3; mov.f32 %f1, 0f00000000;";
    const struct shape shape = {1, 32, 0};
    const double fixed = profile.start_us + profile.code_us + profile.end_us;
    assert_true(run(shape, place, four, 1, KEEP_F).microseconds - fixed <
                2 * (run(shape, place, one, 1, KEEP_F).microseconds - fixed));
}

/* A load may go before a store to other bytes, if one address leads to both. */
static void loads_go_before_stores_to_other_bytes(void **state) {
    (void)state;
    static const char apart[] =
        "ld.global.f32 %f1, [%d4]; st.global.f32 [%d4+4], %f1;"
        "ld.global.f32 %f2, [%d4+65536]; add.f32 %f1, %f1, %f2; st.global.f32 [%d4+8], %f1;";
    static const char other[] =
        "ld.global.f32 %f1, [%d4]; st.global.f32 [%d5+4], %f1;"
        "ld.global.f32 %f2, [%d4+65536]; add.f32 %f1, %f1, %f2; st.global.f32 [%d4+8], %f1;";
    const char *place = "add.s64 %d4, %d1, 0; add.s64 %d5, %d1, 4096;";
    const struct shape shape = {1, 32, 0};
    assert_true(run(shape, place, apart, 1, "").microseconds + 0.2 <
                run(shape, place, other, 1, "").microseconds);
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
        cmocka_unit_test(loads_of_a_round_are_counted_together),
        cmocka_unit_test(shuffles_that_crowd_wait_for_an_old_load),
        cmocka_unit_test(blocks_share_a_queue),
        cmocka_unit_test(displacements_need_no_register),
        cmocka_unit_test(values_between_two_lives_need_no_register),
        cmocka_unit_test(addresses_of_shared_memory_have_32_bits),
        cmocka_unit_test(parts_of_a_sector_travel_together),
        cmocka_unit_test(words_beside_each_other_are_one_load),
        cmocka_unit_test(a_word_is_read_once_until_something_is_stored),
        cmocka_unit_test(predicates_part_nobody),
        cmocka_unit_test(sums_of_floats_wait_where_they_meet),
        cmocka_unit_test(slices_share_kibibytes),
        cmocka_unit_test(a_record_that_stops_counts_traffic_once),
        cmocka_unit_test(divisions_keep_no_loop_together),
        cmocka_unit_test(loads_of_one_place_stay_behind_a_root_that_keeps_values),
        cmocka_unit_test(few_lines_wait_for_more_parts),
        cmocka_unit_test(schedulers_take_turns),
        cmocka_unit_test(rare_numbers_take_another_way),
        cmocka_unit_test(wide_loads_come_together),
        cmocka_unit_test(loads_go_before_stores_to_other_bytes),
        cmocka_unit_test(places_of_constants_are_read_one_by_one),
        cmocka_unit_test(what_l2_holds_is_read_and_stored_beside_each_other),
    };
    return cmocka_run_group_tests(tests, read_h200, NULL);
}
