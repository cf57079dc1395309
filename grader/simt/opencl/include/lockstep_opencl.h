/*
 * lockstep_opencl.h - read before every OpenCL C source.
 *
 * printf's arguments are packed one by one, since clang 14 has no variable arguments for PTX; what
 * the device lacks gets a name that says so.
 */
#ifndef LOCKSTEP_OPENCL_H
#define LOCKSTEP_OPENCL_H

/* Private memory is any memory to the target, so that one function serves both. */
#if __OPENCL_C_VERSION__ >= 200
#define LOCKSTEP_ANY __generic
#else
#define LOCKSTEP_ANY __private
#endif

/* Arguments of one printf: vectors as their elements, float as double, small integers as int. */
struct lockstep_print {
    unsigned int used; /* bytes */
    unsigned long words[64];
};

#define LOCKSTEP_PUT(TYPE)                                                                         \
    void __attribute__((overloadable)) lockstep_put(struct lockstep_print *print, TYPE value);
#define LOCKSTEP_PUT_VECTORS(TYPE)                                                                 \
    LOCKSTEP_PUT(TYPE)                                                                             \
    LOCKSTEP_PUT(TYPE##2)                                                                          \
    LOCKSTEP_PUT(TYPE##3)                                                                          \
    LOCKSTEP_PUT(TYPE##4)                                                                          \
    LOCKSTEP_PUT(TYPE##8)                                                                          \
    LOCKSTEP_PUT(TYPE##16)
LOCKSTEP_PUT_VECTORS(char)
LOCKSTEP_PUT_VECTORS(uchar)
LOCKSTEP_PUT_VECTORS(short)
LOCKSTEP_PUT_VECTORS(ushort)
LOCKSTEP_PUT_VECTORS(int)
LOCKSTEP_PUT_VECTORS(uint)
LOCKSTEP_PUT_VECTORS(long)
LOCKSTEP_PUT_VECTORS(ulong)
LOCKSTEP_PUT_VECTORS(float)
LOCKSTEP_PUT_VECTORS(double)
LOCKSTEP_PUT(const __constant void *)
LOCKSTEP_PUT(const __global void *)
LOCKSTEP_PUT(const __local void *)
LOCKSTEP_PUT(const LOCKSTEP_ANY void *)
#undef LOCKSTEP_PUT_VECTORS
#undef LOCKSTEP_PUT

int lockstep_print(const __constant char *format, struct lockstep_print *print);

/* clang checks the format as ever, without running it. */
#define LOCKSTEP_PRINT(FORMAT, PUTS, ...)                                                          \
    ({                                                                                             \
        struct lockstep_print lockstep_printing;                                                   \
        lockstep_printing.used = 0;                                                                \
        (void)sizeof(printf(FORMAT, ##__VA_ARGS__));                                               \
        PUTS;                                                                                      \
        lockstep_print(FORMAT, &lockstep_printing);                                                \
    })
#define LOCKSTEP_PUT(A) lockstep_put(&lockstep_printing, A)
#define LOCKSTEP_PUT_0()
#define LOCKSTEP_PUT_1(A)         LOCKSTEP_PUT(A)
#define LOCKSTEP_PUT_2(A, ...)    LOCKSTEP_PUT(A), LOCKSTEP_PUT_1(__VA_ARGS__)
#define LOCKSTEP_PUT_3(A, ...)    LOCKSTEP_PUT(A), LOCKSTEP_PUT_2(__VA_ARGS__)
#define LOCKSTEP_PUT_4(A, ...)    LOCKSTEP_PUT(A), LOCKSTEP_PUT_3(__VA_ARGS__)
#define LOCKSTEP_PUT_5(A, ...)    LOCKSTEP_PUT(A), LOCKSTEP_PUT_4(__VA_ARGS__)
#define LOCKSTEP_PUT_6(A, ...)    LOCKSTEP_PUT(A), LOCKSTEP_PUT_5(__VA_ARGS__)
#define LOCKSTEP_PUT_7(A, ...)    LOCKSTEP_PUT(A), LOCKSTEP_PUT_6(__VA_ARGS__)
#define LOCKSTEP_PUT_8(A, ...)    LOCKSTEP_PUT(A), LOCKSTEP_PUT_7(__VA_ARGS__)
#define LOCKSTEP_PUT_9(A, ...)    LOCKSTEP_PUT(A), LOCKSTEP_PUT_8(__VA_ARGS__)
#define LOCKSTEP_PUT_10(A, ...)   LOCKSTEP_PUT(A), LOCKSTEP_PUT_9(__VA_ARGS__)
#define LOCKSTEP_PUT_11(A, ...)   LOCKSTEP_PUT(A), LOCKSTEP_PUT_10(__VA_ARGS__)
#define LOCKSTEP_PUT_12(A, ...)   LOCKSTEP_PUT(A), LOCKSTEP_PUT_11(__VA_ARGS__)
#define LOCKSTEP_PUT_13(A, ...)   LOCKSTEP_PUT(A), LOCKSTEP_PUT_12(__VA_ARGS__)
#define LOCKSTEP_PUT_14(A, ...)   LOCKSTEP_PUT(A), LOCKSTEP_PUT_13(__VA_ARGS__)
#define LOCKSTEP_PUT_15(A, ...)   LOCKSTEP_PUT(A), LOCKSTEP_PUT_14(__VA_ARGS__)
#define LOCKSTEP_PUT_16(A, ...)   LOCKSTEP_PUT(A), LOCKSTEP_PUT_15(__VA_ARGS__)
#define LOCKSTEP_PUT_17(A, ...)   LOCKSTEP_PUT(A), LOCKSTEP_PUT_16(__VA_ARGS__)
#define LOCKSTEP_PUT_18(A, ...)   LOCKSTEP_PUT(A), LOCKSTEP_PUT_17(__VA_ARGS__)
#define LOCKSTEP_PUT_19(A, ...)   LOCKSTEP_PUT(A), LOCKSTEP_PUT_18(__VA_ARGS__)
#define LOCKSTEP_PUT_20(A, ...)   LOCKSTEP_PUT(A), LOCKSTEP_PUT_19(__VA_ARGS__)
#define LOCKSTEP_PUT_21(A, ...)   LOCKSTEP_PUT(A), LOCKSTEP_PUT_20(__VA_ARGS__)
#define LOCKSTEP_PUT_22(A, ...)   LOCKSTEP_PUT(A), LOCKSTEP_PUT_21(__VA_ARGS__)
#define LOCKSTEP_PUT_23(A, ...)   LOCKSTEP_PUT(A), LOCKSTEP_PUT_22(__VA_ARGS__)
#define LOCKSTEP_PUT_24(A, ...)   LOCKSTEP_PUT(A), LOCKSTEP_PUT_23(__VA_ARGS__)
#define LOCKSTEP_PRINT_0(F)       LOCKSTEP_PRINT(F, (void)0)
#define LOCKSTEP_PRINT_1(F, ...)  LOCKSTEP_PRINT(F, (LOCKSTEP_PUT_1(__VA_ARGS__)), __VA_ARGS__)
#define LOCKSTEP_PRINT_2(F, ...)  LOCKSTEP_PRINT(F, (LOCKSTEP_PUT_2(__VA_ARGS__)), __VA_ARGS__)
#define LOCKSTEP_PRINT_3(F, ...)  LOCKSTEP_PRINT(F, (LOCKSTEP_PUT_3(__VA_ARGS__)), __VA_ARGS__)
#define LOCKSTEP_PRINT_4(F, ...)  LOCKSTEP_PRINT(F, (LOCKSTEP_PUT_4(__VA_ARGS__)), __VA_ARGS__)
#define LOCKSTEP_PRINT_5(F, ...)  LOCKSTEP_PRINT(F, (LOCKSTEP_PUT_5(__VA_ARGS__)), __VA_ARGS__)
#define LOCKSTEP_PRINT_6(F, ...)  LOCKSTEP_PRINT(F, (LOCKSTEP_PUT_6(__VA_ARGS__)), __VA_ARGS__)
#define LOCKSTEP_PRINT_7(F, ...)  LOCKSTEP_PRINT(F, (LOCKSTEP_PUT_7(__VA_ARGS__)), __VA_ARGS__)
#define LOCKSTEP_PRINT_8(F, ...)  LOCKSTEP_PRINT(F, (LOCKSTEP_PUT_8(__VA_ARGS__)), __VA_ARGS__)
#define LOCKSTEP_PRINT_9(F, ...)  LOCKSTEP_PRINT(F, (LOCKSTEP_PUT_9(__VA_ARGS__)), __VA_ARGS__)
#define LOCKSTEP_PRINT_10(F, ...) LOCKSTEP_PRINT(F, (LOCKSTEP_PUT_10(__VA_ARGS__)), __VA_ARGS__)
#define LOCKSTEP_PRINT_11(F, ...) LOCKSTEP_PRINT(F, (LOCKSTEP_PUT_11(__VA_ARGS__)), __VA_ARGS__)
#define LOCKSTEP_PRINT_12(F, ...) LOCKSTEP_PRINT(F, (LOCKSTEP_PUT_12(__VA_ARGS__)), __VA_ARGS__)
#define LOCKSTEP_PRINT_13(F, ...) LOCKSTEP_PRINT(F, (LOCKSTEP_PUT_13(__VA_ARGS__)), __VA_ARGS__)
#define LOCKSTEP_PRINT_14(F, ...) LOCKSTEP_PRINT(F, (LOCKSTEP_PUT_14(__VA_ARGS__)), __VA_ARGS__)
#define LOCKSTEP_PRINT_15(F, ...) LOCKSTEP_PRINT(F, (LOCKSTEP_PUT_15(__VA_ARGS__)), __VA_ARGS__)
#define LOCKSTEP_PRINT_16(F, ...) LOCKSTEP_PRINT(F, (LOCKSTEP_PUT_16(__VA_ARGS__)), __VA_ARGS__)
#define LOCKSTEP_PRINT_17(F, ...) LOCKSTEP_PRINT(F, (LOCKSTEP_PUT_17(__VA_ARGS__)), __VA_ARGS__)
#define LOCKSTEP_PRINT_18(F, ...) LOCKSTEP_PRINT(F, (LOCKSTEP_PUT_18(__VA_ARGS__)), __VA_ARGS__)
#define LOCKSTEP_PRINT_19(F, ...) LOCKSTEP_PRINT(F, (LOCKSTEP_PUT_19(__VA_ARGS__)), __VA_ARGS__)
#define LOCKSTEP_PRINT_20(F, ...) LOCKSTEP_PRINT(F, (LOCKSTEP_PUT_20(__VA_ARGS__)), __VA_ARGS__)
#define LOCKSTEP_PRINT_21(F, ...) LOCKSTEP_PRINT(F, (LOCKSTEP_PUT_21(__VA_ARGS__)), __VA_ARGS__)
#define LOCKSTEP_PRINT_22(F, ...) LOCKSTEP_PRINT(F, (LOCKSTEP_PUT_22(__VA_ARGS__)), __VA_ARGS__)
#define LOCKSTEP_PRINT_23(F, ...) LOCKSTEP_PRINT(F, (LOCKSTEP_PUT_23(__VA_ARGS__)), __VA_ARGS__)
#define LOCKSTEP_PRINT_24(F, ...) LOCKSTEP_PRINT(F, (LOCKSTEP_PUT_24(__VA_ARGS__)), __VA_ARGS__)
#define LOCKSTEP_CHOOSE(F, A1, A2, A3, A4, A5, A6, A7, A8, A9, A10, A11, A12, A13, A14, A15, A16,  \
                        A17, A18, A19, A20, A21, A22, A23, A24, NAME, ...)                         \
    NAME
#define printf(...)                                                                                \
    LOCKSTEP_CHOOSE(__VA_ARGS__, LOCKSTEP_PRINT_24, LOCKSTEP_PRINT_23, LOCKSTEP_PRINT_22,          \
                    LOCKSTEP_PRINT_21, LOCKSTEP_PRINT_20, LOCKSTEP_PRINT_19, LOCKSTEP_PRINT_18,    \
                    LOCKSTEP_PRINT_17, LOCKSTEP_PRINT_16, LOCKSTEP_PRINT_15, LOCKSTEP_PRINT_14,    \
                    LOCKSTEP_PRINT_13, LOCKSTEP_PRINT_12, LOCKSTEP_PRINT_11, LOCKSTEP_PRINT_10,    \
                    LOCKSTEP_PRINT_9, LOCKSTEP_PRINT_8, LOCKSTEP_PRINT_7, LOCKSTEP_PRINT_6,        \
                    LOCKSTEP_PRINT_5, LOCKSTEP_PRINT_4, LOCKSTEP_PRINT_3, LOCKSTEP_PRINT_2,        \
                    LOCKSTEP_PRINT_1, LOCKSTEP_PRINT_0, )                                          \
    (__VA_ARGS__)

/* What clang takes and the device has not: clang's error names the source's line. */
#if __OPENCL_C_VERSION__ == 200
#undef __opencl_c_pipes
#define pipe _Pragma("GCC error \"Lockstep has no pipes: pass the data in a buffer\"")
#endif
#if __OPENCL_C_VERSION__ >= 200
#define LOCKSTEP_NO_QUEUES                                                                         \
    _Pragma("GCC error \"Lockstep has no queues on the device: launch from the host\"")
#define enqueue_kernel    LOCKSTEP_NO_QUEUES enqueue_kernel
#define get_default_queue LOCKSTEP_NO_QUEUES get_default_queue
#endif
#define LOCKSTEP_NO_DEPTH                                                                          \
    _Pragma("GCC error \"Lockstep has no images of depths: take image2d_t and the order CL_R\"")
#define image2d_depth_t            LOCKSTEP_NO_DEPTH image2d_t
#define image2d_array_depth_t      LOCKSTEP_NO_DEPTH image2d_array_t
#define image2d_msaa_depth_t       LOCKSTEP_NO_DEPTH image2d_t
#define image2d_array_msaa_depth_t LOCKSTEP_NO_DEPTH image2d_array_t

/* Half floats as storage, which clang 14 declares only where half is a type to compute with. */
#define LOCKSTEP_LOADS(SPACE, SUFFIX)                                                              \
    float##SUFFIX __attribute__((overloadable, pure))                                              \
    vload_half##SUFFIX(size_t, const SPACE half *);
#define LOCKSTEP_ALIGNED_LOADS(SPACE, SUFFIX)                                                      \
    float##SUFFIX __attribute__((overloadable, pure))                                              \
    vloada_half##SUFFIX(size_t, const SPACE half *);
#define LOCKSTEP_STORE(NAME, VALUE, SPACE)                                                         \
    void __attribute__((overloadable)) NAME(VALUE, size_t, SPACE half *);                          \
    void __attribute__((overloadable)) NAME##_rte(VALUE, size_t, SPACE half *);                    \
    void __attribute__((overloadable)) NAME##_rtz(VALUE, size_t, SPACE half *);                    \
    void __attribute__((overloadable)) NAME##_rtp(VALUE, size_t, SPACE half *);                    \
    void __attribute__((overloadable)) NAME##_rtn(VALUE, size_t, SPACE half *);
#define LOCKSTEP_STORES(SPACE, SUFFIX)                                                             \
    LOCKSTEP_STORE(vstore_half##SUFFIX, float##SUFFIX, SPACE)                                      \
    LOCKSTEP_STORE(vstore_half##SUFFIX, double##SUFFIX, SPACE)
#define LOCKSTEP_ALIGNED_STORES(SPACE, SUFFIX)                                                     \
    LOCKSTEP_STORE(vstorea_half##SUFFIX, float##SUFFIX, SPACE)                                     \
    LOCKSTEP_STORE(vstorea_half##SUFFIX, double##SUFFIX, SPACE)
#define LOCKSTEP_VECTORS(WHAT, SPACE)                                                              \
    WHAT(SPACE, 2) WHAT(SPACE, 3) WHAT(SPACE, 4) WHAT(SPACE, 8) WHAT(SPACE, 16)
#define LOCKSTEP_WRITABLE(SPACE)                                                                   \
    LOCKSTEP_LOADS(SPACE, )                                                                        \
    LOCKSTEP_STORES(SPACE, )                                                                       \
    LOCKSTEP_VECTORS(LOCKSTEP_LOADS, SPACE)                                                        \
    LOCKSTEP_VECTORS(LOCKSTEP_ALIGNED_LOADS, SPACE)                                                \
    LOCKSTEP_VECTORS(LOCKSTEP_STORES, SPACE)                                                       \
    LOCKSTEP_VECTORS(LOCKSTEP_ALIGNED_STORES, SPACE)
LOCKSTEP_WRITABLE(__global)
LOCKSTEP_WRITABLE(__local)
LOCKSTEP_WRITABLE(LOCKSTEP_ANY)
LOCKSTEP_LOADS(__constant, )
LOCKSTEP_VECTORS(LOCKSTEP_LOADS, __constant)
LOCKSTEP_VECTORS(LOCKSTEP_ALIGNED_LOADS, __constant)
#undef LOCKSTEP_LOADS
#undef LOCKSTEP_ALIGNED_LOADS
#undef LOCKSTEP_STORE
#undef LOCKSTEP_STORES
#undef LOCKSTEP_ALIGNED_STORES
#undef LOCKSTEP_VECTORS
#undef LOCKSTEP_WRITABLE

#endif
