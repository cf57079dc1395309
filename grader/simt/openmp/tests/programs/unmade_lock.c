// stops: a lock that omp_init_lock() did not make
#include <omp.h>

static omp_lock_t lock;

int main(void) {
    omp_set_lock(&lock);
    return 0;
}
