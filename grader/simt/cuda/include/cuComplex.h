/* Complex numbers as pairs, for the host and the device. */
#ifndef LOCKSTEP_CUCOMPLEX_H
#define LOCKSTEP_CUCOMPLEX_H

#include <math.h>

#include "vector_functions.h"

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

#ifdef __cplusplus
#define LOCKSTEP_COMPLEX(N, T, COMPLEX, REAL, IMAGINARY, ROOT, ABS)                                                    \
    LOCKSTEP_MAKE T REAL(COMPLEX a) { return a.x; }                                                                    \
    LOCKSTEP_MAKE T IMAGINARY(COMPLEX a) { return a.y; }                                                               \
    LOCKSTEP_MAKE COMPLEX make_##COMPLEX(T real, T imaginary) { return COMPLEX{real, imaginary}; }                     \
    LOCKSTEP_MAKE COMPLEX cuConj##N(COMPLEX a) { return COMPLEX{a.x, -a.y}; }                                          \
    LOCKSTEP_MAKE COMPLEX cuCadd##N(COMPLEX a, COMPLEX b) { return COMPLEX{a.x + b.x, a.y + b.y}; }                    \
    LOCKSTEP_MAKE COMPLEX cuCsub##N(COMPLEX a, COMPLEX b) { return COMPLEX{a.x - b.x, a.y - b.y}; }                    \
    LOCKSTEP_MAKE COMPLEX cuCmul##N(COMPLEX a, COMPLEX b) {                                                            \
        return COMPLEX{a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};                                                  \
    }                                                                                                                  \
    LOCKSTEP_MAKE COMPLEX cuCdiv##N(COMPLEX a, COMPLEX b) { /* scaled against overflow */                              \
        T scale = 1 / (ABS(b.x) + ABS(b.y));                                                                           \
        T ax = a.x * scale, ay = a.y * scale, bx = b.x * scale, by = b.y * scale;                                      \
        T square = bx * bx + by * by;                                                                                  \
        return COMPLEX{(ax * bx + ay * by) / square, (ay * bx - ax * by) / square};                                    \
    }                                                                                                                  \
    LOCKSTEP_MAKE T cuCabs##N(COMPLEX a) { return ROOT(a.x, a.y); }                                                    \
    LOCKSTEP_MAKE COMPLEX cuCfma##N(COMPLEX a, COMPLEX b, COMPLEX c) { return cuCadd##N(cuCmul##N(a, b), c); }
LOCKSTEP_COMPLEX(f, float, cuFloatComplex, cuCrealf, cuCimagf, hypotf, fabsf)
LOCKSTEP_COMPLEX(, double, cuDoubleComplex, cuCreal, cuCimag, hypot, fabs)
#undef LOCKSTEP_COMPLEX

LOCKSTEP_MAKE cuComplex make_cuComplex(float real, float imaginary) { return cuComplex{real, imaginary}; }
LOCKSTEP_MAKE cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex a) {
    return cuDoubleComplex{(double)a.x, (double)a.y};
}
LOCKSTEP_MAKE cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex a) {
    return cuFloatComplex{(float)a.x, (float)a.y};
}
#endif

#endif
