/* PrairieLearn's results.json for external graders. The score is a share of 1; the file must stay
 * below 1 MB, which the bounded findings see to. */
#include "../feedback.h"
#include "../writers.h"

static json_t *test_object(struct arena *arena, const struct report_options *options,
                           const struct exercise_result *exercise,
                           const struct check_result *check) {
    const char *message = report_conceals(options, check) ? "hidden" : verdict_name(check->verdict);
    return json_pack("{s:s,s:o,s:o,s:o,s:s,s:s}", "name",
                     feedback_name(arena, options, exercise, check), "description",
                     feedback_text(arena, exercise->title != NULL ? exercise->title : ""), "points",
                     feedback_points(check->earned), "max_points", feedback_points(check->points),
                     "message", message, "output", feedback_check(arena, options, check));
}

void report_prairielearn(FILE *file, const struct result *result,
                         const struct report_options *options) {
    struct arena arena = {0};
    double score = result->points > 0 ? (double)result->earned / (double)result->points : 0;
    const char *warnings = result->warnings != NULL ? result->warnings : "";
    json_t *root = json_pack("{s:b,s:f,s:s,s:o,s:o}", "gradable", true, "score", score, "message",
                             feedback_outline(&arena, options, result), "output",
                             feedback_text(&arena, warnings), "tests",
                             feedback_tests(&arena, options, result, test_object));
    feedback_dump(file, root, JSON_INDENT(2));
    arena_free(&arena);
}
