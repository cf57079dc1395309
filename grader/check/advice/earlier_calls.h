/* Is a call wrong only because others came before it? */
#ifndef LOCKSTEP_EARLIER_CALLS_H
#define LOCKSTEP_EARLIER_CALLS_H

#include "../grading.h"

/* Makes the wrong call of the trial, if it is not the first one, alone in a fresh process. If its
 * answer is right there, the trial's findings say that something is kept from call to call. False
 * when the grader failed. */
bool blame_earlier_calls(struct grading *grading, const struct lab_exercise *exercise,
                         const struct lab_check *check, enum flavour flavour, struct trial *trial);

/* The same for C with OpenMP, whose calls have each been right alone on the machine: there they
 * are made once more, as calls of one program. A fault that the machine finds takes the place of
 * what the native run showed. What is kept for an address, which differs there, shows natively
 * only. */
bool blame_earlier_calls_on_machine(struct grading *grading, const struct lab_exercise *exercise,
                                    const struct lab_check *check, struct trial *trial);

#endif
