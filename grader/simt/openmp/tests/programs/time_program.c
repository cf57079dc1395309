// prints: later 1 ends 1 slept 1 apart 1 day 1
#include <omp.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

int main(void) {
    double start = omp_get_wtime();
    int later = start > 1000;
    while (omp_get_wtime() - start < 1) {
    }
    double ended = omp_get_wtime() - start;
    double before = omp_get_wtime();
    usleep(250000);
    double slept = omp_get_wtime() - before;
    volatile int sum = 0;
    before = omp_get_wtime();
    for (int i = 0; i < 10000; i++) {
        sum += i;
    }
    double worked = omp_get_wtime() - before;
    printf("later %d ends %d slept %d apart %d day %d\n", later, ended < 1.1,
           slept >= 0.25 && slept<0.27, worked> 1e-5 && worked<1e-2, clock()> 0 &&
               time(NULL) > 1700000000);
    return 0;
}
