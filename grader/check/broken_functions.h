/*
 * What does not compile costs its own exercises only: functions in which a compiler finds an error
 * are taken out of the files, with those that use them, and the rest is built again. Where an error
 * lies in no function, or the braces do not match, the whole file goes.
 */
#pragma once

#include "grading.h"

/* Takes out, and builds again what did not build, until it does or nothing more can be told. The
 * `wanted` flavours (FLAVOUR_COUNT of them) are looked at. `again` builds (build_again). False when
 * the grader itself failed. */
typedef bool builder_again(struct grading *grading, const bool *which, const struct built *native);
bool set_aside_errors(struct grading *grading, const bool *wanted, builder_again *again);

/* Why the exercise's function is not in the flavour's program: the compiler's error; or NULL. */
const struct finding *set_aside_finding(const struct grading *grading, enum flavour flavour,
                                        const struct lab_exercise *exercise);

/* Why a whole file of the flavour's was left out, the first of them; NULL where none was. */
const struct finding *set_aside_file(const struct grading *grading, enum flavour flavour);
