// prints: 10 6.5 200 ab 3 4.25
// prints: 7 of 3: x  1.50|1e+06|+5|-3   |0x1f|%
// prints: [long    ] (null) 99 255 -1 c
// prints: 20 cut to 7
// prints: 6 2 2
// Functions with `...` of the program's own, and vprintf() with its kin.
#define _GNU_SOURCE
#include <omp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

struct large {
    long at[25];
};
struct small {
    char a, b;
};
struct pair {
    int count;
    double value;
};

static int whole(int count, ...) {
    int sum = 0;
    va_list list, again;
    va_start(list, count);
    va_copy(again, list);
    for (int i = 0; i < count; i++) {
        sum += va_arg(list, int);
    }
    va_end(list);
    for (int i = 0; i < count; i++) {
        sum -= va_arg(again, int) / 2 * 0;
    }
    va_end(again);
    return sum;
}

/* More than the registers of a processor hold. */
static double real(int count, ...) {
    double sum = 0;
    va_list list;
    va_start(list, count);
    for (int i = 0; i < count; i++) {
        sum += va_arg(list, double);
    }
    va_end(list);
    return sum;
}

static void structures(int first, ...) {
    va_list list;
    va_start(list, first);
    const struct large large = va_arg(list, struct large);
    const struct small small = va_arg(list, struct small);
    const struct pair pair = va_arg(list, struct pair);
    va_end(list);
    printf("%ld %c%c %d %.2f\n", large.at[24] + first, small.a, small.b, pair.count, pair.value);
}

static void say(const char *format, ...) {
    va_list list;
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
}

static int into(char *text, size_t size, const char *format, ...) {
    va_list list;
    va_start(list, format);
    const int length = vsnprintf(text, size, format, list);
    va_end(list);
    return length;
}

int main(void) {
    char text[8], *made;
    printf("%d %.1f ", whole(4, 1, 2, 3, 4),
           real(13, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5));
    const struct large large = {.at[24] = 199};
    structures(1, large, (struct small){'a', 'b'}, (struct pair){3, 4.25});
    say("%d of %ld: %-3c%*.*f|%g|%+d|%-5hd|%#llx|%%\n", 7, 3L, 'x', 4, 2, 1.5, 1e6, 5, -3, 31LL);
    say("[%-8.4s] %s %zu %hhu %i %c\n", "longer", (char *)0, (size_t)99, 255, -1, 'c');
    const int length = into(text, sizeof text, "%s%d", "123456789012345", 67890);
    printf("%d cut to %d\n", length, (int)(text[7] == '\0' && text[6] == '7') * 7);
    const int bytes = asprintf(&made, "%d %s", 12, "abc");
    int sum = 0;
#pragma omp parallel num_threads(2) reduction(+ : sum)
    sum += whole(2, 0, 1);
    printf("%d %d %d\n", bytes, sum, omp_get_max_threads() > 0 ? 2 : 0);
    free(made);
}
