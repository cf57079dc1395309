#include <stdio.h>

int main(void) {
    int n;
    return scanf("%d", &n); // refused: 5: scanf(): there is no input here
}
