/* Checks of kind `structure`: run the observed build, hold what it did against lab.yaml's
 * requirements. */
#include "grading.h"

#include "structure.h"

static void judge_facts(struct grading *grading, const struct lab_check *check,
                        const struct judged_call *judged, struct trial *trial) {
    const uint64_t *fact = session_diagnosis(judged->session)->fact;
    if (fact[FACT_UNWATCHED] != 0) {
        trial_add(grading, trial, VERDICT_UNAVAILABLE,
                  "the OpenMP runtime of this machine does not tell what happens in it");
        return;
    }
    struct structure_failure *failures;
    if (!structure_judge(check->require, fact, judged->call, grading->arena, &failures,
                         grading->error)) {
        return;
    }
    for (; failures != NULL; failures = failures->next) {
        const char *seen = structure_observation(failures, grading->arena);
        struct finding *finding =
            trial_add(grading, trial, VERDICT_STRUCTURE,
                      arena_printf(grading->arena, "%s%s%s", failures->requirement->why,
                                   seen[0] == '\0' ? "" : " Observed: ", seen));
        const char *advice = failures->requirement->advice;
        finding->advice = advice != NULL ? advice : check->advice;
    }
}

bool check_structure(struct grading *grading, const struct lab_exercise *exercise,
                     const struct lab_check *check, struct trial *trial) {
    return trial_run(grading, exercise, check, FLAVOUR_OBSERVE, judge_facts, trial);
}
