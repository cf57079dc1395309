/* Autolab: the text report, then the semantic feedback, then the scores on the last line. The
 * problems of the assessment must be called like the exercises. A line of the text report that
 * comes from a student cannot pass for either: both are the last two lines, always. */
#include "../feedback.h"
#include "../../utf8.h"
#include "../writers.h"

static json_t *semantic(struct arena *arena, const struct result *result,
                        const struct report_options *options) {
    json_t *root = json_object(), *stages = json_array();
    json_object_set_new(root, "_presentation", json_string("semantic"));
    json_object_set_new(root, "stages", stages);
    for (const struct exercise_result *exercise = feedback_exercises(arena, result);
         exercise != NULL; exercise = exercise->next) {
        const char *name = utf8_clean(arena, exercise->name);
        json_t *stage = json_object();
        for (const struct check_result *check = exercise->checks; check != NULL;
             check = check->next) {
            bool passed = feedback_passed(options, check);
            json_t *test = json_object();
            json_object_set_new(test, "passed", json_boolean(passed));
            if (!passed) {
                json_object_set_new(test, "hint",
                                    json_string(feedback_check(arena, options, check)));
            }
            json_object_set_new(stage, feedback_title(arena, options, check), test);
        }
        json_array_append_new(stages, json_string(name));
        json_object_set_new(root, name, stage);
    }
    return root;
}

/* What the class's rules added to the whole, beside the exercises. */
static int64_t ruled_points(const struct result *result) {
    int64_t points = result->rules != NULL ? result->earned : 0;
    for (const struct exercise_result *exercise = result->rules != NULL ? result->exercises : NULL;
         exercise != NULL; exercise = exercise->next) {
        points -= exercise->earned;
    }
    return points;
}

void report_autolab(FILE *file, const struct result *result, const struct report_options *options) {
    struct arena arena = {0};
    json_t *root = json_object(), *scores = json_object(), *scoreboard = json_array();
    struct report_options plain = *options;
    plain.color = false;
    plain.folds = false;
    report_text(file, result, &plain);
    feedback_print_rules(file, options, result);
    fputc('\n', file);
    feedback_dump(file, semantic(&arena, result, options), JSON_COMPACT);
    json_array_append_new(scoreboard, feedback_points(result->earned));
    for (const struct exercise_result *exercise = result->exercises; exercise != NULL;
         exercise = exercise->next) {
        json_object_set_new(scores, utf8_clean(&arena, exercise->name),
                            feedback_points(exercise->earned));
        json_array_append_new(scoreboard, feedback_points(exercise->earned));
    }
    const int64_t rules = ruled_points(result);
    if (rules != 0) { /* a problem of that name takes what belongs to no exercise */
        json_object_set_new(scores, "rules", feedback_points(rules));
    }
    json_object_set_new(root, "scores", scores);
    json_object_set_new(root, "scoreboard", scoreboard);
    feedback_dump(file, root, JSON_COMPACT);
    arena_free(&arena);
}
