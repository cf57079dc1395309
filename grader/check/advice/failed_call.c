/* A call that failed, and a program that went on: told first, in place of what follows from it. */
#include "../../simt/device/device.h"
#include "../devices/gpu.h"
#include "../grading.h"

#include <stdlib.h>
#include <string.h>

/* What a call that did nothing leads to. Races and the like have causes of their own. */
static bool may_follow(enum verdict verdict) {
    return verdict == VERDICT_WRONG_ANSWER || verdict == VERDICT_UNINITIALISED_READ ||
           verdict == VERDICT_OUT_OF_BOUNDS || verdict == VERDICT_WRONG_POINTER ||
           verdict == VERDICT_STRUCTURE || verdict == VERDICT_CRASH ||
           verdict == VERDICT_EARLY_EXIT;
}

/* The failure as the report's finding. A call of the kit's own host code has no line: what fails
 * there is what the student's kernels ask for. NULL where a library made the call. */
static struct finding *describe(struct grading *grading, enum flavour flavour,
                                const struct device_failure *failure, const struct trial *trial) {
    struct simt_finding found = failure->finding;
    struct finding *finding = arena_alloc(grading->arena, sizeof *finding);
    *finding = (struct finding){.verdict = trial->verdict};
    if (strstr(found.object, ".so") != NULL || found.code == 0) {
        return NULL;
    }
    bool kits;
    const bool own = symbolise(grading, flavour, &found.code, 1, finding, &kits);
    if (!own && !kits) {
        return NULL;
    }
    finding_locate(&found, own ? finding->file : NULL, (uint32_t)finding->line);
    finding->message = arena_strdup(grading->arena, found.message);
    finding->advice = own ? arena_strdup(grading->arena, found.advice)
                          : gpu_message(grading->arena, gpu_dialect(trial->gpu),
                                        MESSAGE_CALL_OF_KIT_ADVICE, NULL);
    finding->input = trial->findings->input;
    gpu_tell_data(grading->arena, &found, finding);
    return finding;
}

/* Did the function stop there, and return the error? Then it need not be told to look at errors. */
static bool returned_it(const struct device_failure *failure, const struct trial *trial) {
    const struct finding *first = trial->findings;
    return first->of_error && first->got != NULL && strtol(first->got, NULL, 10) == failure->error;
}

static void advise(struct grading *grading, const struct device_failure *failure, bool went_on,
                   const struct trial *trial, struct finding *finding) {
    const enum simt_dialect dialect = gpu_dialect(trial->gpu);
    const char *usual = gpu_message(grading->arena, dialect, MESSAGE_CALL_FAILED_ADVICE, NULL);
    if (!went_on && strcmp(finding->advice, usual) == 0 && returned_it(failure, trial)) {
        finding->advice = gpu_message(grading->arena, dialect, MESSAGE_CALL_STOPPED_ADVICE, NULL);
    }
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
    advise(grading, failure, went_on, trial, finding);
    finding->next = went_on ? NULL : trial->findings;
    trial->tail = went_on ? &finding->next : trial->tail;
    trial->findings = finding;
}
