/* input.h - what the program reads from its standard input, line by line as it asks for it. */
#ifndef LOCKSTEP_OPENMP_INPUT_H
#define LOCKSTEP_OPENMP_INPUT_H

#include "runtime.h"

struct input {
    char *text;           /* ends in NUL; what has been taken goes when more comes */
    size_t begin, length; /* of what is left */
    bool ended;           /* nothing more will come */
    bool missed;          /* somebody asked for more than there was: feof() */
};

/* The run's input; NULL where nobody gives any, or without memory. */
struct input *input_of(struct openmp *run);
/* Adds what comes next to what is left. False when nothing does. */
bool input_more(struct openmp *run, struct input *input);

#endif
