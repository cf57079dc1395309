/* Tasks: each with an array of its own, with dependences, in a loop, in recursion. */
#include <stdio.h>

// expect: __kmpc_omp_task_alloc
// expect: __kmpc_omp_task_with_deps
// expect: __kmpc_taskloop
static int fib(int n) {
    int a, b;
    if (n < 2) {
        return n;
    }
#pragma omp task shared(a)
    a = fib(n - 1);
#pragma omp task shared(b)
    b = fib(n - 2);
#pragma omp taskwait
    return a + b; // 2 loads 0 stores
}

int main(void) {
    int table[8] = {1, 2, 3, 4, 5, 6, 7, 8}, sums[4], chain = 0, total = 0;
#pragma omp parallel
#pragma omp single
    {
        for (int t = 0; t < 4; t++) {
#pragma omp task firstprivate(table) shared(sums)
            {
                table[t] = 0;
                sums[t] = 0;
                for (int i = 0; i < 8; i++) {
                    sums[t] += table[i];
                }
            }
        }
#pragma omp task depend(out : chain)
        chain = 1;
#pragma omp task depend(inout : chain) priority(3)
        chain++;
#pragma omp taskwait
#pragma omp taskloop grainsize(2)
        for (int i = 0; i < 4; i++) {
#pragma omp atomic
            total += sums[i];
        }
        total += fib(10);
    }
    printf("%d %d\n", total, chain);
    return total == 4 * 36 - 10 + 55 && chain == 2 ? 0 : 1;
}
