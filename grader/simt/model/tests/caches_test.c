/* What L2 keeps between launches, what a launch touches, and how often L1 is read for a load. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../memory/footprint.h"
#include "../atomics/atomic_contention.h"
#include "../memory/residency.h"
#include "../memory/wavefronts.h"

enum { PIECE = 1 << RESIDENCY_SHIFT };

/* ---- residency ------------------------------------------------------------------------------- */

static void nothing_is_there_at_first(void **state) {
    struct residency *residency = residency_create();
    (void)state;
    assert_non_null(residency);
    assert_false(residency_holds(residency, 0, 1e9));
    residency_destroy(residency);
}

static void a_piece_stays_until_so_many_bytes_came_after_it(void **state) {
    struct residency *residency = residency_create();
    (void)state;
    residency_touch(residency, 5 * PIECE, 1000, 0);
    assert_true(residency_holds(residency, 5 * PIECE + PIECE - 1, 0)); /* of the same piece */
    assert_false(residency_holds(residency, 6 * PIECE, 1e9));
    residency_touch(residency, 9 * PIECE, 3000, 0);
    assert_true(residency_holds(residency, 5 * PIECE, 3000));
    assert_false(residency_holds(residency, 5 * PIECE, 2999));
    residency_touch(residency, 5 * PIECE, 10, 0); /* it is the youngest now */
    assert_true(residency_holds(residency, 5 * PIECE, 0));
    assert_false(residency_holds(residency, 9 * PIECE, 9));
    residency_destroy(residency);
}

static void many_pieces_are_remembered(void **state) {
    enum { MANY = 5000 };
    struct residency *residency = residency_create();
    (void)state;
    for (uint64_t n = 0; n < MANY; n++) {
        residency_touch(residency, n * PIECE, PIECE, 0);
    }
    for (uint64_t n = 0; n < MANY; n++) {
        double since = (double)(MANY - 1 - n) * PIECE;
        assert_true(residency_holds(residency, n * PIECE, since));
        assert_true(n == MANY - 1 || !residency_holds(residency, n * PIECE, since - 1));
    }
    residency_destroy(residency);
}

/* ---- footprint ------------------------------------------------------------------------------- */

/* Rows that begin and end anywhere, over the seam of two pages, twice: each granule counts once. */
static void a_row_counts_each_granule_once(void **state) {
    enum { START = PIECE - 130, BYTES = 260 }; /* the last 2 bytes of a granule, 4 more, 2 bytes */
    struct footprint *footprint = footprint_create(96);
    (void)state;
    assert_non_null(footprint);
    for (int time = 0; time < 2; time++) {
        footprint_touch_row(footprint, START, BYTES, false, 5);
        footprint_touch_row(footprint, START + 64, 1, true, 5);
    }
    const struct footprint_sums sums = footprint_sum(footprint);
    assert_int_equal(sums.read_bytes, 6 * GRANULE_BYTES);
    assert_int_equal(sums.written_bytes, GRANULE_BYTES);
    footprint_destroy(footprint);
}

/* Lanes in no order, in many pages, powers of two apart. */
static void lanes_count_where_they_are(void **state) {
    enum { ROUNDS = 600 };
    struct footprint *footprint = footprint_create(96);
    (void)state;
    for (uint64_t round = 0; round < ROUNDS; round++) {
        uint64_t address[SIMT_WARP_SIZE];
        for (uint64_t lane = 0; lane < SIMT_WARP_SIZE; lane++) {
            address[lane] = round * PIECE + (lane % 4 << 40) + lane / 16 * GRANULE_BYTES;
        }
        footprint_touch(footprint, address, UINT32_C(0x0fffffff), true, 0);
    }
    const struct footprint_sums sums = footprint_sum(footprint);
    assert_int_equal(sums.written_bytes, ROUNDS * 4 * 2 * GRANULE_BYTES);
    assert_int_equal(sums.read_bytes, 0);
    footprint_destroy(footprint);
}

/* What was read first is fresh at that moment and the next one, whoever comes in which order. */
static void the_first_reader_waits_for_memory(void **state) {
    const uint64_t place[SIMT_WARP_SIZE] = {PIECE, 7 * PIECE + 64};
    struct footprint *footprint = footprint_create(96);
    (void)state;
    assert_false(footprint_is_fresh(footprint, PIECE, 0));
    footprint_touch_row(footprint, PIECE, 4, true, 0); /* a store reads nothing */
    assert_false(footprint_is_fresh(footprint, PIECE, 0));
    footprint_touch_row(footprint, PIECE, 4, false, 40);
    footprint_touch_row(footprint, PIECE, 4, false, 20);
    footprint_touch_row(footprint, PIECE, 4, false, 30);
    assert_true(footprint_is_fresh(footprint, PIECE + 63, 20));
    assert_true(footprint_is_fresh(footprint, PIECE, 21));
    assert_false(footprint_is_fresh(footprint, PIECE, 22));
    assert_false(footprint_is_fresh(footprint, PIECE + 64, 20));
    const uint16_t latest = footprint_moment(UINT64_MAX, UINT64_MAX / 2);
    footprint_touch(footprint, place, 3, false, latest);
    assert_true(footprint_is_fresh(footprint, place[1], latest));
    footprint_destroy(footprint);
}

