// stops: there is no input here: pass values as arguments
#include <stdio.h>

int main(void) {
    int n;
    return scanf("%d", &n);
}
