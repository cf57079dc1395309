/* atomicAdd and its kin, over clang's builtins; every CUDA overload is a row. */
#ifndef LOCKSTEP_ATOMICS_H
#define LOCKSTEP_ATOMICS_H

/* NAME(type *, type) through FUNCTION, for all three scopes. */
#define LOCKSTEP_ATOMIC(NAME, T, FUNCTION)                                                                             \
    LOCKSTEP_DEVICE T NAME(T *address, T value) { return FUNCTION(address, value); }                                   \
    LOCKSTEP_DEVICE T NAME##_block(T *address, T value) { return FUNCTION##_block(address, value); }                   \
    LOCKSTEP_DEVICE T NAME##_system(T *address, T value) { return FUNCTION##_system(address, value); }

typedef unsigned int lockstep_u32;
typedef long long lockstep_s64;
typedef unsigned long long lockstep_u64;

/* CUDA has no 64-bit signed add, and, or, exchange: long long goes through its unsigned twin. */
LOCKSTEP_ATOMIC(atomicAdd, int, __iAtomicAdd)
LOCKSTEP_ATOMIC(atomicAdd, lockstep_u32, __uAtomicAdd)
LOCKSTEP_ATOMIC(atomicAdd, lockstep_u64, __ullAtomicAdd)
LOCKSTEP_ATOMIC(atomicAdd, float, __fAtomicAdd)
LOCKSTEP_ATOMIC(atomicAdd, double, __dAtomicAdd)
LOCKSTEP_ATOMIC(atomicExch, int, __iAtomicExch)
LOCKSTEP_ATOMIC(atomicExch, lockstep_u32, __uAtomicExch)
LOCKSTEP_ATOMIC(atomicExch, lockstep_u64, __ullAtomicExch)
LOCKSTEP_ATOMIC(atomicExch, float, __fAtomicExch)
LOCKSTEP_ATOMIC(atomicMin, int, __iAtomicMin)
LOCKSTEP_ATOMIC(atomicMin, lockstep_u32, __uAtomicMin)
LOCKSTEP_ATOMIC(atomicMin, lockstep_s64, __illAtomicMin)
LOCKSTEP_ATOMIC(atomicMin, lockstep_u64, __ullAtomicMin)
LOCKSTEP_ATOMIC(atomicMax, int, __iAtomicMax)
LOCKSTEP_ATOMIC(atomicMax, lockstep_u32, __uAtomicMax)
LOCKSTEP_ATOMIC(atomicMax, lockstep_s64, __illAtomicMax)
LOCKSTEP_ATOMIC(atomicMax, lockstep_u64, __ullAtomicMax)
LOCKSTEP_ATOMIC(atomicAnd, int, __iAtomicAnd)
LOCKSTEP_ATOMIC(atomicAnd, lockstep_u32, __uAtomicAnd)
LOCKSTEP_ATOMIC(atomicAnd, lockstep_u64, __ullAtomicAnd)
LOCKSTEP_ATOMIC(atomicOr, int, __iAtomicOr)
LOCKSTEP_ATOMIC(atomicOr, lockstep_u32, __uAtomicOr)
LOCKSTEP_ATOMIC(atomicOr, lockstep_u64, __ullAtomicOr)
LOCKSTEP_ATOMIC(atomicXor, int, __iAtomicXor)
LOCKSTEP_ATOMIC(atomicXor, lockstep_u32, __uAtomicXor)
LOCKSTEP_ATOMIC(atomicXor, lockstep_u64, __ullAtomicXor)
LOCKSTEP_ATOMIC(atomicInc, lockstep_u32, __uAtomicInc)
LOCKSTEP_ATOMIC(atomicDec, lockstep_u32, __uAtomicDec)

#define LOCKSTEP_SUBTRACT(T)                                                                                           \
    LOCKSTEP_DEVICE T atomicSub(T *address, T value) { return atomicAdd(address, (T)(0 - value)); }                    \
    LOCKSTEP_DEVICE T atomicSub_block(T *address, T value) { return atomicAdd_block(address, (T)(0 - value)); }        \
    LOCKSTEP_DEVICE T atomicSub_system(T *address, T value) { return atomicAdd_system(address, (T)(0 - value)); }
LOCKSTEP_SUBTRACT(int)
LOCKSTEP_SUBTRACT(lockstep_u32)

/* Clang's own acquires since clang 20, behind a fence; CUDA's orders nothing. */
#define LOCKSTEP_COMPARE_AND_SWAP(NAME, T, SCOPE, SIZE, R)                                                             \
    LOCKSTEP_DEVICE T NAME(T *address, T compare, T value) {                                                           \
        T old;                                                                                                         \
        asm volatile("atom" SCOPE ".cas.b" SIZE " %0, [%1], %2, %3;"                                                   \
                     : "=" R(old)                                                                                      \
                     : "l"(address), R(compare), R(value)                                                              \
                     : "memory");                                                                                      \
        return old;                                                                                                    \
    }
#define LOCKSTEP_COMPARE_AND_SWAPS(T, SIZE, R)                                                                         \
    LOCKSTEP_COMPARE_AND_SWAP(atomicCAS, T, "", SIZE, R)                                                               \
    LOCKSTEP_COMPARE_AND_SWAP(atomicCAS_block, T, ".cta", SIZE, R)                                                     \
    LOCKSTEP_COMPARE_AND_SWAP(atomicCAS_system, T, ".sys", SIZE, R)
LOCKSTEP_COMPARE_AND_SWAPS(int, "32", "r")
LOCKSTEP_COMPARE_AND_SWAPS(lockstep_u32, "32", "r")
LOCKSTEP_COMPARE_AND_SWAPS(lockstep_u64, "64", "l")
LOCKSTEP_COMPARE_AND_SWAP(atomicCAS, unsigned short, "", "16", "h")

#undef LOCKSTEP_ATOMIC
#undef LOCKSTEP_SUBTRACT
#undef LOCKSTEP_COMPARE_AND_SWAP
#undef LOCKSTEP_COMPARE_AND_SWAPS
#endif
