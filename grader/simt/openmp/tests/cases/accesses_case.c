/* Every access of the source is one access, where the source has it. */
#include <stdio.h>

static int a[100], x, y;

static void both(int *p, int *q) {
    *p = 1;   // 0 loads 1 stores
    *p = 2;   // 0 loads 1 stores
    *q = *p;  // 1 loads 1 stores
    *p = *p;  // 1 loads 1 stores
    *p += *q; // 2 loads 1 stores
    (*p)++;   // 1 loads 1 stores
}

static void maybe(int *p, int condition) {
    *p = 0; // 0 loads 1 stores
    if (condition) {
        *p = 1; // 0 loads 1 stores
    }
    a[0] = 4; // 0 loads 1 stores
    a[1] = 5; // 0 loads 1 stores
    a[2] = 6; // 0 loads 1 stores
    a[3] = 7; // 0 loads 1 stores
}

int main(int argc, char **argv) {
    (void)argv;
    int shared = argc;
#pragma omp parallel
    {
        for (int i = 0; i < 100; i++) {
            a[i] = i; // 0 loads 1 stores
        }
        shared = a[99] + shared; // 2 loads 1 stores
    }
    both(&x, &y);
    maybe(&x, argc > 1);
    for (int i = 0; i < 100; i++) {
        a[i] = 0; // 0 loads 1 stores
    }
    printf("%d\n", shared);
    return 0;
}
