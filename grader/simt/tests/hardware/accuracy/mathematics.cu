/*
 * How far is each mathematical function of the device from the true value, in units of the last place?
 *
 *     mathematics            prints a line a function: name,type,from,to,points,largest error in ulp
 *
 * The true value comes from the host's long double (64 bits of fraction), so that errors of a double below 1/2048 ulp are
 * its own. The points are the same everywhere: equal steps from `from` to `to`, or equal factors where both are positive.
 */
#include <cmath>
#include <cstdio>
#include <cuda_runtime.h>

enum { POINTS = 4096 };

typedef long double real;
static const real PI = 3.141592653589793238462643383279502884L;

static real true_rsqrt(real x) { return 1 / sqrtl(x); }
static real true_rcbrt(real x) { return 1 / cbrtl(x); }
static real true_exp10(real x) { return powl(10, x); }
static real true_sinpi(real x) { return sinl(PI * fmodl(x, 2)); }
static real true_cospi(real x) {
    const real part = fabsl(fmodl(x, 2)); /* a zero of the cosine must come out as zero */
    return sinl(PI * (part <= 1 ? 0.5L - part : part - 1.5L));
}
static real true_normcdf(real x) { return erfcl(-x / sqrtl(2)) / 2; }
static real true_erfcx(real x) { return expl(x * x) * erfcl(x); }

/* Where x with f(x) = y lies, by halving: f rises from low to high. */
static real inverse(real (*f)(real), real y, real low, real high) {
    for (int i = 0; i < 200; i++) {
        const real middle = (low + high) / 2;
        (f(middle) < y ? low : high) = middle;
    }
    return low;
}
static real minus_erfc(real x) { return -erfcl(x); }
static real true_erfinv(real y) { return inverse(erfl, y, -8, 8); }
static real true_erfcinv(real y) { return inverse(minus_erfc, -y, -8, 16); }
static real true_normcdfinv(real y) { return inverse(true_normcdf, y, -20, 20); }

/* FUNCTION(device's name for double, for float, true value, from, to): one argument each. */
#define FUNCTIONS                                                                                   \
    FUNCTION(sqrt, sqrtf, sqrtl, 1e-6, 1e6)                                                         \
    FUNCTION(rsqrt, rsqrtf, true_rsqrt, 1e-6, 1e6)                                                  \
    FUNCTION(cbrt, cbrtf, cbrtl, 1e-6, 1e6)                                                         \
    FUNCTION(rcbrt, rcbrtf, true_rcbrt, 1e-6, 1e6)                                                  \
    FUNCTION(exp, expf, expl, -80, 80)                                                              \
    FUNCTION(exp2, exp2f, exp2l, -100, 100)                                                         \
    FUNCTION(exp10, exp10f, true_exp10, -30, 30)                                                    \
    FUNCTION(expm1, expm1f, expm1l, -5, 20)                                                         \
    FUNCTION(log, logf, logl, 1e-6, 1e6)                                                            \
    FUNCTION(log2, log2f, log2l, 1e-6, 1e6)                                                         \
    FUNCTION(log10, log10f, log10l, 1e-6, 1e6)                                                      \
    FUNCTION(log1p, log1pf, log1pl, 1e-6, 1e6)                                                      \
    FUNCTION(logb, logbf, logbl, 1e-6, 1e6)                                                         \
    FUNCTION(sin, sinf, sinl, -100, 100)                                                            \
    FUNCTION(cos, cosf, cosl, -100, 100)                                                            \
    FUNCTION(tan, tanf, tanl, -100, 100)                                                            \
    FUNCTION(sinpi, sinpif, true_sinpi, -20.3, 20.3)                                                \
    FUNCTION(cospi, cospif, true_cospi, -20.3, 20.3)                                                \
    FUNCTION(asin, asinf, asinl, -1, 1)                                                             \
    FUNCTION(acos, acosf, acosl, -1, 1)                                                             \
    FUNCTION(atan, atanf, atanl, -50, 50)                                                           \
    FUNCTION(sinh, sinhf, sinhl, -20, 20)                                                           \
    FUNCTION(cosh, coshf, coshl, -20, 20)                                                           \
    FUNCTION(tanh, tanhf, tanhl, -5, 5)                                                             \
    FUNCTION(asinh, asinhf, asinhl, -50, 50)                                                        \
    FUNCTION(acosh, acoshf, acoshl, 1, 100)                                                         \
    FUNCTION(atanh, atanhf, atanhl, -0.999, 0.999)                                                  \
    FUNCTION(erf, erff, erfl, -4, 4)                                                                \
    FUNCTION(erfc, erfcf, erfcl, -4, 8)                                                             \
    FUNCTION(erfcx, erfcxf, true_erfcx, -2, 20)                                                     \
    FUNCTION(erfinv, erfinvf, true_erfinv, -0.99, 0.99)                                             \
    FUNCTION(erfcinv, erfcinvf, true_erfcinv, 1e-6, 1.99)                                           \
    FUNCTION(normcdf, normcdff, true_normcdf, -8, 5)                                                \
    FUNCTION(normcdfinv, normcdfinvf, true_normcdfinv, 1e-6, 0.999)                                 \
    FUNCTION(tgamma, tgammaf, tgammal, 0.1, 30)                                                     \
    FUNCTION(lgamma, lgammaf, lgammal, 3, 200)                                                      \
    FUNCTION(j0, j0f, j0l, 0.1, 2)                                                                  \
    FUNCTION(j1, j1f, j1l, 0.1, 3)                                                                  \
    FUNCTION(y0, y0f, y0l, 1.2, 3.5)                                                                \
    FUNCTION(y1, y1f, y1l, 0.1, 2)                                                                  \
    FUNCTION(rint, rintf, rintl, -20.3, 20.3)                                                       \
    FUNCTION(round, roundf, roundl, -20.3, 20.3)                                                    \
    FUNCTION(trunc, truncf, truncl, -20.3, 20.3)

