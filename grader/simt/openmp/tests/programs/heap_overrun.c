// stops: outside of everything that was allocated
#include <stdlib.h>

int main(void) {
    volatile int n = 10;
    int *p = malloc(10 * sizeof *p);
    p[n] = 1;
    free(p);
    return 0;
}
