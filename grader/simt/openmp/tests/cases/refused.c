// program: refused_assembly
int main(void) {
    unsigned low;
    __asm__ volatile("" ::: "memory");   /* means nothing here */
    __asm__("rdtsc" : "=a"(low)::"edx"); // refused: assembly
    return low == 0;
}

// program: refused_constructor
static int ready;

__attribute__((constructor)) static void prepare(void) { // refused: a constructor or destructor
    ready = 1;
}

int main(void) {
    return !ready;
}

// program: refused_goto
int main(int argc, char **argv) {
    static void *const targets[] = {&&zero, &&one};
    (void)argv;
    goto *targets[argc & 1]; // refused: goto to a computed label
zero:
    return 0;
one:
    return 1;
}

// program: refused_ifunc
static int one(void) {
    return 1;
}

int (*resolve(void))(void) { // refused: a function that a resolver chooses
    return one;
}

int chosen(void) __attribute__((ifunc("resolve")));

int main(void) {
    return chosen();
}

// program: refused_long_double
#include <stdio.h>

int main(int argc, char **argv) {
    (void)argv;
    long double wide = argc;
    printf("%d\n", wide + 1e-17L == wide);
    return 0;
}
// refused: long double: how many bits it has is the processor's choice

// program: refused_processor
#include <immintrin.h>

static float a[8];

int main(void) {
    __m128 x = _mm_rcp_ps(_mm_loadu_ps(a));
    _mm_storeu_ps(a, x);
    return 0;
}
// refused: an instruction of one processor

// program: refused_threads
#include <pthread.h>

static void *run(void *argument) {
    return argument;
}

int main(void) {
    pthread_t thread;
    return pthread_create(&thread, NULL, run, NULL); // refused: pthread_create(): threads of POSIX
}

// program: refused_unknown
int solve(double *a, int n);

int main(void) {
    double a[4] = {0};
    return solve(a, 4); // refused: solve(): nobody defines this function
}

// program: refused_variadic
#include <stdarg.h>

static int first(int count, ...) {
    va_list list;
    va_start(list, count);
    const int value = count > 0 ? va_arg(list, int) : 0;
    va_end(list);
    return value;
}

int main(int argc, char **argv) {
    (void)argv;
    int (*const choice[])(int, ...) = {first, 0};
    return choice[argc > 9](1, 0); // refused: called through a pointer
}
