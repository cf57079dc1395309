// prints: -5 005 ff 1.50 1e+03 x text 42%   7|7  |0.333
// prints: (null) 18446744073709551615 c 100000
// prints: copied 3 4 5 zero 0 grown 9 moved 2 1 2
// prints: 2.000 8.000 1 3.0
// prints: text into memory: 12-ab
// prints: time goes on 1
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    printf("%d %03d %x %.2f %.0e %c %s %d%% %*d|%-3d|%.3g\n", -5, 5, 255, 1.5, 1000.0, 'x', "text",
           42, 3, 7, 7, 1.0 / 3);
    printf("%s %zu %c %ld\n", (char *)NULL, (size_t)-1, "abc"[2], 100000L);
    int from[3] = {3, 4, 5}, to[3];
    memcpy(to, from, sizeof to);
    int *zero = calloc(4, sizeof *zero), *grown = malloc(2 * sizeof *grown);
    grown[1] = 9;
    grown = realloc(grown, 100 * sizeof *grown);
    int moved[3] = {1, 2, 3};
    memmove(moved + 1, moved, 2 * sizeof *moved);
    printf("copied %d %d %d zero %d grown %d moved %d %d %d\n", to[0], to[1], to[2], zero[3],
           grown[1], moved[2], moved[1], moved[2]);
    free(zero);
    free(grown);
    free(NULL);
    printf("%.3f %.3f %d %.1f\n", sqrt(4.0), pow(2.0, 3.0), argc > 0 && argv[argc] == NULL,
           fabs(-3.0));
    char text[64];
    snprintf(text, 6, "%d-%s", 12, "abcdef");
    puts((sprintf(text + 10, "text into memory: %s", text), text + 10));
    double start = omp_get_wtime();
    printf("time goes on %d\n", omp_get_wtime() > start);
    exit(0);
}
