/* The calls that a check makes of its cases. Nothing runs. */
#pragma once

#include "../lab/oracle.h"
#include "grade.h"

/* The check's cases as a grading with these options draws them; the arena's. Returns their number,
 * 0 with an error when a case is wrong. */
size_t calls_drawn(const struct oracle *oracle, const struct grade_options *options,
                   const struct lab_exercise *exercise, const struct lab_check *check,
                   struct arena *arena, struct oracle_call **calls, struct error *error);

/* Holds what right programs count (lab.yaml's `counts`) against the bounds, in all calls that a
 * grading with these options makes. False with an error where there is no room. */
bool calls_leave_room(const struct oracle *oracle, const struct grade_options *options,
                      struct error *error);
