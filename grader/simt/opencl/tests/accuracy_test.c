/* test: once */
/*
 * OpenCL C's mathematics on the simulated GPU beside the host's libm: the largest distance in units
 * in the last place (of the reference, rounded from long double) must stay within what OpenCL 1.2
 * allows in its section 7.4, in float and in double. Prints TAP lines; "-v" prints the distances.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "load_kernels.h"

typedef long double wide;

enum { RANDOM = 1000, SPECIAL = 9, COUNT = RANDOM + SPECIAL };

/* Is the function being judged in double? For references that are not the same in both. */
static bool in_double;

static wide fused(wide x, wide y) {
    return in_double ? fma((double)x, (double)y, 0.7) : fmaf((float)x, (float)y, 0.7f);
}
static wide neighbour(wide x, wide y) {
    return in_double ? nextafter((double)x, (double)y) : nextafterf((float)x, (float)y);
}
static wide rounded_remainder(wide x, wide y) {
    int quotient;
    return remquol(x, y, &quotient) + 0 * quotient;
}
static wide fraction(wide x) {
    return isinf(x) ? copysignl(0, x) : x - floorl(x);
}
/* sin(pi x), exact in the zeroes. */
static wide sine_of_pi(wide x) {
    wide part = remainderl(x, 2);
    return part == 0 || fabsl(part) == 1 ? copysignl(0, x) : sinl(part * M_PIl);
}
static wide cosine_of_pi(wide x) {
    wide part = fabsl(remainderl(x, 2));
    return part == 0.5L ? 0 : cosl(part * M_PIl);
}
static wide mantissa(wide x) {
    int exponent;
    return frexpl(x, &exponent);
}
static wide larger_magnitude(wide x, wide y) {
    return fabsl(x) > fabsl(y) ? x : fabsl(y) > fabsl(x) ? y : fmaxl(x, y);
}

