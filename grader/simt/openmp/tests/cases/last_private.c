/* The value of the last iteration, of a variable that has none before the first. */
#include <stdio.h>

int main(void) {
    int x, sum = 0;
#pragma omp parallel for lastprivate(x) reduction(+ : sum)
    for (int i = 0; i < 100; i++) {
        x = i;
        sum += i;
    }
    printf("%d %d\n", x, sum);
    return x == 99 && sum == 4950 ? 0 : 1;
}
