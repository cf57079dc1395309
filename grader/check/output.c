/* Checks of kind `output`: run the native build, compare bit for bit. */
#include "grading.h"

/* A wrong answer that becomes right when all memory starts as zero comes from reading memory that
 * nobody set. Builds the `zeroed` flavour only when it is asked for. */
static bool right_when_zeroed(struct grading *grading, const struct lab_exercise *exercise,
                              const struct lab_check *check, bool *right) {
    struct built *built = &grading->built[FLAVOUR_ZEROED];
    *right = false;
    if (!built->ok && built->finding == NULL &&
        !build_flavour(grading->kit, grading->lab, grading->box, FLAVOUR_ZEROED, built,
                       grading->error)) {
        return false;
    }
    if (!built->ok) {
        return true;
    }
    struct trial trial;
    bool good = trial_run(grading, exercise, check, FLAVOUR_ZEROED, compare_outputs, &trial);
    *right = good && trial.verdict == VERDICT_PASS;
    trial_free(&trial);
    return good;
}

bool check_output(struct grading *grading, const struct lab_exercise *exercise,
                  const struct lab_check *check, struct trial *trial) {
    if (!trial_run(grading, exercise, check, FLAVOUR_NATIVE, compare_outputs, trial)) {
        return false;
    }
    if (trial->verdict != VERDICT_WRONG_ANSWER && trial->verdict != VERDICT_OUT_OF_BOUNDS &&
        trial->verdict != VERDICT_CRASH) {
        return true;
    }
    bool right;
    if (!right_when_zeroed(grading, exercise, check, &right)) {
        return false;
    }
    if (right) {
        trial->verdict = VERDICT_UNINITIALISED_READ;
        trial->findings->verdict = VERDICT_UNINITIALISED_READ;
        trial->findings->message =
            arena_printf(grading->arena, "%s; right when memory happens to start as zero",
                         trial->findings->message);
        trial->findings->advice = "A variable or table is used before anything was stored in it.";
    }
    return true;
}
