/* min and max for the host, which nvcc's headers put beside the device's. */
#ifndef LOCKSTEP_HOST_MATH_H
#define LOCKSTEP_HOST_MATH_H

#define LOCKSTEP_HOST_MINMAX(A, B, T)                                                                                  \
    static inline __host__ T min(A a, B b) { return (T)a < (T)b ? (T)a : (T)b; }                                       \
    static inline __host__ T max(A a, B b) { return (T)a > (T)b ? (T)a : (T)b; }
#define LOCKSTEP_HOST_MIXED(A, B, T) LOCKSTEP_HOST_MINMAX(A, B, T) LOCKSTEP_HOST_MINMAX(B, A, T)
LOCKSTEP_HOST_MINMAX(int, int, int)
LOCKSTEP_HOST_MINMAX(unsigned int, unsigned int, unsigned int)
LOCKSTEP_HOST_MINMAX(long, long, long)
LOCKSTEP_HOST_MINMAX(unsigned long, unsigned long, unsigned long)
LOCKSTEP_HOST_MINMAX(long long, long long, long long)
LOCKSTEP_HOST_MINMAX(unsigned long long, unsigned long long, unsigned long long)
LOCKSTEP_HOST_MINMAX(float, float, float)
LOCKSTEP_HOST_MINMAX(double, double, double)
LOCKSTEP_HOST_MIXED(int, unsigned int, unsigned int)
LOCKSTEP_HOST_MIXED(long, unsigned long, unsigned long)
LOCKSTEP_HOST_MIXED(long long, unsigned long long, unsigned long long)
LOCKSTEP_HOST_MIXED(float, double, double)
#undef LOCKSTEP_HOST_MIXED
#undef LOCKSTEP_HOST_MINMAX

#endif
