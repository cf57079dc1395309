// prints: 2147483647 -1 2 1
// prints: 1 0 | 2 1 | 3 1 | 3 7 | 4 7 | 4 7
// prints: 1 5
// What OpenMP's settings are before a program sets them, and after odd values: as gcc's runtime has
// them.
#include <omp.h>
#include <stdio.h>

static void set(int kind, int chunk, const char *end) {
    omp_sched_t now;
    omp_set_schedule((omp_sched_t)kind, chunk);
    omp_get_schedule(&now, &chunk);
    printf("%u %d%s", now & 7U, chunk, end);
}

int main(void) {
    omp_sched_t kind;
    int chunk;
    omp_get_schedule(&kind, &chunk);
    printf("%d %d %d %d\n", omp_get_thread_limit(), omp_get_place_num(), (int)kind, chunk);
    set(omp_sched_static, -4, " | ");
    set(omp_sched_dynamic, 0, " | ");
    set(omp_sched_guided, 0, " | ");
    set(omp_sched_guided, 7, " | ");
    set(omp_sched_auto, 3, " | ");
    set(77, 2, "\n");
    omp_set_num_threads(-1);
    printf("%d ", omp_get_max_threads());
    omp_set_num_threads(5);
    printf("%d\n", omp_get_max_threads());
}
