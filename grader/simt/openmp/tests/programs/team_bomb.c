// stops: the machine has no memory or no threads left for this
#include <omp.h>

static void deeper(int levels) {
#pragma omp parallel num_threads(64)
    if (levels > 0) {
        deeper(levels - 1);
    }
}

int main(void) {
    omp_set_max_active_levels(100);
    deeper(20);
    return 0;
}
