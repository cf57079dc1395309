/* Corners that libclc has wrong: saturating differences and products of the least number, nan(), and
 * the sign of atanpi(-0). */
#include "builtins.h"
#include "vectors.h"

/* Of the difference, the sign is wrong if the operands' signs differ and the result's is not x's. */
#define SUB_SAT(TYPE, BARE, LEAST)                                                                                     \
    BUILTIN TYPE sub_sat(TYPE x, TYPE y) {                                                                             \
        TYPE difference = as_##TYPE((BARE)(as_##BARE(x) - as_##BARE(y)));                                              \
        bool over = ((x ^ y) & (x ^ difference)) < 0;                                                                  \
        return over ? (x < 0 ? LEAST : ~LEAST) : difference;                                                           \
    }                                                                                                                  \
    VECTORS_2(sub_sat, TYPE, TYPE)
SUB_SAT(int, uint, INT_MIN)
SUB_SAT(long, ulong, LONG_MIN)

/* The product in 128 bits, the sum there, then cut to what fits. */
BUILTIN long mad_sat(long x, long y, long z) {
    long high = mul_hi(x, y);
    ulong low = as_ulong(x) * as_ulong(y), sum = low + as_ulong(z);
    high += (z < 0 ? -1 : 0) + (sum < low ? 1 : 0);
    return high == (as_long(sum) < 0 ? -1 : 0) ? as_long(sum) : high < 0 ? LONG_MIN : LONG_MAX;
}
#define MAD_SAT(SIZE, ...)                                                                                             \
    BUILTIN long##SIZE mad_sat(long##SIZE x, long##SIZE y, long##SIZE z) { return (long##SIZE)(__VA_ARGS__); }
#define HALVES mad_sat(x.lo, y.lo, z.lo), mad_sat(x.hi, y.hi, z.hi)
MAD_SAT(2, HALVES)
MAD_SAT(3, mad_sat(x.xy, y.xy, z.xy), mad_sat(x.z, y.z, z.z))
MAD_SAT(4, HALVES)
MAD_SAT(8, HALVES)
MAD_SAT(16, HALVES)

/* Quiet, whatever the program asks for. */
BUILTIN float nan(uint bits) { return as_float(bits | 0x7fc00000u); }
BUILTIN double nan(ulong bits) { return as_double(bits | 0x7ff8000000000000ul); }
VECTORS_1(nan, float, uint)
VECTORS_1(nan, double, ulong)

double __nv_atan(double x);

BUILTIN double atanpi(double x) { return __nv_atan(x) * 0x1.45f306dc9c883p-2; }
BUILTIN float atanpi(float x) { return (float)atanpi((double)x); }
VECTORS_1(atanpi, double, double)
VECTORS_1(atanpi, float, float)
