#include "commands.h"

#include <stdio.h>

int command_failed(const struct error *error) {
    fprintf(stderr, "lockstep: %s\n", error->message);
    return 2;
}
