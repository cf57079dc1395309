/* Sectors of loads that the compiler has split count once: for one place of the source, of one
 * warp, side by side in memory. */
#include "machine_fixture.h"

#include "../../observers/counters/count.h"

#define FILED ".file 1 \"a.cu\"\n"
/* Each thread's 32 bytes, in two loads. */
#define FIRST      "mul.wide.u32 %d1, %t, 32; add.u64 %d1, %o, %d1;\n.loc 1 7 21\n"
#define LOADS      "ld.global.v4.u32 {%r1, %r2, %r3, %r4}, [%d1];\n"
#define THEN_LOADS "ld.global.v4.u32 {%r5, %r6, %r7, %r8}, [%d1+16];\n"

/* Sectors of loads by one warp that are left when those that are touched again are taken off. */
static uint64_t sectors(struct fixture *fixture, const char *text, uint64_t *all) {
    struct counters *counters = counters_create();
    size_t count;
    simt_device_attach(fixture->device, counters_observer(counters));
    assert_int_equal(fixture_run(fixture, text), SIMT_OK);
    *all = counters_kernels(counters, &count)[0].values[COUNT_GLOBAL_LOAD_SECTORS];
    const uint64_t again = counters_sectors_again(counters);
    counters_destroy(counters);
    fixture->device = (simt_device_destroy(fixture->device), simt_device_create(0));
    return *all - again;
}

static void parts_of_one_load_count_once(void **state) {
    uint64_t all;
    assert_int_equal(sectors(*state, HEAD FILED KERNEL(FIRST LOADS THEN_LOADS), &all), 32);
    assert_int_equal(all, 64);
}

static void the_second_part_may_come_first(void **state) {
    uint64_t all;
    assert_int_equal(sectors(*state, HEAD FILED KERNEL(FIRST THEN_LOADS LOADS), &all), 32);
    assert_int_equal(all, 64);
}

static void other_loads_of_the_line_count_apart(void **state) {
    uint64_t all;
    assert_int_equal(
        sectors(*state, HEAD FILED KERNEL(FIRST LOADS ".loc 1 7 30\n" THEN_LOADS), &all), 64);
}

static void places_apart_count_apart(void **state) {
    uint64_t all;
    assert_int_equal(sectors(*state,
                             HEAD FILED KERNEL(FIRST LOADS "ld.global.v4.u32 {%r5, %r6, %r7, %r8}, "
                                                           "[%d1+64];\n"),
                             &all),
                     64);
}

/* A loop's next round is another load, though it goes on where this one ended. */
static void rounds_of_a_loop_count_apart(void **state) {
    uint64_t all;
    assert_int_equal(sectors(*state,
                             HEAD FILED KERNEL("mov.u32 %r9, 0;\n" FIRST
                                               "L: ld.global.v4.u32 {%r1, %r2, %r3, %r4}, [%d1];\n"
                                               "add.u64 %d1, %d1, 16; add.u32 %r9, %r9, 1;\n"
                                               "setp.lt.u32 %p1, %r9, 2; @%p1 bra L;\n"),
                             &all),
                     64);
}

/* Eight loads of words, as of a structure, by half of the lanes. */
static void a_structure_of_words_counts_once(void **state) {
    uint64_t all;
    assert_int_equal(
        sectors(*state,
                HEAD FILED KERNEL(FIRST "setp.ge.u32 %p1, %t, 16; @%p1 bra END;\n.loc 1 8 3\n"
                                        "ld.global.u32 %r1, [%d1]; ld.global.u32 %r2, [%d1+4];\n"
                                        "ld.global.u32 %r3, [%d1+8]; ld.global.u32 %r4, [%d1+12];\n"
                                        "END:\n"),
                &all),
        16);
    assert_int_equal(all, 64);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        WITH_FIXTURE(parts_of_one_load_count_once),
        WITH_FIXTURE(the_second_part_may_come_first),
        WITH_FIXTURE(other_loads_of_the_line_count_apart),
        WITH_FIXTURE(places_apart_count_apart),
        WITH_FIXTURE(rounds_of_a_loop_count_apart),
        WITH_FIXTURE(a_structure_of_words_counts_once),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("split_loads", tests, NULL, NULL);
}
