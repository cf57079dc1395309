/*
 * Asking the lab's oracle. It works in buffers of ours with a margin on both sides, so that one
 * that writes beyond them is noticed and blamed, and not the student whose data it would have
 * spoilt.
 */
#pragma once

#include "../grading.h"

/* Makes the call's inputs in input[0 …]. False with the grading's error when the oracle wrote
 * beyond them or does not end, or without memory. */
bool oracle_make_inputs(struct grading *grading, const struct oracle_call *call,
                        void *const input[]);

/* What is expected of those inputs, in output[0 …], in the same way. */
bool oracle_make_outputs(struct grading *grading, const struct oracle_call *call,
                         const void *const input[], void *const output[]);
