/* Fibonacci by tasks: without a word a task for each call, with one only for large numbers, and
 * `if` says so of all others. */
#include <stdlib.h>

static int least = 0;

static long fibonacci(int n) {
    if (n < 2) {
        return n;
    }
    long one, two;
#pragma omp task shared(one) if (n >= least)
    one = fibonacci(n - 1);
    two = fibonacci(n - 2);
#pragma omp taskwait
    return one + two;
}

int main(int argc, char **argv) {
    long found = 0;
    least = argc > 1 ? atoi(argv[1]) : 0;
#pragma omp parallel
#pragma omp single
    found = fibonacci(20);
    return found != 6765;
}
