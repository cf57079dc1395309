// with: OMP_CANCELLATION=true
// prints: found 1, not everything 1
// prints: region left 1
// prints: all 4 came, and went
#include <omp.h>
#include <stdio.h>

int main(void) {
    int found = 0, done = 0;
#pragma omp parallel num_threads(4)
    {
#pragma omp for schedule(static, 1)
        for (int i = 0; i < 1000; i++) {
            if (i == 17) {
#pragma omp atomic write
                found = 1;
#pragma omp cancel for
            }
#pragma omp atomic
            done++;
#pragma omp cancellation point for
        }
    }
    printf("found %d, not everything %d\n", found, done < 1000);
    int left = 1;
#pragma omp parallel num_threads(3)
    {
#pragma omp cancel parallel
        left = 0;
    }
    printf("region left %d\n", left);
    int came = 0;
#pragma omp parallel num_threads(4)
    {
#pragma omp atomic
        came++;
#pragma omp barrier
        if (omp_get_thread_num() == 0) {
#pragma omp cancel parallel
        } else if (omp_get_thread_num() == 1) {
#pragma omp barrier /* until it is cancelled */
            came = 9;
        }
#pragma omp cancellation point parallel
    }
    printf("all %d came, and went\n", came);
    return 0;
}
