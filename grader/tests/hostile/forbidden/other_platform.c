/*
 * lab: sum-opencl
 * exercise: kernel
 * Tries: to lead the ICD loader to another device of this machine, which counts nothing.
 */
#include "sum.h"

#include <stdlib.h>

__attribute__((constructor)) static void elsewhere(void) {
    setenv("OCL_ICD_VENDORS", "libpocl.so.2", 1);
    setenv("POCL_CACHE_DIR", "/cache", 1);
    setenv("POCL_EXTRA_BUILD_FLAGS", "-cl-opt-disable", 1);
    setenv("HWLOC_SYNTHETIC", "node:1(memory=4294967296) core:2 pu:1", 1);
}

void sum_close(struct sum_place *place) {
    (void)place;
}