/* name | kernel's expression in T x, y | reference in wide x, y | range, by exponent? | units */
#define FUNCTIONS(ROW)                                                                             \
    ROW(acos, "acos(x)", acosl(x), -1, 1, 0, 4)                                                    \
    ROW(acosh, "acosh(x)", acoshl(x), 0, 9, 1, 4)                                                  \
    ROW(acospi, "acospi(x)", acosl(x) / M_PIl, -1, 1, 0, 5)                                        \
    ROW(asin, "asin(x)", asinl(x), -1, 1, 0, 4)                                                    \
    ROW(asinh, "asinh(x)", asinhl(x), -9, 9, 1, 4)                                                 \
    ROW(asinpi, "asinpi(x)", asinl(x) / M_PIl, -1, 1, 0, 5)                                        \
    ROW(atan, "atan(x)", atanl(x), -20, 20, 1, 5)                                                  \
    ROW(atan2, "atan2(x, y)", atan2l(x, y), -9, 9, 0, 6)                                           \
    ROW(atan2pi, "atan2pi(x, y)", atan2l(x, y) / M_PIl, -9, 9, 0, 6)                               \
    ROW(atanh, "atanh(x)", atanhl(x), -1, 1, 0, 5)                                                 \
    ROW(atanpi, "atanpi(x)", atanl(x) / M_PIl, -20, 20, 1, 5)                                      \
    ROW(cbrt, "cbrt(x)", cbrtl(x), -100, 100, 1, 2)                                                \
    ROW(ceil, "ceil(x)", ceill(x), -99, 99, 0, 0)                                                  \
    ROW(copysign, "copysign(x, y)", copysignl(x, y), -99, 99, 0, 0)                                \
    ROW(cos, "cos(x)", cosl(x), -1000, 1000, 0, 4)                                                 \
    ROW(cos_large, "cos(x)", cosl(x), 20, 60, 1, 4)                                                \
    ROW(cosh, "cosh(x)", coshl(x), -30, 30, 0, 4)                                                  \
    ROW(cospi, "cospi(x)", cosine_of_pi(x), -3, 3, 0, 4)                                           \
    ROW(divide, "x / y", (double)x / (double)y, -9, 9, 1, 0)                                       \
    ROW(erf, "erf(x)", erfl(x), -6, 6, 0, 16)                                                      \
    ROW(erfc, "erfc(x)", erfcl(x), -2, 9, 0, 16)                                                   \
    ROW(exp, "exp(x)", expl(x), -87, 88, 0, 3)                                                     \
    ROW(exp10, "exp10(x)", powl(10, x), -37, 38, 0, 3)                                             \
    ROW(exp2, "exp2(x)", exp2l(x), -125, 127, 0, 3)                                                \
    ROW(expm1, "expm1(x)", expm1l(x), -5, 5, 0, 3)                                                 \
    ROW(fabs, "fabs(x)", fabsl(x), -99, 99, 0, 0)                                                  \
    ROW(fdim, "fdim(x, y)", fdiml(x, y), -99, 99, 0, 0)                                            \
    ROW(floor, "floor(x)", floorl(x), -99, 99, 0, 0)                                               \
    ROW(fma, "fma(x, y, (T)0.7)", fused(x, y), -9, 9, 1, 0)                                        \
    ROW(fmax, "fmax(x, y)", fmaxl(x, y), -99, 99, 0, 0)                                            \
    ROW(fmin, "fmin(x, y)", fminl(x, y), -99, 99, 0, 0)                                            \
    ROW(fmod, "fmod(x, y)", fmodl(x, y), -90, 90, 1, 0)                                            \
    ROW(fract, "({ T whole; fract(x, &whole); })", fraction(x), 0, 99, 0, 0)                       \
    ROW(frexp, "({ int e; frexp(x, &e); })", mantissa(x), -99, 99, 1, 0)                           \
    ROW(hypot, "hypot(x, y)", hypotl(x, y), -60, 60, 1, 4)                                         \
    ROW(ilogb, "(T)ilogb(isnan(x) ? 1 : x)", ilogbl(isnan(x) ? 1 : x), -120, 120, 1, 0)            \
    ROW(ldexp_vector, "ldexp((T##4)(x), 5).w", ldexpl(x, 5), -99, 99, 1, 0)                        \
    ROW(ldexp, "ldexp(x, -3)", ldexpl(x, -3), -99, 99, 1, 0)                                       \
    ROW(lgamma, "lgamma(x)", lgammal(x), 3, 30, 0, 16)                                             \
    ROW(log, "log(x)", logl(x), -120, 120, 1, 3)                                                   \
    ROW(log_near_1, "log(x)", logl(x), -0.6, 0.6, 1, 3)                                            \
    ROW(log10, "log10(x)", log10l(x), -120, 120, 1, 3)                                             \
    ROW(log1p, "log1p(x)", log1pl(x), -0.9, 5, 0, 2)                                               \
    ROW(log2, "log2(x)", log2l(x), -120, 120, 1, 3)                                                \
    ROW(logb, "logb(x)", logbl(x), -120, 120, 1, 0)                                                \
    ROW(maxmag, "maxmag(x, y)", larger_magnitude(x, y), -99, 99, 0, 0)                             \
    ROW(modf, "({ T whole; modf(x, &whole); whole; })", truncl(x), -99, 99, 0, 0)                  \
    ROW(native_exp, "(T)native_exp((float)x)", expl((float)x), -20, 20, 0, 0x1p30)                 \
    ROW(nextafter, "nextafter(x, y)", neighbour(x, y), -9, 9, 0, 0)                                \
    ROW(pow, "pow(x, y)", powl(x, y), -5, 5, 1, 16)                                                \
    ROW(pow_signed, "pow(x, rint(y))", powl(x, rintl(y)), -9, 9, 0, 16)                            \
    ROW(pown, "pown(x, 3)", powl(x, 3), -99, 99, 0, 16)                                            \
    ROW(powr, "powr(fabs(x) + 1, y)", powl(fabsl(x) + 1, y), 0, 5, 0, 0x1p30)                      \
    ROW(remainder, "remainder(x, y)", remainderl(x, y), -9, 9, 0, 0)                               \
    ROW(remquo, "({ int q; remquo(x, y, &q); })", rounded_remainder(x, y), -9, 9, 0, 0)            \
    ROW(rint, "rint(x)", rintl(x), -99, 99, 0, 0)                                                  \
    ROW(rootn, "rootn(x, 3)", cbrtl(x), -60, 60, 1, 16)                                            \
    ROW(round, "round(x)", roundl(x), -99, 99, 0, 0)                                               \
    ROW(rsqrt, "rsqrt(x)", 1 / sqrtl(x), -100, 100, 1, 2)                                          \
    ROW(sin, "sin(x)", sinl(x), -1000, 1000, 0, 4)                                                 \
    ROW(sin_large, "sin(x)", sinl(x), 20, 60, 1, 4)                                                \
    ROW(sincos, "({ T c; sincos(x, &c); c; })", cosl(x), -100, 100, 0, 4)                          \
    ROW(sinh, "sinh(x)", sinhl(x), -30, 30, 0, 4)                                                  \
    ROW(sinpi, "sinpi(x)", sine_of_pi(x), -3, 3, 0, 4)                                             \
    ROW(sqrt, "sqrt(x)", sqrt_of(x), -120, 120, 1, 0)                                              \
    ROW(tan, "tan(x)", tanl(x), -50, 50, 0, 5)                                                     \
    ROW(tanh, "tanh(x)", tanhl(x), -3, 3, 0, 5)                                                    \
    ROW(tanpi, "tanpi(x)", sine_of_pi(x) / cosine_of_pi(x), -0.45, 0.45, 0, 6)                     \
    ROW(tgamma, "tgamma(x)", tgammal(x), 0.01, 30, 0, 16)                                          \
    ROW(tgamma_negative, "tgamma(-x)", tgammal(-x), 0.01, 20.3, 0, 16)                             \
    ROW(trunc, "trunc(x)", truncl(x), -99, 99, 0, 0)                                               \
    ROW(vector_sin, "sin((T##4)(y, y, x, y)).z", sinl(x), -9, 9, 0, 4)                             \
    ROW(vector_pow, "pow((T##3)(y, x, x), (T##3)(x, x, y)).z", powl(x, y), -3, 3, 1, 16)           \
    ROW(vector_floor, "floor((T##16)(x)).sf", floorl(x), -9, 9, 0, 0)

