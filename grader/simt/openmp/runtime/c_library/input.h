/* input.h - what the program reads: its standard input, line by line as it asks for it, and files,
 * each whole when it is opened. */
#pragma once

#include "../openmp_runtime.h"

struct input {
    char *text;           /* ends in NUL; what has been taken goes when more comes */
    size_t begin, length; /* of what is left */
    bool ended;           /* nothing more will come */
    bool whole;           /* nothing goes, so that places can be returned to */
    bool missed;          /* somebody asked for more than there was: feof() */
    uint32_t misses;      /* scanf() after that */
};

enum { STANDARD_INPUT = 4, FIRST_FILE = 16 }; /* streams: library/stdio.c */

/* What a stream reads from; NULL where nobody gives any, or without memory. */
struct input *input_of(struct openmp *run, uint64_t stream);
/* Adds what comes next to what is left. False when nothing does. */
bool input_more(struct openmp *run, struct input *input);
