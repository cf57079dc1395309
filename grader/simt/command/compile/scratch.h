/* The folder in which `lockstep cc` keeps what it makes on the way. */
#pragma once

#include <stdbool.h>
#include <sys/types.h>

#include "../../../error.h"

struct scratch {
    char path[32];
    int alive; /* open as long as this process is */
    pid_t keeper;
};

/* Makes the folder. scratch_remove is due; where this process ends before, by whatever signal, the
 * folder is removed all the same. */
bool scratch_make(struct scratch *scratch, struct error *error);

/* Removes the folder with all that is in it. */
void scratch_remove(struct scratch *scratch);
