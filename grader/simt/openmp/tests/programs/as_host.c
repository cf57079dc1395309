// prints: -2147483648 0 -9223372036854775808 0 0 0 0
// prints: -2147483648 3000000000 3000000000 3000000000 0 0 0
// prints: -2147483648 1294967296 -3000000000 18446744070709551616 0 0 0
// prints: -2147483648 1410065408 10000000000 10000000000 0 0 0
// prints: -2147483648 0 -9223372036854775808 9300000000000000000 0 0 0
// prints: 300 300 300 300 44 44 300
// prints: -1 4294967295 -1 18446744073709551615 -1 255 -1
// prints: -2147483648 1 2 -1 32
// What C leaves undefined, as x86-64 and gcc have it: numbers that do not fit, shifts by too much.
#include <stdio.h>

int main(int argc, char **argv) {
    (void)argv;
    const double numbers[] = {1e25, 3e9, -3e9, 1e10, 9.3e18, 300.7, -1.5};
    for (int i = 0; i < 7; i++) {
        const double d = numbers[i] * argc;
        printf("%d %u %ld %lu %d %d %d\n", (int)d, (unsigned)d, (long)d, (unsigned long)d,
               (signed char)d, (unsigned char)d, (short)d);
    }
    const int minus = -argc, many = 63 + argc;
    printf("%d %ld %d %ld %u\n", 1 << minus, 1L << many, 1 << (many - 31), -1L >> many,
           1U << (many + 5) % 32);
}
