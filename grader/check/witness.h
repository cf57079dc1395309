/* Somebody who looks on while checks run: to show what a program did, or what it cost. Verdicts do
 * not depend on it. */
#pragma once

#include "../lab/lab.h"

struct model;
struct openmp_costs;
struct openmp_travel;
struct recording;
struct simt_observer;
struct trial;

/* Cache lines that travelled, by line of the source and variable, of each call of an OpenMP program
 * (simt/observers/openmp/openmp_watch.h). Whoever asks frees the rows. */
struct travel_list {
    struct openmp_travel *rows;
    size_t count;
};

/* Who sees what one check's program does on the machine; each may be NULL. */
struct onlookers {
    struct recording *recording;
    const struct simt_observer *observer;
    struct model *model;
    uint64_t
        *facts; /* FACT_COUNT numbers (lab/facts.h): gets those of an OpenMP program's last call */
    struct travel_list *travels;
    struct openmp_costs *work; /* gets what takes time in an OpenMP program, of all its calls */
};

struct witness {
    void *self;
    /* Shall the check run at all? NULL: all that the options ask for. */
    bool (*wants)(void *self, const struct lab_exercise *exercise, const struct lab_check *check);
    /* A check is about to run: fills in its onlookers. NULL: there are none. */
    void (*begin)(void *self, const struct lab_exercise *exercise, const struct lab_check *check,
                  struct onlookers *onlookers);
    /* It has run; what the trial holds lives only during the call. NULL: nobody asks. */
    void (*end)(void *self, const struct lab_exercise *exercise, const struct lab_check *check,
                const struct trial *trial);
    /* Is what has just ended worth being seen on smaller inputs (smallest_input.h)? NULL: no. */
    bool (*smaller)(void *self);
};
