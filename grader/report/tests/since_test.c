/* What is said to have changed since the grading before. */
#include "../report.h"
#include "../../tests/unit.h"

#include <string.h>

enum { CHECKS = 5 };

static struct arena arena;

/* One exercise, with so many hundredths of a point and these verdicts. */
struct graded_twice {
    struct check_result checks[CHECKS];
    struct exercise_result exercise;
    struct result result;
};

static const struct result *graded(struct graded_twice *grading, int64_t earned,
                                   const enum verdict verdicts[], size_t count) {
    static const char *const names[CHECKS] = {"one", "two", "three", "four", "five"};
    for (size_t i = 0; i < count; i++) {
        grading->checks[i] = (struct check_result){
            .name = names[i],
            .title = i == 0 ? "any size" : NULL,
            .verdict = verdicts[i],
            .next = i + 1 < count ? &grading->checks[i + 1] : NULL,
        };
    }
    grading->exercise = (struct exercise_result){
        .name = "gm", .earned = earned, .checks = count > 0 ? grading->checks : NULL};
    grading->result = (struct result){.exercises = &grading->exercise};
    return &grading->result;
}

static const char *since(int64_t before, const enum verdict *old, int64_t now,
                         const enum verdict *new, size_t count) {
    struct graded_twice first, second;
    return report_since(&arena, NULL, graded(&first, before, old, count),
                        graded(&second, now, new, count));
}

static const enum verdict passes[CHECKS]; /* VERDICT_PASS is 0 */
static const enum verdict fails[CHECKS] = {VERDICT_RACE, VERDICT_RACE, VERDICT_RACE, VERDICT_RACE,
                                           VERDICT_RACE};

static void what_changed_is_told(void **state) {
    assert_string_equal(since(0, fails, 700, passes, 1),
                        "Since the last time: +7 points. gm: \"any size\" passes now.");
    assert_string_equal(
        since(250, passes, 0, fails, 2),
        "Since the last time: -2.5 points. gm: \"any size\" fails now (race). gm: \"two\" "
        "fails now (race).");
    assert_string_equal(since(100, fails, 100, passes, 1),
                        "Since the last time: the same points. gm: \"any size\" passes now.");
}

/* A rule of the class, or a check that is new, may change points alone. */
static void points_alone_are_told(void **state) {
    assert_null(since(100, passes, 100, passes, 2));
    assert_string_equal(since(100, passes, 150, passes, 2), "Since the last time: +0.5 points.");
}

static void three_changes_are_named(void **state) {
    const char *text = since(0, fails, 0, passes, 3);
    assert_null(strstr(text, "more"));
    text = since(0, fails, 0, passes, 4);
    assert_null(strstr(text, "\"four\""));
    assert_non_null(strstr(text, "\"three\" passes now. And 1 more."));
}

/* It was not run, because another one fails: that one is named. */
static void what_was_skipped_has_not_failed(void **state) {
    static const enum verdict skipped[] = {VERDICT_WRONG_ANSWER, VERDICT_SKIPPED};
    assert_string_equal(since(0, passes, 0, skipped, 2),
                        "Since the last time: the same points. gm: \"any size\" fails now "
                        "(wrong-answer).");
}

static int release(void **state) {
    arena_free(&arena);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_changed_is_told),
        cmocka_unit_test(points_alone_are_told),
        cmocka_unit_test(three_changes_are_named),
        cmocka_unit_test(what_was_skipped_has_not_failed),
    };
    return cmocka_run_group_tests_name("since", tests, NULL, release);
}
