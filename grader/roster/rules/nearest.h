/* Of the names that there are, the one that a mistyped name is nearest to. */
#ifndef LOCKSTEP_NEAREST_H
#define LOCKSTEP_NEAREST_H

#include <stddef.h>

struct nearest {
    const char *wanted, *name; /* name: the nearest one so far, or NULL; neither is owned */
    size_t distance;           /* its edits: letters put in, left out, changed or swapped */
};

/* Begins a search. */
struct nearest nearest_to(const char *wanted);

/* Takes `name` where it is nearer than all before and near enough: at most a third of the wanted
 * name's bytes are edited, or one. NULL and "" are nobody's. Case does not count. */
void nearest_offer(struct nearest *nearest, const char *name);

#endif
