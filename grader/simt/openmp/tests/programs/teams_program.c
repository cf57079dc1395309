// prints: 4 3 1 2
// prints: levels 2 1, ancestors 2, team sizes 3 2
// prints: nested off 1
// prints: private 10 11 12 then 110 111 112
// prints: copied 7 7 7
// prints: first 5 last 99 shared 6
// prints: teams 3 threads 2 of 2
#include <omp.h>
#include <stdio.h>

static int mine = 5;
#pragma omp threadprivate(mine)

int main(void) {
    int sizes[4] = {0};
#pragma omp parallel
    {
#pragma omp master
        sizes[0] = omp_get_num_threads();
    }
#pragma omp parallel num_threads(3)
#pragma omp single
    sizes[1] = omp_get_num_threads();
#pragma omp parallel if (sizes[0] == 0)
    sizes[2] = omp_get_num_threads();
    omp_set_num_threads(2);
#pragma omp parallel
#pragma omp masked filter(1)
    sizes[3] = omp_get_num_threads();
    printf("%d %d %d %d\n", sizes[0], sizes[1], sizes[2], sizes[3]);

    omp_set_max_active_levels(2);
    int level = 0, active = 0, ancestor = 0, outer = 0, inner = 0;
#pragma omp parallel num_threads(3)
    if (omp_get_thread_num() == 2) {
#pragma omp parallel num_threads(2)
        if (omp_get_thread_num() == 1) {
            level = omp_get_level();
            active = omp_in_parallel();
            ancestor = omp_get_ancestor_thread_num(1);
            outer = omp_get_team_size(1);
            inner = omp_get_team_size(2);
        }
    }
    printf("levels %d %d, ancestors %d, team sizes %d %d\n", level, active, ancestor, outer, inner);
    omp_set_max_active_levels(1);
    int off = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp parallel num_threads(5)
        off = omp_get_num_threads();
    }
    printf("nested off %d\n", off);

    int before[3], after[3];
#pragma omp parallel num_threads(3)
    {
        mine = 10 + omp_get_thread_num();
        before[omp_get_thread_num()] = mine;
    }
#pragma omp parallel num_threads(3)
    {
        mine += 100;
        after[omp_get_thread_num()] = mine;
    }
    printf("private %d %d %d then %d %d %d\n", before[0], before[1], before[2], after[0], after[1],
           after[2]);
    mine = 7;
#pragma omp parallel num_threads(3) copyin(mine)
    before[omp_get_thread_num()] = mine;
    printf("copied %d %d %d\n", before[0], before[1], before[2]);

    int first = 5, last = 0, shared = 0;
#pragma omp parallel for firstprivate(first) lastprivate(last) reduction(max : shared)
    for (int i = 0; i < 100; i++) {
        last = i;
        shared = first + 1;
    }
    printf("first %d last %d shared %d\n", first, last, shared);

    int teams = 0, threads = 0, of = 0;
#pragma omp teams num_teams(3) thread_limit(2) reduction(+ : teams) reduction(max : threads, of)
    {
        teams = 1;
        threads = of = 0;
#pragma omp parallel num_threads(2) reduction(+ : threads) reduction(max : of)
        {
            threads = 1;
            of = omp_get_num_threads();
        }
    }
    printf("teams %d threads %d of %d\n", teams, threads, of);
    return 0;
}
