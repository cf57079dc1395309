// stops: repeats this loop forever
// Threads that count while they wait for a flag that nobody sets.
#include <omp.h>

static int flag;

static int is_set(void) {
    int now;
#pragma omp atomic read
    now = flag;
    return now;
}

int main(void) {
    long spins[3] = {0}, all = 0;
#pragma omp parallel num_threads(3) reduction(+ : all)
    {
        const int me = omp_get_thread_num();
        if (me == 0) {
            while (!is_set()) {
                all++;
            }
        } else if (me == 1) {
            while (!is_set()) {
                spins[me]++;
            }
        } else {
            for (int now = 0; !now;) {
#pragma omp atomic
                spins[me]++;
#pragma omp atomic read
                now = flag;
            }
        }
    }
    return (int)(spins[1] + spins[2] + all);
}