/* Square roots of floats are right when rounded from double; those of doubles need no detour. */
static wide sqrt_of(wide x) {
    return (wide)sqrt((double)x);
}

struct function {
    const char *name;
    const char *expression;
    wide (*reference)(wide x, wide y);
    double low, high;
    bool by_exponent;
    double most;
};

#define REFERENCE_ROW(NAME, EXPRESSION, REFERENCE, LOW, HIGH, BY_EXPONENT, MOST)                   \
    static wide reference_##NAME(wide x, wide y) {                                                 \
        (void)y;                                                                                   \
        return REFERENCE;                                                                          \
    }
FUNCTIONS(REFERENCE_ROW)

#define TABLE_ROW(NAME, EXPRESSION, REFERENCE, LOW, HIGH, BY_EXPONENT, MOST)                       \
    {#NAME, EXPRESSION, reference_##NAME, LOW, HIGH, BY_EXPONENT, MOST},
static const struct function functions[] = {FUNCTIONS(TABLE_ROW)};
enum { FUNCTION_COUNT = sizeof functions / sizeof *functions };

/* ---- the kernels ----------------------------------------------------------------------------- */

/* A kernel for each function and type; T##4 in an expression is the type's vector. */
static char *make_source(size_t *length) {
    char *text = NULL;
    FILE *out = open_memstream(&text, length);
    for (int t = TYPES - 2; t < TYPES; t++) { /* float and double */
        for (size_t i = 0; i < FUNCTION_COUNT; i++) {
            fprintf(out,
                    "#define T %s\n__kernel void %s_%s(__global const T *xs, __global const T *ys, "
                    "__global T *results) {\n"
                    "T x = xs[get_global_id(0)], y = ys[get_global_id(0)];\nresults"
                    "[get_global_id(0)] = ",
                    types[t].name, functions[i].name, types[t].name);
            for (const char *at = functions[i].expression; *at; at++) {
                if (!strncmp(at, "T##", 3)) {
                    fputs(types[t].name, out);
                    at += 2;
                } else {
                    fputc(*at, out);
                }
            }
            fprintf(out, ";\n}\n#undef T\n");
        }
    }
    fclose(out);
    return text;
}

static struct simt_module *load(struct simt_device *device) {
    size_t length;
    char *text = make_source(&length);
    return load_kernels(device, "accuracy.cl", text, length);
}

/* ---- comparing ------------------------------------------------------------------------------- */

static double value_at(const void *values, size_t index, bool is_double) {
    return is_double ? ((const double *)values)[index] : (double)((const float *)values)[index];
}

/* Doubles in a row, so that neighbours differ by one. */
static int64_t order(double value, bool is_double) {
    float narrow = (float)value;
    int64_t bits;
    int32_t short_bits;
    memcpy(&bits, &value, sizeof bits);
    memcpy(&short_bits, &narrow, sizeof short_bits);
    if (is_double) {
        return bits < 0 ? INT64_MIN - bits : bits;
    }
    return short_bits < 0 ? INT32_MIN - short_bits : short_bits;
}

static double distance(double got, double right, bool is_double) {
    if (isnan(got) || isnan(right)) {
        return isnan(got) && isnan(right) ? 0 : INFINITY;
    }
    return fabs((double)(order(got, is_double) - order(right, is_double)));
}

static void make_arguments(const struct function *function, bool is_double, void *x, void *y) {
    static const double special[SPECIAL] = {0.0, -0.0,     1.0,       -1.0, 0.5,
                                            2.0, INFINITY, -INFINITY, NAN};
    uint64_t state = 88172645463325252u;
    for (size_t i = 0; i < COUNT; i++) {
        state ^= state << 13, state ^= state >> 7, state ^= state << 17;
        double part = (double)(state >> 11) * 0x1p-53;
        double value = function->low + part * (function->high - function->low);
        value = function->by_exponent ? exp2(value) : value;
        value = i < RANDOM ? value : special[i - RANDOM];
        if (is_double) {
            ((double *)x)[i] = ((double *)y)[COUNT - 1 - i] = value;
        } else {
            ((float *)x)[i] = ((float *)y)[COUNT - 1 - i] = (float)value;
        }
    }
}

static bool judge(struct simt_device *device, struct simt_module *module,
                  const struct function *function, bool is_double, bool verbose) {
    static double x[COUNT], y[COUNT], got[COUNT];
    char kernel[64];
    snprintf(kernel, sizeof kernel, "%s_%s", function->name, is_double ? "double" : "float");
    make_arguments(function, is_double, x, y);
    if (!run_on_arrays(device, module, kernel, COUNT, (void *[]){x, y, got}, 2,
                       COUNT * (is_double ? 8 : 4))) {
        return false;
    }
    double worst = 0;
    size_t where = 0;
    in_double = is_double;
    for (size_t i = 0; i < COUNT; i++) {
        wide right = function->reference(value_at(x, i, is_double), value_at(y, i, is_double));
        double rounded = is_double ? (double)right : (double)(float)right;
        double off = distance(value_at(got, i, is_double), rounded, is_double);
        if (off > worst) {
            worst = off, where = i;
        }
    }
    if (worst > function->most || verbose) {
        printf("# %s: %g units at (%.9g, %.9g): %.17g, not %.17g\n", kernel, worst,
               value_at(x, where, is_double), value_at(y, where, is_double),
               value_at(got, where, is_double),
               (double)function->reference(value_at(x, where, is_double),
                                           value_at(y, where, is_double)));
    }
    return worst <= function->most;
}

int main(int argc, char **argv) {
    bool verbose = argc > 1 && !strcmp(argv[1], "-v");
    struct simt_device *device = simt_device_create(0);
    struct simt_module *module = load(device);
    int count = 0, failed = 0;
    for (int is_double = 0; is_double < 2; is_double++) {
        for (size_t i = 0; i < FUNCTION_COUNT; i++) {
            bool good = module != NULL && judge(device, module, &functions[i], is_double, verbose);
            printf("%sok %d - %s in %s within %g units\n", good ? "" : "not ", ++count,
                   functions[i].name, is_double ? "double" : "float", functions[i].most);
            failed += !good;
        }
    }
    printf("1..%d\n", count);
    simt_device_destroy(device);
    return failed != 0;
}
