/*
 * The time by a clock that only goes forward, whatever is done to the date: for how long, never for
 * when. Inline, since programs that stand alone (the jail's keeper, a front door in the student's
 * process) need it too.
 */
#pragma once

#include <stdint.h>
#include <stdlib.h>
#include <time.h>

/* Seconds. */
static inline double clock_seconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* The same in whole milliseconds, rounded down: deadlines are reckoned in them. */
static inline int64_t clock_milliseconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/* `seconds`, or as few as the environment's `variable` says: a test of what never ends need not
 * wait so long. */
static inline double clock_limit(double seconds, const char *variable) {
    const char *wish = getenv(variable);
    const double fewer = wish != NULL ? strtod(wish, NULL) : 0;
    return fewer > 0 && fewer < seconds ? fewer : seconds;
}
