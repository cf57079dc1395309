/* atomicAdd and its kin, over clang's builtins; every CUDA overload is a row. */
#ifndef LOCKSTEP_ATOMICS_H
#define LOCKSTEP_ATOMICS_H

/* NAME(type *, type) through FUNCTION, which takes BUILTIN's type; for all three scopes. */
#define LOCKSTEP_ATOMIC(NAME, T, BUILTIN_T, FUNCTION)                                                                  \
    LOCKSTEP_DEVICE T NAME(T *address, T value) { return (T)FUNCTION((BUILTIN_T *)address, (BUILTIN_T)value); }        \
    LOCKSTEP_DEVICE T NAME##_block(T *address, T value) {                                                              \
        return (T)FUNCTION##_block((BUILTIN_T *)address, (BUILTIN_T)value);                                            \
    }                                                                                                                  \
    LOCKSTEP_DEVICE T NAME##_system(T *address, T value) {                                                             \
        return (T)FUNCTION##_system((BUILTIN_T *)address, (BUILTIN_T)value);                                           \
    }

typedef unsigned int lockstep_u32;
typedef long long lockstep_s64;
typedef unsigned long long lockstep_u64;

/* CUDA has no 64-bit signed add, and, or, exchange: long long goes through its unsigned twin. */
#define LOCKSTEP_ATOMICS(ROW)                                                                                          \
    ROW(atomicAdd, int, int, __iAtomicAdd)                                                                             \
    ROW(atomicAdd, lockstep_u32, unsigned int, __uAtomicAdd)                                                           \
    ROW(atomicAdd, lockstep_u64, unsigned long long, __ullAtomicAdd)                                                   \
    ROW(atomicAdd, float, float, __fAtomicAdd)                                                                         \
    ROW(atomicAdd, double, double, __dAtomicAdd)                                                                       \
    ROW(atomicExch, int, int, __iAtomicExch)                                                                           \
    ROW(atomicExch, lockstep_u32, unsigned int, __uAtomicExch)                                                         \
    ROW(atomicExch, lockstep_u64, unsigned long long, __ullAtomicExch)                                                 \
    ROW(atomicExch, float, float, __fAtomicExch)                                                                       \
    ROW(atomicMin, int, int, __iAtomicMin)                                                                             \
    ROW(atomicMin, lockstep_u32, unsigned int, __uAtomicMin)                                                           \
    ROW(atomicMin, lockstep_s64, long long, __illAtomicMin)                                                            \
    ROW(atomicMin, lockstep_u64, unsigned long long, __ullAtomicMin)                                                   \
    ROW(atomicMax, int, int, __iAtomicMax)                                                                             \
    ROW(atomicMax, lockstep_u32, unsigned int, __uAtomicMax)                                                           \
    ROW(atomicMax, lockstep_s64, long long, __illAtomicMax)                                                            \
    ROW(atomicMax, lockstep_u64, unsigned long long, __ullAtomicMax)                                                   \
    ROW(atomicAnd, int, int, __iAtomicAnd)                                                                             \
    ROW(atomicAnd, lockstep_u32, unsigned int, __uAtomicAnd)                                                           \
    ROW(atomicAnd, lockstep_u64, unsigned long long, __ullAtomicAnd)                                                   \
    ROW(atomicOr, int, int, __iAtomicOr)                                                                               \
    ROW(atomicOr, lockstep_u32, unsigned int, __uAtomicOr)                                                             \
    ROW(atomicOr, lockstep_u64, unsigned long long, __ullAtomicOr)                                                     \
    ROW(atomicXor, int, int, __iAtomicXor)                                                                             \
    ROW(atomicXor, lockstep_u32, unsigned int, __uAtomicXor)                                                           \
    ROW(atomicXor, lockstep_u64, unsigned long long, __ullAtomicXor)                                                   \
    ROW(atomicInc, lockstep_u32, unsigned int, __uAtomicInc)                                                           \
    ROW(atomicDec, lockstep_u32, unsigned int, __uAtomicDec)
LOCKSTEP_ATOMICS(LOCKSTEP_ATOMIC)

#define LOCKSTEP_SUBTRACT(T)                                                                                           \
    LOCKSTEP_DEVICE T atomicSub(T *address, T value) { return atomicAdd(address, (T)(0 - value)); }                    \
    LOCKSTEP_DEVICE T atomicSub_block(T *address, T value) { return atomicAdd_block(address, (T)(0 - value)); }        \
    LOCKSTEP_DEVICE T atomicSub_system(T *address, T value) { return atomicAdd_system(address, (T)(0 - value)); }
LOCKSTEP_SUBTRACT(int)
LOCKSTEP_SUBTRACT(lockstep_u32)

#define LOCKSTEP_COMPARE_AND_SWAP(T, BUILTIN_T, FUNCTION)                                                              \
    LOCKSTEP_DEVICE T atomicCAS(T *address, T compare, T value) {                                                      \
        return (T)FUNCTION((BUILTIN_T *)address, (BUILTIN_T)compare, (BUILTIN_T)value);                                \
    }                                                                                                                  \
    LOCKSTEP_DEVICE T atomicCAS_block(T *address, T compare, T value) {                                                \
        return (T)FUNCTION##_block((BUILTIN_T *)address, (BUILTIN_T)compare, (BUILTIN_T)value);                        \
    }                                                                                                                  \
    LOCKSTEP_DEVICE T atomicCAS_system(T *address, T compare, T value) {                                               \
        return (T)FUNCTION##_system((BUILTIN_T *)address, (BUILTIN_T)compare, (BUILTIN_T)value);                       \
    }
LOCKSTEP_COMPARE_AND_SWAP(int, int, __iAtomicCAS)
LOCKSTEP_COMPARE_AND_SWAP(lockstep_u32, unsigned int, __uAtomicCAS)
LOCKSTEP_COMPARE_AND_SWAP(lockstep_u64, unsigned long long, __ullAtomicCAS)

LOCKSTEP_DEVICE unsigned short atomicCAS(unsigned short *address, unsigned short compare, unsigned short value) {
    unsigned short old;
    asm volatile("atom.cas.b16 %0, [%1], %2, %3;" : "=h"(old) : "l"(address), "h"(compare), "h"(value) : "memory");
    return old;
}

#undef LOCKSTEP_ATOMIC
#undef LOCKSTEP_SUBTRACT
#undef LOCKSTEP_COMPARE_AND_SWAP
#endif
