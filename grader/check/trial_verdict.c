/* What a trial found: a list, whose first finding gives the verdict. */
#include "grading.h"

struct finding *trial_add(struct trial *trial, struct finding *finding) {
    if (trial->tail == NULL) {
        trial->tail = &trial->findings;
        trial->verdict = finding->verdict;
    }
    *trial->tail = finding;
    trial->tail = &finding->next;
    return finding;
}

struct finding *trial_find(struct grading *grading, struct trial *trial, enum found id,
                           const struct message_value *values) {
    return trial_add(trial, finding_make(grading->arena, id, values));
}

void forget_findings(struct trial *trial) {
    trial->findings = NULL;
    trial->tail = NULL;
    trial->verdict = VERDICT_PASS;
}
