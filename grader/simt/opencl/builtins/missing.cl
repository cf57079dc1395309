/* What libclc leaves out. */
#include "builtins.h"

#define MAD_HI_OF(TYPE)                                                                            \
    BUILTIN TYPE mad_hi(TYPE a, TYPE b, TYPE c) {                                                  \
        return mul_hi(a, b) + c;                                                                   \
    }
#define MAD_HI(TYPE)                                                                               \
    MAD_HI_OF(TYPE)                                                                                \
    MAD_HI_OF(TYPE##2)                                                                             \
    MAD_HI_OF(TYPE##3)                                                                             \
    MAD_HI_OF(TYPE##4)                                                                             \
    MAD_HI_OF(TYPE##8)                                                                             \
    MAD_HI_OF(TYPE##16)

MAD_HI(char)
MAD_HI(uchar)
MAD_HI(short)
MAD_HI(ushort)
MAD_HI(int)
MAD_HI(uint)
MAD_HI(long)
MAD_HI(ulong)

#define SMOOTHSTEP(TYPE)                                                                           \
    BUILTIN TYPE smoothstep(double from, double to, TYPE x) {                                      \
        TYPE part = clamp((x - from) / (to - from), 0.0, 1.0);                                     \
        return part * part * (3.0 - 2.0 * part);                                                   \
    }
SMOOTHSTEP(double2)
SMOOTHSTEP(double3)
SMOOTHSTEP(double4)
SMOOTHSTEP(double8)
SMOOTHSTEP(double16)
