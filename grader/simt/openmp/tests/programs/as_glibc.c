// prints: 1804289383 846930886 71876166
// prints: 708592740 681191333
// prints: 0.041630 976015093 -709454646
// prints: 0x10 (nil) Bad file descriptor Unknown error 999
// prints: -3.0000 4.0000 0.8047 1.1071 2.0327 -3.0519 3.1658 1.9596
// prints: 1.5000 -2.0000 -0.9273 0.4812 1.0000 C 0
// prints: 1 1 1 1 1 1
// Numbers that programs print because a native run gives them, too.
#define _GNU_SOURCE
#include <complex.h>
#include <errno.h>
#include <fenv.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void pair(double complex z) {
    printf("%.4f %.4f ", creal(z), cimag(z));
}

int main(void) {
    const int one = rand(), two = rand();
    srand(42);
    printf("%d %d %d\n", one, two, rand());
    unsigned seed = 42;
    const long next = random();
    printf("%ld %d\n", next, rand_r(&seed));
    srand48(1);
    const double real = drand48();
    const long whole = lrand48();
    printf("%.6f %ld %ld\n", real, whole, mrand48());
    printf("%p %p %s %s\n", (void *)16, (void *)0, strerror(EBADF), strerror(999));
    const double complex z = 1 + 2 * I;
    pair(cpow(z, 2));
    pair(clog(z));
    pair(ccos(z));
    pair(csin(z));
    puts("");
    const float complex f = conjf(1.5F + 2.0F * I);
    printf("%.4f %.4f %.4f ", (double)crealf(f), (double)cimagf(f), (double)cargf(f));
    printf("%.4f %.4f %s %d\n", creal(casinh(0.5)), creal(ctanh(400)), setlocale(LC_ALL, NULL),
           fegetround());
    const double huge = 1e300 * 1e300 * (double)(one > 0);
    printf("%d %d %d %d %d %d\n", isinf(huge) != 0, isnan(huge - huge) != 0, isfinite(real) != 0,
           isnormal(real) != 0, fpclassify(-0.0) == FP_ZERO, fpclassify(1e-40F) == FP_SUBNORMAL);
}
