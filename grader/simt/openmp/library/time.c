/*
 * Time. The machine's own clock counts what it executed, from a fixed day on: the same program gets
 * the same times everywhere. Who sleeps lets other threads go first.
 */
#include <sched.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { BILLION = 1000000000 };

static const long long START = 1767225600; /* 2026-01-01 00:00:00 UTC */

long long lockstep_time(void); /* nanoseconds since the start of the program */

time_t time(time_t *to) {
    time_t now = START + lockstep_time() / BILLION;
    if (to != NULL) {
        *to = now;
    }
    return now;
}

clock_t clock(void) {
    return lockstep_time() / (BILLION / CLOCKS_PER_SEC);
}

double difftime(time_t end, time_t start) {
    return (double)(end - start);
}

int clock_gettime(clockid_t which, struct timespec *to) {
    long long now = lockstep_time();
    to->tv_sec = (which == CLOCK_REALTIME ? START : 0) + now / BILLION;
    to->tv_nsec = now % BILLION;
    return 0;
}

int clock_getres(clockid_t which, struct timespec *to) {
    (void)which;
    if (to != NULL) {
        *to = (struct timespec){.tv_nsec = 1};
    }
    return 0;
}

int gettimeofday(struct timeval *restrict to, void *restrict zone) {
    long long now = lockstep_time();
    (void)zone;
    to->tv_sec = START + now / BILLION;
    to->tv_usec = now % BILLION / 1000;
    return 0;
}

int usleep(useconds_t microseconds) {
    (void)microseconds;
    return sched_yield();
}

unsigned sleep(unsigned seconds) {
    (void)seconds;
    sched_yield();
    return 0;
}

int nanosleep(const struct timespec *length, struct timespec *left) {
    (void)length;
    if (left != NULL) {
        *left = (struct timespec){0};
    }
    return sched_yield();
}
