// prints: raised 1, stopped 1
// Counting for long is no endless loop where somebody waits for what is counted.
#include <omp.h>
#include <stdio.h>

int main(void) {
    int raised = 0, stopped = 0;
    long spins = 0;
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 0) {
            for (int now = 0; !now;) {
                spins++;
#pragma omp atomic write
                raised = spins > 260000;
#pragma omp atomic read
                now = stopped;
            }
        } else {
            for (int now = 0; !now;) {
#pragma omp atomic read
                now = raised;
            }
#pragma omp atomic write
            stopped = 1;
        }
    }
    printf("raised %d, stopped %d\n", raised, stopped);
    return 0;
}
