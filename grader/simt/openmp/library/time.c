/*
 * Time. The machine's own clocks (runtime/c_library/host_time.c) go by what each thread executed,
 * from a fixed day on: the same program gets the same times everywhere. A thread that sleeps lets
 * the others go first.
 */
#include <stdbool.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { BILLION = 1000000000 };

static const long long START = 1767225600; /* 2026-01-01 00:00:00 UTC */

enum since { OF_PROGRAM, OF_DAY, OF_PROCESSOR };

long long lockstep_time(enum since since); /* nanoseconds */
void lockstep_sleep(long long nanoseconds);

/* What a program has cost when main() begins. */
static const long long STARTED = 1874000;

time_t time(time_t *to) {
    time_t now = START + lockstep_time(OF_DAY) / BILLION;
    if (to != NULL) {
        *to = now;
    }
    return now;
}

clock_t clock(void) { return (STARTED + lockstep_time(OF_PROGRAM)) / (BILLION / CLOCKS_PER_SEC); }

double difftime(time_t end, time_t start) { return (double)(end - start); }

int clock_gettime(clockid_t which, struct timespec *to) {
    bool day = which == CLOCK_REALTIME, process = which == CLOCK_PROCESS_CPUTIME_ID || which == CLOCK_THREAD_CPUTIME_ID;
    long long now = process ? STARTED + lockstep_time(OF_PROGRAM) : lockstep_time(day ? OF_DAY : OF_PROCESSOR);
    to->tv_sec = (day ? START : 0) + now / BILLION;
    to->tv_nsec = now % BILLION;
    return 0;
}

int timespec_get(struct timespec *to, int base) {
    return base == TIME_UTC && clock_gettime(CLOCK_REALTIME, to) == 0 ? base : 0;
}

int clock_getres(clockid_t which, struct timespec *to) {
    (void)which;
    if (to != NULL) {
        *to = (struct timespec){.tv_nsec = 1};
    }
    return 0;
}

int gettimeofday(struct timeval *restrict to, void *restrict zone) {
    long long now = lockstep_time(OF_DAY);
    (void)zone;
    to->tv_sec = START + now / BILLION;
    to->tv_usec = now % BILLION / 1000;
    return 0;
}

int usleep(useconds_t microseconds) {
    lockstep_sleep(microseconds * 1000LL);
    return 0;
}

unsigned sleep(unsigned seconds) {
    lockstep_sleep((long long)seconds * BILLION);
    return 0;
}

int nanosleep(const struct timespec *length, struct timespec *left) {
    lockstep_sleep((long long)length->tv_sec * BILLION + length->tv_nsec);
    if (left != NULL) {
        *left = (struct timespec){0};
    }
    return 0;
}
