// What nvcc gives every program without being asked: functions on bytes of a word, macros that
// other headers look for, and the like. Prints TAP lines.
#include <cstdio>

#if !defined(__DRIVER_TYPES_H__) || !defined(__CUDA_RUNTIME_H__) || !defined(__CUDA_RUNTIME_API_H__)
#error "headers of other people ask for these macros"
#endif

static int count, failed;

static void ok(bool good, const char *name) {
    printf("%sok %d - %s\n", good ? "" : "not ", ++count, name);
    failed += !good;
}

// Each row: an expression that a kernel computes, and the word that it gives.
#define WORDS(ROW)                                                                                 \
    ROW(__vadd4(a, b), 0x8100fe00)                                                                 \
    ROW(__vsub2(a, b), 0x7ffeff02)                                                                 \
    ROW(__vaddss4(a, b), 0x81007f00)                                                               \
    ROW(__vaddus2(a, b), 0x8200ff00)                                                               \
    ROW(__vsubus4(a, b), 0x7ffe0000)                                                               \
    ROW(__vabsdiffu4(a, b), 0x7ffe00fe)                                                            \
    ROW(__vsads4(a, b), 0x00000085)                                                                \
    ROW(__vcmpgts4(a, b), 0x000000ff)                                                              \
    ROW(__vsetgeu2(a, b), 0x00010000)                                                              \
    ROW(__vabsss4(a), 0x7f017f01)                                                                  \
    ROW(__vneg4(a), 0x800181ff)                                                                    \
    ROW(__vavgs4(a, b), 0xc0007f00)                                                                \
    ROW(__vhaddu4(a, b), 0x40807f80)                                                               \
    ROW(__vmaxs4(a, b), 0x01017f01)                                                                \
    ROW(__vminu2(a, b), 0x01017f01)

#define COUNT_ROW(EXPRESSION, VALUE) +1
enum { WORD_COUNT = 0 WORDS(COUNT_ROW) };

__global__ void words(unsigned *results) {
    volatile unsigned first = 0x80ff7f01, second = 0x01017fff;
    const unsigned a = first, b = second;
#define STORE_ROW(EXPRESSION, VALUE) *results++ = (EXPRESSION);
    WORDS(STORE_ROW)
}

static void check_words() {
    unsigned *device, got[WORD_COUNT] = {0};
    cudaMalloc(&device, sizeof got);
    words<<<1, 1>>>(device);
    cudaMemcpy(got, device, sizeof got, cudaMemcpyDeviceToHost);
    cudaFree(device);
    const unsigned *next = got;
#define CHECK_ROW(EXPRESSION, VALUE)                                                               \
    ok(*next == (VALUE), #EXPRESSION " is " #VALUE);                                               \
    if (*next++ != (VALUE))                                                                        \
        printf("# it is %#x\n", next[-1]);
    WORDS(CHECK_ROW)
}

int main() {
    check_words();
    printf("1..%d\n", count);
    return failed != 0;
}
