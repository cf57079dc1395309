/* mutants.yaml: known-wrong programs, each the solution with a few edits, and the verdict that each
 * must get; and right ones that are as near to the solution. */
#ifndef LOCKSTEP_MUTANTS_H
#define LOCKSTEP_MUTANTS_H

#include "../arena.h"
#include "../error.h"
#include "../verdict.h"
#include "lab.h"

struct mutant_edit {
    const char *file, *find, *replace;
    struct mutant_edit *next;
};

struct mutant {
    const char *name, *exercise, *check, *why;
    enum verdict verdict;
    struct mutant_edit *edits;
    int line; /* in mutants.yaml */
    struct mutant *next;
};

/* Reads `lab->directory`/mutants.yaml; *mutants hangs on `arena`. On a malformed file the message
 * names line and key. */
bool mutants_load(const struct lab *lab, struct arena *arena, struct mutant **mutants,
                  struct error *error);

/* The same for the right ones, under `accepted`: they have no check, and pass. The exercise is the
 * only one that the edits concern; NULL: any. */
bool mutants_load_accepted(const struct lab *lab, struct arena *arena, struct mutant **accepted,
                           struct error *error);

/* What messages call it: "mutant", or "accepted" where it is a right program. */
const char *mutant_kind(const struct mutant *mutant);

#endif
