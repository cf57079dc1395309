// stops: assertion `n == 4` failed
#include <assert.h>

int main(void) {
    volatile int n = 3;
    assert(n == 4);
    return 0;
}
