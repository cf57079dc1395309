/* Tells the listener at once what a check has found (grade.h). */
#include "first_look.h"

#include "check_devices.h"
#include "grade.h"
#include "advice/advice.h"

void early_tell(const struct grading *grading, const struct lab_exercise *exercise,
                const struct trial *trial) {
    const struct grade_listener *listener = grading->options->listener;
    if (listener != NULL && trial->findings != NULL && trial->verdict != VERDICT_PASS &&
        trial->verdict != VERDICT_SKIPPED && trial->verdict != VERDICT_UNAVAILABLE) {
        listener->failed(listener->self, exercise->name, trial->findings);
    }
}

/* Checks of answers only: the others are judged by what those before them have found. NULL unless
 * it runs in that flavour. */
static const struct check_row *find_row(const struct grading *grading, enum flavour flavour,
                                        const struct lab_exercise **exercise,
                                        const struct lab_check **check) {
    const struct grade_options *options = grading->options;
    *exercise = options->first != NULL ? lab_find_exercise(grading->lab, options->first) : NULL;
    *check = *exercise != NULL && options->first_check != NULL
                 ? lab_find_check(*exercise, options->first_check)
                 : NULL;
    if (options->listener == NULL || options->witness != NULL || *check == NULL ||
        (*check)->kind != CHECK_OUTPUT || (*check)->withheld ||
        !grade_selects(options, *exercise) || not_begun_is(grading, *exercise)) {
        return NULL;
    }
    const struct check_row *row =
        check_row_find(grading->lab, *exercise, (*exercise)->device, (*check)->kind);
    return row != NULL && row->flavour == flavour ? row : NULL;
}

void early_look(struct grading *grading, enum flavour flavour, struct first_look *early) {
    const struct lab_exercise *exercise;
    const struct lab_check *check;
    const struct check_row *row =
        grading->built[flavour].ok ? find_row(grading, flavour, &exercise, &check) : NULL;
    if (row == NULL || early->ran) {
        return;
    }
    struct exercise_grade graded = {.exercise = exercise};
    early->ran = true;
    const bool good = row->run(grading, &graded, check, flavour, &early->trial) &&
                      grading->error->message[0] == '\0' &&
                      early->trial.diagnosis.place != FAULT_MISSING; /* exercise.c says why */
    grading->error->message[0] = '\0'; /* it shows again when the check runs in its turn */
    if (good) {
        early_tell(grading, exercise, &early->trial);
    }
}
