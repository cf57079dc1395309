/* Checks on the simulated GPU: answers, what its detectors found, and what its counters counted. */
#include "devices.h"
#include "gpu.h"
#include "grading.h"

#include "structure.h"

#include <string.h>

/* Puts what the detectors found in front of what the answers showed: it is the cause. */
static void put_first(struct trial *trial, struct finding *findings) {
    if (findings == NULL) {
        return;
    }
    struct finding *last = findings;
    while (last->next != NULL) {
        last = last->next;
    }
    last->next = trial->findings;
    trial->tail = trial->findings != NULL ? trial->tail : &last->next;
    trial->findings = findings;
    trial->verdict = findings->verdict;
}

/* The build that runs on the simulated GPU. */
static enum flavour simulated(const struct grading *grading) {
    return check_base_flavour(grading->lab, "simt");
}

/* A right answer shows nothing about kernels when none ran: the host may have computed it all. */
static void require_launch(struct grading *grading, struct trial *trial) {
    uint64_t launches = 0;
    gpu_fact(trial->gpu, "launches", &launches);
    if (trial->verdict == VERDICT_PASS && launches == 0) {
        enum simt_dialect dialect = gpu_dialect(grading->lab);
        struct finding *finding =
            trial_add(grading, trial, VERDICT_STRUCTURE,
                      gpu_message(grading->arena, dialect, MESSAGE_NO_LAUNCH, NULL));
        finding->advice = gpu_message(grading->arena, dialect, MESSAGE_NO_LAUNCH_ADVICE, NULL);
    }
}

bool check_gpu_output(struct grading *grading, const struct lab_exercise *exercise,
                      const struct lab_check *check, struct trial *trial) {
    if (!trial_run(grading, exercise, check, simulated(grading), compare_outputs, trial)) {
        return false;
    }
    if (trial->verdict != VERDICT_PASS && trial->verdict != VERDICT_FORBIDDEN) {
        put_first(trial, gpu_findings(trial->gpu, grading->lab, grading->arena));
    }
    /* Only the check that others follow: one for errors may have nothing that can be launched. */
    if (check->after == NULL) {
        require_launch(grading, trial);
    }
    return true;
}

bool check_gpu_findings(struct grading *grading, const struct lab_exercise *exercise,
                        const struct lab_check *check, struct trial *trial) {
    if (!trial_run(grading, exercise, check, simulated(grading), NULL, trial)) {
        return false;
    }
    put_first(trial, gpu_findings(trial->gpu, grading->lab, grading->arena));
    require_launch(grading, trial);
    return true;
}

/* "global_load_sectors" as people say it. */
static const char *in_words(struct arena *arena, const char *fact) {
    char *words = arena_strdup(arena, fact);
    for (char *gap = strchr(words, '_'); gap != NULL; gap = strchr(gap, '_')) {
        *gap = ' ';
    }
    return words;
}

/* Adds a finding where the number is on the wrong side of the bound. */
static bool hold(struct grading *grading, const struct requirement *require, const char *bound,
                 bool at_least, uint64_t observed, struct trial *trial) {
    uint64_t limit;
    if (bound == NULL) {
        return true;
    }
    if (!structure_bound(bound, trial->first, &limit, grading->error)) {
        struct error cause = *grading->error;
        return error_set(grading->error, "lab.yaml:%d: %s", require->line, cause.message);
    }
    if (at_least ? observed < limit : observed > limit) {
        const char *message = gpu_message(
            grading->arena, gpu_dialect(grading->lab),
            at_least ? MESSAGE_COUNTED_TOO_FEW : MESSAGE_COUNTED_TOO_MANY,
            MESSAGE_VALUES(message_string("why", require->why),
                           message_string("fact", in_words(grading->arena, require->fact)),
                           message_number("observed", (long long)observed),
                           message_number("limit", (long long)limit)));
        struct finding *finding = trial_add(grading, trial, VERDICT_INEFFICIENT, message);
        finding->input = trial->first->source->text;
        finding->advice = require->advice;
        gpu_busiest_line(trial->gpu, grading->lab, require->fact, grading->arena, finding);
    }
    return true;
}

bool check_gpu_cost(struct grading *grading, const struct lab_exercise *exercise,
                    const struct lab_check *check, struct trial *trial) {
    if (!trial_run(grading, exercise, check, simulated(grading), NULL, trial)) {
        return false;
    }
    for (const struct requirement *require = check->require; require != NULL && trial->finished;
         require = require->next) {
        uint64_t observed = 0;
        gpu_fact(trial->gpu, require->fact, &observed);
        if (!hold(grading, require, require->at_least, true, observed, trial) ||
            !hold(grading, require, require->at_most, false, observed, trial)) {
            return false;
        }
    }
    require_launch(grading, trial);
    for (struct finding *finding = trial->findings; finding != NULL; finding = finding->next) {
        finding->advice = finding->advice != NULL ? finding->advice : check->advice;
    }
    return true;
}
