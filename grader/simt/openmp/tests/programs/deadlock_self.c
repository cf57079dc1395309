// stops: thread 0 waits for a lock that it holds itself
#include <omp.h>

int main(void) {
    omp_lock_t lock;
    omp_init_lock(&lock);
    omp_set_lock(&lock);
    omp_set_lock(&lock);
    return 0;
}
