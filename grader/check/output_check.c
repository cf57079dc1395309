/* Checks of kind `output`: run the native build, compare bit for bit. */
#include "devices.h"
#include "machine.h"

/* A wrong answer, or a crash, is often the late fruit of something else: a value that nobody set,
 * an element written too far, a race. The machine sees that, and names the line. */
static bool find_cause(struct grading *grading, const struct lab_exercise *exercise,
                       const struct lab_check *check, struct trial *trial) {
    static const struct machine_schedule plain = {OPENMP_IN_ORDER, 0, NULL};
    struct trial again = {.verdict = VERDICT_PASS};
    struct built *built = &grading->built[FLAVOUR_MACHINE];
    if (!built->ok && built->finding == NULL && /* no check has asked for it */
        !build_flavour(grading->kit, grading->lab, grading->box, FLAVOUR_MACHINE, built,
                       grading->error)) {
        return false;
    }
    if (!built->ok) {
        return true;
    }
    bool good = machine_run(grading, exercise, check, &plain, NULL, &again);
    if (good && again.findings != NULL && again.verdict != VERDICT_UNAVAILABLE &&
        again.verdict != VERDICT_TIMEOUT) {
        trial->verdict = again.verdict;
        trial->findings = again.findings;
    }
    trial_free(&again);
    return good;
}

bool check_output(struct grading *grading, const struct lab_exercise *exercise,
                  const struct lab_check *check, enum flavour flavour, struct trial *trial) {
    if (!trial_run(grading, exercise, check, flavour, compare_outputs, trial)) {
        return false;
    }
    bool unexplained = trial->verdict == VERDICT_WRONG_ANSWER ||
                       trial->verdict == VERDICT_OUT_OF_BOUNDS || trial->verdict == VERDICT_CRASH;
    return !unexplained || find_cause(grading, exercise, check, trial);
}
