// input: 0
// stops: reads after the input's end again and again
#include <stdio.h>

int main(void) {
    int n = 0;
    do {
        printf("how many? ");
        scanf("%d", &n);
    } while (n <= 0);
    return 0;
}
