/* Sections, nested parallel regions, a function that calls itself with an array on its stack. */
#include <omp.h>
#include <stdio.h>

static int depth(int n) {
    int path[4] = {n, n, n, n};
    return n == 0 ? 0 : 1 + depth(path[n % 4] - 1);
}

int main(void) {
    int left = 0, right = 0, inner = 0;
    omp_set_max_active_levels(2);
#pragma omp parallel sections num_threads(2)
    {
#pragma omp section
        left = depth(20);
#pragma omp section
        right = depth(30);
    }
#pragma omp parallel num_threads(2)
#pragma omp parallel num_threads(2)
#pragma omp atomic
    inner++;
    printf("%d %d %d\n", left, right, inner);
    return left == 20 && right == 30 && inner == 4 ? 0 : 1;
}
