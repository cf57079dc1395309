/* Atomics on 64 bits, which libclc has not; and those on 32 bits, all from the same rows. */
#include "builtins.h"

/* Old value and new, by assembly: an atomic is never split, merged or moved. */
#define ATOMIC_1(NAME, TYPE, SPACE, PTX, REGISTER, OPERATION)                                                          \
    BUILTIN TYPE NAME(volatile __##SPACE TYPE *at, TYPE value) {                                                       \
        TYPE old;                                                                                                      \
        __asm__ volatile("atom." PTX "." OPERATION " %0, [%1], %2;"                                                    \
                         : "=" REGISTER(old)                                                                           \
                         : "l"((ulong)at), REGISTER(value)                                                             \
                         : "memory");                                                                                  \
        return old;                                                                                                    \
    }
#define ATOMIC_2(NAME, TYPE, SPACE, PTX, REGISTER, OPERATION)                                                          \
    BUILTIN TYPE NAME(volatile __##SPACE TYPE *at, TYPE expected, TYPE value) {                                        \
        TYPE old;                                                                                                      \
        __asm__ volatile("atom." PTX "." OPERATION " %0, [%1], %2, %3;"                                                \
                         : "=" REGISTER(old)                                                                           \
                         : "l"((ulong)at), REGISTER(expected), REGISTER(value)                                         \
                         : "memory");                                                                                  \
        return old;                                                                                                    \
    }
#define ATOMIC_0(NAME, ADD, TYPE, SPACE, ONE)                                                                          \
    BUILTIN TYPE NAME(volatile __##SPACE TYPE *at) { return ADD(at, (TYPE)(ONE)); }

#define ATOMICS(PREFIX, TYPE, SPACE, PTX, REGISTER, BITS, SIGN)                                                        \
    ATOMIC_1(PREFIX##_add, TYPE, SPACE, PTX, REGISTER, "add.u" BITS)                                                   \
    ATOMIC_1(PREFIX##_xchg, TYPE, SPACE, PTX, REGISTER, "exch.b" BITS)                                                 \
    ATOMIC_1(PREFIX##_min, TYPE, SPACE, PTX, REGISTER, "min." SIGN BITS)                                               \
    ATOMIC_1(PREFIX##_max, TYPE, SPACE, PTX, REGISTER, "max." SIGN BITS)                                               \
    ATOMIC_1(PREFIX##_and, TYPE, SPACE, PTX, REGISTER, "and.b" BITS)                                                   \
    ATOMIC_1(PREFIX##_or, TYPE, SPACE, PTX, REGISTER, "or.b" BITS)                                                     \
    ATOMIC_1(PREFIX##_xor, TYPE, SPACE, PTX, REGISTER, "xor.b" BITS)                                                   \
    ATOMIC_2(PREFIX##_cmpxchg, TYPE, SPACE, PTX, REGISTER, "cas.b" BITS)                                               \
    ATOMIC_0(PREFIX##_inc, PREFIX##_add, TYPE, SPACE, 1)                                                               \
    ATOMIC_0(PREFIX##_dec, PREFIX##_add, TYPE, SPACE, -1)                                                              \
    BUILTIN TYPE PREFIX##_sub(volatile __##SPACE TYPE *at, TYPE value) { return PREFIX##_add(at, -value); }
#define BOTH_SPACES(PREFIX, TYPE, REGISTER, BITS, SIGN)                                                                \
    ATOMICS(PREFIX, TYPE, global, "global", REGISTER, BITS, SIGN)                                                      \
    ATOMICS(PREFIX, TYPE, local, "shared", REGISTER, BITS, SIGN)

BOTH_SPACES(atomic, int, "r", "32", "s")
BOTH_SPACES(atomic, uint, "r", "32", "u")
BOTH_SPACES(atom, int, "r", "32", "s")
BOTH_SPACES(atom, uint, "r", "32", "u")
BOTH_SPACES(atom, long, "l", "64", "s")
BOTH_SPACES(atom, ulong, "l", "64", "u")

ATOMIC_1(atomic_xchg, float, global, "global", "f", "exch.b32")
ATOMIC_1(atomic_xchg, float, local, "shared", "f", "exch.b32")
