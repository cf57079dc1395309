/* Checks of kind `output`: run the native build, compare bit for bit. */
#include "devices.h"

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

/* A crash is often the late fruit of an element written too far long before: AddressSanitizer,
 * where the lab has it, names the line that did it. */
static bool find_earlier_fault(struct grading *grading, const struct lab_exercise *exercise,
                               const struct lab_check *check, struct trial *trial) {
    if (!grading->built[FLAVOUR_ASAN].ok || trial->findings->advice != NULL) {
        return true;
    }
    struct trial again;
    bool good = check_memory(grading, exercise, check, FLAVOUR_ASAN, &again);
    if (good && again.verdict == VERDICT_OUT_OF_BOUNDS && again.findings->line > 0) {
        trial->verdict = again.verdict;
        trial->findings = again.findings;
        trial->findings->advice =
            "An index went too far, or less memory was asked for than is used: malloc counts in "
            "bytes, not in elements.";
    }
    trial_free(&again);
    return good;
}

bool check_output(struct grading *grading, const struct lab_exercise *exercise,
                  const struct lab_check *check, enum flavour flavour, struct trial *trial) {
    if (!trial_run(grading, exercise, check, flavour, compare_outputs, trial)) {
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
    return trial->verdict != VERDICT_CRASH || find_earlier_fault(grading, exercise, check, trial);
}
