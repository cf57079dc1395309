/* Barriers and fences, as assembly: clang 14 moves loads of local memory across its own barrier. */
#include "builtins.h"

/* PTX's barrier orders all memory; the pragma tells the race detector what the program asked for.
 */
BUILTIN_TOGETHER void barrier(cl_mem_fence_flags flags) {
    bool local_too = (flags & CLK_LOCAL_MEM_FENCE) != 0;
    bool global_too = (flags & CLK_GLOBAL_MEM_FENCE) != 0;
    if (local_too && global_too)
        __asm__ volatile("bar.sync 0;" ::: "memory");
    else if (local_too)
        __asm__ volatile(".pragma \"lockstep fence local\"; bar.sync 0;" ::: "memory");
    else if (global_too)
        __asm__ volatile(".pragma \"lockstep fence global\"; bar.sync 0;" ::: "memory");
    else
        __asm__ volatile(".pragma \"lockstep fence none\"; bar.sync 0;" ::: "memory");
}

/* OpenCL 1.2 orders a work-item's accesses for its work-group; global memory is ordered for the
 * whole device, as every GPU does it, so that the last work-group can finish the others' work. */
BUILTIN void mem_fence(cl_mem_fence_flags flags) {
    if (flags & CLK_GLOBAL_MEM_FENCE)
        __asm__ volatile("membar.gl;" ::: "memory");
    else
        __asm__ volatile("membar.cta;" ::: "memory");
}

BUILTIN void read_mem_fence(cl_mem_fence_flags flags) { mem_fence(flags); }

BUILTIN void write_mem_fence(cl_mem_fence_flags flags) { mem_fence(flags); }
