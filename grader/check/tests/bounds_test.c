#include "../kinds/bounds.h"
#include "../../tests/unit.h"

#include <string.h>

static const struct oracle_call call = {
    .parameter = {65536, 256, 4}, .parameter_name = {"n", "m", "threads"}, .parameter_count = 3};

static uint64_t bound(const char *text) {
    struct error error = {0};
    uint64_t value = 0;
    if (!bound_value(text, &call, &value, &error)) {
        fail_msg("%s", error.message);
    }
    return value;
}

static void bounds_are_sums_of_products(void **state) {
    assert_int_equal(bound("0"), 0);
    assert_int_equal(bound("n"), 65536);
    assert_int_equal(bound("threads*m"), 1024);
    assert_int_equal(bound("16*threads*m"), 16384);
    assert_int_equal(bound(" 2 * n "), 131072);
    assert_int_equal(bound("n*n*n*n"), UINT64_MAX); /* 2^64 */
    assert_int_equal(bound("n*n*n*n*0"), 0);
    assert_int_equal(bound("8*n + 16*threads"), 524352);
    assert_int_equal(bound("n/32+m/2+1"), 2177);
    assert_int_equal(bound("n*n*n*n + 1"), UINT64_MAX);
}

static void a_wrong_bound_is_named(void **state) {
    static const char *const wrong[][2] = {{"thread*m", "\"thread\""},
                                           {"", "\"\""},
                                           {"2*", "\"\""},
                                           {"*n", "\"\""},
                                           {"-1", "\"-1\""},
                                           {"n-1", "\"n-1\""},
                                           {"n+", "\"\""},
                                           {"1.5", "\"1.5\""},
                                           {"2 n", "\"2 n\""},
                                           {"0x10", "\"0x10\""},
                                           {"nn", "\"nn\""},
                                           {"n/0", "\"0\""},
                                           {"99999999999999999999", "\"99999999999999999999\""}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct error error = {0};
        uint64_t value;
        assert_false(bound_value(wrong[i][0], &call, &value, &error));
        assert_non_null(strstr(error.message, wrong[i][1]));
        assert_non_null(strstr(error.message, "n, m, threads"));
    }
}

/* What is said of the number under the requirement; NULL where it holds. */
static const char *said(const struct requirement *require, uint64_t observed, struct arena *arena) {
    struct broken_bound broken;
    struct error error;
    assert_true(bound_holds(require, &call, observed, &broken, &error));
    return broken.text != NULL
               ? bound_observation(bound_fact(require->fact), observed, &broken, arena)
               : NULL;
}

static void what_does_not_hold_is_said(void **state) {
    const struct requirement atomics = {.fact = "atomics", .at_least = "n"},
                             criticals = {.fact = "criticals", .at_most = "threads*m"},
                             threads = {
                                 .fact = "threads_seen", .at_least = "2", .at_most = "threads"};
    struct arena arena = {NULL};
    assert_null(said(&atomics, 65536, &arena));
    assert_string_equal(said(&atomics, 65535, &arena),
                        "atomic updates inside parallel regions that changed a value: 65535; "
                        "at least 65536 (n) needed");
    assert_null(said(&criticals, 1024, &arena));
    assert_string_equal(
        said(&criticals, 1025, &arena),
        "times that a critical section, an ordered one or a lock was entered: 1025; "
        "at most 1024 (threads*m) allowed");
    assert_null(said(&threads, 2, &arena));
    assert_null(said(&threads, 4, &arena));
    assert_string_equal(said(&threads, 5, &arena),
                        "threads that ran in a parallel region: 5; at most 4 (threads) allowed");
    assert_string_equal(said(&threads, 1, &arena),
                        "threads that ran in a parallel region: 1; at least 2 needed");
    arena_free(&arena);
}

static void a_wrong_requirement_is_the_labs_fault(void **state) {
    const struct requirement wrong = {.fact = "atomics", .at_most = "k", .line = 7};
    struct broken_bound broken;
    struct error error;
    assert_false(bound_holds(&wrong, &call, 0, &broken, &error));
    assert_non_null(strstr(error.message, "lab.yaml:7: "));
    assert_non_null(strstr(error.message, "\"k\""));
}

static void every_fact_has_its_own_name(void **state) {
    static const char *const names[FACT_COUNT] = {
#define NAME(enumerator, name, text) [FACT_##enumerator] = name,
        FACT_TABLE(NAME)
#undef NAME
    };
    for (int i = 0; i < FACT_COUNT; i++) {
        assert_int_equal(bound_fact(names[i]), i);
    }
    assert_int_equal(bound_fact("atomic"), FACT_COUNT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bounds_are_sums_of_products),
        cmocka_unit_test(a_wrong_bound_is_named),
        cmocka_unit_test(what_does_not_hold_is_said),
        cmocka_unit_test(a_wrong_requirement_is_the_labs_fault),
        cmocka_unit_test(every_fact_has_its_own_name),
    };
    return cmocka_run_group_tests_name("structure", tests, NULL, NULL);
}
