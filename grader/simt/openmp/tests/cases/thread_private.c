/* Variables of each thread: OpenMP's and C's, one used within a constant expression. */
#include <omp.h>
#include <stdio.h>

// expect: __kmpc_threadprivate_cached
static int counter;
#pragma omp threadprivate(counter)
static _Thread_local int table[4];

int main(void) {
    int total = 0;
#pragma omp parallel num_threads(3) reduction(+ : total) copyin(counter)
    {
        counter += omp_get_thread_num();
        table[2] = counter;
        int *second = &table[2];
        total += *second + table[1];
    }
    printf("%d\n", total);
    return total == 3 ? 0 : 1;
}
