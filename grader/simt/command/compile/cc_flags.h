/* cc_flags.h - the flags of nvcc and clang that `lockstep cc` only hands on, ignores or refuses. */
#pragma once

#include <stdbool.h>

enum flag_list { SOURCES, BOTH, HOST, DEVICE, LINK };

/* How flags are told apart: the first row whose text starts the flag decides. */
struct flag {
    const char *text;
    bool whole;  /* the flag must equal the text */
    bool values; /* the next word belongs to it, if the flag is no longer than the text */
    enum flag_action { TO_LIST, IGNORED, REFUSED, TO_COMPILER } action;
    enum flag_list list;
    const char *why;
};

/* The row that a word of the command line follows; NULL: there is none. */
const struct flag *flag_find(const char *word);
