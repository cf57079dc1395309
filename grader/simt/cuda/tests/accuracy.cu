// The kit's libdevice beside the host's libm: the largest distance in units of the last place (of
// the reference, rounded from long double) must stay below what CUDA documents. Prints TAP lines.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

typedef long double wide;

static int count, failed;

static int64_t order(double a) {
    int64_t bits;
    memcpy(&bits, &a, 8);
    return bits < 0 ? INT64_MIN - bits : bits;
}
static int64_t order(float a) {
    int32_t bits;
    memcpy(&bits, &a, 4);
    return bits < 0 ? INT32_MIN - bits : bits;
}
template <class T> static double distance(T got, T right) {
    if (got != got || right != right)
        return got != got && right != right ? 0 : 1e30;
    return std::fabs((double)(order(got) - order(right)));
}

// Arguments over the whole of a function's range: a fixed sequence, plus the awkward values.
template <class T> static std::vector<T> arguments(double low, double high, bool logarithmic) {
    std::vector<T> list;
    uint64_t state = 88172645463325252ull;
    for (int i = 0; i < 2000; i++) {
        state ^= state << 13, state ^= state >> 7, state ^= state << 17;
        double part = (double)(state >> 11) * 0x1p-53;
        double value =
            logarithmic ? std::exp2(low + part * (high - low)) : low + part * (high - low);
        list.push_back((T)value);
    }
    const double special[] = {0.0, -0.0, 1.0, -1.0, 0.5, 2.0, INFINITY, -INFINITY, NAN};
    for (double value : special)
        list.push_back((T)value);
    return list;
}

template <class T>
static void judge(const char *name, const std::vector<T> &x, const std::vector<T> &y, const T *got,
                  wide (*reference)(wide, wide), double most) {
    double worst = 0;
    size_t where = 0;
    for (size_t i = 0; i < x.size(); i++) {
        double off = distance(got[i], (T)reference((wide)x[i], (wide)y[i]));
        if (off > worst)
            worst = off, where = i;
    }
    bool good = worst <= most;
    printf("%sok %d - %s within %g\n", good ? "" : "not ", ++count, name, most);
    if (!good)
        printf("# %s(%.17g, %.17g) = %.17g, not %.17Lg: %g units\n", name, (double)x[where],
               (double)y[where], (double)got[where], reference((wide)x[where], (wide)y[where]),
               worst);
    failed += !good;
}

