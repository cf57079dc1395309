// stops: some threads of the team reach a barrier or a loop, others do not
#include <omp.h>

int main(void) {
#pragma omp parallel num_threads(3)
    if (omp_get_thread_num() == 0) {
#pragma omp barrier
    }
    return 0;
}
