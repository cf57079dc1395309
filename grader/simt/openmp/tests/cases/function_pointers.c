/* Functions in tables and as arguments. */
#include <stdio.h>

// expect: \.callprototype
static double square(double x) {
    return x * x;
}
static double half(double x) {
    return x / 2;
}
static double (*const table[])(double) = {square, half};

static void apply(double *a, int n, double (*function)(double)) {
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        a[i] = function(a[i]); // 3 loads 1 stores
    }
}

int main(void) {
    double a[10] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    for (int f = 0; f < 2; f++) {
        apply(a, 10, table[f]);
    }
    printf("%g\n", a[9]);
    return a[9] == 40.5 ? 0 : 1;
}
