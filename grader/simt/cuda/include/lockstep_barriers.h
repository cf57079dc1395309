/* Block barriers, and what sits beside them. */
#ifndef LOCKSTEP_BARRIERS_H
#define LOCKSTEP_BARRIERS_H

/* Shadows clang's builtin of the same name, which clang 14 miscompiles. */
#define __syncthreads() lockstep_syncthreads()
LOCKSTEP_DEVICE __attribute__((convergent)) void lockstep_syncthreads() { asm volatile("bar.sync 0;" ::: "memory"); }

LOCKSTEP_DEVICE __attribute__((convergent)) int __syncthreads_count(int predicate) {
    int count;
    asm volatile("{ .reg .pred %%lockstep_p; setp.ne.s32 %%lockstep_p, %1, 0;"
                 " bar.red.popc.u32 %0, 0, %%lockstep_p; }"
                 : "=r"(count)
                 : "r"(predicate)
                 : "memory");
    return count;
}

#define LOCKSTEP_BARRIER_VOTE(NAME, OPERATION)                                                                         \
    LOCKSTEP_DEVICE __attribute__((convergent)) int NAME(int predicate) {                                              \
        int vote;                                                                                                      \
        asm volatile("{ .reg .pred %%lockstep_p, %%lockstep_q;"                                                        \
                     " setp.ne.s32 %%lockstep_p, %1, 0;"                                                               \
                     " bar.red." OPERATION ".pred %%lockstep_q, 0, %%lockstep_p;"                                      \
                     " selp.s32 %0, 1, 0, %%lockstep_q; }"                                                             \
                     : "=r"(vote)                                                                                      \
                     : "r"(predicate)                                                                                  \
                     : "memory");                                                                                      \
        return vote;                                                                                                   \
    }
LOCKSTEP_BARRIER_VOTE(__syncthreads_and, "and")
LOCKSTEP_BARRIER_VOTE(__syncthreads_or, "or")
#undef LOCKSTEP_BARRIER_VOTE

LOCKSTEP_DEVICE void __nanosleep(unsigned int nanoseconds) {
    asm volatile("nanosleep.u32 %0;" ::"r"(nanoseconds) : "memory");
}

#endif
