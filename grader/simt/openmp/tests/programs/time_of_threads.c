// prints: region 3 processor 0 speedup 4 critical 4 tasks 1 ordered 4 lock 4 later 1
#include <omp.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

enum { LENGTH = 40000, PAUSE = 1000 };

static double data[LENGTH];

static double work(int threads) {
    double start = omp_get_wtime();
#pragma omp parallel for num_threads(threads)
    for (int i = 0; i < LENGTH; i++) {
        data[i] = i * 0.5 + data[i];
    }
    return omp_get_wtime() - start;
}

/* In pauses, rounded down. */
static int pauses_since(double start) {
    return (int)((omp_get_wtime() - start) * 1e6 / PAUSE);
}

int main(void) {
    double start = omp_get_wtime();
    clock_t processor = clock();
#pragma omp parallel num_threads(4)
    sleep((unsigned)omp_get_thread_num());
    printf("region %.0f processor %.0f ", omp_get_wtime() - start,
           (double)(clock() - processor) / CLOCKS_PER_SEC);
    double alone = work(1);
    printf("speedup %.0f ", alone / work(4));
    start = omp_get_wtime();
#pragma omp parallel num_threads(4)
#pragma omp critical
    usleep(PAUSE);
    printf("critical %d ", pauses_since(start));
    start = omp_get_wtime();
#pragma omp parallel num_threads(4)
#pragma omp single
    for (int t = 0; t < 4; t++) {
#pragma omp task
        usleep(PAUSE);
    }
    int tasks = pauses_since(start); /* the order decides how many threads share them */
    printf("tasks %d ", tasks >= 1 && tasks <= 4);
    start = omp_get_wtime();
#pragma omp parallel for ordered num_threads(4)
    for (int t = 0; t < 4; t++) {
#pragma omp ordered
        usleep(PAUSE);
    }
    printf("ordered %d ", pauses_since(start));
    start = omp_get_wtime();
    omp_lock_t lock;
    omp_init_lock(&lock);
#pragma omp parallel num_threads(4)
    {
        omp_set_lock(&lock);
        usleep(PAUSE);
        omp_unset_lock(&lock);
    }
    omp_destroy_lock(&lock);
    printf("lock %d ", pauses_since(start));
    double written = 0;
    int flag = 0, later = 0;
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 0) {
            usleep(PAUSE);
            written = omp_get_wtime();
#pragma omp atomic write release
            flag = 1;
        } else {
            int seen = 0;
            while (!seen) {
#pragma omp atomic read acquire
                seen = flag;
            }
            later = omp_get_wtime() > written;
        }
    }
    printf("later %d\n", later);
    return 0;
}
