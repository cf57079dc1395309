/* Times, and what to say of many. */
#ifndef LOCKSTEP_STATISTICS_H
#define LOCKSTEP_STATISTICS_H

#include <stddef.h>

struct bench_statistics {
    double minimum, median, maximum; /* seconds */
};

/* Of `count` >= 1 times, which it sorts. The median of an even count is the mean of the middle. */
struct bench_statistics bench_statistics(double *seconds, size_t count);

#endif
