/*
 * Memory that the parent shares with a process it does not trust: a memfd whose size is sealed (a
 * file that shrinks would kill the parent), mapped in the parent.
 */
#pragma once

#include "../error.h"

#include <stdbool.h>
#include <stddef.h>

struct shared {
    int descriptor; /* -1: none */
    unsigned char *bytes;
    size_t size;
};

enum shared_access {
    SHARED_READ_ONLY, /* whoever gets the descriptor can read, never write; the parent's mapping
                         stays writable */
    SHARED_WRITABLE
};

/* At least `size` zeroed bytes. On false nothing is held. */
bool shared_create(struct shared *shared, const char *name, size_t size, enum shared_access access,
                   struct error *error);

/* Unmaps the memory and closes its file. */
void shared_release(struct shared *shared);
