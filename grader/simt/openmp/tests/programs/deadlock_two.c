// stops: waits for a lock that thread
#include <omp.h>

static omp_lock_t a, b;

int main(void) {
    omp_init_lock(&a);
    omp_init_lock(&b);
#pragma omp parallel num_threads(2)
    {
        omp_set_lock(omp_get_thread_num() == 0 ? &a : &b);
#pragma omp barrier
        omp_set_lock(omp_get_thread_num() == 0 ? &b : &a);
    }
    return 0;
}
