/* A call that failed, and a program that went on: told first, in place of what follows from it. */
#include "../simt/device/device.h"
#include "gpu.h"
#include "grading.h"

#include <string.h>

/* What a call that did nothing leads to. Races and the like have causes of their own. */
static bool may_follow(enum verdict verdict) {
    return verdict == VERDICT_WRONG_ANSWER || verdict == VERDICT_UNINITIALISED_READ ||
           verdict == VERDICT_OUT_OF_BOUNDS || verdict == VERDICT_STRUCTURE ||
           verdict == VERDICT_CRASH || verdict == VERDICT_EARLY_EXIT;
}

/* The failure as the report's finding; NULL where the call is none of the student's. */
static struct finding *describe(struct grading *grading, enum flavour flavour,
                                const struct device_failure *failure, const struct trial *trial) {
    struct simt_finding found = failure->finding;
    struct finding *finding = arena_alloc(grading->arena, sizeof *finding);
    *finding = (struct finding){.verdict = trial->verdict};
    if (strstr(found.object, ".so") != NULL || /* a library's own call */
        !symbolise(grading, flavour, &found.code, found.code != 0, finding, NULL)) {
        return NULL;
    }
    finding_locate(&found, finding->file, (uint32_t)finding->line);
    finding->message = arena_strdup(grading->arena, found.message);
    finding->advice = arena_strdup(grading->arena, found.advice);
    finding->input = trial->findings->input;
    return finding;
}

void blame_failed_call(struct grading *grading, enum flavour flavour, struct trial *trial) {
    bool went_on = false;
    if (trial->gpu == NULL || trial->findings == NULL || trial->told_error ||
        !may_follow(trial->verdict)) {
        return; /* an error that was due, and that the program did see: something else is wrong */
    }
    const struct device_failure *failure = gpu_failure(trial->gpu, trial->wrong_call, &went_on);
    struct finding *finding = failure != NULL ? describe(grading, flavour, failure, trial) : NULL;
    if (finding == NULL) {
        return;
    }
    finding->next = went_on ? NULL : trial->findings;
    trial->tail = went_on ? &finding->next : trial->tail;
    trial->findings = finding;
}
