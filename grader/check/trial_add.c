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

const char trial_runners_advice[] =
    "This is not your file: either the lab has a mistake, or your code left it memory that it "
    "cannot use. Show this to your teacher: `lockstep check` tells a teacher more.";

void trial_add_unknown(struct grading *grading, struct trial *trial, const char *exercise) {
    trial_add(
        grading, trial, VERDICT_REVIEW,
        arena_printf(grading->arena, "the lab's runner.c does not know exercise '%s'", exercise))
        ->advice = "The mistake is in the lab, not in your code. Show this to your teacher: "
                   "`lockstep check` tells a teacher more.";
}
