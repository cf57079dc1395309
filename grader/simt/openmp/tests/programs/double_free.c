// stops: free() of memory that has already been freed
#include <stdlib.h>

int main(void) {
    int *p = malloc(8);
    *p = 1;
    free(p);
    free(p);
    return 0;
}
