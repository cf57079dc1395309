/* Somebody who looks on while checks run: to show what a program did, or what it cost. Verdicts do
 * not depend on it. */
#ifndef LOCKSTEP_WITNESS_H
#define LOCKSTEP_WITNESS_H

#include "../lab/lab.h"

struct counters;
struct recording;
struct trial;

struct witness {
    void *self;
    /* A check is about to run. What it does on the machine goes to the recording that this returns;
     * NULL: nobody records. */
    struct recording *(*begin)(void *self, const struct lab_exercise *exercise,
                               const struct lab_check *check);
    /* It has run; what the trial holds lives only during the call. */
    void (*end)(void *self, const struct lab_exercise *exercise, const struct lab_check *check,
                const struct trial *trial);
};

#endif
