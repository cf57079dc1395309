// with: OMP_SCHEDULE=guided,3
// prints: static 4950 chunked 4950 dynamic 4950 guided 4950 runtime 4950 auto 4950
// prints: each once: 1 1 1 1 1
// prints: everybody got some: 1 1
// prints: ordered 0 1 2 3 4 5 6 7 8 9
// prints: backwards 45 unsigned 10 long 20
// prints: collapse 1200 last 29 39
// prints: doacross 1 1 2 3 5 8 13 21 34 55
// prints: sections 1 2 3, copied 42
// prints: empty 0
// prints: array 6 12 18 mine 24
// prints: schedule 3 3
#include <omp.h>
#include <stdio.h>
#include <string.h>

static int times[5][100];

#define SUM(NAME, ROW, CLAUSE)                                                                     \
    int NAME = 0;                                                                                  \
    _Pragma(CLAUSE) for (int i = 0; i < 100; i++) {                                                \
        NAME += i;                                                                                 \
        times[ROW][i]++;                                                                           \
    }

struct pair {
    int x;
};
#pragma omp declare reduction(join                                                                 \
                              : struct pair                                                        \
                              : omp_out.x += omp_in.x) initializer(omp_priv = {0})

int main(void) {
    SUM(even, 0, "omp parallel for reduction(+:even) schedule(static)")
    SUM(chunked, 1, "omp parallel for reduction(+:chunked) schedule(static, 7)")
    SUM(dynamic, 2, "omp parallel for reduction(+:dynamic) schedule(dynamic, 3)")
    SUM(guided, 3, "omp parallel for reduction(+:guided) schedule(guided)")
    SUM(runtime, 4, "omp parallel for reduction(+:runtime) schedule(runtime)")
    int automatic = 0;
#pragma omp parallel for reduction(+ : automatic) schedule(auto)
    for (int i = 0; i < 100; i++) {
        automatic += i;
    }
    printf("static %d chunked %d dynamic %d guided %d runtime %d auto %d\n", even, chunked, dynamic,
           guided, runtime, automatic);
    printf("each once:");
    for (int r = 0; r < 5; r++) {
        int once = 1;
        for (int i = 0; i < 100; i++) {
            once &= times[r][i] == 1;
        }
        printf(" %d", once);
    }
    int got[2][4] = {{0}};
#pragma omp parallel num_threads(4)
    {
#pragma omp for schedule(dynamic)
        for (int i = 0; i < 16; i++) {
            got[0][omp_get_thread_num()]++;
        }
#pragma omp for schedule(guided)
        for (int i = 0; i < 64; i++) {
            got[1][omp_get_thread_num()]++;
        }
    }
    int all[2] = {1, 1};
    for (int t = 0; t < 4; t++) {
        all[0] &= got[0][t] > 0;
        all[1] &= got[1][t] > 0;
    }
    printf("\neverybody got some: %d %d\nordered", all[0], all[1]);
#pragma omp parallel for ordered schedule(dynamic, 2)
    for (int i = 0; i < 10; i++) {
#pragma omp ordered
        printf(" %d", i);
    }
    int down = 0;
    unsigned wide = 0;
    long far = 0;
#pragma omp parallel for reduction(+ : down) schedule(dynamic)
    for (int i = 9; i >= 0; i--) {
        down += i;
    }
#pragma omp parallel for reduction(+ : wide)
    for (unsigned u = 4000000000u; u < 4000000010u; u++) {
        wide++;
    }
#pragma omp parallel for reduction(+ : far) schedule(guided, 2)
    for (long l = -10; l < 30; l += 2) {
        far++;
    }
    printf("\nbackwards %d unsigned %u long %ld\n", down, wide, far);
    int cells = 0, x = 0, y = 0;
#pragma omp parallel for collapse(2) reduction(+ : cells) lastprivate(x, y)
    for (x = 0; x < 30; x++) {
        for (y = 0; y < 40; y++) {
            cells++;
        }
    }
    printf("collapse %d last %d %d\n", cells, x - 1, y - 1);
    int fibonacci[10] = {1, 1};
#pragma omp parallel for ordered(1)
    for (int i = 2; i < 10; i++) {
#pragma omp ordered depend(sink : i - 1) depend(sink : i - 2)
        fibonacci[i] = fibonacci[i - 1] + fibonacci[i - 2];
#pragma omp ordered depend(source)
    }
    printf("doacross");
    for (int i = 0; i < 10; i++) {
        printf(" %d", fibonacci[i]);
    }
    int section[3], copied = 0, sum = 0;
#pragma omp parallel private(copied) reduction(+ : sum) num_threads(3)
    {
#pragma omp sections
        {
#pragma omp section
            section[0] = 1;
#pragma omp section
            section[1] = 2;
#pragma omp section
            section[2] = 3;
        }
#pragma omp single copyprivate(copied)
        copied = 14;
        sum += copied;
    }
    printf("\nsections %d %d %d, copied %d\n", section[0], section[1], section[2], sum);
    int none = 0;
#pragma omp parallel for reduction(+ : none)
    for (int i = 5; i < 5; i++) {
        none++;
    }
    printf("empty %d\n", none);
    int array[3] = {0};
    struct pair own = {0};
#pragma omp parallel for reduction(+ : array[:3]) reduction(join : own) num_threads(3)
    for (int i = 0; i < 6; i++) {
        for (int n = 0; n < 3; n++) {
            array[n] += n + 1;
        }
        own.x += 4;
    }
    printf("array %d %d %d mine %d\n", array[0], array[1], array[2], own.x);
    omp_sched_t kind;
    int chunk;
    omp_get_schedule(&kind, &chunk);
    printf("schedule %d %d\n", (int)kind, chunk);
    return 0;
}
