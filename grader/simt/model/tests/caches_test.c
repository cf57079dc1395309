/* What L2 keeps between launches, what a launch touches, and how often L1 is read for a load. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../contention.h"
#include "../footprint.h"
#include "../meetings.h"
#include "../parts.h"
#include "../residency.h"
#include "../wavefronts.h"

enum { PIECE = 1 << RESIDENCY_SHIFT };

/* ---- residency ------------------------------------------------------------------------------- */

static void nothing_is_there_at_first(void **state) {
    struct residency *residency = residency_create(1e9);
    (void)state;
    assert_non_null(residency);
    assert_false(residency_holds(residency, 0, 1e9));
    residency_destroy(residency);
}

static void a_piece_stays_until_so_many_bytes_came_after_it(void **state) {
    struct residency *residency = residency_create(1e9);
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

/* 3,000 bytes of a piece were stored; L2 keeps 10,000. */
static void what_was_stored_is_driven_out_by_enough_others(void **state) {
    struct residency *residency = residency_create(10000);
    struct footprint *footprint = footprint_create(1);
    (void)state;
    assert_non_null(residency);
    residency_touch(residency, 5 * PIECE, 0, 3000);
    residency_touch(residency, 6 * PIECE, 2000, 0);
    assert_true(residency_driven_out(residency, footprint, 8000) == 0);
    assert_true(residency_driven_out(residency, footprint, 9000) == 3000);
    footprint_touch_row(footprint, 5 * PIECE, 64, false, 0); /* who touches it keeps it, … */
    assert_true(residency_driven_out(residency, footprint, 9000) == 0);
    assert_true(residency_driven_out(residency, footprint, 11000) == 3000); /* … if it is in time */
    residency_touch(residency, 7 * PIECE, 9000, 0); /* now it is in DRAM already */
    assert_true(residency_driven_out(residency, footprint, 11000) == 0);
    footprint_destroy(footprint);
    residency_destroy(residency);
}

/* A launch that touches more than L2 keeps has driven out what was stored before it. */
static void a_large_launch_leaves_nothing_of_those_before(void **state) {
    struct residency *residency = residency_create(10000);
    struct footprint *footprint = footprint_create(1);
    (void)state;
    assert_non_null(residency);
    residency_touch(residency, 5 * PIECE, 0, 3000);
    footprint_touch_row(footprint, 5 * PIECE, 64, false, 0);
    residency_leave(residency, footprint, 9000);
    assert_true(residency_driven_out(residency, footprint, 11000) == 3000);
    residency_leave(residency, footprint, 11000);
    assert_true(residency_driven_out(residency, footprint, 11000) == 0);
    footprint_destroy(footprint);
    residency_destroy(residency);
}

static void many_pieces_are_remembered(void **state) {
    enum { MANY = 5000 };
    struct residency *residency = residency_create(1e9);
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

/* What was read and written, piece by piece. */
struct touched {
    uint64_t read[4], written[4];
};

static void add_touched(void *self, uint64_t address, uint64_t read_bytes, uint64_t written_bytes) {
    struct touched *touched = self;
    touched->read[address / PIECE % 4] += read_bytes;
    touched->written[address / PIECE % 4] += written_bytes;
}

/* Steps of any width, over the seams of pages: the same as lane by lane, and as early. */
static void steps_touch_what_their_lanes_do(void **state) {
    (void)state;
    for (uint32_t step = 1; step <= 4500; step += 7) {
        struct footprint *quick = footprint_create(1), *slow = footprint_create(1);
        struct touched by_steps = {0}, by_lanes = {0};
        uint64_t address[32];
        const uint64_t start = PIECE - step * 3 % 1000;
        const bool write = step % 3 == 0;
        for (uint64_t lane = 0; lane < 32; lane++) {
            address[lane] = start + lane * step;
        }
        footprint_touch_steps(quick, start, step, write, 9);
        footprint_touch(slow, address, UINT32_MAX, write, 9);
        footprint_visit(quick, add_touched, &by_steps);
        footprint_visit(slow, add_touched, &by_lanes);
        assert_memory_equal(&by_steps, &by_lanes, sizeof by_steps);
        for (int lane = 0; lane < 32; lane++) {
            assert_int_equal(footprint_is_fresh(quick, address[lane], 10), !write);
            assert_false(footprint_is_fresh(quick, address[lane], 11));
        }
        footprint_destroy(quick);
        footprint_destroy(slow);
    }
}

/* Rows that begin and end anywhere, over the seam of two pages, twice: each granule counts once. */
static void a_row_counts_each_granule_once(void **state) {
    enum { START = PIECE - 130, BYTES = 260 }; /* the last 2 bytes of a granule, 4 more, 2 bytes */
    struct footprint *footprint = footprint_create(1);
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
    struct footprint *footprint = footprint_create(1);
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
    struct footprint *footprint = footprint_create(1);
    (void)state;
    assert_false(footprint_is_fresh(footprint, PIECE, 0));
    footprint_touch_row(footprint, PIECE, 4, true, 0); /* a store reads nothing */
    assert_false(footprint_is_fresh(footprint, PIECE, 0));
    assert_int_equal(footprint_unread(footprint, place, 3), 3);
    footprint_touch_row(footprint, PIECE, 4, false, 40);
    footprint_touch_row(footprint, PIECE, 4, false, 20);
    footprint_touch_row(footprint, PIECE, 4, false, 30);
    assert_int_equal(footprint_unread(footprint, place, 3), 2);
    assert_true(footprint_is_fresh(footprint, PIECE + 63, 20));
    assert_true(footprint_is_fresh(footprint, PIECE, 21));
    assert_false(footprint_is_fresh(footprint, PIECE, 22));
    assert_false(footprint_is_fresh(footprint, PIECE + 64, 20));
    const uint16_t latest = footprint_moment(UINT64_MAX, UINT64_MAX / 2);
    footprint_touch(footprint, place, 3, false, latest);
    assert_true(footprint_is_fresh(footprint, place[1], latest));
    footprint_destroy(footprint);
}

/* Only some pieces of memory are followed, and stand for the others: so many tell enough. */
enum { FIELD = 64, ROW = 4096, EACH = 1000 };

static void read_rows(struct footprint *footprint, uint64_t first, uint64_t rows, uint16_t moment) {
    for (uint64_t piece = 0; piece < FIELD; piece++) {
        footprint_touch_row(footprint, piece * PIECE + first * ROW, (unsigned)rows * ROW, false,
                            moment);
    }
}

/* A halo: a block reads it last, the block below it first, so a whole wave lies in between. */
static void what_is_read_late_and_early_is_read_again(void **state) {
    struct footprint *footprint = footprint_create(1);
    (void)state;
    read_rows(footprint, 0, 2, footprint_moment(3, EACH)); /* the end of one */
    read_rows(footprint, 1, 2, footprint_moment(3, 0));
    assert_true(footprint_again(footprint, EACH, 0.9) == FIELD * ROW);
    assert_true(footprint_again(footprint, EACH, 1.1) == 0);
    assert_true(footprint_again(footprint, 4 * EACH, 0.9) ==
                0); /* of longer warps it is a quarter */
    assert_true(footprint_sum(footprint).read_bytes == 3 * FIELD * ROW);
    assert_true(footprint_is_fresh(footprint, ROW, footprint_moment(3, 0)));
    assert_false(footprint_is_fresh(footprint, ROW, footprint_moment(3, EACH)));
    footprint_destroy(footprint);
}

/* What each wave of blocks reads comes again each time if L2 holds less than a wave touches. */
static void what_all_waves_read_is_read_again_by_each(void **state) {
    enum { WAVES = 5 };
    struct footprint *footprint = footprint_create(1);
    (void)state;
    for (uint64_t wave = 0; wave < WAVES; wave++) {
        read_rows(footprint, 0, 1, footprint_moment(wave, 10));
        read_rows(footprint, 0, 1, footprint_moment(wave, 10));
    }
    assert_true(footprint_again(footprint, EACH, 0.5) == (WAVES - 1) * FIELD * ROW);
    assert_true(footprint_again(footprint, EACH, 1.5) == 0);
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

/* Microseconds of `blocks` of one thread that compare and swap a word: the first `stored` of them
 * store, the others give up. */
static double swaps(unsigned blocks, unsigned stored, bool lock) {
    const struct profile profile = {
        .l2_swap = 495, .l2_atomic_address = 1.43, .l2_atomic_line = 5.67};
    const uint64_t address[32] = {4096};
    struct contention *contention = contention_create();
    assert_non_null(contention);
    for (unsigned block = 0; block < blocks; block++) {
        contention_swap(contention, address, 1, block < stored ? 1 : 0, 8, block);
        if (lock) {
            contention_write(contention, address, 1);
        }
    }
    double cycles = contention_cycles(contention, &profile, 33792, blocks);
    contention_destroy(contention);
    return cycles / 1980; /* microseconds */
}

/* 132 threads that add to a word took 38 us on an H200, 1,024 took 349, a lock 97. */
static void swaps_wait_for_each_other(void **state) {
    (void)state;
    assert_true(swaps(132, 132, false) > 28 && swaps(132, 132, false) < 44);
    assert_true(swaps(1024, 1024, false) > 260 && swaps(1024, 1024, false) < 440);
    assert_true(swaps(132, 132, true) > 72 && swaps(132, 132, true) < 122);
    assert_true(swaps(0, 0, false) == 0);
}

/* A minimum and a maximum by 132 blocks of 256 took 60 us, two words: each has half of it. */
static void who_gives_up_tries_once(void **state) {
    (void)state;
    assert_true(swaps(33792, 6, false) > 20 && swaps(33792, 6, false) < 35);
}

/* ---- parts of sectors ------------------------------------------------------------------------ */

enum { LINE = 128, WORD = 4, ROOM = 4 };

static void store_word(struct parts *parts, uint64_t line, unsigned word) {
    const uint64_t address[SIMT_WARP_SIZE] = {line * LINE + (uint64_t)word * WORD};
    parts_store(parts, address, 1, WORD);
}

static void few_lines_wait_for_the_rest(void **state) {
    struct parts *parts = parts_create(ROOM, 1);
    (void)state;
    assert_non_null(parts);
    for (uint64_t line = 0; line < ROOM; line++) {
        store_word(parts, line, 0);
        store_word(parts, line, 9); /* of another sector */
        store_word(parts, line, 9);
    }
    assert_int_equal(parts_filled(parts), 0);
    store_word(parts, 1000, 0); /* one too many: line 0 goes, two sectors */
    assert_int_equal(parts_filled(parts), 2);
    store_word(parts, 0, 1); /* that sector is whole now */
    assert_int_equal(parts_filled(parts), 2);
    parts_clear(parts);
    assert_int_equal(parts_filled(parts), 0);
    parts_destroy(parts);
}

/* Whoever stores the eight words of a sector, in any order, leaves nothing to fill. */
static void whole_sectors_do_not_wait(void **state) {
    enum { LINES = 5000, WORDS = 8 };
    struct parts *parts = parts_create(ROOM, 1);
    (void)state;
    for (uint64_t line = 0; line < LINES; line++) {
        for (unsigned word = 0; word < WORDS; word++) {
            store_word(parts, line, word * 5 % WORDS);
        }
    }
    assert_int_equal(parts_filled(parts), 0);
    for (uint64_t line = 0; line < LINES; line++) {
        store_word(parts, line, 31);
    }
    assert_int_equal(parts_filled(parts), LINES - ROOM);
    parts_destroy(parts);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_there_at_first),
        cmocka_unit_test(a_piece_stays_until_so_many_bytes_came_after_it),
        cmocka_unit_test(what_was_stored_is_driven_out_by_enough_others),
        cmocka_unit_test(a_large_launch_leaves_nothing_of_those_before),
        cmocka_unit_test(many_pieces_are_remembered),
        cmocka_unit_test(a_row_counts_each_granule_once),
        cmocka_unit_test(steps_touch_what_their_lanes_do),
        cmocka_unit_test(lanes_count_where_they_are),
        cmocka_unit_test(the_first_reader_waits_for_memory),
        cmocka_unit_test(what_is_read_late_and_early_is_read_again),
        cmocka_unit_test(what_all_waves_read_is_read_again_by_each),
        cmocka_unit_test(two_slices_share_a_kibibyte),
        cmocka_unit_test(swaps_wait_for_each_other),
        cmocka_unit_test(who_gives_up_tries_once),
        cmocka_unit_test(wavefronts_are_those_that_were_measured),
        cmocka_unit_test(lines_of_one_set_are_looked_up_one_by_one),
        cmocka_unit_test(few_lines_wait_for_the_rest),
        cmocka_unit_test(whole_sectors_do_not_wait),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
