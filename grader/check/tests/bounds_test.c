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

static void what_does_not_hold_is_listed_in_order(void **state) {
    struct requirement require[] = {
        {.fact = "atomics", .at_least = "n", .why = "first", .next = &require[1]},
        {.fact = "threads_seen",
         .at_least = "2",
         .at_most = "threads",
         .why = "holds",
         .next = &require[2]},
        {.fact = "criticals", .at_most = "threads*m", .why = "second", .next = NULL},
    };
    uint64_t fact[FACT_COUNT] = {
        [FACT_ATOMICS] = 65535, [FACT_THREADS] = 4, [FACT_CRITICALS] = 1025};
    struct bound_failure *failures;
    struct arena arena = {NULL};
    struct error error;
    assert_true(bounds_judge(require, fact, &call, &arena, &failures, &error));
    assert_non_null(failures);
    assert_string_equal(failures->requirement->why, "first");
    assert_string_equal(bounds_observation(failures, &arena),
                        "atomic updates inside parallel regions that changed a value: 65535; "
                        "at least 65536 (n) needed");
    assert_non_null(failures->next);
    assert_string_equal(failures->next->requirement->why, "second");
    assert_string_equal(
        bounds_observation(failures->next, &arena),
        "times that a critical section, an ordered one or a lock was entered: 1025; "
        "at most 1024 (threads*m) allowed");
    assert_null(failures->next->next);
    fact[FACT_ATOMICS] = 65536, fact[FACT_CRITICALS] = 1024, fact[FACT_THREADS] = 5;
    assert_true(bounds_judge(require, fact, &call, &arena, &failures, &error));
    assert_non_null(failures);
    assert_false(failures->too_few);
    assert_string_equal(bounds_observation(failures, &arena),
                        "threads that ran in a parallel region: 5; at most 4 (threads) allowed");
    assert_null(failures->next);
    fact[FACT_THREADS] = 1;
    assert_true(bounds_judge(require, fact, &call, &arena, &failures, &error));
    assert_string_equal(bounds_observation(failures, &arena),
                        "threads that ran in a parallel region: 1; at least 2 needed");
    fact[FACT_THREADS] = 2;
    assert_true(bounds_judge(require, fact, &call, &arena, &failures, &error));
    assert_null(failures);
    arena_free(&arena);
}

static void a_wrong_requirement_is_the_labs_fault(void **state) {
    struct requirement unknown = {.fact = "atomic", .at_least = "1"},
                       wrong = {.fact = "atomics", .at_most = "k"};
    uint64_t fact[FACT_COUNT] = {0};
    struct bound_failure *failures;
    struct arena arena = {NULL};
    struct error error;
    assert_false(bounds_judge(&unknown, fact, &call, &arena, &failures, &error));
    assert_non_null(strstr(error.message, "\"atomic\""));
    assert_false(bounds_judge(&wrong, fact, &call, &arena, &failures, &error));
    assert_non_null(strstr(error.message, "\"k\""));
    arena_free(&arena);
}

static void every_fact_has_its_own_name(void **state) {
    static const char *const names[FACT_COUNT] = {
#define NAME(enumerator, name, text) [FACT_##enumerator] = name,
        FACT_TABLE(NAME)
#undef NAME
    };
    const uint64_t fact[FACT_COUNT] = {0};
    struct arena arena = {NULL};
    for (int i = 0; i < FACT_COUNT; i++) {
        const struct requirement require = {.fact = names[i], .at_least = "1"};
        struct bound_failure *failures;
        struct error error;
        assert_true(bounds_judge(&require, fact, &call, &arena, &failures, &error));
        assert_non_null(failures);
        assert_int_equal(failures->fact, i);
    }
    arena_free(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bounds_are_sums_of_products),
        cmocka_unit_test(a_wrong_bound_is_named),
        cmocka_unit_test(what_does_not_hold_is_listed_in_order),
        cmocka_unit_test(a_wrong_requirement_is_the_labs_fault),
        cmocka_unit_test(every_fact_has_its_own_name),
    };
    return cmocka_run_group_tests_name("structure", tests, NULL, NULL);
}
