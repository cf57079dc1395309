/* min and max for every pair of types, as the CUDA Toolkit's math headers add them. */
#ifndef LOCKSTEP_MATH_H
#define LOCKSTEP_MATH_H

#define LOCKSTEP_MINMAX(T)                                                                         \
    LOCKSTEP_DEVICE T min(T a, T b) {                                                              \
        return a < b ? a : b;                                                                      \
    }                                                                                              \
    LOCKSTEP_DEVICE T max(T a, T b) {                                                              \
        return a > b ? a : b;                                                                      \
    }
LOCKSTEP_MINMAX(unsigned int)
LOCKSTEP_MINMAX(long)
LOCKSTEP_MINMAX(long long)
LOCKSTEP_MINMAX(unsigned long)
LOCKSTEP_MINMAX(unsigned long long)

#define LOCKSTEP_MIXED_MINMAX(A, B, T)                                                             \
    LOCKSTEP_DEVICE T min(A a, B b) {                                                              \
        return min((T)a, (T)b);                                                                    \
    }                                                                                              \
    LOCKSTEP_DEVICE T min(B a, A b) {                                                              \
        return min((T)a, (T)b);                                                                    \
    }                                                                                              \
    LOCKSTEP_DEVICE T max(A a, B b) {                                                              \
        return max((T)a, (T)b);                                                                    \
    }                                                                                              \
    LOCKSTEP_DEVICE T max(B a, A b) {                                                              \
        return max((T)a, (T)b);                                                                    \
    }
LOCKSTEP_MIXED_MINMAX(int, unsigned int, unsigned int)
LOCKSTEP_MIXED_MINMAX(long, unsigned long, unsigned long)
LOCKSTEP_MIXED_MINMAX(long long, unsigned long long, unsigned long long)

LOCKSTEP_DEVICE float min(float a, float b) {
    return fminf(a, b);
}
LOCKSTEP_DEVICE float max(float a, float b) {
    return fmaxf(a, b);
}
LOCKSTEP_DEVICE double min(double a, double b) {
    return fmin(a, b);
}
LOCKSTEP_DEVICE double max(double a, double b) {
    return fmax(a, b);
}
LOCKSTEP_DEVICE double min(float a, double b) {
    return fmin((double)a, b);
}
LOCKSTEP_DEVICE double min(double a, float b) {
    return fmin(a, (double)b);
}
LOCKSTEP_DEVICE double max(float a, double b) {
    return fmax((double)a, b);
}
LOCKSTEP_DEVICE double max(double a, float b) {
    return fmax(a, (double)b);
}

LOCKSTEP_DEVICE float rsqrt(float a) {
    return rsqrtf(a);
}
LOCKSTEP_DEVICE float rcbrt(float a) {
    return rcbrtf(a);
}
LOCKSTEP_DEVICE float sinpi(float a) {
    return sinpif(a);
}
LOCKSTEP_DEVICE float cospi(float a) {
    return cospif(a);
}

#undef LOCKSTEP_MINMAX
#undef LOCKSTEP_MIXED_MINMAX
#endif
