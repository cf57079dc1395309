// prints: 0.170828036 1610402240 -1 4096
// prints: 3 0 40 cd abc b 7
// prints: a-b-
#define _GNU_SOURCE
#include <inttypes.h>
#include <omp.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>

int main(void) {
    unsigned short state[3] = {0x330e, 0, 0};
    const double first = erand48(state);
    printf("%.9f %ld %d %ld\n", first, nrand48(state), (int)(sysconf(-1) < 0) - 2,
           sysconf(_SC_PAGESIZE));
    char text[8] = "xxxxxx", list[] = "a,b,";
    memccpy(text, "abc;de", ';', 6);
    text[3] = '\0';
    int *grown = reallocarray(NULL, 4, sizeof *grown);
    explicit_bzero(grown, 4 * sizeof *grown);
    printf("%d %d %d %s %s %s %d\n", ffs(4), grown[3], ffsll(1LL << 39),
           (const char *)memmem("abcd", 4, "cd", 2), text, (const char *)memrchr("bab", 'b', 3),
           (int)imaxabs(strtoimax("-7", NULL, 10)));
    free(grown);
    char *rest = list, *part;
    while ((part = strsep(&rest, ",")) != NULL && *part != '\0') {
        printf("%s-", part);
    }
    puts("");
    struct timespec now;
    int wrong = timespec_get(&now, TIME_UTC) != TIME_UTC;
#pragma omp parallel reduction(+ : wrong)
    wrong += sched_getcpu() != omp_get_thread_num();
    return wrong;
}
