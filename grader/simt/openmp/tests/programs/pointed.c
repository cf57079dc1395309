// prints: 0.7781 -0.6282 1.5000 30.2500 5.5000
// prints: 4 equal abc
// prints: 0 1 2
// Functions of the C library and of OpenMP, called through pointers.
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double (*const of_one[])(double) = {sin, cos, sqrt};
static double (*const of_two[])(double, double) = {pow, fmax};

struct allocator {
    void *(*take)(size_t);
    void (*give_back)(void *);
};

static int compare(int (*comparison)(const char *, const char *), const char *text) {
    return comparison(text, "abc");
}

int main(void) {
    for (int i = 0; i < 3; i++) {
        printf("%.4f ", of_one[i](2.25));
    }
    printf("%.4f %.4f\n", of_two[0](5.5, 2), of_two[1](5.5, 2));

    struct allocator heap = {malloc, free};
    char *text = heap.take(4);
    void *(*move)(void *, const void *, size_t) = memcpy;
    move(text, "abc", 4);
    printf("%.0f %s %s\n", sqrt(16), compare(strcmp, text) == 0 ? "equal" : "other", text);
    heap.give_back(text);

    int numbers[3];
    int (*number)(void) = omp_get_thread_num;
#pragma omp parallel num_threads(3)
    numbers[number()] = number();
    printf("%d %d %d\n", numbers[0], numbers[1], numbers[2]);
    return 0;
}
