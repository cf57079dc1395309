// stops: the quotient of two integers is too large for their type
#include <limits.h>
#include <stdio.h>

int main(int argc, char **argv) {
    (void)argv;
    int least = INT_MIN;
    printf("%d\n", least / -argc);
}
