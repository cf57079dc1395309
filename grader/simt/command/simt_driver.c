/* A small front for this part: simt-driver cc … | simt-driver simt …, as `lockstep` has them. */
#include <stdio.h>
#include <string.h>

#include "command.h"

int main(int argc, char **argv) {
    if (argc > 1 && !strcmp(argv[1], "cc")) {
        return cc_main(argc - 1, argv + 1);
    }
    if (argc > 1 && !strcmp(argv[1], "simt")) {
        return simt_main(argc - 1, argv + 1);
    }
    fprintf(stderr, "lockstep: say cc or simt\n");
    return 2;
}
