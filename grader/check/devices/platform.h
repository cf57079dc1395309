#pragma once

#include "../../compile/kit.h"
#include "../../compile/stage.h"
#include "../../jail/jail.h"

/*
 * Which OpenCL platform of this machine judges. Each that is registered with the ICD loader runs
 * known-good kernels in the jail first (selftest/opencl.c); the first GPU that gets them right is
 * taken, else the first other device. NVIDIA's platform counts where its library is here but not
 * registered. OCL_ICD_VENDORS may name a folder of platforms other than /etc/OpenCL/vendors. PoCL
 * compiles without its optimiser (build/flavour.c says why).
 */

struct opencl_platform {
    const char *library;     /* for the ICD loader: a name or a path */
    const char *description; /* "GPU NAME, PLATFORM VERSION" */
    bool gpu;
};

/* Fills `chosen` (the arena's) and returns NULL; else why no program can be judged here. Not
 * jailed: for a program that somebody measures on a machine of their own. */
const char *platform_choose(const struct kit *kit, const struct box *box, bool jailed,
                            struct arena *arena, struct opencl_platform *chosen);

/* Proving the instruments on known programs before they judge anybody. */

/* Starts NVIDIA's driver in the jail, with that GPU (CUDA_VISIBLE_DEVICES; NULL: any). NULL when it
 * starts, else why no program can be judged on a
 * real GPU here. */
const char *cuda_self_test(const struct kit *kit, const struct box *box, const char *gpu,
                           struct arena *arena);

/* Runs `directory`/selftest, a program that asks a driver, in the jail: with the GPU's device
 * files, the folder as /box and, where it is not NULL, `cache` to write as /cache. jail_result_free
 * is due. */
void self_test_run(const char *directory, const char *cache, const char *const *environment,
                   struct jail_result *result);
