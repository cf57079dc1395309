/* Reading what compilers, linkers and nm print. */
#ifndef LOCKSTEP_DIAGNOSTICS_H
#define LOCKSTEP_DIAGNOSTICS_H

#include "../../lab/lab.h"
#include "../../finding.h"

/* The first error of a compiler or linker: file, line and message where it says them. NULL when
 * there is none. */
struct finding *diagnostics_first_error(struct arena *arena, const struct lab *lab,
                                        const char *output);

/* The line by which a compiler tells of trouble of its own: it crashed, or does not know a flag
 * that the kit gave it. NULL where none does: what an #error says stands behind a place in the
 * file. */
const char *diagnostics_own_trouble(struct arena *arena, const char *output);

/* The output without paths of the jail (/box/, /out/) and control bytes, at most 8 KiB. */
const char *diagnostics_clean(struct arena *arena, const char *output);

/* `known` and the names that `nm -g -P` output says are defined, each between newlines. */
const char *diagnostics_defined(struct arena *arena, const char *known, const char *symbols);

/* Is the name among them? */
bool diagnostics_is_defined(const char *defined, const char *name);

#endif
