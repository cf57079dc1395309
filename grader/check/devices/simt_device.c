/* Checks on the simulated GPU: answers, and what its detectors found. */
#include "../check_devices.h"
#include "../advice/advice.h"
#include "../advice/evidence.h"
#include "gpu.h"
#include "objects_left.h"

#include <string.h>

#define NOT_READY "600" /* cudaErrorNotReady */

/* Is that the error that the function returned? */
static bool tells_error(const struct finding *finding, const char *number) {
    return finding->got != NULL && strcmp(finding->got, number) == 0;
}

/* A launch that was ended, or a device that ran out of time, leaves errors behind. Which ones
 * depends on the moment, so they are no findings of their own. */
static void drop_errors(struct trial *trial) {
    struct finding **at = &trial->findings;
    while (*at != NULL) {
        if ((*at)->of_error) {
            *at = (*at)->next;
        } else {
            at = &(*at)->next;
        }
    }
    trial->tail = at;
}

/* The program died where it did what the device saw: only the crash knows the line. */
static void take_place(struct finding *seen, const struct finding *crash) {
    seen->file = crash->file;
    seen->line = crash->line;
    seen->function = crash->function;
    seen->input = crash->input;
}

/* Puts what the detectors found in front of what the answers showed: it is the cause. */
static void put_first(struct trial *trial, struct finding *findings) {
    if (findings == NULL) {
        return;
    }
    if (findings->verdict == VERDICT_TIMEOUT) {
        drop_errors(trial);
    }
    struct finding *last = findings;
    while (last->next != NULL) {
        last = last->next;
    }
    if (findings->file == NULL && trial->verdict == VERDICT_CRASH) {
        take_place(findings, trial->findings);
    }
    last->next = trial->findings;
    trial->tail = trial->findings != NULL ? trial->tail : &last->next;
    trial->findings = findings;
    trial->verdict = findings->verdict;
}

void require_launch(struct grading *grading, struct trial *trial) {
    uint64_t launches = 0;
    gpu_fact(trial->gpu, "launches", &launches);
    if (trial->verdict == VERDICT_PASS && launches == 0) {
        enum simt_dialect dialect = gpu_dialect(trial->gpu);
        struct finding *finding =
            gpu_find(grading, trial, VERDICT_STRUCTURE, MESSAGE_NO_LAUNCH, NULL);
        finding->advice = gpu_message(grading->arena, dialect, MESSAGE_NO_LAUNCH_ADVICE, NULL);
    }
}

bool check_simt_output(struct grading *grading, struct exercise_grade *graded,
                       const struct lab_check *check, enum flavour flavour, struct trial *trial) {
    const struct lab_exercise *exercise = graded->exercise;
    if (!trial_run(grading, exercise, check, flavour, compare_outputs, trial)) {
        return false;
    }
    if (trial->jail.end == JAIL_TIMEOUT && trial->findings->of_error) {
        drop_errors(trial);
        trial->verdict = VERDICT_TIMEOUT;
    }
    struct finding *seen = gpu_findings(trial->gpu, false, grading, flavour);
    if (trial->verdict == VERDICT_WRONG_ANSWER && !trial->told_error) {
        bool went_on;
        const char *advice = evidence_of_launches(grading, trial);
        if (advice == NULL && seen == NULL && trial->wrong_call != 0 && trial->findings->of_error &&
            gpu_failure(trial->gpu, trial->wrong_call, &went_on) == NULL) {
            advice = gpu_message(grading->arena, gpu_dialect(trial->gpu),
                                 tells_error(trial->findings, NOT_READY) ? MESSAGE_NOT_READY_ADVICE
                                 : tells_error(trial->findings, "0")     ? MESSAGE_NO_ERROR_ADVICE
                                                                         : MESSAGE_OWN_ERROR_ADVICE,
                                 NULL);
        }
        trial->findings->advice = advice != NULL ? advice : trial->findings->advice;
        if (seen == NULL) {
            evidence_of_copy_line(grading, flavour, trial);
        }
        if (seen == NULL && !blame_earlier_calls(grading, exercise, check, flavour, trial)) {
            return false;
        }
    }
    if (trial->verdict == VERDICT_TIMEOUT || trial->verdict == VERDICT_MEMORY_LIMIT) {
        evidence_of_too_much(grading, flavour, trial);
    }
    if (trial->verdict == VERDICT_PASS) {
        struct left left = objects_left(grading, flavour, trial->gpu);
        trial->aside = seen;
        if (left.memory + left.objects > 0 && graded->leaking == NULL) {
            struct left *const leaked = arena_alloc(grading->arena, sizeof *leaked);
            if (left.memory > 0) {
                left.made = arena_alloc(grading->arena, sizeof *left.made);
                *left.made = (struct finding){0};
                gpu_leaking_line(trial->gpu, grading, flavour, left.made);
            }
            *leaked = left;
            graded->leaking = check;
            graded->leaked = leaked;
        }
    } else if (trial->verdict != VERDICT_FORBIDDEN) {
        put_first(trial, seen);
    }
    /* Only the check that others follow: one for errors may have nothing that can be launched. */
    if (check->after == NULL) {
        require_launch(grading, trial);
    }
    blame_failed_call(grading, flavour, trial);
    return true;
}

