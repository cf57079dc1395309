/* printf: packs its arguments as CUDA's vprintf wants them (lockstep_opencl.h). */
#include "builtins.h"
#include "lockstep_opencl.h"

int vprintf(const __private char *format, const __private void *arguments);

static void put4(struct lockstep_print *print, uint value) {
    uint at = (print->used + 3) / 4;
    if (at < 128) {
        ((__private uint *)print->words)[at] = value;
        print->used = 4 * at + 4;
    }
}

static void put8(struct lockstep_print *print, ulong value) {
    uint at = (print->used + 7) / 8;
    if (at < 64) {
        print->words[at] = value;
        print->used = 8 * at + 8;
    }
}

#define PUT(TYPE, SIZE, BITS)                                                                                          \
    BUILTIN void lockstep_put(struct lockstep_print *print, TYPE value) { put##SIZE(print, BITS(value)); }
#define PUT_2(TYPE, HALF)                                                                                              \
    BUILTIN void lockstep_put(struct lockstep_print *print, TYPE value) {                                              \
        lockstep_put(print, value.lo);                                                                                 \
        lockstep_put(print, value.hi);                                                                                 \
    }
#define PUT_3(TYPE)                                                                                                    \
    BUILTIN void lockstep_put(struct lockstep_print *print, TYPE##3 value) {                                           \
        lockstep_put(print, value.xy);                                                                                 \
        lockstep_put(print, value.z);                                                                                  \
    }
#define PUT_ALL(TYPE, SIZE, BITS)                                                                                      \
    PUT(TYPE, SIZE, BITS)                                                                                              \
    PUT_2(TYPE##2, TYPE)                                                                                               \
    PUT_3(TYPE)                                                                                                        \
    PUT_2(TYPE##4, TYPE##2)                                                                                            \
    PUT_2(TYPE##8, TYPE##4)                                                                                            \
    PUT_2(TYPE##16, TYPE##8)

PUT_ALL(char, 4, (uint)(int))
PUT_ALL(uchar, 4, (uint))
PUT_ALL(short, 4, (uint)(int))
PUT_ALL(ushort, 4, (uint))
PUT_ALL(int, 4, (uint))
PUT_ALL(uint, 4, )
PUT_ALL(long, 8, (ulong))
PUT_ALL(ulong, 8, )
PUT_ALL(double, 8, as_ulong)
#define WIDENED(VALUE) as_ulong((double)(VALUE))
PUT_ALL(float, 8, WIDENED)

/* Pointers as generic addresses, which vprintf reads strings from. */
#define GENERIC(SPACE, POINTER)                                                                                        \
    ({                                                                                                                 \
        ulong anywhere;                                                                                                \
        __asm__("cvta." #SPACE ".u64 %0, %1;" : "=l"(anywhere) : "l"((ulong)(POINTER)));                               \
        anywhere;                                                                                                      \
    })
#define CONSTANT(POINTER) GENERIC(const, POINTER)
#define GLOBAL(POINTER)   GENERIC(global, POINTER)
#define SHARED(POINTER)   GENERIC(shared, POINTER)
PUT(const __constant void *, 8, CONSTANT)
PUT(const __global void *, 8, GLOBAL)
PUT(const __local void *, 8, SHARED)
PUT(const __private void *, 8, (ulong))

__attribute__((always_inline)) int lockstep_print(const __constant char *format, struct lockstep_print *print) {
    return vprintf((const __private char *)CONSTANT(format), print->words);
}
