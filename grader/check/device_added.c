/*
 * A real device beside the machine. The machine judges, and gives the points and the cause: a score
 * is the same wherever it is made. The device runs the same calls, and what it says is added: where
 * it differs from the machine, a person must look.
 */
#include "check_devices.h"

#include "set_aside.h"

/* What keeps the device from running it, or NULL. */
static const struct finding *find_obstacle(const struct grading *grading,
                                           const struct check_row *row,
                                           const struct lab_exercise *exercise) {
    const struct built *built = &grading->built[row->flavour];
    return built->ok ? set_aside_finding(grading, row->flavour, exercise) : built->finding;
}

/* The machine found nothing wrong, and the device did, or did not answer: that is told, and costs
 * nothing. */
static void tell_difference(struct grading *grading, const struct lab_check *check,
                            const struct finding *seen, struct trial *trial) {
    struct finding *finding = finding_make(
        grading->arena, check->kind == CHECK_OUTPUT ? FOUND_DEVICE_SAYS_WRONG : FOUND_DEVICE_FINDS,
        MESSAGE_VALUES(message_string("verdict", verdict_name(seen->verdict)),
                       message_string("message", seen->message)));
    if (seen->verdict == VERDICT_UNAVAILABLE) {
        finding->message = seen->message;
        finding->id = seen->id;
        finding->values = seen->values;
        finding->file = seen->file;
        finding->advice = "The points are those of the simulated GPU: only the real device's "
                          "answer is missing.";
    }
    finding->input = seen->input;
    trial_add(trial, finding);
    trial->verdict = VERDICT_UNAVAILABLE;
    trial->points_stay = true;
}

/* The answer is wrong on the machine: is it on the device? */
static void tell_answer(struct grading *grading, const struct trial *added, struct trial *trial) {
    if (added->verdict == VERDICT_PASS) {
        trial_find(grading, trial, FOUND_DEVICE_RIGHT, NULL);
    } else if (added->verdict != VERDICT_UNAVAILABLE && added->findings != NULL) {
        trial_find(grading, trial, FOUND_DEVICE_TOO,
                   MESSAGE_VALUES(message_string("message", added->findings->message)));
    }
}

bool device_add(struct grading *grading, struct exercise_grade *graded,
                const struct lab_check *check, struct trial *trial) {
    const struct lab_exercise *exercise = graded->exercise;
    const struct check_row *row = grading_added(grading, exercise, check->kind);
    const bool wrong = trial->verdict == VERDICT_WRONG_ANSWER && check->kind == CHECK_OUTPUT;
    if (row == NULL || (trial->verdict != VERDICT_PASS && !wrong)) {
        return true;
    }
    const struct finding *obstacle = find_obstacle(grading, row, exercise);
    struct trial added = {.verdict = VERDICT_PASS};
    bool good = true;
    if (obstacle == NULL) {
        good = row->run(grading, graded, check, row->flavour, &added) &&
               grading->error->message[0] == '\0';
        obstacle = added.verdict != VERDICT_PASS ? added.findings : NULL;
    }
    if (good && wrong && (obstacle == NULL || obstacle == added.findings)) {
        tell_answer(grading, &added, trial);
    } else if (good && !wrong && obstacle != NULL) {
        tell_difference(grading, check, obstacle, trial);
    }
    trial_free(&added);
    return good;
}
