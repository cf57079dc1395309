/* Checks of kind `structure`: what the program did against lab.yaml's requirements. */
#include "../../message_text.h"
#include "../check_devices.h"

#include "bounds.h"

void judge_facts(struct grading *grading, const struct lab_check *check,
                 const struct judged_call *judged, struct trial *trial) {
    const uint64_t *fact = judged->fact;
    struct bound_failure *failures;
    if (!bounds_judge(check->require, fact, judged->call, grading->arena, &failures,
                      grading->error)) {
        return;
    }
    for (const struct requirement *require = check->require; require != NULL;
         require = require->next) {
        if (!counted_add(grading, require, judged->call, fact[bound_fact(require->fact)], trial)) {
            return;
        }
    }
    for (; failures != NULL; failures = failures->next) {
        const char *seen = bounds_observation(failures, grading->arena);
        struct finding *finding = trial_add(
            trial, counted_finding(grading->arena, VERDICT_STRUCTURE, failures->requirement->fact,
                                   failures->too_few, failures->observed, failures->limit));
        finding->message = seen[0] == '\0' ? failures->requirement->why
                                           : message_print(grading->arena, "%s Observed: %s",
                                                           failures->requirement->why, seen);
        const char *advice = failures->requirement->advice;
        finding->advice = advice != NULL ? advice : check->advice;
    }
}
