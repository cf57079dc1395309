// stops: some threads of the team reach a barrier or a loop, others do not
#include <omp.h>

static int numbers[12];

int main(void) {
#pragma omp parallel num_threads(3)
    if (omp_get_thread_num() == 0) {
#pragma omp for nowait
        for (int i = 0; i < 12; i++) {
            numbers[i] = i;
        }
    }
    return 0;
}
