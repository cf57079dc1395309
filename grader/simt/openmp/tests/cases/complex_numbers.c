/* Complex numbers: by value, multiplied, their absolute value. */
#include <complex.h>
#include <stdio.h>

static double _Complex step(double _Complex z, double _Complex c) {
    return z * z + c;
}
static float _Complex scale(float _Complex z, float by) {
    return z * by;
}

int main(void) {
    int inside = 0;
    float _Complex corner = 0;
#pragma omp parallel for schedule(dynamic) reduction(+ : inside, corner)
    for (int y = 0; y < 20; y++) {
        for (int x = 0; x < 30; x++) {
            double _Complex c = -2 + x * 0.1 + (-1 + y * 0.1) * I, z = 0;
            int n = 0;
            while (n < 50 && cabs(z) < 2) {
                z = step(z, c);
                n++;
            }
            inside += n == 50;
            corner += scale(1, 0.5f);
        }
    }
    printf("%d %g\n", inside, crealf(corner));
    return crealf(corner) == 300 ? 0 : 1;
}
