/* What the two compilers' macros stand for, those of their headers too: is a name the same for both
 * of them? */
#ifndef LOCKSTEP_MACROS_H
#define LOCKSTEP_MACROS_H

#include "../../arena.h"

#include <stdbool.h>

/* A compiler's macros by name, as they are at the end of a file. */
struct macros;

/* Of what `-E -dD` printed. The text must live as long as the macros, which are the arena's. */
struct macros *macros_of(struct arena *arena, const char *preprocessed);

/* How much must be the same. */
enum macros_measure {
    MACROS_VALUE,    /* numbers by their value, macros with arguments by what they ask for */
    MACROS_SPELLING, /* every character: a macro's # makes text of it */
};

/* Is the word, as part of a program, the same for both? True of what neither defines. */
bool macros_agree(const struct macros *gcc, const struct macros *clang, const char *word,
                  size_t length, enum macros_measure measure);

#endif