/* Wrong where the device begins at once: is the answer right where it begins late? */
static bool compare_with_late(struct grading *grading, const struct lab_exercise *exercise,
                              const struct lab_check *check, enum flavour flavour,
                              struct trial *trial) {
    struct trial late;
    if (!trial_run(grading, exercise, check, flavour, compare_outputs, &late)) {
        return false;
    }
    if (late.verdict == VERDICT_PASS) {
        trial->findings->advice = gpu_message(grading->arena, gpu_dialect(trial->gpu),
                                              MESSAGE_BEGUN_AT_ONCE_ADVICE, NULL);
    }
    trial_free(&late);
    return true;
}

static void blame_order(struct grading *grading, const char *input, struct trial *trial) {
    const enum simt_dialect dialect = gpu_dialect(trial->gpu);
    struct finding *finding = gpu_find(grading, trial, VERDICT_RACE, MESSAGE_BLOCKS_IN_ORDER, NULL);
    finding->advice = gpu_message(grading->arena, dialect, MESSAGE_BLOCKS_IN_ORDER_ADVICE, NULL);
    finding->input = input;
}

/* A GPU runs blocks, and the warps of a block, in any order. Is an answer that is right in rising
 * order wrong in falling order, though all runs to its end there? Accesses that atomics keep apart
 * are no race, but nothing says which comes first. */
static bool compare_in_reverse(struct grading *grading, const struct lab_exercise *exercise,
                               const struct lab_check *check, enum flavour flavour,
                               struct trial *trial) {
    const struct trial_options asked = {
        .judge = compare_outputs, .order = {.prompt = true, .reversed = true}, .unwatched = true};
    struct trial reversed;
    if (!trial_run_with(grading, exercise, check, flavour, &asked, &reversed)) {
        return false;
    }
    struct finding *seen = gpu_findings(reversed.gpu, false, grading, flavour);
    if (reversed.verdict != VERDICT_WRONG_ANSWER || reversed.findings->of_error ||
        (seen != NULL && seen->verdict == VERDICT_TIMEOUT)) {
        seen =
            NULL; /* blocks that wait for each other only show that they are not at work at once */
    } else if (seen == NULL) {
        blame_order(grading, reversed.findings->input, trial);
    }
    put_first(trial, seen);
    trial_free(&reversed);
    return true;
}

/* In other checks the device begins its work as late as it may. Here it begins at once, which shows
 * a host that prepares memory too late. */
bool check_simt_findings(struct grading *grading, struct exercise_grade *graded,
                         const struct lab_check *check, enum flavour flavour, struct trial *trial) {
    const struct lab_exercise *exercise = graded->exercise;
    call_judge *const judge = answers_judge(graded);
    const struct trial_options asked = {.judge = judge, .order = {.prompt = true}};
    if (!trial_run_with(grading, exercise, check, flavour, &asked, trial) ||
        (trial->verdict == VERDICT_WRONG_ANSWER &&
         !compare_with_late(grading, exercise, check, flavour, trial))) {
        return false;
    }
    put_first(trial, gpu_findings(trial->gpu, true, grading, flavour));
    require_launch(grading, trial);
    if (trial->verdict == VERDICT_PASS && judge != NULL &&
        !compare_in_reverse(grading, exercise, check, flavour, trial)) {
        return false;
    }
    blame_failed_call(grading, flavour, trial);
    return true;
}
