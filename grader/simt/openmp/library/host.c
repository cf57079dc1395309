/* What a program may ask about its computer. The machine has no name of its own. */
#define _GNU_SOURCE
#include <string.h>
#include <sys/resource.h>
#include <sys/times.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

int gethostname(char *name, size_t size) {
    strncpy(name, "localhost", size);
    return 0;
}

int uname(struct utsname *to) {
    *to = (struct utsname){"Linux", "localhost", "0", "0", "x86_64", ""};
    return 0;
}

int getrusage(enum __rusage_who who, struct rusage *to) {
    struct timespec now;
    (void)who;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    *to = (struct rusage){.ru_utime = {now.tv_sec, now.tv_nsec / 1000},
                          .ru_maxrss = 8192, /* KiB, as of a small program */
                          .ru_minflt = 500};
    return 0;
}

clock_t times(struct tms *to) {
    const clock_t ticks = clock() / (CLOCKS_PER_SEC / 100);
    *to = (struct tms){.tms_utime = ticks};
    return ticks;
}

int getloadavg(double loads[], int count) {
    for (int i = 0; i < count && i < 3; i++) {
        loads[i] = 0;
    }
    return count < 3 ? count : 3;
}
