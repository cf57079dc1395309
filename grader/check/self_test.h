/* Proving the instruments on known programs before they judge anybody. */
#ifndef LOCKSTEP_SELF_TEST_H
#define LOCKSTEP_SELF_TEST_H

#include "../build/kit.h"
#include "../build/stage.h"

/* Runs a program without a race and one with a race under ThreadSanitizer and Archer, in the jail.
 * Returns NULL when both are told apart, else why races cannot be judged here (the arena's). Builds
 * the programs where needed. */
const char *race_self_test(const struct kit *kit, const struct box *box, struct arena *arena);

/* Starts NVIDIA's driver in the jail. NULL when it starts, else why no program can be judged on a
 * real GPU here. */
const char *cuda_self_test(const struct kit *kit, const struct box *box, struct arena *arena);

#endif