#define FUNCTION(DOUBLE, FLOAT, TRUE, FROM, TO)                                                     \
    __global__ void kernel_##DOUBLE(const double *x, double *y, const float *u, float *v) {         \
        const int i = blockIdx.x * blockDim.x + threadIdx.x;                                        \
        y[i] = DOUBLE(x[i]);                                                                        \
        v[i] = FLOAT(u[i]);                                                                         \
    }
FUNCTIONS
#undef FUNCTION

/* The distance of two neighbours of this size: 53 bits of a double, 24 of a float. */
static real ulp(real value, int bits, int least) {
    int exponent;
    frexpl(value, &exponent);
    return ldexpl(1, (exponent - bits > least ? exponent - bits : least));
}

struct device {
    double *x, *y;
    float *u, *v;
};

static void spread(double from, double to, double *x, float *u) {
    for (int i = 0; i < POINTS; i++) {
        const double part = (double)i / (POINTS - 1);
        x[i] = from > 0 ? from * pow(to / from, part) : from + (to - from) * part;
        x[i] = x[i] < from ? from : x[i] > to ? to : x[i];
        u[i] = (float)x[i];
    }
}

static void tell(const char *name, const char *type, double from, double to, real error) {
    printf("%s,%s,%g,%g,%d,%.2Lf\n", name, type, from, to, POINTS, error);
}

int main() {
    static double x[POINTS], y[POINTS];
    static float u[POINTS], v[POINTS];
    struct device made;
    cudaMalloc(&made.x, sizeof x), cudaMalloc(&made.y, sizeof y);
    cudaMalloc(&made.u, sizeof u), cudaMalloc(&made.v, sizeof v);
#define FUNCTION(DOUBLE, FLOAT, TRUE, FROM, TO)                                                     \
    {                                                                                               \
        real worst = 0, worst_of_floats = 0;                                                        \
        spread(FROM, TO, x, u);                                                                     \
        cudaMemcpy(made.x, x, sizeof x, cudaMemcpyHostToDevice);                                    \
        cudaMemcpy(made.u, u, sizeof u, cudaMemcpyHostToDevice);                                    \
        kernel_##DOUBLE<<<POINTS / 128, 128>>>(made.x, made.y, made.u, made.v);                     \
        cudaMemcpy(y, made.y, sizeof y, cudaMemcpyDeviceToHost);                                    \
        cudaMemcpy(v, made.v, sizeof v, cudaMemcpyDeviceToHost);                                    \
        for (int i = 0; i < POINTS; i++) {                                                          \
            const real right = TRUE((real)x[i]), right_of_float = TRUE((real)u[i]);                 \
            const real error = fabsl(y[i] - right) / ulp(right, 53, -1074);                         \
            const real error_of_float = fabsl(v[i] - right_of_float) / ulp(right_of_float, 24, -149); \
            worst = error > worst ? error : worst;                                                  \
            worst_of_floats = error_of_float > worst_of_floats ? error_of_float : worst_of_floats;  \
        }                                                                                           \
        tell(#DOUBLE, "double", FROM, TO, worst);                                                   \
        tell(#FLOAT, "float", FROM, TO, worst_of_floats);                                           \
    }
    FUNCTIONS
#undef FUNCTION
    cudaFree(made.x), cudaFree(made.y), cudaFree(made.u), cudaFree(made.v);
    return cudaGetLastError() != cudaSuccess;
}
