// stops: repeats this loop forever
#include <omp.h>

int main(void) {
    omp_lock_t lock;
    omp_init_lock(&lock);
#pragma omp parallel num_threads(3)
    while (!omp_test_lock(&lock)) {
    }
    return 0;
}
