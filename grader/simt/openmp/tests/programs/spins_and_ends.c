// prints: in turn 0 1 2 0 1 2
// prints: counted 30
// prints: news 50
// Threads that wait in loops for what comes late: by turns, by a lock, by a long computation.
#include <omp.h>
#include <stdio.h>

int main(void) {
    int turn = 0, order[6], count = 0, news = 0, value = 0;
    omp_lock_t lock;
    omp_init_lock(&lock);
#pragma omp parallel num_threads(3)
    {
        const int me = omp_get_thread_num();
        for (int round = 0; round < 2; round++) {
            int now = -1;
            while (now != 3 * round + me) {
#pragma omp atomic read seq_cst
                now = turn;
            }
            order[now] = me;
#pragma omp atomic write seq_cst
            turn = now + 1;
        }
        for (int i = 0; i < 10; i++) {
            while (!omp_test_lock(&lock)) {
            }
            count++;
            omp_unset_lock(&lock);
        }
        if (me == 1) {
            double x = 1;
            for (int i = 0; i < 200000; i++) {
                x = x * 0.9999 + 5e-4;
            }
#pragma omp atomic write release
            news = (int)(x * 10 + 0.5);
        }
        for (int seen = 0; seen == 0;) {
#pragma omp critical
            {
#pragma omp atomic read acquire
                seen = news;
            }
            if (me == 0) {
                value = seen;
            }
        }
    }
    printf("in turn");
    for (int i = 0; i < 6; i++) {
        printf(" %d", order[i]);
    }
    printf("\ncounted %d\nnews %d\n", count, value);
    omp_destroy_lock(&lock);
}
