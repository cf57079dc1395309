// prints: 45 3
// prints: 7 7 7
// prints: 15 21
/* copyin: of variables at file scope, or static in a function; on parallel alone, or on more words.
 */
#include <omp.h>
#include <stdio.h>

struct pair {
    int first, second;
};

static void of_function(void) {
    static struct pair own = {1, 2};
    int all = 0, seconds = 0;
#pragma omp threadprivate(own)
    own.first = 0;
    own.second = 1;
#pragma omp parallel for num_threads(3) copyin(own)
    for (int i = 0; i < 10; i++) {
        own.first += i;
    }
#pragma omp parallel num_threads(3) reduction(+ : all, seconds)
    {
        all += own.first;
        seconds += own.second;
    }
    printf("%d %d\n", all, seconds);
}

static void of_region(void) {
    static int value, results[3];
#pragma omp threadprivate(value)
    value = 7;
#pragma omp parallel num_threads(3) copyin(value)
    {
        results[omp_get_thread_num()] = value;
        value = 0;
    }
    printf("%d %d %d\n", results[0], results[1], results[2]);
}

static int start;
#pragma omp threadprivate(start)

int main(void) {
    int sum = 0, sections = 0;
    of_function();
    of_region();
    start = 5;
#pragma omp parallel for num_threads(3) copyin(start) reduction(+ : sum)
    for (int i = 0; i < 3; i++) {
        sum += start;
    }
    start = 7;
#pragma omp parallel sections num_threads(3) copyin(start) reduction(+ : sections)
    {
#pragma omp section
        sections += start;
#pragma omp section
        sections += 2 * start;
    }
    printf("%d %d\n", sum, sections);
    return 0;
}
