/* predicates.h - which branches an assembler replaces by predicates. */
#pragma once

#include "assemble.h"

/* Marks branches around a few instructions, on one side or on both, as STEP_PREDICATE. The steps'
 * kinds and slots must be there. */
void find_predicates(const struct simt_module *module, const struct function *function,
                     struct model_step *steps);
