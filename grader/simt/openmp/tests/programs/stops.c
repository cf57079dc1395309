// program: after_return
// stops: `local` is gone: its scope has ended
static int *leak(void) {
    volatile int local = 3;
    int *volatile p = (int *)&local;
    return p;
}

int main(void) {
    int *p = leak();
    return *p;
}

// program: asks_again
// input: 0
// stops: reads after the input's end again and again
#include <stdio.h>

int main(void) {
    int n = 0;
    do {
        printf("how many? ");
        scanf("%d", &n);
    } while (n <= 0);
    return 0;
}

// program: asks_input
// stops: there is no input here: pass values as arguments
#include <stdio.h>

int main(void) {
    int n;
    return scanf("%d", &n);
}

// program: assertion
// stops: assertion `n == 4` failed
#include <assert.h>

int main(void) {
    volatile int n = 3;
    assert(n == 4);
    return 0;
}

// program: barrier_missed
// stops: some threads of the team reach a barrier or a loop, others do not
#include <omp.h>

int main(void) {
#pragma omp parallel num_threads(3)
    if (omp_get_thread_num() == 0) {
#pragma omp barrier
    }
    return 0;
}

// program: deadlock_barrier
// stops: waits for a lock that thread
#include <omp.h>

static void meet(void) {
#pragma omp barrier
}

int main(void) {
#pragma omp parallel num_threads(2)
    {
#pragma omp critical(gate)
        meet();
    }
    return 0;
}

// program: deadlock_self
// stops: thread 0 waits for a lock that it holds itself
#include <omp.h>

int main(void) {
    omp_lock_t lock;
    omp_init_lock(&lock);
    omp_set_lock(&lock);
    omp_set_lock(&lock);
    return 0;
}

// program: deadlock_two
// stops: waits for a lock that thread
#include <omp.h>

static omp_lock_t a, b;

int main(void) {
    omp_init_lock(&a);
    omp_init_lock(&b);
#pragma omp parallel num_threads(2)
    {
        omp_set_lock(omp_get_thread_num() == 0 ? &a : &b);
#pragma omp barrier
        omp_set_lock(omp_get_thread_num() == 0 ? &b : &a);
    }
    return 0;
}

// program: division_by_constant
// stops: an integer is divided by 0
#include <stdio.h>

int main(void) {
    long count = 0;
    printf("%ld\n", 7L % count);
}

// program: division_of_rows
// stops: an integer is divided by 0
#include <stdio.h>

int main(void) {
    int part[8], sum = 0;
    for (int i = 0; i < 8; i++) {
        part[i] = i - 4;
    }
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 8; i++) {
        sum += 100 / part[i];
    }
    printf("%d\n", sum);
}

// program: division_too_large
// stops: the quotient of two integers is too large for their type
#include <limits.h>
#include <stdio.h>

int main(int argc, char **argv) {
    (void)argv;
    int least = INT_MIN;
    printf("%d\n", least / -argc);
}

// program: double_free
// stops: free() of memory that has already been freed
#include <stdlib.h>

int main(void) {
    int *p = malloc(8);
    *p = 1;
    free(p);
    free(p);
    return 0;
}

// program: endless_critical
// stops: instruction budget used up
// Turns that end at each critical are shorter than the slices after which instructions are counted.
#include <omp.h>

int main(void) {
    int size = 0;
#pragma omp parallel num_threads(2)
    {
        int more = 1;
        while (more) {
#pragma omp critical
            more = ++size > 0;
        }
    }
    return 0;
}

// program: heap_overrun
// stops: outside of everything that was allocated
#include <stdlib.h>

int main(void) {
    volatile int n = 10;
    int *p = malloc(10 * sizeof *p);
    p[n] = 1;
    free(p);
    return 0;
}

// program: long_calls
// stops: instruction budget used up
// Few instructions, and much work: what the machine does in a call counts as well.
#include <stdlib.h>
#include <string.h>

enum { BYTES = 1 << 20, TIMES = 1000 };

int main(void) {
    char *bytes = malloc(BYTES);
    for (int i = 0; i < TIMES; i++) {
        memset(bytes, i, BYTES);
    }
    free(bytes);
    return 0;
}

// program: loop_missed
// stops: some threads of the team reach a barrier or a loop, others do not
#include <omp.h>

static int numbers[12];

int main(void) {
#pragma omp parallel num_threads(3)
    if (omp_get_thread_num() == 0) {
#pragma omp for nowait
        for (int i = 0; i < 12; i++) {
            numbers[i] = i;
        }
    }
    return 0;
}

// program: middle_free
// stops: free() of a pointer into the middle of an allocation
#include <stdlib.h>

int main(void) {
    int *p = malloc(8);
    *p = 1;
    free(p + 1);
    return 0;
}

// program: recursion
// stops: the call stack is full
static int down(volatile int *n) {
    return *n == 0 ? 0 : 1 + down(n);
}

int main(void) {
    volatile int n = 1;
    return down(&n);
}

// program: spins_on_lock
// stops: repeats this loop forever
#include <omp.h>

int main(void) {
    omp_lock_t lock;
    omp_init_lock(&lock);
#pragma omp parallel num_threads(3)
    while (!omp_test_lock(&lock)) {
    }
    return 0;
}

// program: spins_on_task
// stops: repeats this loop forever
// No thread comes to where it could begin with the task.
int main(void) {
    int done = 0;
#pragma omp parallel num_threads(2)
    {
#pragma omp single nowait
        {
#pragma omp task shared(done)
#pragma omp atomic write
            done = 1;
        }
        for (int seen = 0; !seen;) {
#pragma omp atomic read
            seen = done;
        }
    }
    return 0;
}

// program: stack_overrun
// stops: outside of `table`, the variable nearest to it
int main(void) {
    volatile int n = 10;
    int table[10];
    for (int i = 0; i <= n; i++) {
        table[i] = i;
    }
    return table[0];
}

// program: team_bomb
// stops: the machine has no memory or no threads left for this
#include <omp.h>

static void deeper(int levels) {
#pragma omp parallel num_threads(64)
    if (levels > 0) {
        deeper(levels - 1);
    }
}

int main(void) {
    omp_set_max_active_levels(100);
    deeper(20);
    return 0;
}

// program: unmade_lock
// stops: a lock that omp_init_lock() did not make
#include <omp.h>

static omp_lock_t lock;

int main(void) {
    omp_set_lock(&lock);
    return 0;
}

// program: use_after_free
// stops: this memory has been freed
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p);
    *p = 1;
    free(p);
    return *p;
}

// program: write_constant
// stops: is read only
int main(void) {
    char *volatile text = "constant";
    text[0] = 'C';
    return 0;
}
