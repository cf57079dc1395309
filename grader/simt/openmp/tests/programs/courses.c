// prints: -n 5 -v -t 8 rest in out
// prints: 2026-01-01 01:02:05 Thursday Jan 001
// prints: Thu Jan  1 01:02:05 2026
// prints: 951782400 29 59 2 0
// prints: localhost Linux 1 1
// prints: 1 2 3 5 8 at 3, 6 of them
// prints: prog /usr/lib . / 1 b
// prints: bc C abc 0 1 .txt NEEDLE 5
// prints: 1 1 -1 -1
// prints: written 8
// What programs of courses call beside OpenMP: options, dates, the computer's name.
#define _GNU_SOURCE
#include <getopt.h>
#include <libgen.h>
#include <sched.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/resource.h>
#include <sys/times.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

static void options(void) {
    static const struct option names[] = {{"threads", required_argument, NULL, 't'}, {0}};
    char *words[] = {"program", "-n5", "in", "-v", "--thr=8", "out", NULL};
    for (int option; (option = getopt_long(6, words, "n:v", names, NULL)) != -1;) {
        printf("-%c %s%s", option, optarg != NULL ? optarg : "", optarg != NULL ? " " : "");
    }
    printf("rest %s %s\n", words[optind], words[optind + 1]);
}

static void dates(void) {
    time_t when = 1767225600 + 3725;
    char text[64];
    strftime(text, sizeof text, "%F %T %A %b %j", localtime(&when));
    puts(text);
    fputs(ctime(&when), stdout);
    struct tm leap = {.tm_year = 100, .tm_mon = 1, .tm_mday = 29};
    time_t made = mktime(&leap);
    printf("%lld %d %d %d %zu\n", (long long)made, leap.tm_mday, leap.tm_yday, leap.tm_wday,
           strftime(text, 3, "%Y", &leap));
}

static void computer(void) {
    char name[32];
    struct utsname system;
    struct rusage used;
    struct tms ticks;
    printf("%s %s %d %d\n", gethostname(name, sizeof name) == 0 ? name : "?",
           uname(&system) == 0 ? system.sysname : "?", getrusage(RUSAGE_SELF, &used) == 0,
           times(&ticks) >= 0);
}

static int by_sign(const void *a, const void *b, void *sign) {
    return (*(const int *)a - *(const int *)b) * *(const int *)sign;
}

static int same(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}

static void sorted(void) {
    int v[8] = {5, 3, 8, 1, 2}, up = 1, wanted = 5, more = 9;
    size_t count = 5;
    qsort_r(v, count, sizeof v[0], by_sign, &up);
    const int *found = lfind(&wanted, v, &count, sizeof v[0], same);
    lsearch(&more, v, &count, sizeof v[0], same);
    printf("%d %d %d %d %d at %d, %zu of them\n", v[0], v[1], v[2], v[3], v[4], (int)(found - v),
           count);
}

static void paths(void) {
    char program[] = "/usr/lib/prog/", folder[] = "/usr/lib//prog", plain[] = "prog", top[] = "/a";
    double load[3];
    printf("%s %s %s %s %d %s\n", basename(program), dirname(folder), dirname(plain), dirname(top),
           getloadavg(load, 1), basename((char[]){"a/b"}));
}

static void texts(void) {
    char text[8] = "abc";
    *stpncpy(text + 3, "", 4) = '\0';
    printf("%s %s %s %d %d %s %s %d\n", index("abc", 'b'), rindex("aCbC", 'C'), text,
           strncasecmp("ABx", "aby", 2), strcoll("b", "a") > 0, strchrnul("a.txt", '.'),
           strcasestr("a NEEDLE", "needle"), (int)strxfrm(NULL, "12345", 0));
}

static void processors(void) {
    cpu_set_t all, none;
    CPU_ZERO(&none);
    sched_getaffinity(0, sizeof all, &all);
    printf("%d %d %d", CPU_COUNT(&all) == (int)sysconf(_SC_NPROCESSORS_ONLN),
           CPU_ISSET(0, &all) != 0, sched_setaffinity(0, sizeof none, &none));
    printf(" %d\n", (int)write(7, "?", 1));
    printf("%d\n", (int)write(STDOUT_FILENO, "written ", 8));
}

int main(void) {
    options();
    dates();
    computer();
    sorted();
    paths();
    texts();
    processors();
}
