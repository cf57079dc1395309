/* Checks on a real GPU: the answers. Races and costs are judged on the simulated one. */
#include "grading.h"

bool check_cuda_output(struct grading *grading, const struct lab_exercise *exercise,
                       const struct lab_check *check, struct trial *trial) {
    return trial_run(grading, exercise, check, FLAVOUR_CUDA, compare_outputs, trial);
}