template <class T, class F>
static void compare(const char *name, F kernel, wide (*reference)(wide, wide), double low,
                    double high, bool logarithmic, double most) {
    std::vector<T> x = arguments<T>(low, high, logarithmic), y(x.rbegin(), x.rend()), got(x.size());
    T *device_x, *device_y, *device_got;
    size_t bytes = x.size() * sizeof(T);
    cudaMalloc(&device_x, bytes);
    cudaMalloc(&device_y, bytes);
    cudaMalloc(&device_got, bytes);
    cudaMemcpy(device_x, x.data(), bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(device_y, y.data(), bytes, cudaMemcpyHostToDevice);
    kernel<<<(unsigned)(x.size() + 255) / 256, 256>>>(device_x, device_y, device_got,
                                                      (int)x.size());
    if (cudaMemcpy(got.data(), device_got, bytes, cudaMemcpyDeviceToHost) != cudaSuccess)
        printf("# %s: %s\n", name, cudaGetErrorString(cudaGetLastError()));
    cudaFree(device_x);
    cudaFree(device_y);
    cudaFree(device_got);
    judge(name, x, y, got.data(), reference, most);
}

// name, type, device expression, host reference in long double, range, spread by exponent, units
#define FUNCTIONS(ROW)                                                                             \
    ROW(expf, float, expf(x), expl(x), -104, 89, false, 1)                                         \
    ROW(exp, double, exp(x), expl(x), -745, 710, false, 1)                                         \
    ROW(exp2, double, exp2(x), exp2l(x), -1070, 1024, false, 2)                                    \
    ROW(exp10, double, exp10(x), powl(10, x), -300, 308, false, 2)                                 \
    ROW(expm1, double, expm1(x), expm1l(x), -5, 5, false, 2)                                       \
    ROW(logf, float, logf(x), logl(x), -149, 127, true, 1)                                         \
    ROW(log, double, log(x), logl(x), -1070, 1023, true, 1)                                        \
    ROW(log_near_1, double, log(x), logl(x), -0.6, 0.6, true, 1)                                   \
    ROW(log2, double, log2(x), log2l(x), -1070, 1023, true, 2)                                     \
    ROW(log10, double, log10(x), log10l(x), -1070, 1023, true, 2)                                  \
    ROW(log1p, double, log1p(x), log1pl(x), -0.9, 5, false, 2)                                     \
    ROW(powf, float, powf(x, y), powl(x, y), -8, 8, true, 1)                                       \
    ROW(pow, double, pow(x, y), powl(x, y), -6, 6, true, 1)                                        \
    ROW(pow_signed, double, pow(x, rint(y)), powl(x, rintl(y)), -9, 9, false, 1)                   \
    ROW(cbrt, double, cbrt(x), cbrtl(x), -1000, 1000, true, 1)                                     \
    ROW(sinf, float, sinf(x), sinl(x), -100, 100, false, 1)                                        \
    ROW(sin, double, sin(x), sinl(x), -1000, 1000, false, 2)                                       \
    ROW(cos, double, cos(x), cosl(x), -1000, 1000, false, 2)                                       \
    ROW(sin_large, double, sin(x), sinl(x), 20, 60, true, 2)                                       \
    ROW(cosf_huge, float, cosf(x), cosl(x), 20, 60, true, 1)                                       \
    ROW(tan, double, tan(x), tanl(x), -50, 50, false, 2)                                           \
    ROW(atan, double, atan(x), atanl(x), -20, 20, true, 2)                                         \
    ROW(atan2, double, atan2(x, y), atan2l(x, y), -9, 9, false, 2)                                 \
    ROW(asin, double, asin(x), asinl(x), -1, 1, false, 2)                                          \
    ROW(acos, double, acos(x), acosl(x), -1, 1, false, 2)                                          \
    ROW(sinh, double, sinh(x), sinhl(x), -30, 30, false, 2)                                        \
    ROW(cosh, double, cosh(x), coshl(x), -30, 30, false, 1)                                        \
    ROW(tanh, double, tanh(x), tanhl(x), -3, 3, false, 2)                                          \
    ROW(asinh, double, asinh(x), asinhl(x), -9, 9, true, 3)                                        \
    ROW(acosh, double, acosh(x), acoshl(x), 0, 9, true, 3)                                         \
    ROW(atanh, double, atanh(x), atanhl(x), -1, 1, false, 3)                                       \
    ROW(hypot, double, hypot(x, y), hypotl(x, y), -1000, 1000, true, 2)                            \
    ROW(fmod, double, fmod(x, y), fmodl(x, y), -90, 90, true, 0)                                   \
    ROW(remainder, double, remainder(x, y), remainderl(x, y), -9, 9, false, 0)                     \
    ROW(erf, double, erf(x), erfl(x), -6, 6, false, 2)                                             \
    ROW(erfc, double, erfc(x), erfcl(x), -2, 26, false, 5)                                         \
    ROW(erfc_near_1, double, erfc(x), erfcl(x), 0.9, 1.1, false, 2)                                \
    ROW(erff, float, erf(x), erfl(x), -4, 4, false, 2)                                             \
    ROW(erfcf, float, erfc(x), erfcl(x), -3, 10, false, 4)                                         \
    ROW(erfcx, double, erfcx(x), x > 100 ? 0 : expl(x * x) * erfcl(x), -8, 20, false, 4)           \
    ROW(erfinv, double, erfinv(x), inverse(erfl, x, 1), -1, 1, false, 5)                           \
    ROW(erfinvf, float, erfinv(x), inverse(erfl, x, 1), -1, 1, false, 2)                           \
    ROW(erfcinv, double, erfcinv(x), inverse(erfcl, x, -1), -1000, 0.9, true, 6)                   \
    ROW(normcdf, double, normcdf(x), erfcl(-x / sqrtl(2)) / 2, -37, 6, false, 5)                   \
    ROW(normcdff, float, normcdf(x), erfcl(-x / sqrtl(2)) / 2, -12, 6, false, 5)                   \
    ROW(normcdfinv, double, normcdfinv(x), -sqrtl(2) * inverse(erfcl, 2 * x, -1), -900, -0.1,      \
        true, 8)                                                                                   \
    ROW(tgamma, double, tgamma(x), tgammal(x), -20, 171, false, 10)                                \
    ROW(tgamma_small, double, tgamma(x), tgammal(x), -15, 3, false, 10)                            \
    ROW(tgammaf, float, tgamma(x), tgammal(x), -20, 35, false, 5)                                  \
    ROW(lgamma, double, lgamma(x), lgammal(x), -2, 60, false, 4)                                   \
    ROW(lgamma_wide, double, lgamma(x), lgammal(x), -300, 900, true, 4)                            \
    ROW(lgammaf, float, lgamma(x), lgammal(x), -2, 60, false, 6)                                   \
    ROW(j0, double, j0(x), j0l(x), -8, 8, false, 7)                                                \
    ROW(j1f, float, j1(x), j1l(x), -8, 8, false, 9)                                                \
    ROW(j1, double, j1(x), j1l(x), -8, 8, false, 7)                                                \
    ROW(jn, double, jn(3, x), jnl(3, x), -6, 6, false, 16)                                         \
    ROW(y0, double, y0(x), y0l(x), 0, 8, false, 7)                                                 \
    ROW(y1, double, y1(x), y1l(x), 0, 8, false, 7)                                                 \
    ROW(i0, double, cyl_bessel_i0(x), modified(x, 0), -60, 60, false, 6)                           \
    ROW(i1, double, cyl_bessel_i1(x), modified(x, 1), -60, 60, false, 6)                           \
    ROW(norm3d, double, norm3d(x, y, 1.5), sqrtl(x *x + y * y + 2.25L), -99, 99, false, 2)         \
    ROW(rnorm3df, float, rnorm3df(x, y, 1.5), 1 / sqrtl(x * x + y * y + 2.25L), -99, 99, false, 2) \
    ROW(norm4d, double, norm4d(x, y, 1.5, 2), sqrtl(x *x + y * y + 6.25L), -99, 99, false, 2)      \
    ROW(fmod_tiny, double, fmod(x, y * 0x1p-1070), fmodl(x, (double)y * 0x1p-1070), 1, 9, false,   \
        0)                                                                                         \
    ROW(remquo, double, multiple_of(x, y), host_multiple(x, y), 1, 99, false, 0)                   \
    ROW(float_round, float, round(x), roundl(x), -99, 99, false, 0)                                \
    ROW(float_max, float, fmax(x, y), fmaxl(x, y), -99, 99, false, 0)                              \
    ROW(float_min, float, fmin(x, y), fminl(x, y), -99, 99, false, 0)                              \
    ROW(float_log2, float, log2(x), log2l(x), -140, 120, true, 1)                                  \
    ROW(float_trunc, float, trunc(x), truncl(x), -99, 99, false, 0)                                \
    ROW(float_hypot, float, hypot(x, y), hypotl(x, y), -60, 120, true, 3)                          \
    ROW(float_fma, float, fma(x, y, x), fmal(x, y, x), -99, 99, false, 0)                          \
    ROW(float_cbrt, float, cbrt(x), cbrtl(x), -140, 120, true, 1)                                  \
    ROW(float_exp2, float, std::exp2(x), exp2l(x), -140, 120, false, 2)                            \
    ROW(float_rint, float, std::rint(x) + nearbyint(x), 2 * rintl(x), -99, 99, false, 0)           \
    ROW(float_others, float, fdim(expm1(x), asinh(y)), fdiml((float)expm1l(x), (float)asinhl(y)),  \
        1, 9, false, 1)                                                                            \
    ROW(float_more, float, remainder(x, y) + copysign(x, y) - (float)lround(x) + scalbn(x, 1),     \
        remainderl(x, y) + copysignl(x, y) - roundl(x) + 2 * x, 1, 9, false, 2)                    \
    ROW(sqrtf, float, sqrtf(x), sqrtl(x), -140, 120, true, 0)                                      \
    ROW(sqrt, double, sqrt(x), sqrt((double)x), -1000, 1000, true, 0)                              \
    ROW(divide, double, x / y, (double)x / (double)y, -9, 9, true, 0)                              \
    ROW(dividef, float, x / y, x / y, -9, 9, true, 0)                                              \
    ROW(rsqrtf, float, rsqrtf(x), 1 / sqrtl(x), -100, 100, true, 2)                                \
    ROW(round, double, round(x), roundl(x), -99, 99, false, 0)                                     \
    ROW(rintf, float, rintf(x), rintl(x), -99, 99, false, 0)                                       \
    ROW(floor, double, floor(x), floorl(x), -99, 99, false, 0)                                     \
    ROW(ceilf, float, ceilf(x), ceill(x), -99, 99, false, 0)                                       \
    ROW(trunc, double, trunc(x), truncl(x), -99, 99, false, 0)                                     \
    ROW(fdim, double, fdim(x, y), fdiml(x, y), -99, 99, false, 0)                                  \
    ROW(copysign, double, copysign(x, y), copysignl(x, y), -99, 99, false, 0)                      \
    ROW(ldexp, double, ldexp(x, -1060), ldexpl(x, -1060), -99, 99, true, 0)                        \
    ROW(logb, double, logb(x), logbl(x), -1060, 1000, true, 0)                                     \
    ROW(sinpi, double, sinpi(x), remainderl(x, 1) == 0 ? 0 : sinl(x * M_PIl), 0, 0.5, false, 2)    \
    ROW(fast_exp, float, __expf(x), expl(x), -5, 5, false, 8)

// x with f(x) = y, by Newton's steps; slope is the sign of f's.
static wide inverse(wide (*f)(wide), wide y, int slope) {
    if (f == erfcl && y < 1e-3L && y > 0) {
        wide x = sqrtl(-logl(y));
        for (int i = 0; i < 60; i++)
            x += (logl(erfcl(x)) - logl(y)) * erfcl(x) * expl(x * x) * sqrtl(M_PIl) / 2;
        return x;
    }
    wide ends = slope > 0 ? 1 : 2, x = 0;
    if (fabsl(y) >= ends || (slope < 0 && y <= 0))
        return fabsl(y) > ends || y != y || (slope < 0 && y < 0) ? NAN
               : slope > 0                                       ? copysignl(INFINITY, y)
               : y == 0                                          ? INFINITY
                                                                 : -INFINITY;
    for (int i = 0; i < 200; i++) {
        wide step = slope * (f(x) - y) * sqrtl(M_PIl) / 2 * expl(x * x);
        x -= step > 0.5L ? 0.5L : step < -0.5L ? -0.5L : step;
    }
    return y == 0 && slope > 0 ? y : x;
}
static wide modified(wide x, int order) {
    wide term = order ? x / 2 : 1, sum = term;
    for (int k = 1; k < 300; k++)
        sum += term *= x * x / 4 / (k * (k + order));
    return std::isinf(x) ? (order ? x : INFINITY) : sum;
}
static wide host_multiple(wide x, wide y) {
    int multiple = 0;
    return remquol(x, y, &multiple), y == 0 || x - x != 0 ? 0 : multiple & 7;
}
__device__ double multiple_of(double x, double y) {
    int multiple;
    remquo(x, y, &multiple);
    return multiple & 7;
}

#define KERNEL_ROW(NAME, T, DEVICE, HOST, LOW, HIGH, SPREAD, MOST)                                 \
    __global__ void NAME##_kernel(const T *xs, const T *ys, T *results, int n) {                   \
        int i = blockIdx.x * blockDim.x + threadIdx.x;                                             \
        if (i >= n)                                                                                \
            return;                                                                                \
        T x = xs[i], y = ys[i];                                                                    \
        (void)y;                                                                                   \
        results[i] = DEVICE;                                                                       \
    }                                                                                              \
    static wide NAME##_reference(wide x, wide y) {                                                 \
        (void)y;                                                                                   \
        return HOST;                                                                               \
    }
FUNCTIONS(KERNEL_ROW)

int main() {
#define COMPARE_ROW(NAME, T, DEVICE, HOST, LOW, HIGH, SPREAD, MOST)                                \
    compare<T>(#NAME, NAME##_kernel, NAME##_reference, LOW, HIGH, SPREAD, MOST);
    FUNCTIONS(COMPARE_ROW)
    printf("1..%d\n", count);
    return failed != 0;
}
