// stops: instruction budget used up
// Turns that end at each critical are shorter than the slices after which instructions are counted.
#include <omp.h>

int main(void) {
    int size = 0;
#pragma omp parallel num_threads(2)
    {
        int more = 1;
        while (more) {
#pragma omp critical
            more = ++size > 0;
        }
    }
    return 0;
}
