#include "statistics.h"

#include <stdlib.h>

static int compare(const void *left, const void *right) {
    const double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

struct bench_statistics bench_statistics(double *seconds, size_t count) {
    qsort(seconds, count, sizeof *seconds, compare);
    return (struct bench_statistics){
        .minimum = seconds[0],
        .median = 0.5 * (seconds[(count - 1) / 2] + seconds[count / 2]),
        .maximum = seconds[count - 1],
    };
}
