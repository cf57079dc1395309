/* Proving the instruments on known programs before they judge anybody. */
#ifndef LOCKSTEP_SELF_TEST_H
#define LOCKSTEP_SELF_TEST_H

#include "../../compile/kit.h"
#include "../../compile/stage.h"
#include "../../jail/jail.h"

/* Starts NVIDIA's driver in the jail. NULL when it starts, else why no program can be judged on a
 * real GPU here. */
const char *cuda_self_test(const struct kit *kit, const struct box *box, struct arena *arena);

/* Runs `directory`/selftest, a program that asks a driver, in the jail: with the GPU's device
 * files, the folder as /box and, where it is not NULL, `cache` to write as /cache. jail_result_free
 * is due. */
void self_test_run(const char *directory, const char *cache, const char *const *environment,
                   struct jail_result *result);

#endif
