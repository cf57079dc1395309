/* What a report says that a check counted. */
#include "../kinds/bounds.h"
#include "../../tests/unit.h"

#include <string.h>

static const struct oracle_call first = {
    .parameter = {100}, .parameter_name = {"n"}, .parameter_count = 1};
static const struct oracle_call second = {
    .parameter = {200}, .parameter_name = {"n"}, .parameter_count = 1};

static struct arena arena;
static struct error error;
static struct grading grading = {.arena = &arena, .error = &error};

static int release(void **state) {
    arena_free(&arena);
    return 0;
}

/* Bounds of one fact are named together. */
static void a_fact_is_one_entry(void **state) {
    const struct requirement least = {.fact = "atomics", .at_least = "n"},
                             most = {.fact = "atomics", .at_most = "2*n"},
                             other = {.fact = "leaks", .at_most = "0"};
    struct trial trial = {.verdict = VERDICT_PASS};
    assert_true(counted_add(&grading, &least, &first, 150, &trial));
    assert_true(counted_add(&grading, &most, &first, 150, &trial));
    assert_true(counted_add(&grading, &other, &first, 0, &trial));
    const struct counted *counted = trial.counted;
    assert_string_equal(counted->fact, "atomics");
    assert_true(counted->value == 150 && counted->has_least && counted->has_most);
    assert_true(counted->least == 100 && counted->most == 200);
    assert_string_equal(counted->next->fact, "leaks");
    assert_true(!counted->next->has_least && counted->next->has_most && counted->next->most == 0);
    assert_null(counted->next->next);
}

static void the_first_call_counts(void **state) {
    const struct requirement most = {.fact = "atomics", .at_most = "n"};
    struct trial trial = {.verdict = VERDICT_PASS};
    assert_true(counted_add(&grading, &most, &first, 50, &trial));
    assert_true(counted_add(&grading, &most, &second, 170, &trial));
    assert_ptr_equal(trial.counted_in, &first);
    assert_true(trial.counted->value == 50 && trial.counted->most == 100);
}

static void a_wrong_bound_is_told(void **state) {
    const struct requirement most = {.fact = "atomics", .at_most = "m"};
    struct trial trial = {.verdict = VERDICT_PASS};
    assert_false(counted_add(&grading, &most, &first, 1, &trial));
    assert_non_null(strstr(error.message, "\"m\" is neither a number nor a parameter (n)"));
}

/* Its words are the row's, and the values outlive those that it was given. */
static void a_finding_is_an_id_with_values(void **state) {
    char name[] = "sum";
    const struct finding *finding =
        finding_make(&arena, FOUND_WRONG_VALUE,
                     MESSAGE_VALUES(message_string("item", name), message_string("got", "3"),
                                    message_string("expected", "4")));
    name[0] = '?';
    assert_string_equal(finding->message, "sum: got 3, expected 4");
    assert_string_equal(finding->id, "WRONG_VALUE");
    assert_string_equal(finding->values[0].text, "sum");
    assert_null(finding->values[3].name);
    assert_int_equal(finding->verdict, VERDICT_WRONG_ANSWER);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_fact_is_one_entry),
        cmocka_unit_test(the_first_call_counts),
        cmocka_unit_test(a_wrong_bound_is_told),
        cmocka_unit_test(a_finding_is_an_id_with_values),
    };
    return cmocka_run_group_tests_name("counted", tests, NULL, release);
}
