/* loops.h - which loops an assembler unrolls, and what that saves. The numbers are those that tell
 * what ptxas made of measured kernels, 22 to 27 November 2026. */
#pragma once

#include "assemble.h"

enum {
    UNROLL_ROUNDS = 4,      /* of loops whose number of rounds is known when they begin */
    UNROLL_TINY = 16,       /* of those that have a small body of loads and arithmetic alone */
    TINY_BODY = 20,         /* instructions */
    UNROLL_EVEN = 8,        /* of those whose rounds are known, if eight divides them, … */
    UNROLL_EVEN_BODY = 200, /* …and this makes no more instructions */
    UNROLL_BODY = 60,       /* longer ones are left alone */
    UNROLL_OUTER = 36, /* of a loop that holds others, which are unrolled in full; longer ones… */
    UNROLL_TWICE = 2,  /* …make two rounds between two branches */
    UNROLL_FULL = 64,  /* most rounds of a loop that is unrolled in full */
    UNROLL_FULL_BODY = 800,  /* and most instructions that this may make */
    UNROLL_ARRAY = 255,      /* the same of one that walks through a thread's array, … */
    UNROLL_ARRAY_BODY = 3200 /* …which then stands in registers */
};

/* Marks the control of unrolled loops and takes off what their counters and addresses no longer
 * cost. The steps' sources and targets must be there. */
void unroll_loops(const struct simt_module *module, const struct function *function,
                  struct model_step *steps);
