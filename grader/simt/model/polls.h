/* polls.h - where a kernel waits for what another block writes: loops that read a word of global
 * memory again and again, until its value lets them go. */
#ifndef LOCKSTEP_SIMT_POLLS_H
#define LOCKSTEP_SIMT_POLLS_H

#include "assemble.h"

/* Names of steps, and of the entries that come of them. */
enum {
    HANDLE_NONE,
    HANDLE_POLL,   /* reads such a word; its step's `first` and `last` are the loop's */
    HANDLE_LEFT,   /* the first entry behind that loop */
    HANDLE_STORES, /* from here on: the function's stores and atomics to global memory, each its
                      own; the last ones share one */
    HANDLES = 32
};

/* Gives the function's steps their handles, if it has such a loop: whether it has. The steps'
 * sources and targets must be there. */
bool find_polls(const struct simt_module *module, const struct function *function,
                struct model_step *steps);

#endif
