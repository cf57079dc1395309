/* Gradescope's results.json: a check is a test. For instructors, hidden checks carry all that is
 * known and Gradescope's own visibility "hidden", which also hides the total from the student. */
#include "../feedback.h"
#include "../writers.h"

static json_t *test_object(struct arena *arena, const struct report_options *options,
                           const struct exercise_result *exercise, const struct check_result *check,
                           const char *number) {
    const char *passed = feedback_passed(options, check) ? "passed" : "failed";
    json_t *test =
        json_pack("{s:s,s:s,s:o,s:o,s:s,s:s}", "name",
                  feedback_name(arena, options, exercise, check), "number", number, "score",
                  feedback_points(check->earned), "max_score", feedback_points(check->points),
                  "status", passed, "output", feedback_check(arena, options, check));
    if (!report_conceals(options, check)) {
        json_object_set_new(test, "tags", json_pack("[s]", verdict_name(check->verdict)));
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
    json_t *tests = json_array();
    /* Students read the summary, too, whoever the report is for: it counts no hidden check. */
    const struct report_options student = {.audience = AUDIENCE_STUDENT,
                                           .language = options->language};
    json_t *root = json_pack(
        "{s:o,s:s,s:s,s:s,s:s,s:s,s:s,s:o*}", "score", feedback_points(result->earned), "output",
        feedback_outline(&arena, &student, result), "output_format", "text", "test_output_format",
        "text", "test_name_format", "text", "visibility", "visible", "stdout_visibility", "hidden",
        "execution_time", options->timings ? json_real(total_seconds(result)) : NULL);
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
