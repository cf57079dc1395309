// stops: repeats this loop forever
// Two threads wait for a flag, each in its own way, and the third at the barrier.
#include <omp.h>

int main(void) {
    int flags[2] = {0, 1};
#pragma omp parallel num_threads(3)
    {
        if (omp_get_thread_num() == 0) {
            for (int all = 0; !all;) {
                all = 1;
                for (int i = 0; i < 2; i++) {
                    int flag;
#pragma omp atomic read
                    flag = flags[i];
                    all = all && flag;
                }
            }
        } else if (omp_get_thread_num() == 1) {
            int flag = 0;
            while (!flag) {
#pragma omp critical
                flag = flags[0];
            }
        }
    }
    return 0;
}
