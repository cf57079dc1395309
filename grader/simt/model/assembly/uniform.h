/* uniform.h - what all lanes of a warp have in common. */
#pragma once

#include "values.h"

/* Fills `uniform` and `joins` of a function's steps, whose operands have numbers. */
void mark_uniform(const struct simt_module *module, const struct function *function,
                  struct numbering *numbering, struct model_step *steps);
