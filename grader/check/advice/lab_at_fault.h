/*
 * Is a lab in order where a submission fails? A runner with wrong arguments, or an oracle that
 * knows wrong answers, makes every program wrong. So the lab's own solution, where it lies beside
 * the labs, is asked once for each exercise that somebody fails; what it fails too is not the
 * student's fault.
 */
#ifndef LOCKSTEP_SOUND_H
#define LOCKSTEP_SOUND_H

#include "../grade.h"

/* Gives failed checks that the solution does not pass either to a person to review. Does nothing
 * where there is no solution, where it is what was graded, and for gradings that are no student's.
 */
void sound_review(const struct grade_options *options, struct result *result);

#endif
