// stops: an integer is divided by 0
#include <stdio.h>

int main(void) {
    int part[8], sum = 0;
    for (int i = 0; i < 8; i++) {
        part[i] = i - 4;
    }
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 8; i++) {
        sum += 100 / part[i];
    }
    printf("%d\n", sum);
}