/* Of each KiB one slice has the even pieces of 256 bytes, another the odd ones. */
static void two_slices_share_a_kibibyte(void **state) {
    enum { WORD_BYTES = 4, MOST = 512 };
    const struct {
        unsigned words;
        uint64_t start, most;
    } cases[] = {{1, 0, 1},     {64, 0, 64},    {128, 0, 64},
                 {256, 0, 128}, {256, 512, 64}, {MOST, 0, 128}};
    (void)state;
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        struct meetings *meetings = meetings_create();
        assert_non_null(meetings);
        for (unsigned word = 0; word < cases[c].words; word++) {
            const uint64_t address[SIMT_WARP_SIZE] = {PIECE + cases[c].start + word * WORD_BYTES};
            meetings_add(meetings, address, 1, false);
        }
        assert_int_equal(meetings_sum(meetings).most_in_chunk, cases[c].most);
        assert_int_equal(meetings_sum(meetings).operations, cases[c].words);
        meetings_destroy(meetings);
    }
}

/* ---- wavefronts ------------------------------------------------------------------------------ */

/* Of 32 lanes that read `size` bytes `stride` bytes apart. */
static uint32_t strided(uint8_t size, uint64_t stride) {
    uint64_t address[SIMT_WARP_SIZE];
    for (uint32_t lane = 0; lane < SIMT_WARP_SIZE; lane++) {
        address[lane] = 4096 + lane * stride;
    }
    struct simt_access access = {.kind = SIMT_LOAD,
                                 .mask = UINT32_MAX,
                                 .size = size,
                                 .elements = 1,
                                 .pattern = SIMT_SCATTERED,
                                 .address = address};
    return wavefronts_of(&access);
}

/* As an H200 has them: microbenchmark units, l1_4_stride, l1_8_stride, l1_16_stride. */
static void wavefronts_are_those_that_were_measured(void **state) {
    (void)state;
    assert_int_equal(strided(4, 0), 1);
    assert_int_equal(strided(4, 4), 1);
    assert_int_equal(strided(4, 8), 2);
    assert_int_equal(strided(4, 16), 4);
    assert_int_equal(strided(4, 128), 32); /* one bank */
    assert_int_equal(strided(4, 132), 8);  /* 32 lines in four sets, no two words in a bank */
    assert_int_equal(strided(8, 8), 2);    /* halves of the warp */
    assert_int_equal(strided(8, 64), 16);
    assert_int_equal(strided(16, 16), 4); /* quarters */
    assert_int_equal(strided(16, 128), 32);
}

/* Of eight groups of four lanes, whose words lie `apart` words from each other: over the 32 words
 * from which they may start, as microbenchmark units_of_memory has them (lines). */
static uint32_t lines_apart(uint32_t apart) {
    uint32_t sum = 0;
    for (uint32_t first = 0; first < 32; first++) {
        uint64_t address[SIMT_WARP_SIZE];
        for (uint32_t lane = 0; lane < SIMT_WARP_SIZE; lane++) {
            address[lane] = UINT64_C(1) << 30 | (lane % 8 * apart + first) * UINT64_C(4);
        }
        struct simt_access access = {.kind = SIMT_LOAD,
                                     .mask = UINT32_MAX,
                                     .size = 4,
                                     .elements = 1,
                                     .pattern = SIMT_SCATTERED,
                                     .address = address};
        sum += wavefronts_of(&access);
    }
    return sum;
}

/* 1 + set_conflicts / loads, 32 times; at 32 words one bank has all eight. */
static void lines_of_one_set_are_looked_up_one_by_one(void **state) {
    (void)state;
    assert_int_equal(lines_apart(32), 32 * 8);
    assert_int_equal(lines_apart(100), 136);
    assert_int_equal(lines_apart(125), 82);
    assert_int_equal(lines_apart(300), 144);
    assert_int_equal(lines_apart(500), 104);
    assert_int_equal(lines_apart(1000), 120);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_there_at_first),
        cmocka_unit_test(a_piece_stays_until_so_many_bytes_came_after_it),
        cmocka_unit_test(many_pieces_are_remembered),
        cmocka_unit_test(a_row_counts_each_granule_once),
        cmocka_unit_test(lanes_count_where_they_are),
        cmocka_unit_test(the_first_reader_waits_for_memory),
        cmocka_unit_test(two_slices_share_a_kibibyte),
        cmocka_unit_test(wavefronts_are_those_that_were_measured),
        cmocka_unit_test(lines_of_one_set_are_looked_up_one_by_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
