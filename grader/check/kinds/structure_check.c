/* Checks of kind `structure`: what the program did against lab.yaml's requirements. */
#include "../../message_text.h"

#include "bounds.h"

/* Holds one requirement against what was counted. False with the grading's error. */
static bool judge_requirement(struct grading *grading, const struct lab_check *check,
                              const struct requirement *require, const struct judged_call *judged,
                              struct trial *trial) {
    const enum fact fact = bound_fact(require->fact); /* lab_load refuses a name that is no fact */
    struct broken_bound broken;
    const uint64_t observed = judged->fact[fact];
    if (!bound_holds(require, judged->call, observed, &broken, grading->error) ||
        !counted_add(grading, require, judged->call, observed, trial)) {
        return false;
    }
    if (broken.text != NULL) {
        const char *seen = bound_observation(fact, observed, &broken, grading->arena);
        struct finding *finding =
            trial_add(trial, counted_finding(grading->arena, VERDICT_STRUCTURE, require->fact,
                                             broken.too_few, observed, broken.limit));
        finding->message =
            seen[0] == '\0' ? require->why
                            : message_print(grading->arena, "%s Observed: %s", require->why, seen);
        finding->advice = require->advice != NULL ? require->advice : check->advice;
    }
    return true;
}

void judge_facts(struct grading *grading, const struct lab_check *check,
                 const struct judged_call *judged, struct trial *trial) {
    const struct requirement *require = check->require;
    while (require != NULL && judge_requirement(grading, check, require, judged, trial)) {
        require = require->next;
    }
}
