/* Says at once what a check has found, to whoever waits for it (grade.h). */
#include "early.h"

#include "devices.h"
#include "grade.h"
#include "kept.h"
#include "untouched.h"

void early_tell(const struct grading *grading, const struct lab_exercise *exercise,
                const struct trial *trial) {
    const struct grade_listener *listener = grading->options->listener;
    if (listener != NULL && trial->findings != NULL && trial->verdict != VERDICT_PASS &&
        trial->verdict != VERDICT_SKIPPED && trial->verdict != VERDICT_UNAVAILABLE) {
        listener->failed(listener->self, exercise->name, trial->findings);
    }
}

/* Checks of answers only: the others are judged by what those before them have found. */
void early_look(struct grading *grading, enum flavour flavour) {
    const struct grade_options *options = grading->options;
    const struct lab_exercise *exercise =
        options->first != NULL ? lab_find_exercise(grading->lab, options->first) : NULL;
    const struct lab_check *check = exercise != NULL && options->first_check != NULL
                                        ? lab_find_check(exercise, options->first_check)
                                        : NULL;
    if (options->listener == NULL || options->witness != NULL || check == NULL ||
        check->kind != CHECK_OUTPUT || check->withheld || !grading->built[flavour].ok ||
        !grading_selects(grading, exercise) || untouched_is(grading, exercise) ||
        kept_is(grading, exercise)) {
        return;
    }
    const struct check_row *row =
        check_row_find(grading->lab, exercise, grading_device(grading, exercise), check->kind);
    if (row == NULL || row->flavour != flavour) {
        return;
    }
    struct grading apart = *grading;
    struct error error = {""};
    struct trial trial = {0};
    apart.error = &error;
    if (row->run(&apart, exercise, check, flavour, &trial) && error.message[0] == '\0') {
        early_tell(grading, exercise, &trial);
    }
    trial_free(&trial);
    grading->cpu_seconds = apart.cpu_seconds;
}
