/* The hostile program's parts: main.c uses up what it gets, trespasses.c reaches for what it
 * does not get. */
#ifndef LOCKSTEP_JAIL_TESTS_ATTACKS_H
#define LOCKSTEP_JAIL_TESTS_ATTACKS_H

#include <stddef.h>

struct attack {
    const char *name;
    int (*run)(const char *argument);
};

extern const struct attack trespasses[];
extern const size_t trespass_count;

/* Says what got through; returns the exit status for it. */
int breach(const char *what);

#endif
