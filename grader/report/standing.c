/* Where the student stands: which exercise comes next, and what there is to do in it. */
#include "formats/text.h"
#include "wrap.h"

/* What counts for an exercise as a whole, the gravest first. */
static const enum standing gravest[] = {STANDS_FAILED, STANDS_REVIEW, STANDS_UNAVAILABLE,
                                        STANDS_NOT_BEGUN};

static const struct check_result *find_check(const struct text_writer *writer,
                                             const struct exercise_result *exercise,
                                             enum standing standing) {
    const struct check_result *check = exercise->checks;
    while (check != NULL && standing_of(writer, check) != standing) {
        check = check->next;
    }
    return check;
}

enum standing exercise_standing(const struct text_writer *writer,
                                const struct exercise_result *exercise, enum verdict *verdict) {
    for (size_t i = 0; i < sizeof gravest / sizeof *gravest; i++) {
        const struct check_result *check = find_check(writer, exercise, gravest[i]);
        if (check != NULL) {
            *verdict = check->verdict;
            return gravest[i];
        }
    }
    *verdict = VERDICT_PASS;
    return STANDS_PASSED;
}

static const struct exercise_result *find_exercise(const struct text_writer *writer,
                                                   enum standing wanted) {
    enum verdict verdict;
    const struct exercise_result *exercise = writer->result->exercises;
    while (exercise != NULL && exercise_standing(writer, exercise, &verdict) != wanted) {
        exercise = exercise->next;
    }
    return exercise;
}

const struct exercise_result *text_next(const struct text_writer *writer) {
    for (size_t i = 0; gravest[i] != STANDS_NOT_BEGUN; i++) {
        const struct exercise_result *exercise = find_exercise(writer, gravest[i]);
        if (exercise != NULL) {
            return exercise;
        }
    }
    return NULL;
}

static const char *to_do(struct text_writer *writer) {
    const struct exercise_result *next = text_next(writer);
    const struct exercise_result *untouched = find_exercise(writer, STANDS_NOT_BEGUN);
    if (next != NULL) {
        enum verdict verdict;
        const enum standing standing = exercise_standing(writer, next, &verdict);
        const struct check_result *check = find_check(writer, next, standing);
        return text_print(writer, "Next: %s, \"%s\" (%s).", next->name,
                          check->title != NULL ? check->title : check->name, verdict_name(verdict));
    }
    if (untouched != NULL) {
        return text_print(writer, "Next: begin %s, the function %s.", untouched->name,
                          untouched->function);
    }
    return text_say(writer, writer->result->earned == writer->result->points
                                ? "Nothing is left to do."
                                : "No check that you can see fails.");
}

void text_next_step(struct text_writer *writer) {
    if (writer->result->exercises != NULL) {
        wrap_text(writer->file, to_do(writer), 0, 2, writer->width, 3);
    }
}
