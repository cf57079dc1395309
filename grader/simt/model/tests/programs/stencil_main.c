/* One step of the stencil, its rows shared out as OMP_SCHEDULE says: `stencil WIDTH HEIGHT`. */
#include "stencil.h"

#include <stdlib.h>

int main(int argc, char **argv) {
    int width = argc > 1 ? atoi(argv[1]) : 512, height = argc > 2 ? atoi(argv[2]) : 64;
    size_t line = (size_t)width + 32, floats = (size_t)(height + 2) * line;
    float *from = calloc(floats, sizeof *from), *to = calloc(floats, sizeof *to);
    if (from != NULL && to != NULL) {
        stencil_multi(to + line + 16, from + line + 16, width, height, (int)line);
    }
    free(from);
    free(to);
    return 0;
}
