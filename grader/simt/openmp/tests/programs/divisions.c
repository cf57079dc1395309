// prints: -3 -1 3 1 -3 -1 2147483648 0
// prints: inf 65535 -32768 0
// prints: -9223372036854775807 1
// Divisions that have a quotient are none that stop a program, and neither is a real number's by 0.
#include <limits.h>
#include <stdio.h>

int main(int argc, char **argv) {
    (void)argv;
    const int seven = 6 + argc, two = 1 + argc, none = argc - 1;
    const unsigned least = INT_MIN;
    const short small = -32767 - argc, minus = -argc;
    printf("%d %d %d %d %d %d %u %u\n", -seven / two, -seven % two, seven / two, seven % two,
           seven / -two, -seven % -two, least / (unsigned)argc, least % (unsigned)argc);
    printf("%f %d %d %d\n", argc / (double)none, (unsigned short)small / minus + 131071 - 32768,
           small / argc, small % argc);
    printf("%ld %ld\n", (LONG_MIN + argc) / argc, -(LONG_MIN + argc) / (LONG_MIN + argc) + two);
}
