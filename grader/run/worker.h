/*
 * What the worker tells an observer that is linked with it (grader/run/observer.c in the
 * `observe` flavour). Weak: NULL in the other flavours.
 */
#ifndef LOCKSTEP_WORKER_H
#define LOCKSTEP_WORKER_H

#include "protocol.h"
#include "runner.h"

/* A call is about to start: the buffers are mapped at call->input[i], command->input[i].bytes long.
 */
__attribute__((weak)) void lockstep_observe_begin(const struct command *command,
                                                  const struct runner_call *call);

/* The call returned: writes what was counted since. */
__attribute__((weak)) void lockstep_observe_end(uint64_t fact[DIAGNOSIS_FACTS]);

#endif
