// prints: 4 3 0 9
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What nobody calls stops nobody. */
static int from(FILE *file) {
    int n = 0;
    return fscanf(file, "%d", &n) == 1 && scanf("%d", &n) == 1 ? n : 0;
}

int main(int argc, char **argv) {
    (void)argv;
    setenv("KIND", "two", 1);
    setenv("KIND", "three", 1);
    setenv("KIND", "four", 0);
    const int length = (int)strlen(getenv("KIND")) - 1;
    unsetenv("KIND");
    printf("%d %d %d", length, omp_get_max_teams() + 3, getenv("KIND") != NULL);
    FILE *file = fopen("results.txt", "w");
    fseek(file, 0, SEEK_END);
    rewind(file);
    printf(" %d\n", argc > 5 ? from(stdin) : 9 + (int)ftell(file));
    return 0;
}
