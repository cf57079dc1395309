// stops: waits for a lock that thread
#include <omp.h>

static void meet(void) {
#pragma omp barrier
}

int main(void) {
#pragma omp parallel num_threads(2)
    {
#pragma omp critical(gate)
        meet();
    }
    return 0;
}
