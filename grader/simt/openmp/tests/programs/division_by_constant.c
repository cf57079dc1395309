// stops: an integer is divided by 0
#include <stdio.h>

int main(void) {
    long count = 0;
    printf("%ld\n", 7L % count);
}
