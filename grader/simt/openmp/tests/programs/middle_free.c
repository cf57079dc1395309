// stops: free() of a pointer into the middle of an allocation
#include <stdlib.h>

int main(void) {
    int *p = malloc(8);
    *p = 1;
    free(p + 1);
    return 0;
}
