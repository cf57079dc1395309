// prints: twice
// prints: twice
// The same, from inside of a function that ends the program.
#include <err.h>
#include <stdio.h>
#include <stdlib.h>

static void twice(void) {
    puts("twice");
}

int main(int argc, char **argv) {
    atexit(twice);
    atexit(twice);
    warnx("%s has %d", argv[0], argc);
#pragma omp parallel
#pragma omp single
    exit(argc - 1);
}
