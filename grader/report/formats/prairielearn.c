/* PrairieLearn's results.json for external graders. The score is a share of 1; the file must stay
 * below 1 MB, which the bounded findings see to. */
#include "../feedback.h"
#include "../../utf8.h"
#include "../writers.h"

static json_t *test_object(struct arena *arena, const struct report_options *options,
                           const struct exercise_result *exercise,
                           const struct check_result *check) {
    json_t *test = json_object();
    const char *message = report_conceals(options, check) ? "hidden" : verdict_name(check->verdict);
    json_object_set_new(test, "name", json_string(feedback_name(arena, options, exercise, check)));
    json_object_set_new(test, "description",
                        feedback_text(arena, exercise->title != NULL ? exercise->title : ""));
    json_object_set_new(test, "points", feedback_points(check->earned));
    json_object_set_new(test, "max_points", feedback_points(check->points));
    json_object_set_new(test, "message", json_string(message));
    json_object_set_new(test, "output", json_string(feedback_check(arena, options, check)));
    return test;
}

void report_prairielearn(FILE *file, const struct result *result,
                         const struct report_options *options) {
    struct arena arena = {0};
    json_t *root = json_object();
    double score = result->points > 0 ? (double)result->earned / (double)result->points : 0;
    json_object_set_new(root, "gradable", json_true());
    json_object_set_new(root, "score", json_real(score));
    json_object_set_new(root, "message", json_string(feedback_outline(&arena, options, result)));
    json_object_set_new(root, "output",
                        feedback_text(&arena, result->warnings != NULL ? result->warnings : ""));
    json_object_set_new(root, "tests", feedback_tests(&arena, options, result, test_object));
    feedback_dump(file, root, JSON_INDENT(2));
    arena_free(&arena);
}
