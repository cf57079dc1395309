/* Functions of complex numbers, by those of their real and imaginary parts; in double for float. */
#include <complex.h>
#include <math.h>

static double _Complex of_parts(double real, double imaginary) { return __builtin_complex(real, imaginary); }

/* i z */
static double _Complex turned(double _Complex z) { return of_parts(-cimag(z), creal(z)); }

/* -i z */
static double _Complex turned_back(double _Complex z) { return of_parts(cimag(z), -creal(z)); }

float cargf(float _Complex z) { return atan2f(cimagf(z), crealf(z)); }

float _Complex conjf(float _Complex z) { return __builtin_complex(crealf(z), -cimagf(z)); }

double _Complex cproj(double _Complex z) {
    const int infinite = fabs(creal(z)) == INFINITY || fabs(cimag(z)) == INFINITY;
    return infinite ? of_parts(INFINITY, copysign(0, cimag(z))) : z;
}

double _Complex clog(double _Complex z) { return of_parts(log(cabs(z)), carg(z)); }

double _Complex cpow(double _Complex base, double _Complex power) {
    if (creal(base) == 0 && cimag(base) == 0) {
        return creal(power) == 0 && cimag(power) == 0 ? of_parts(1, 0) : of_parts(0, 0);
    }
    return cexp(power * clog(base));
}

double _Complex csinh(double _Complex z) {
    return of_parts(sinh(creal(z)) * cos(cimag(z)), cosh(creal(z)) * sin(cimag(z)));
}

double _Complex ccosh(double _Complex z) {
    return of_parts(cosh(creal(z)) * cos(cimag(z)), sinh(creal(z)) * sin(cimag(z)));
}

/* Where sinh and cosh overflow, tanh has long been 1. */
double _Complex ctanh(double _Complex z) {
    const double bottom = cosh(2 * creal(z)) + cos(2 * cimag(z));
    return bottom == INFINITY ? of_parts(copysign(1, creal(z)), 0)
                              : of_parts(sinh(2 * creal(z)) / bottom, sin(2 * cimag(z)) / bottom);
}

double _Complex csin(double _Complex z) { return turned_back(csinh(turned(z))); }

double _Complex ccos(double _Complex z) { return ccosh(turned(z)); }

double _Complex ctan(double _Complex z) { return turned_back(ctanh(turned(z))); }

double _Complex casin(double _Complex z) { return turned_back(clog(turned(z) + csqrt(1 - z * z))); }

double _Complex cacos(double _Complex z) {
    const double _Complex sine = casin(z);
    return of_parts(M_PI_2 - creal(sine), -cimag(sine));
}

double _Complex catan(double _Complex z) {
    const double _Complex difference = clog(1 - turned(z)) - clog(1 + turned(z));
    return turned(difference) / 2;
}

double _Complex casinh(double _Complex z) { return turned(casin(turned_back(z))); }

double _Complex cacosh(double _Complex z) {
    const double _Complex angle = turned(cacos(z));
    return creal(angle) < 0 ? -angle : angle;
}

double _Complex catanh(double _Complex z) { return turned(catan(turned_back(z))); }

#define OF_FLOAT(NAME)                                                                                                 \
    float _Complex NAME##f(float _Complex z) { return (float _Complex)NAME((double _Complex)z); }
OF_FLOAT(cexp)
OF_FLOAT(clog)
OF_FLOAT(csqrt)
OF_FLOAT(cproj)
OF_FLOAT(csin)
OF_FLOAT(ccos)
OF_FLOAT(ctan)
OF_FLOAT(csinh)
OF_FLOAT(ccosh)
OF_FLOAT(ctanh)
OF_FLOAT(casin)
OF_FLOAT(cacos)
OF_FLOAT(catan)
OF_FLOAT(casinh)
OF_FLOAT(cacosh)
OF_FLOAT(catanh)

float _Complex cpowf(float _Complex base, float _Complex power) {
    return (float _Complex)cpow((double _Complex)base, (double _Complex)power);
}
