/* Times, and what to say of many. Inline, since each lab's benchmark is a program of its own. */
#pragma once

#include <stdlib.h>

struct bench_statistics {
    double minimum, median, maximum; /* seconds */
};

static inline int bench_compare(const void *left, const void *right) {
    const double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

/* Of `count` >= 1 times, which it sorts. The median of an even count is the mean of the middle. */
static inline struct bench_statistics bench_statistics(double *seconds, size_t count) {
    qsort(seconds, count, sizeof *seconds, bench_compare);
    return (struct bench_statistics){
        .minimum = seconds[0],
        .median = 0.5 * (seconds[(count - 1) / 2] + seconds[count / 2]),
        .maximum = seconds[count - 1],
    };
}
