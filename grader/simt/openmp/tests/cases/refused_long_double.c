#include <stdio.h>

int main(int argc, char **argv) {
    (void)argv;
    long double wide = argc;
    printf("%d\n", wide + 1e-17L == wide);
    return 0;
}
// refused: long double: how many bits it has is the processor's choice
