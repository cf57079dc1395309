/* Checks of kind `output`: run the native build, compare bit for bit. */
#include "../advice/advice.h"
#include "../check_devices.h"
#include "../devices/machine.h"
#include "../broken_functions.h"

static bool is_watched(struct grading *grading, const struct lab_exercise *exercise) {
    return grading->built[FLAVOUR_MACHINE].ok &&
           set_aside_finding(grading, FLAVOUR_MACHINE, exercise) == NULL;
}

/* The machine runs the cases first: what it finds is the same every time and names the line, be it
 * a race, a deadlock, an element written too far or a value that nobody set. In the native run the
 * same fault would show by luck, or only in what follows from it. A program that the machine cannot
 * run is judged by its answers alone. */
static bool run_watched(struct grading *grading, const struct lab_exercise *exercise,
                        const struct lab_check *check, struct trial *trial) {
    static const struct machine_schedule plain = {OPENMP_IN_ORDER, 0, NULL, false};
    struct built *built = &grading->built[FLAVOUR_MACHINE];
    *trial = (struct trial){.verdict = VERDICT_PASS, .finished = true};
    if (!built->ok && built->finding == NULL && /* no check has asked for it */
        !build_flavour(grading->kit, grading->lab, grading->box, FLAVOUR_MACHINE, NULL, built,
                       grading->error)) {
        return false;
    }
    if (!is_watched(grading, exercise)) {
        return true;
    }
    bool good = machine_run(grading, exercise, check, &plain, compare_outputs, trial);
    if (good && trial->verdict == VERDICT_UNAVAILABLE) {
        *trial = (struct trial){.verdict = VERDICT_PASS, .finished = true};
    }
    return good;
}

/* A program that used up its instructions on the machine may only be slow. The processor, which has
 * time for twenty times as many, decides. An endless loop may also take more and more memory, or
 * write without end: the process that meets such a limit says so. */
static bool run_natively(struct grading *grading, const struct lab_exercise *exercise,
                         const struct lab_check *check, enum flavour flavour, struct trial *trial) {
    const struct trial_options asked = {.judge = compare_outputs, .cpu_seconds = 2};
    struct trial native;
    if (!trial_run_with(grading, exercise, check, flavour, &asked, &native)) {
        return false;
    }
    if (native.verdict == VERDICT_PASS || native.verdict == VERDICT_MEMORY_LIMIT ||
        native.verdict == VERDICT_OUTPUT_LIMIT) {
        trial_free(trial);
        *trial = native;
    } else {
        trial_free(&native);
    }
    return true;
}

bool check_output(struct grading *grading, struct exercise_grade *graded,
                  const struct lab_check *check, enum flavour flavour, struct trial *trial) {
    const struct lab_exercise *exercise = graded->exercise;
    if (!run_watched(grading, exercise, check, trial)) {
        return false;
    }
    if (trial->verdict == VERDICT_TIMEOUT) {
        return run_natively(grading, exercise, check, flavour, trial);
    }
    if (trial->verdict != VERDICT_PASS) {
        return true;
    }
    return trial_run(grading, exercise, check, flavour, compare_outputs, trial) &&
           (!is_watched(grading, exercise) ||
            (blame_earlier_calls_on_machine(grading, exercise, check, trial) &&
             blame_earlier_calls(grading, exercise, check, flavour, trial)));
}

bool check_device_output(struct grading *grading, struct exercise_grade *graded,
                         const struct lab_check *check, enum flavour flavour, struct trial *trial) {
    const struct lab_exercise *exercise = graded->exercise;
    return trial_run(grading, exercise, check, flavour, compare_outputs, trial);
}
