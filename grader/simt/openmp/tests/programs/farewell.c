// prints: in main
// prints: second
// prints: first 3
// What waits for the end of the program.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

static int kept;

static void first(void) {
    printf("first %d\n", kept);
}

static void second(int status, void *context) {
    puts(status == 0 ? context : "?");
    kept = 3;
}

int main(void) {
    atexit(first);
    on_exit(second, "second");
    puts("in main");
    return 0;
}
