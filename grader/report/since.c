/* What has changed since the grading before, in the reader's language. */
#include "report.h"

#include <stdlib.h>

enum { CHANGES_TOLD = 3 };

struct changes {
    struct arena *arena;
    const struct language *language;
    const char *text;
    int64_t points; /* hundredths, more than before */
    int count;
};

static void tell(struct changes *changes, const struct exercise_result *exercise,
                 const struct check_result *check) {
    const char *title = check->title != NULL ? check->title : check->name;
    if (changes->count++ < CHANGES_TOLD) {
        const char *change =
            check->verdict == VERDICT_PASS
                ? language_print(changes->language, changes->arena, "%s: \"%s\" passes now.",
                                 exercise->name, title)
                : language_print(changes->language, changes->arena, "%s: \"%s\" fails now (%s).",
                                 exercise->name, title, verdict_name(check->verdict));
        changes->text = arena_printf(changes->arena, "%s %s", changes->text, change);
    }
}

static void compare(struct changes *changes, const struct exercise_result *before,
                    const struct exercise_result *now) {
    changes->points += now->earned - before->earned;
    for (const struct check_result *check = now->checks; check != NULL; check = check->next) {
        const struct check_result *old = result_find_check(before, check->name);
        const bool passes = check->verdict == VERDICT_PASS;
        if (old != NULL && passes != (old->verdict == VERDICT_PASS) &&
            check->verdict != VERDICT_SKIPPED) {
            tell(changes, now, check);
        }
    }
}

const char *report_since(struct arena *arena, const struct language *language,
                         const struct result *before, const struct result *now) {
    struct changes changes = {.arena = arena, .language = language, .text = ""};
    for (const struct exercise_result *exercise = now->exercises; exercise != NULL;
         exercise = exercise->next) {
        const struct exercise_result *old = result_find_exercise(before, exercise->name);
        if (old != NULL) {
            compare(&changes, old, exercise);
        }
    }
    if (changes.count == 0 && changes.points == 0) {
        return NULL;
    }
    char points[POINTS_TEXT_BYTES];
    const char *sum =
        changes.points == 0
            ? "the same points"
            : language_print(language, arena, changes.points > 0 ? "+%s points" : "-%s points",
                             report_points(llabs(changes.points), points));
    const int more = changes.count - CHANGES_TOLD;
    return arena_printf(arena, "%s%s%s%s",
                        language_print(language, arena, "Since the last time: %s.", sum),
                        changes.text, more > 0 ? " " : "",
                        more > 0 ? language_print(language, arena, "And %d more.", more) : "");
}
