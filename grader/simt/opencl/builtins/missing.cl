/* What libclc leaves out, and what it has wrong. */
#include "builtins.h"
#include "vectors.h"

#define MAD_HI_OF(TYPE)                                                                                                \
    BUILTIN TYPE mad_hi(TYPE a, TYPE b, TYPE c) { return mul_hi(a, b) + c; }
#define MAD_HI(TYPE)                                                                                                   \
    MAD_HI_OF(TYPE)                                                                                                    \
    MAD_HI_OF(TYPE##2)                                                                                                 \
    MAD_HI_OF(TYPE##3)                                                                                                 \
    MAD_HI_OF(TYPE##4)                                                                                                 \
    MAD_HI_OF(TYPE##8)                                                                                                 \
    MAD_HI_OF(TYPE##16)

MAD_HI(char)
MAD_HI(uchar)
MAD_HI(short)
MAD_HI(ushort)
MAD_HI(int)
MAD_HI(uint)
MAD_HI(long)
MAD_HI(ulong)

#define SMOOTHSTEP(TYPE)                                                                                               \
    BUILTIN TYPE smoothstep(double from, double to, TYPE x) {                                                          \
        TYPE part = clamp((x - from) / (to - from), 0.0, 1.0);                                                         \
        return part * part * (3.0 - 2.0 * part);                                                                       \
    }
SMOOTHSTEP(double2)
SMOOTHSTEP(double3)
SMOOTHSTEP(double4)
SMOOTHSTEP(double8)
SMOOTHSTEP(double16)

#define ROTATE_OF(TYPE, BARE, BITS)                                                                                    \
    BUILTIN TYPE rotate(TYPE x, TYPE y) {                                                                              \
        BARE bits = as_##BARE(x), left = as_##BARE(y) & (BARE)(BITS - 1);                                              \
        BARE right = ((BARE)(BITS)-left) & (BARE)(BITS - 1);                                                           \
        return as_##TYPE((BARE)(bits << left | bits >> right));                                                        \
    }
#define ROTATE(TYPE, BARE, BITS)                                                                                       \
    ROTATE_OF(TYPE, BARE, BITS)                                                                                        \
    ROTATE_OF(TYPE##2, BARE##2, BITS)                                                                                  \
    ROTATE_OF(TYPE##3, BARE##3, BITS)                                                                                  \
    ROTATE_OF(TYPE##4, BARE##4, BITS)                                                                                  \
    ROTATE_OF(TYPE##8, BARE##8, BITS)                                                                                  \
    ROTATE_OF(TYPE##16, BARE##16, BITS)
ROTATE(char, uchar, 8)
ROTATE(uchar, uchar, 8)
ROTATE(short, ushort, 16)
ROTATE(ushort, ushort, 16)
ROTATE(int, uint, 32)
ROTATE(uint, uint, 32)

/* As assembly: clang 14 forgets to cut a rotation's 64-bit shifts to their width. */
BUILTIN ulong rotate(ulong x, ulong y) {
    uint left = (uint)y & 63, right = (64 - left) & 63;
    ulong high, low;
    __asm__("shl.b64 %0, %1, %2;" : "=l"(high) : "l"(x), "r"(left));
    __asm__("shr.u64 %0, %1, %2;" : "=l"(low) : "l"(x), "r"(right));
    return high | low;
}
BUILTIN long rotate(long x, long y) { return as_long(rotate(as_ulong(x), as_ulong(y))); }
VECTORS_2(rotate, ulong, ulong)
VECTORS_2(rotate, long, long)
