/* Gradescope's results.json: a check is a test. For instructors, hidden checks carry all that is
 * known and Gradescope's own visibility "hidden", which also hides the total from the student. */
#include "../feedback.h"
#include "../../utf8.h"
#include "../writers.h"

static json_t *test_object(struct arena *arena, const struct report_options *options,
                           const struct exercise_result *exercise, const struct check_result *check,
                           const char *number) {
    const char *passed = feedback_passed(options, check) ? "passed" : "failed";
    json_t *test = json_object();
    json_object_set_new(test, "name", json_string(feedback_name(arena, options, exercise, check)));
    json_object_set_new(test, "number", json_string(number));
    json_object_set_new(test, "score", feedback_points(check->earned));
    json_object_set_new(test, "max_score", feedback_points(check->points));
    json_object_set_new(test, "status", json_string(passed));
    json_object_set_new(test, "output", json_string(feedback_check(arena, options, check)));
    if (!report_conceals(options, check)) {
        json_t *tags = json_array();
        json_array_append_new(tags, json_string(verdict_name(check->verdict)));
        json_object_set_new(test, "tags", tags);
    }
    bool hidden = check->hidden && options->audience == AUDIENCE_INSTRUCTOR;
    json_object_set_new(test, "visibility", json_string(hidden ? "hidden" : "visible"));
    return test;
}

static double total_seconds(const struct result *result) {
    double seconds = 0;
    for (const struct timing *timing = result->timings; timing != NULL; timing = timing->next) {
        seconds = timing->seconds > seconds ? timing->seconds : seconds;
    }
    return seconds;
}

void report_gradescope(FILE *file, const struct result *result,
                       const struct report_options *options) {
    struct arena arena = {0};
    json_t *root = json_object(), *tests = json_array();
    /* The summary counts hidden checks: it is for everybody only where it says no more than points.
     */
    const struct report_options student = {.audience = AUDIENCE_STUDENT};
    json_object_set_new(root, "score", feedback_points(result->earned));
    json_object_set_new(root, "output", json_string(feedback_outline(&arena, &student, result)));
    json_object_set_new(root, "output_format", json_string("text"));
    json_object_set_new(root, "test_output_format", json_string("text"));
    json_object_set_new(root, "test_name_format", json_string("text"));
    json_object_set_new(root, "visibility", json_string("visible"));
    json_object_set_new(root, "stdout_visibility", json_string("hidden"));
    if (options->timings) {
        json_object_set_new(root, "execution_time", json_real(total_seconds(result)));
    }
    int e = 0;
    for (const struct exercise_result *exercise = feedback_exercises(&arena, result);
         exercise != NULL; exercise = exercise->next) {
        int c = 0;
        e++;
        for (const struct check_result *check = exercise->checks; check != NULL;
             check = check->next) {
            const char *number = arena_printf(&arena, "%d.%d", e, ++c);
            json_array_append_new(tests, test_object(&arena, options, exercise, check, number));
        }
    }
    json_object_set_new(root, "tests", tests);
    feedback_dump(file, root, JSON_INDENT(2));
    arena_free(&arena);
}
