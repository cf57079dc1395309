/*
 * What inputs depend on that students must not know. A run's seed is shown to everybody, and every
 * public input follows from it, so that it can be made again; the inputs of hidden checks, the
 * second input of origin checks and the sizes that are drawn (check/drawn_sizes.h) follow from the
 * seed and a secret. The same seed and secret give the same inputs on every machine.
 *
 * A secret is a file of 32 hexadecimal digits, as `openssl rand -hex 16` prints them.
 */
#pragma once

#include "lab.h"

struct secret {
    bool given;      /* false: hidden inputs follow from the seed alone */
    uint64_t key[2]; /* of SipHash-2-4 */
};

/* What a grading's inputs follow from. */
struct drawn {
    uint64_t seed;
    struct secret secret; /* not given: the seed alone */
};

/* The secret of the first that there is: the file `path` (NULL: none is asked for), the file that
 * LOCKSTEP_SECRET names, the file `secret` in the lab's folder; no secret where there is none of
 * these. False with an error where one is named and cannot be read, or holds no secret. */
bool secret_find(struct secret *secret, const char *path, const struct lab *lab,
                 struct error *error);

/* Reads the file. */
bool secret_read(struct secret *secret, const char *path, struct error *error);

/* A new secret from the system's random numbers. */
bool secret_make(struct secret *secret, struct error *error);

/* Writes it to a file that only its owner may read, whole or not at all. */
bool secret_write(const struct secret *secret, const char *path, struct error *error);

/* A seed from a seed and a text: SipHash-2-4 (Aumasson, Bernstein, "SipHash: a fast short-input
 * PRF", INDOCRYPT 2012) over the seed's eight bytes, lowest first, and the text, so that whoever
 * lacks the secret cannot tell it from a random number, even knowing others. Without a secret
 * (`secret` may be NULL): random_mix. */
uint64_t secret_seed(const struct secret *secret, uint64_t seed, const char *text);
