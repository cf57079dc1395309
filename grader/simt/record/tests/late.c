/* A long loop, and at its end an update that two threads make at once. */
#include <omp.h>

int main(void) {
    static int table[64], total;
#pragma omp parallel num_threads(2)
    {
        int mine = omp_get_thread_num() * 32;
        for (int step = 0; step < 20000; step++) {
            table[mine + step % 32] += step;
        }
        total += table[mine];
    }
    return total == 0;
}
