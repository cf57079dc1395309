/* managed_memory.h - __managed__ variables, inside the libcudart stand-in. */
#pragma once

#include "runtime_calls.h"

struct managed {
    char *host;
    size_t bytes;
    const char *name;
    uint32_t parent;
    char *known; /* what the device was last known to hold */
};

/* How many there are, side by side from *first on; of managed_apart none where program and device
 * have them at the same place. */
size_t managed_variables(struct managed **first);
size_t managed_apart(struct managed **first);
/* The program has a variable of the device at `host`: kept if it is a managed one. */
void managed_register(char *host, size_t bytes, const char *name, uint32_t parent);
/* Before a module is loaded: it shall have its variables where the program has them. `parent` is
 * its number, or MANAGED_ALL where it is all of them. */
#define MANAGED_ALL UINT32_MAX
void managed_place(uint32_t parent);
/* A kernel was launched, with that guard's number (client/guard.h). */
void managed_guard(uint32_t number);
/* Before a kernel runs, and after the program has waited. */
void managed_upload(void);
void managed_download(void);
