// prints: fibonacci 610
// prints: chain 0 1 2 3 4 5 6 7
// prints: readers 8
// prints: exclusive 10
// prints: loop 4950 100
// prints: reduced 190 5
// prints: group 1 final 1 now 3
// prints: event 9
// prints: outside 4
// prints: untied 21
// prints: shared out 1
#include <omp.h>
#include <stdio.h>

static int fibonacci(int n) {
    int a, b;
    if (n < 2) {
        return n;
    }
#pragma omp task shared(a) if (n > 3)
    a = fibonacci(n - 1);
#pragma omp task shared(b)
    b = fibonacci(n - 2);
#pragma omp taskwait
    return a + b;
}

int main(void) {
    int result = 0, order[8], at = 0, cell = 0, seen = 0;
#pragma omp parallel
#pragma omp single
    result = fibonacci(15);
    printf("fibonacci %d\n", result);

#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 8; i++) {
#pragma omp task depend(inout : cell) firstprivate(i) shared(at, order)
        order[at++] = i;
    }
    printf("chain");
    for (int i = 0; i < 8; i++) {
        printf(" %d", order[i]);
    }
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : cell)
        cell = 2;
        for (int i = 0; i < 4; i++) {
#pragma omp task depend(in : cell)
            {
#pragma omp atomic
                seen += cell;
            }
        }
#pragma omp task depend(out : cell)
        cell = 100;
    }
    printf("\nreaders %d\n", seen);
    int counter = 0;
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 10; i++) {
#pragma omp task depend(mutexinoutset : counter)
        counter++;
    }
    printf("exclusive %d\n", counter);

    int sum = 0, times[100] = {0}, once = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskloop grainsize(7)
        for (int i = 0; i < 100; i++) {
            times[i]++;
#pragma omp atomic
            sum += i;
        }
        for (int i = 0; i < 100; i++) {
            once += times[i] == 1;
        }
    }
    printf("loop %d %d\n", sum, once);
    int total = 0, rests[32] = {0};
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup task_reduction(+ : total, rests[:32])
    for (int i = 0; i < 20; i++) {
#pragma omp task in_reduction(+ : total, rests[:32])
        {
            total += i;
            rests[28 + i % 4]++;
        }
    }
    printf("reduced %d %d\n", total, rests[31]);
    int deep = 0, final = 0, now = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskgroup
        {
#pragma omp task
#pragma omp task
            deep = 1;
        }
        int here = deep;
#pragma omp task final(1)
        final = omp_in_final();
#pragma omp taskwait
#pragma omp task if (0)
        now = here + 2;
        deep = here;
    }
    printf("group %d final %d now %d\n", deep, final, now);
    int event_seen = 0;
#pragma omp parallel
#pragma omp single
    {
        omp_event_handle_t event;
#pragma omp task detach(event) depend(out : cell)
        event_seen = 4;
#pragma omp task firstprivate(event)
        omp_fulfill_event(event);
#pragma omp task depend(in : cell)
        event_seen += 5;
    }
    printf("event %d\n", event_seen);
    int outside = 0;
#pragma omp task shared(outside)
    outside = 4;
#pragma omp taskwait
    printf("outside %d\n", outside);
    int untied = 0;
#pragma omp parallel
#pragma omp single
    for (int i = 1; i < 7; i++) {
#pragma omp task untied priority(i) shared(untied)
        {
#pragma omp taskyield
#pragma omp atomic
            untied += i;
        }
    }
    printf("untied %d\n", untied);
    int taken[4] = {0}, most = 0;
#pragma omp parallel num_threads(4)
#pragma omp single
#pragma omp taskloop grainsize(1)
    for (int i = 0; i < 64; i++) {
        taken[omp_get_thread_num()]++;
    }
    for (int t = 0; t < 4; t++) {
        most = taken[t] > most ? taken[t] : most;
    }
    printf("shared out %d\n", most <= 24);
    return 0;
}
