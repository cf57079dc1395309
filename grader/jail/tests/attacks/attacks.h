/* The hostile program's parts: main.c uses up what it gets, trespasses.c reaches for what it
 * does not get. */
#pragma once

#include <stddef.h>

struct attack {
    const char *name;
    int (*run)(const char *argument);
};

extern const struct attack trespasses[];
extern const size_t trespass_count;

/* Says what got through; returns the exit status for it. */
int breach(const char *what);
