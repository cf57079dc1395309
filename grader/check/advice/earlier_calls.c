/* Is an answer wrong only because of the calls before it? */
#include "advice.h"

#include "../check_devices.h"
#include "../devices/machine.h"

static const char kept_advice[] =
    "The same call alone gives the right answer, so something keeps its value from the calls "
    "before: "
    "in each call, set static variables, and memory that you keep, to their first values.";

static const char small_advice[] =
    "The same call alone stays inside its memory, so something is kept from the calls before: when "
    "memory that you keep is too small for a call, allocate it anew.";

static void advise(const struct trial *trial, const char *advice) {
    for (struct finding *finding = trial->findings; finding != NULL; finding = finding->next) {
        finding->advice = advice;
    }
}

static bool may_be_kept(const struct trial *trial) {
    return trial->wrong_call > 1 && !trial->told_error && trial->findings != NULL;
}

bool blame_earlier_calls(struct grading *grading, const struct lab_exercise *exercise,
                         const struct lab_check *check, enum flavour flavour, struct trial *trial) {
    if (!may_be_kept(trial) || trial->verdict != VERDICT_WRONG_ANSWER) {
        return true;
    }
    const struct trial_options asked = {.judge = compare_outputs, .only = trial->wrong_call};
    struct trial alone;
    if (!trial_run_with(grading, exercise, check, flavour, &asked, &alone)) {
        return false;
    }
    if (alone.verdict == VERDICT_PASS) {
        advise(trial, kept_advice);
    }
    trial_free(&alone);
    return true;
}

bool blame_earlier_calls_on_machine(struct grading *grading, const struct lab_exercise *exercise,
                                    const struct lab_check *check, struct trial *trial) {
    static const struct machine_schedule together = {OPENMP_IN_ORDER, 0, NULL, true};
    if (!may_be_kept(trial) ||
        (trial->verdict != VERDICT_WRONG_ANSWER && trial->verdict != VERDICT_CRASH)) {
        return true;
    }
    struct trial again = {.verdict = VERDICT_PASS, .finished = true};
    if (!machine_run(grading, exercise, check, &together, compare_outputs, &again)) {
        return false;
    }
    if (again.verdict == VERDICT_WRONG_ANSWER && trial->verdict == VERDICT_WRONG_ANSWER) {
        advise(trial, kept_advice);
    } else if (again.verdict == VERDICT_OUT_OF_BOUNDS ||
               again.verdict == VERDICT_UNINITIALISED_READ) {
        advise(&again, again.verdict == VERDICT_OUT_OF_BOUNDS ? small_advice : kept_advice);
        trial_free(trial);
        *trial = again;
    }
    return true;
}
