/* Loads that go out of a loop, as nobody writes what they read, keep a line of the loop. */
#include <stdio.h>

static int a[100];

static void fill(int *table, int n, int value) {
#pragma omp parallel for schedule(dynamic, 7)
    for (int i = 0; i < n; i++) {
        table[i] = value + i; // 2 loads 1 stores
    }
}

int main(void) {
    fill(a, 100, 3);
    printf("%d\n", a[99]);
    return a[99] == 102 ? 0 : 1;
}
