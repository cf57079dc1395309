/* The matches and reductions across a warp, which clang's headers expect from the CUDA Toolkit. */
#ifndef LOCKSTEP_SM_70_RT_HPP
#define LOCKSTEP_SM_70_RT_HPP

/* Assembly, since clang 14 takes the 64-bit ones to give 64 bits. */
LOCKSTEP_DEVICE __attribute__((convergent)) unsigned int lockstep_match64_any_sync(unsigned int mask,
                                                                                   unsigned long long value) {
    unsigned int lanes;
    asm volatile("match.any.sync.b64 %0, %1, %2;" : "=r"(lanes) : "l"(value), "r"(mask));
    return lanes;
}
LOCKSTEP_DEVICE __attribute__((convergent)) unsigned int lockstep_match64_all_sync(unsigned int mask,
                                                                                   unsigned long long value, int *all) {
    unsigned int lanes;
    int same;
    asm volatile("{ .reg .pred %%lockstep_p; match.all.sync.b64 %0|%%lockstep_p, %2, %3;"
                 " selp.s32 %1, 1, 0, %%lockstep_p; }"
                 : "=r"(lanes), "=r"(same)
                 : "l"(value), "r"(mask));
    *all = same;
    return lanes;
}
LOCKSTEP_DEVICE unsigned int lockstep_match32_any_sync(unsigned int mask, unsigned int value) {
    return (unsigned int)__match32_any_sync(mask, value);
}
LOCKSTEP_DEVICE unsigned int lockstep_match32_all_sync(unsigned int mask, unsigned int value, int *all) {
    return (unsigned int)__match32_all_sync(mask, value, all);
}

#define LOCKSTEP_MATCH(T, BITS, WIDTH)                                                                                 \
    LOCKSTEP_DEVICE unsigned int __match_any_sync(unsigned int mask, T value) {                                        \
        BITS bits = 0;                                                                                                 \
        __builtin_memcpy(&bits, &value, sizeof value);                                                                 \
        return lockstep_match##WIDTH##_any_sync(mask, bits);                                                           \
    }                                                                                                                  \
    LOCKSTEP_DEVICE unsigned int __match_all_sync(unsigned int mask, T value, int *all) {                              \
        BITS bits = 0;                                                                                                 \
        __builtin_memcpy(&bits, &value, sizeof value);                                                                 \
        return lockstep_match##WIDTH##_all_sync(mask, bits, all);                                                      \
    }
LOCKSTEP_MATCH(int, unsigned int, 32)
LOCKSTEP_MATCH(unsigned int, unsigned int, 32)
LOCKSTEP_MATCH(float, unsigned int, 32)
LOCKSTEP_MATCH(long, unsigned long long, 64)
LOCKSTEP_MATCH(unsigned long, unsigned long long, 64)
LOCKSTEP_MATCH(long long, unsigned long long, 64)
LOCKSTEP_MATCH(unsigned long long, unsigned long long, 64)
LOCKSTEP_MATCH(double, unsigned long long, 64)
#undef LOCKSTEP_MATCH

#define LOCKSTEP_WARP_REDUCE(NAME, T, INSTRUCTION)                                                                     \
    LOCKSTEP_DEVICE __attribute__((convergent)) T NAME(unsigned int mask, T value) {                                   \
        T result;                                                                                                      \
        asm volatile("redux.sync." INSTRUCTION " %0, %1, %2;" : "=r"(result) : "r"(value), "r"(mask));                 \
        return result;                                                                                                 \
    }
LOCKSTEP_WARP_REDUCE(__reduce_add_sync, int, "add.s32")
LOCKSTEP_WARP_REDUCE(__reduce_add_sync, unsigned int, "add.u32")
LOCKSTEP_WARP_REDUCE(__reduce_min_sync, int, "min.s32")
LOCKSTEP_WARP_REDUCE(__reduce_min_sync, unsigned int, "min.u32")
LOCKSTEP_WARP_REDUCE(__reduce_max_sync, int, "max.s32")
LOCKSTEP_WARP_REDUCE(__reduce_max_sync, unsigned int, "max.u32")
LOCKSTEP_WARP_REDUCE(__reduce_and_sync, unsigned int, "and.b32")
LOCKSTEP_WARP_REDUCE(__reduce_or_sync, unsigned int, "or.b32")
LOCKSTEP_WARP_REDUCE(__reduce_xor_sync, unsigned int, "xor.b32")
#undef LOCKSTEP_WARP_REDUCE

#endif
