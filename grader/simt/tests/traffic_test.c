/* The counters alone: sectors, passes of atomics, and conflicts of banks, for addresses by hand. */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>

#include <cmocka.h>

#include "../observers/counters/traffic.h"

static struct traffic lanes(uint64_t address[32], uint32_t mask, unsigned size, uint64_t step) {
    for (uint64_t lane = 0; lane < 32; lane++) {
        address[lane] = lane * step;
    }
    return (struct traffic){address, mask, size, SIMT_UNKNOWN};
}

static void sectors_are_counted(void **state) {
    (void)state;
    uint64_t address[32];
    struct traffic straight = lanes(address, ~0u, 4, 4);
    assert_int_equal(traffic_sectors(&straight), 4);
    struct traffic strided = lanes(address, ~0u, 4, 32);
    assert_int_equal(traffic_sectors(&strided), 32);
    struct traffic same = lanes(address, ~0u, 4, 0);
    assert_int_equal(traffic_sectors(&same), 1);
    struct traffic wide = lanes(address, 0xffff, 16, 16);
    assert_int_equal(traffic_sectors(&wide), 8);
    unsigned serialised;
    struct traffic all_same = lanes(address, ~0u, 4, 0);
    assert_int_equal(traffic_atomic_sectors(&all_same, &serialised), 32);
    assert_int_equal(serialised, 31);
}

/* Up and down, over all places that a sector has: as many as one finds lane by lane. */
static void sectors_of_steps_are_told_by_the_ends(void **state) {
    (void)state;
    uint64_t address[32];
    for (unsigned size = 1; size <= 16; size *= 2) {
        for (int64_t step = -160; step <= 160; step += size) {
            for (uint64_t start = 8192; start < 8192 + 64 && step != 0; start += size) {
                for (int64_t lane = 0; lane < 32; lane++) {
                    address[lane] = start + (uint64_t)(lane * step);
                }
                const struct traffic known = {address, ~0u, size, SIMT_STEPS},
                                     searched = {address, ~0u, size, SIMT_SCATTERED};
                assert_int_equal(traffic_sectors(&known), traffic_sectors(&searched));
            }
        }
    }
}

/* Words of an array, lane by lane, and the sectors that Nsight Compute counted for one
 * red.global.add.u32 on them (H200). Words 73, 82 and 85 lie in line 2, word 245 in line 7: the
 * same slot, and the place of 85. */
static void atomics_go_in_passes(void **state) {
    (void)state;
    static const struct {
        unsigned words[5], count, sectors;
    } rows[] = {
        {{73, 245, 82, 85}, 4, 4}, /* 245 takes the place of 85, which goes alone */
        {{73, 82, 245, 85}, 4, 4}, {{73, 82, 85, 245}, 4, 3}, /* 245 waits */
        {{245, 73, 82, 85}, 4, 3},                            /* line 2 waits as a whole */
        {{82, 245, 85, 73}, 4, 4}, {{85, 82, 245, 73}, 4, 3},
        {{73, 244, 82, 85}, 4, 3}, /* another place */
        {{73, 277, 82, 85}, 4, 4}, /* line 8: the same slot */
        {{73, 149, 82, 85}, 4, 3}, /* line 4: another slot */
        {{82, 245, 82, 85}, 4, 3}, /* 85 goes with the second 82 */
    };
    for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
        uint64_t address[32] = {0};
        for (unsigned lane = 0; lane < rows[row].count; lane++) {
            address[lane] = 4 * rows[row].words[lane];
        }
        struct traffic traffic = {address, (1u << rows[row].count) - 1, 4, SIMT_UNKNOWN};
        unsigned serialised;
        assert_int_equal(traffic_atomic_sectors(&traffic, &serialised), rows[row].sectors);
    }
}

static void banks_conflict(void **state) {
    (void)state;
    uint64_t address[32];
    unsigned ideal;
    for (unsigned stride = 1; stride <= 32; stride *= 2) {
        struct traffic strided = lanes(address, ~0u, 4, 4 * stride);
        assert_int_equal(traffic_wavefronts(&strided, &ideal), stride);
        assert_int_equal(ideal, 1);
    }
    struct traffic odd = lanes(address, ~0u, 4, 12);
    assert_int_equal(traffic_wavefronts(&odd, &ideal), 1);
    struct traffic doubles = lanes(address, ~0u, 8, 8);
    assert_int_equal(traffic_wavefronts(&doubles, &ideal), 2);
    assert_int_equal(ideal, 2);
    struct traffic broadcast = lanes(address, ~0u, 16, 0);
    assert_int_equal(traffic_wavefronts(&broadcast, &ideal), 1);
    unsigned serialised;
    struct traffic one = lanes(address, ~0u, 4, 0);
    assert_int_equal(traffic_atomic_wavefronts(&one, false, &serialised), 32);
    assert_int_equal(traffic_atomic_wavefronts(&one, true, &serialised), 1);
}

/* Words of an atomic in shared memory, by counting: the most different ones in one bank, or the
 * most lanes. */
static unsigned count_by_hand(const uint64_t address[32], uint32_t mask, bool increment,
                              unsigned *serialised) {
    unsigned asked[32] = {0}, most = 0;
    *serialised = 0;
    for (unsigned lane = 0; lane < 32; lane++) {
        bool again = false;
        for (unsigned before = 0; before < lane; before++) {
            again |= (mask >> before & 1) != 0 && address[before] == address[lane];
        }
        if ((mask >> lane & 1) == 0) {
            continue;
        }
        *serialised += again;
        unsigned *bank = &asked[address[lane] / 4 % 32];
        *bank += !again || !increment;
        most = *bank > most ? *bank : most;
    }
    return most;
}

/* Strides that meet in no bank, in some, in one word; random ones; a few lanes, or all. */
static void atomics_ask_banks(void **state) {
    (void)state;
    uint64_t address[32], random = 1;
    for (unsigned round = 0; round < 2000; round++) {
        uint32_t mask = round % 3 ? UINT32_MAX : (uint32_t)(random >> 32) | 1;
        for (uint64_t lane = 0; lane < 32; lane++) {
            random = random * UINT64_C(6364136223846793005) + 1442695040888963407;
            address[lane] = 4 * (round % 2 ? lane * (round / 2) % 256 : (random >> 33) % 300);
        }
        const bool increment = round % 5 < 3;
        struct traffic words = {address, mask, 4, SIMT_UNKNOWN};
        unsigned serialised, expected;
        const unsigned most = count_by_hand(address, mask, increment, &expected);
        assert_int_equal(traffic_atomic_wavefronts(&words, increment, &serialised), most);
        assert_int_equal(serialised, expected);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sectors_are_counted),
        cmocka_unit_test(sectors_of_steps_are_told_by_the_ends),
        cmocka_unit_test(atomics_go_in_passes),
        cmocka_unit_test(banks_conflict),
        cmocka_unit_test(atomics_ask_banks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
