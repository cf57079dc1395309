/* Adding to what a trial found. */
#include "grading.h"

struct finding *trial_add(struct grading *grading, struct trial *trial, enum verdict verdict,
                          const char *message) {
    struct finding *finding = arena_alloc(grading->arena, sizeof *finding);
    finding->verdict = verdict;
    finding->message = message;
    if (trial->tail == NULL) {
        trial->tail = &trial->findings;
        trial->verdict = verdict;
    }
    *trial->tail = finding;
    trial->tail = &finding->next;
    return finding;
}

void forget_findings(struct trial *trial) {
    trial->findings = NULL;
    trial->tail = NULL;
    trial->verdict = VERDICT_PASS;
}
