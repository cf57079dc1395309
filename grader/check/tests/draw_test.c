#include "../drawn_sizes.h"
#include "../../tests/unit.h"

#include <stdlib.h>
#include <string.h>

enum { SEEDS = 200 };

static struct arena arena;

static int release(void **state) {
    arena_free(&arena);
    return 0;
}

/* What becomes of n = `size` with 1,024 threads in the grid. */
static uint64_t draw(uint64_t size, const char *by, bool exact, uint64_t seed) {
    struct lab_size sizes = {.name = "n", .from = 512, .by = by};
    const struct lab lab = {.directory = "labs/demo", .sizes = &sizes};
    struct oracle_pair data = {.key = "data", .value = "skewed"};
    const struct oracle_pair n = {
        .key = "n", .value = arena_printf(&arena, "%llu", (unsigned long long)size), .next = &data};
    const struct oracle_case source = {.pairs = &n, .text = "as written", .exact = exact};
    const struct oracle_call nominal = {.parameter = {size, 4, 256},
                                        .parameter_name = {"n", "blocks", "threads"},
                                        .parameter_count = 3};
    struct error error = {0};
    const struct oracle_case *drawn = draw_sizes(&lab, &source, &nominal, seed, &arena, &error);
    if (drawn == NULL) {
        fail_msg("%s", error.message);
        return 0;
    }
    assert_string_equal(oracle_text(drawn, "data"), "skewed");
    uint64_t value = 0;
    assert_true(oracle_number(drawn, "n", 0, &value));
    if (!exact) {
        assert_string_equal(drawn->text, arena_printf(&arena, "n = %llu, data = skewed",
                                                      (unsigned long long)value));
    }
    return value;
}

static void sizes_stay_near_and_divide_as_before(void **state) {
    static const struct {
        uint64_t size, divisor, rest, least_kinds;
    } cases[] = {{65536, 1024, 0, 10}, {8192, 1024, 0, 3}, {10007, 2, 1, 50}, {40000, 64, 0, 10}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint64_t seen[SEEDS] = {0};
        size_t kinds = 0;
        for (uint64_t seed = 0; seed < SEEDS; seed++) {
            const uint64_t value = draw(cases[i].size, "blocks*threads", false, seed);
            assert_in_range(value, cases[i].size - cases[i].size / 8,
                            cases[i].size + cases[i].size / 8);
            assert_int_equal(value % cases[i].divisor, cases[i].rest);
            assert_int_equal(value % 1024 == 0, cases[i].size % 1024 == 0);
            assert_int_equal(value, draw(cases[i].size, "blocks*threads", false, seed));
            size_t k = 0;
            while (k < kinds && seen[k] != value) {
                k++;
            }
            seen[k] = value;
            kinds += k == kinds;
        }
        assert_true(kinds >= cases[i].least_kinds);
    }
}

/* Where an eighth is less than a step: one step down, none, one step up. */
static void every_multiple_within_reach_is_drawn(void **state) {
    static const struct {
        uint64_t size, least, most;
    } cases[] = {{2048, 1024, 3072}, {8192, 7168, 9216}, {65536, 57344, 73728}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bool seen[128] = {false};
        for (uint64_t seed = 0; seed < SEEDS; seed++) {
            const uint64_t value = draw(cases[i].size, "blocks*threads", false, seed);
            assert_in_range(value, cases[i].least, cases[i].most);
            seen[value / 1024] = true;
        }
        for (uint64_t value = cases[i].least; value <= cases[i].most; value += 1024) {
            assert_true(seen[value / 1024]);
        }
    }
}

static void edges_and_exact_sizes_stay(void **state) {
    static const uint64_t edges[] = {0, 1, 255, 256, 257, 511};
    bool moves = false; /* the smallest that is no edge */
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        for (size_t i = 0; i < sizeof edges / sizeof *edges; i++) {
            assert_int_equal(draw(edges[i], "1", false, seed), edges[i]);
        }
        moves = moves || draw(512, "1", false, seed) != 512;
        assert_int_not_equal(draw(1000, "3", false, seed) % 3, 0); /* 1,000 is no multiple */
        assert_int_equal(draw(1024, "blocks*threads", false, seed), 1024); /* or it would be none */
        assert_int_equal(draw(65536, "blocks*threads", true, seed), 65536);
    }
    assert_true(moves);
}

/* A case that is there because of a threshold stays on its side of it. */
static void thresholds_are_kept(void **state) {
    static const struct {
        uint64_t size, least, most;
        const char *by;
    } cases[] = {{70000, 65536, 0, "256"},
                 {65536, 65536, 0, "4096"},
                 {1000, 0, 1000, "1"},
                 {65536, 0, 65536, "4096"},
                 {1024, 1024, 1024, "256"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct lab_size sizes = {.name = "n", .from = 512, .by = cases[i].by};
        const struct lab lab = {.directory = "labs/demo", .sizes = &sizes};
        const struct oracle_pair n = {.key = "n",
                                      .value = arena_printf(&arena, "%d", (int)cases[i].size)};
        const struct oracle_case source = {
            .pairs = &n, .text = "", .least = cases[i].least, .most = cases[i].most};
        const struct oracle_call nominal = {.parameter_count = 0};
        bool moves = false;
        for (uint64_t seed = 0; seed < 5000; seed++) {
            struct error error;
            uint64_t value = 0;
            assert_true(oracle_number(draw_sizes(&lab, &source, &nominal, seed, &arena, &error),
                                      "n", 0, &value));
            assert_in_range(value, cases[i].least, cases[i].most > 0 ? cases[i].most : UINT64_MAX);
            moves = moves || value != cases[i].size;
        }
        assert_int_equal(moves, cases[i].least != cases[i].most);
    }
}

static void a_wrong_bound_is_told(void **state) {
    struct lab_size sizes = {.name = "n", .from = 1, .by = "block*threads", .line = 7};
    const struct lab lab = {.directory = "labs/demo", .sizes = &sizes};
    const struct oracle_pair n = {.key = "n", .value = "8192"};
    const struct oracle_case source = {.pairs = &n, .text = ""};
    const struct oracle_call nominal = {
        .parameter = {8192}, .parameter_name = {"n"}, .parameter_count = 1};
    struct error error = {0};
    assert_null(draw_sizes(&lab, &source, &nominal, 1, &arena, &error));
    assert_non_null(strstr(error.message, "labs/demo/lab.yaml:7: size 'n': "));
    assert_non_null(strstr(error.message, "\"block\""));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(sizes_stay_near_and_divide_as_before, release),
        cmocka_unit_test_teardown(every_multiple_within_reach_is_drawn, release),
        cmocka_unit_test_teardown(edges_and_exact_sizes_stay, release),
        cmocka_unit_test_teardown(thresholds_are_kept, release),
        cmocka_unit_test_teardown(a_wrong_bound_is_told, release),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("sizes that are drawn", tests, NULL, NULL);
}
