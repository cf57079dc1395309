// prints: 0.6 3 2 -0.75 1.07374e+09 inf 4.94066e-324 0
// prints: -0.5 -2 0 inf
// prints: 3 -3 3 -3 2 -2 2 -2
// prints: 0x1p-54 0x1p-26 1 1
#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>

int main(void) {
    volatile double half = 2.5, third = 4.8, tiny = 0x1.8000000000001p-1022, tenth = 0.1;
    volatile float single = 2.5f, tenth_single = 0.1f;
    int exponent;
    double part = frexp(third, &exponent), whole, sine, cosine;
    printf("%g %d %d %g %g %g %g %g\n", part, exponent, ilogb(third), ldexp(-1.5, -1),
           scalbn(1, 30), ldexp(half, 2000), ldexp(tiny, -53), scalbn(tiny, -2000));
    part = modf(-half, &whole);
    printf("%g %g", part, whole);
    part = modf(INFINITY, &whole);
    printf(" %g %g\n", part, whole);
    printf("%ld %ld %lld %lld %ld %ld %lld %lld\n", lround(half), lround(-half), llroundf(single),
           llround(-half), lrint(half), lrint(-half), llrintf(single), llrint(-half));
    sincos(half, &sine, &cosine);
    printf("%a %a %d %d\n", fma(tenth, 10, -1), (double)fmaf(tenth_single, 10, -1),
           sine == sin(half), cosine == cos(half));
    return 0;
}
