// Prints from a kernel and ends without waiting for it.
#include <cstdio>

__global__ void hello() { printf("hello\n"); }

int main() {
    hello<<<1, 1>>>();
    return 0;
}
