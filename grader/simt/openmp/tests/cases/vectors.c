/* The compilers' vectors, wider than a word of any instruction. */
#include <stdio.h>
#include <string.h>

typedef int eight __attribute__((vector_size(32)));
static eight data[16];

static eight twice(eight v) {
    return v * 2;
}

int main(void) {
#pragma omp parallel for
    for (int i = 0; i < 16; i++) {
        data[i] = twice((eight){1, 2, 3, 4, 5, 6, 7, 8} + i);
        data[i][i % 8]++;
    }
    int copy[8];
    memcpy(copy, &data[3], sizeof copy);
    printf("%d\n", copy[7]);
    return copy[7] == 22 && copy[3] == 15 ? 0 : 1;
}
