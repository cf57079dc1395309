/* Twenty rows: of sixteen threads, four have two of them. "dynamic": the rows are dealt out. */
#include <omp.h>

enum { ROWS = 20, N = 100000 };
static volatile double sums[ROWS][8];

static void row(int number) {
    double sum = 0;
    for (int i = 0; i < N; i++) {
        sum += 1.0 / (i + 1);
    }
    sums[number][0] = sum;
}

int main(int argc, char **argv) {
    (void)argv;
    omp_set_schedule(argc > 1 ? omp_sched_dynamic : omp_sched_static, argc > 1);
#pragma omp parallel for schedule(runtime)
    for (int i = 0; i < ROWS; i++) {
        row(i);
    }
    return sums[7][0] < 1;
}
