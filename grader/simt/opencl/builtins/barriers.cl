/* Barriers and fences, as assembly: clang 14 moves loads of local memory across its own barrier. */
#include "builtins.h"

BUILTIN_TOGETHER void barrier(cl_mem_fence_flags flags) {
    __asm__ volatile("bar.sync 0;" ::: "memory");
}

/* OpenCL 1.2 orders a work-item's accesses for its work-group; global memory is ordered for the
 * whole device, as every GPU does it, so that the last work-group can finish the others' work. */
BUILTIN void mem_fence(cl_mem_fence_flags flags) {
    if (flags & CLK_GLOBAL_MEM_FENCE)
        __asm__ volatile("membar.gl;" ::: "memory");
    else
        __asm__ volatile("membar.cta;" ::: "memory");
}

BUILTIN void read_mem_fence(cl_mem_fence_flags flags) {
    mem_fence(flags);
}

BUILTIN void write_mem_fence(cl_mem_fence_flags flags) {
    mem_fence(flags);
}
