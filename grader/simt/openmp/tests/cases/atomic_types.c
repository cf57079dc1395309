/* omp atomic on each type and in each form. */
#include <complex.h>
#include <stdio.h>

// expect: lockstep_atomic_add_1
// expect: lockstep_atomic_add_2
// expect: atom\.cas\.b32
// expect: atom\.cas\.b64
// expect: lockstep_atomic_load_8
int main(void) {
    char c = 0;
    short s = 0;
    int i = 0, old = 0, seen;
    long long l = 0;
    float f = 0, product = 1;
    double d = 0, read;
    double _Complex z = 0;
#pragma omp parallel for
    for (int n = 0; n < 50; n++) {
#pragma omp atomic
        c++;
#pragma omp atomic
        s += 2;
#pragma omp atomic seq_cst
        i |= n;
#pragma omp atomic
        l -= n;
#pragma omp atomic
        f += 0.5f;
#pragma omp atomic
        product *= 1.0f;
#pragma omp atomic update
        d *= 1.0;
#pragma omp atomic capture acq_rel
        old = i++;
#pragma omp atomic read acquire
        seen = i;
#pragma omp atomic write release
        read = seen + old;
#pragma omp atomic
        z += 1.0 + 2.0 * I;
    }
#pragma omp atomic read
    read = d;
    printf("%d %d %lld %g %g %g\n", c, s, l, f, read, creal(z));
    return c == 50 && s == 100 && f == 25 && product == 1 && creal(z) == 50 ? 0 : 1;
}
