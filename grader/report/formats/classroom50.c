/* Classroom 50's result.json, "classroom50/result/v1". What belongs to the run and not to the grade
 * comes from the environment that its runner sets. Its scores are whole numbers: points are rounded
 * down, so that only full marks show as full. */
#include "../feedback.h"
#include "../writers.h"

#include <stdlib.h>
#include <time.h>

/* Its collector refuses a result with a negative number anywhere. */
static json_t *whole_points(int64_t hundredths) {
    return json_integer(hundredths >= 0 ? hundredths / 100 : 0);
}

/* A maximum rounds up, so that 7.5 of 7.5 is not more than all, and 7 of 8 is not all. */
static json_t *whole_maximum(int64_t hundredths, int64_t earned) {
    return earned >= hundredths ? whole_points(hundredths) : json_integer((hundredths + 99) / 100);
}

/* What the runner sets. Its collector takes no empty text, so there is always another. */
static const char *surrounding(const char *variable, const char *otherwise) {
    const char *value = getenv(variable);
    return value != NULL && *value != '\0' ? value : otherwise;
}

/* A class that is graded elsewhere has no commit; a first commit has nothing to be compared with
 * in a review. */
static void add_surroundings(json_t *root, struct arena *arena, const struct result *result) {
    const char *commit = surrounding("COMMIT_URL", "unknown");
    const struct {
        const char *key, *value;
    } rows[] = {
        {"classroom", surrounding("CLASSROOM", "unknown")},
        {"assignment", surrounding("ASSIGNMENT", result->lab)},
        {"submission",
         surrounding("SUBMISSION_TAG", arena_printf(arena, "submit/%s", result->submission))},
        {"commit", commit},
        {"release", surrounding("RELEASE_URL", "unknown")},
        {"review", surrounding("REVIEW_URL", commit)},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        json_object_set_new(root, rows[i].key, feedback_text(arena, rows[i].value));
    }
}

/* The time of the submission; where it is not known, SOURCE_DATE_EPOCH makes a repeatable file. */
static const char *date_time(struct arena *arena, const int64_t *date) {
    const char *epoch = getenv("SOURCE_DATE_EPOCH");
    time_t now = date != NULL    ? (time_t)*date
                 : epoch != NULL ? (time_t)strtoll(epoch, NULL, 10)
                                 : time(NULL);
    struct tm utc;
    char text[32] = "";
    if (gmtime_r(&now, &utc) != NULL) {
        strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
    }
    return arena_strdup(arena, text);
}

static json_t *test_object(struct arena *arena, const struct report_options *options,
                           const struct exercise_result *exercise,
                           const struct check_result *check) {
    return json_pack("{s:s,s:b,s:o,s:o,s:s}", "test-name",
                     feedback_name(arena, options, exercise, check), "passed",
                     feedback_passed(options, check), "score", whole_points(check->earned),
                     "max-score", whole_maximum(check->points, check->earned), "message",
                     feedback_check(arena, options, check));
}

void report_classroom50(FILE *file, const struct result *result,
                        const struct report_options *options) {
    struct arena arena = {0};
    json_t *root = json_object();
    json_object_set_new(root, "schema", json_string("classroom50/result/v1"));
    add_surroundings(root, &arena, result);
    json_object_set_new(root, "datetime", json_string(date_time(&arena, options->date)));
    json_object_set_new(root, "score", whole_points(result->earned));
    json_object_set_new(root, "max-score", whole_maximum(result->points, result->earned));
    json_object_set_new(root, "tests", feedback_tests(&arena, options, result, test_object));
    json_object_set_new(root, "message", json_string(feedback_outline(&arena, options, result)));
    feedback_dump(file, root, JSON_INDENT(2));
    arena_free(&arena);
}
