/* Floating point: what math.h's macros and clang's complex arithmetic call; the rest of libm is the
 * runtime's. */
#include <complex.h>
#include <math.h>

#undef isnan
#undef isinf
#undef finite
int isnan(double x) { return x != x; }
int isinf(double x) { return x == INFINITY ? 1 : x == -INFINITY ? -1 : 0; }
int finite(double x) { return x - x == 0; }
int __isnan(double x) { return x != x; }
int __isinf(double x) { return isinf(x); }
int __finite(double x) { return x - x == 0; }
int __isnanf(float x) { return x != x; }
int __isinff(float x) { return isinf(x); }
int __finitef(float x) { return x - x == 0; }
int __signbit(double x) { return copysign(1, x) < 0; }

/* (a + bi)(c + di) and (a + bi) / (c + di), as C's Annex G has them for finite numbers. */
double _Complex __muldc3(double a, double b, double c, double d) {
    return __builtin_complex(a * c - b * d, a * d + b * c);
}
float _Complex __mulsc3(float a, float b, float c, float d) { return __builtin_complex(a * c - b * d, a * d + b * c); }
double _Complex __divdc3(double a, double b, double c, double d) {
    double bottom = c * c + d * d;
    return __builtin_complex((a * c + b * d) / bottom, (b * c - a * d) / bottom);
}
float _Complex __divsc3(float a, float b, float c, float d) {
    double _Complex quotient = __divdc3(a, b, c, d);
    return __builtin_complex((float)creal(quotient), (float)cimag(quotient));
}

double cabs(double _Complex z) { return hypot(creal(z), cimag(z)); }
float cabsf(float _Complex z) { return hypotf(crealf(z), cimagf(z)); }
double carg(double _Complex z) { return atan2(cimag(z), creal(z)); }
double creal(double _Complex z) { return __real__ z; }
double cimag(double _Complex z) { return __imag__ z; }
float crealf(float _Complex z) { return __real__ z; }
float cimagf(float _Complex z) { return __imag__ z; }
double _Complex conj(double _Complex z) { return __builtin_complex(creal(z), -cimag(z)); }
double _Complex cexp(double _Complex z) {
    double size = exp(creal(z));
    return __builtin_complex(size * cos(cimag(z)), size * sin(cimag(z)));
}
double _Complex csqrt(double _Complex z) {
    double size = cabs(z);
    double real = sqrt((size + creal(z)) / 2), imaginary = sqrt((size - creal(z)) / 2);
    return __builtin_complex(real, copysign(imaginary, cimag(z)));
}
