/* GitHub Actions: a workflow command for each check that failed, which shows as an annotation
 * beside the line, and the score last. Every line is a command, so no text of a student's starts
 * one. GitHub shows ten of a kind and drops the rest: what was only skipped takes nobody's place.
 */
#include "../feedback.h"
#include "../../utf8.h"
#include "../writers.h"

/* What stands for something in a command; `property` only in the part before the second "::". */
static const struct {
    char byte;
    bool property;
    const char *escape;
} escapes[] = {
    {'%', false, "%25"}, {'\r', false, "%0D"}, {'\n', false, "%0A"},
    {':', true, "%3A"},  {',', true, "%2C"},
};

static void escaped(FILE *file, const char *text, bool property) {
    for (; *text != '\0'; text++) {
        const char *instead = NULL;
        for (size_t i = 0; i < sizeof escapes / sizeof *escapes; i++) {
            if (escapes[i].byte == *text && (property || !escapes[i].property)) {
                instead = escapes[i].escape;
            }
        }
        instead != NULL ? fputs(instead, file) : fputc(*text, file);
    }
}

static void annotation(FILE *file, struct arena *arena, const struct report_options *options,
                       const struct exercise_result *exercise, const struct check_result *check) {
    bool concealed = report_conceals(options, check);
    const struct finding *finding = concealed ? NULL : check->findings;
    fputs("::error ", file);
    if (finding != NULL && finding->file != NULL) {
        fputs("file=", file);
        escaped(file, utf8_clean(arena, finding->file), true);
        fprintf(file, finding->line > 0 ? ",line=%d," : ",", finding->line);
    }
    fputs("title=", file);
    escaped(file, feedback_name(arena, options, exercise, check), true);
    fputs("::", file);
    escaped(file, feedback_check(arena, options, check), false);
    fputc('\n', file);
}

static bool worth_telling(const struct report_options *options, const struct check_result *check) {
    bool follows = (check->verdict == VERDICT_SKIPPED || check->verdict == VERDICT_NOT_BEGUN) &&
                   !report_conceals(options, check);
    return !feedback_passed(options, check) && !follows && (check->points > 0 || !check->hidden);
}

void report_github(FILE *file, const struct result *result, const struct report_options *options) {
    struct arena arena = {0};
    EACH_CHECK (result, exercise, check) {
        if (worth_telling(options, check)) {
            annotation(file, &arena, options, exercise, check);
        }
    }
    fputs("::notice title=", file);
    escaped(file, utf8_clean(&arena, result->lab), true);
    fputs("::", file);
    escaped(file, feedback_summary(&arena, options, result), false);
    fputc('\n', file);
    arena_free(&arena);
}
