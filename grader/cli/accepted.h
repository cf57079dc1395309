/* A lab's right programs that are not the solution: the folders of labs/<lab>/accepted/, where what
 * a folder lacks is as the solution has it, and the edits under `accepted` in mutants.yaml. */
#ifndef LOCKSTEP_ACCEPTED_H
#define LOCKSTEP_ACCEPTED_H

#include "mutate.h"

/* What is done with each: `mutated` is the visitor's to remove. `exercise` is the only one in which
 * it differs from the solution, or NULL. False with an error ends all. */
typedef bool accepted_visit(void *context, const char *name, const char *exercise,
                            struct mutated *mutated, struct error *error);

/* Makes one after the other; a lab may have none. */
bool accepted_each(const struct lab *lab, const char *solution, accepted_visit *visit,
                   void *context, struct error *error);

#endif
