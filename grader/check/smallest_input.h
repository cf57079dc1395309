/* The same finding on a smaller input, for the witness (witness.h). */
#pragma once

#include "check_devices.h"

/* Runs the check, whose `trial` failed, on smaller and smaller inputs, a dozen at most. The
 * witness sees each from its begin() to its end(), where the trial's first finding is the same one
 * and names the case; where it did not come back, the verdict is `skipped`. No verdict of the
 * grading changes. */
void smaller_run(struct grading *grading, const struct exercise_grade *graded,
                 const struct lab_check *check, const struct check_row *row,
                 const struct trial *trial);
