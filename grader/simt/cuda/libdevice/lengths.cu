/* Lengths of vectors: scaled so that nothing overflows on the way, summed as pairs. */
#include "pairs.h"

struct length {
    double up, down; /* powers of two, one the other's inverse */
    pair squares;
    bool infinite;
};

HELPER length length_of(const double *parts, int count) {
    double largest = 0.0;
    length whole = {1.0, 1.0, {0.0, 0.0}, false};
    for (int i = 0; i < count; i++) {
        double size = __nvvm_fabs_d(parts[i]);
        largest = size > largest ? size : largest;
        whole.infinite |= size == double_of(0x7ff0000000000000ull);
    }
    if (largest > 0x1p500)
        whole.up = 0x1p-600, whole.down = 0x1p600;
    else if (largest < 0x1p-400)
        whole.up = 0x1p600, whole.down = 0x1p-600;
    for (int i = 0; i < count; i++)
        whole.squares = whole.squares + exact_product(parts[i] * whole.up, parts[i] * whole.up);
    return whole;
}
HELPER double root(length whole) {
    return whole.infinite ? double_of(0x7ff0000000000000ull) : __nvvm_sqrt_rn_d(single(whole.squares)) * whole.down;
}
HELPER double inverse_root(length whole) {
    return whole.infinite ? 0.0 : 1.0 / __nvvm_sqrt_rn_d(single(whole.squares)) * whole.up;
}

DEVICE_CALL double __nv_norm(int count, const double *parts) { return root(length_of(parts, count)); }
DEVICE_CALL double __nv_rnorm(int count, const double *parts) { return inverse_root(length_of(parts, count)); }
#define LENGTHS(NAME, INVERSE, COUNT, PARAMETERS, ...)                                                                 \
    DEVICE_CALL double NAME PARAMETERS {                                                                               \
        double parts[COUNT] = {__VA_ARGS__};                                                                           \
        return root(length_of(parts, COUNT));                                                                          \
    }                                                                                                                  \
    DEVICE_CALL double INVERSE PARAMETERS {                                                                            \
        double parts[COUNT] = {__VA_ARGS__};                                                                           \
        return inverse_root(length_of(parts, COUNT));                                                                  \
    }
LENGTHS(__nv_hypot, __nv_rhypot, 2, (double a, double b), a, b)
LENGTHS(__nv_norm3d, __nv_rnorm3d, 3, (double a, double b, double c), a, b, c)
LENGTHS(__nv_norm4d, __nv_rnorm4d, 4, (double a, double b, double c, double d), a, b, c, d)

/* Squares of floats neither overflow nor round in double. */
HELPER double square(float a) { return (double)a * (double)a; }
HELPER float float_root(double squares, bool infinite) {
    return infinite ? float_of(0x7f800000u) : (float)__nvvm_sqrt_rn_d(squares);
}
HELPER float float_inverse(double squares, bool infinite) {
    return infinite ? 0.0f : (float)(1.0 / __nvvm_sqrt_rn_d(squares));
}
HELPER bool endless(float a) { return (bits_of(a) & 0x7fffffffu) == 0x7f800000u; }

DEVICE float __nv_hypotf(float a, float b) { return float_root(square(a) + square(b), endless(a) || endless(b)); }
DEVICE float __nv_rhypotf(float a, float b) { return float_inverse(square(a) + square(b), endless(a) || endless(b)); }
#define FLOAT_LENGTHS(NAME, HOW)                                                                                       \
    DEVICE float __nv_##NAME##3df(float a, float b, float c) {                                                         \
        return HOW(square(a) + square(b) + square(c), endless(a) || endless(b) || endless(c));                         \
    }                                                                                                                  \
    DEVICE float __nv_##NAME##4df(float a, float b, float c, float d) {                                                \
        return HOW(square(a) + square(b) + (square(c) + square(d)),                                                    \
                   endless(a) || endless(b) || endless(c) || endless(d));                                              \
    }                                                                                                                  \
    DEVICE_CALL float __nv_##NAME##f(int count, const float *parts) {                                                  \
        double sum = 0.0;                                                                                              \
        bool infinite = false;                                                                                         \
        for (int i = 0; i < count; i++) {                                                                              \
            sum += square(parts[i]);                                                                                   \
            infinite |= endless(parts[i]);                                                                             \
        }                                                                                                              \
        return HOW(sum, infinite);                                                                                     \
    }
FLOAT_LENGTHS(norm, float_root)
FLOAT_LENGTHS(rnorm, float_inverse)
