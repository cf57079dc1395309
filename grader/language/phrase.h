/* One phrase, between making and finding (phrases.h). */
#ifndef LOCKSTEP_PHRASE_H
#define LOCKSTEP_PHRASE_H

#include "phrases.h"

enum { PHRASE_HOLES = 10 };

/* piece[0] name[0] piece[1] … name[holes-1] piece[holes] */
struct phrase {
    const char *piece[PHRASE_HOLES + 1], *name[PHRASE_HOLES];
    size_t holes;
    size_t letters;   /* how much of it is no value: a letter counts two, else one */
    const char *text; /* in the other language */
};

/* The first '|' in [text, end) outside of braces; `end` where there is none. */
const char *phrase_bar(const char *text, const char *end);

#endif
