/* Checks on an OpenCL device of this machine: the answers. Races and costs are judged on the
 * simulated GPU. */
#include "devices.h"
#include "gpu.h"
#include "grading.h"

/* Does the simulated GPU get the right answers from the same program, and finds nothing wrong with
 * it? Builds for it only when it is asked. */
static bool right_when_simulated(struct grading *grading, const struct lab_exercise *exercise,
                                 const struct lab_check *check, bool *right) {
    const enum flavour flavour = FLAVOUR_SIMT_OPENCL;
    struct built *built = &grading->built[flavour];
    *right = false;
    if (!built->ok && built->finding == NULL &&
        !build_flavour(grading->kit, grading->lab, grading->box, flavour, NULL, built,
                       grading->error)) {
        return false;
    }
    if (!built->ok) {
        return true;
    }
    struct trial trial;
    bool good = trial_run(grading, exercise, check, flavour, compare_outputs, &trial);
    *right = good && trial.verdict == VERDICT_PASS &&
             gpu_findings(trial.gpu, true, grading, flavour) == NULL;
    trial_free(&trial);
    return good;
}

bool check_opencl_output(struct grading *grading, const struct lab_exercise *exercise,
                         const struct lab_check *check, enum flavour flavour, struct trial *trial) {
    if (!trial_run(grading, exercise, check, flavour, compare_outputs, trial)) {
        return false;
    }
    if (trial->verdict == VERDICT_PASS || trial->verdict == VERDICT_FORBIDDEN) {
        return true;
    }
    bool right;
    if (!right_when_simulated(grading, exercise, check, &right)) {
        return false;
    }
    /* A crash in the student's own code is the student's, whatever another device makes of it. */
    const bool own_crash = trial->verdict == VERDICT_CRASH && trial->findings->file != NULL;
    if (right && !own_crash) {
        struct finding *finding = trial->findings;
        finding->message = arena_printf(grading->arena,
                                        "%s here: %s; but the simulated GPU gets the right answers",
                                        verdict_name(trial->verdict), finding->message);
        finding->advice =
            "This costs no points: let an instructor look at the program and the device.";
        finding->verdict = VERDICT_UNAVAILABLE;
        trial->verdict = VERDICT_UNAVAILABLE;
    }
    return true;
}
