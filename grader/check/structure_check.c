/* Checks of kind `structure`: run the observed build, hold what it did against lab.yaml's
 * requirements. */
#include "devices.h"

#include "self_test.h"
#include "bounds.h"

/* Nothing was heard of OpenMP: does nobody hear it on this machine, or does the program keep it to
 * itself? The answer is kept: a later check asks again. */
static void judge_unwatched(struct grading *grading, struct trial *trial) {
    if (!grading->observer_tested) {
        grading->observer_tested = true;
        grading->no_observer = observer_self_test(grading->kit, grading->box, grading->arena);
    }
    if (grading->no_observer != NULL) {
        trial_add(grading, trial, VERDICT_UNAVAILABLE, grading->no_observer);
        return;
    }
    trial_add(grading, trial, VERDICT_FORBIDDEN, "it keeps from the grader what OpenMP does")
        ->advice = "Does it change its environment, OMP_TOOL…? Take that out.";
}

static void judge_facts(struct grading *grading, const struct lab_check *check,
                        const struct judged_call *judged, struct trial *trial) {
    const uint64_t *fact = session_diagnosis(judged->session)->fact;
    if (fact[FACT_UNWATCHED] != 0) {
        judge_unwatched(grading, trial);
        return;
    }
    struct bound_failure *failures;
    if (!bounds_judge(check->require, fact, judged->call, grading->arena, &failures,
                      grading->error)) {
        return;
    }
    for (; failures != NULL; failures = failures->next) {
        const char *seen = bounds_observation(failures, grading->arena);
        struct finding *finding =
            trial_add(grading, trial, VERDICT_STRUCTURE,
                      arena_printf(grading->arena, "%s%s%s", failures->requirement->why,
                                   seen[0] == '\0' ? "" : " Observed: ", seen));
        const char *advice = failures->requirement->advice;
        finding->advice = advice != NULL ? advice : check->advice;
    }
}

bool check_structure(struct grading *grading, const struct lab_exercise *exercise,
                     const struct lab_check *check, enum flavour flavour, struct trial *trial) {
    return trial_run(grading, exercise, check, flavour, judge_facts, trial);
}
