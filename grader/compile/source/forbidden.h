/* What a student's file may not do, found before any of it runs: in its preprocessed text and in
 * its symbols. */
#ifndef LOCKSTEP_FORBIDDEN_H
#define LOCKSTEP_FORBIDDEN_H

#include "../../arena.h"
#include "../../finding.h"

/* Looks for directives that give lines another file's name or another number (`#line`, `# 12`) in
 * the text of the student's file `name`: whose a line is, and which, must show. NULL when there are
 * none. */
struct finding *forbidden_directives(struct arena *arena, const char *name, const char *source);

/* Looks for words that keep code from being judged (inline assembly, names of one compiler,
 * OpenMP's choice between implementations) in text that the preprocessor made of a student's file.
 * All lines count but those of files that lie where the system's are. NULL when there are none. */
struct finding *forbidden_text(struct arena *arena, const char *preprocessed);

/* Which undefined symbols count. The CUDA front door's own calls are in the objects that it makes:
 * there the kit's names are not looked for. */
enum { FORBID_KIT = 1, FORBID_OUTSIDE = 2 };

/* Looks at `nm -g -P` output of the student's objects: functions that a lab never needs and that
 * reach out of it (`uses`: an or of the above), and definitions that would replace the C library's,
 * OpenMP's or the kit's. NULL when all is well. */
struct finding *forbidden_symbols(struct arena *arena, const char *name, const char *symbols,
                                  unsigned uses);

#endif
