/*
 * openmp_orders.h - the orders of a program's threads that `lockstep simt` runs besides the first:
 * reversed, in turns, drawn. They are those in which labs are graded, and more that are drawn. Two
 * accesses that race do so in any order, but a deadlock, a wrong answer of the program's own test,
 * or a branch that only one order takes show in some only.
 */
#pragma once

#include "../../observers/openmp/openmp_watch.h"
#include "../../openmp/runtime/openmp.h"
#include "answers.h"

/* Instructions that the other orders may execute, all together: about half a second. Counted, not
 * timed, so that a program is judged alike on every computer. */
#define OPENMP_ORDERS_INSTRUCTIONS UINT64_C(60000000)

/* The part of these that runs with other numbers of threads may execute. */
#define OPENMP_TEAMS_INSTRUCTIONS UINT64_C(6000000)

/* A program, to be run on a fresh machine by whoever holds it. */
struct openmp_program {
    /* As openmp_replay, seen by an observer; false, too, when the program asks for input that the
     * first run did not read: nobody is there to type it. */
    bool (*run)(void *context, const struct openmp_options *options,
                const struct simt_observer *observer, struct openmp_result *result);
    openmp_replay *replay;
    void *context; /* of both */
};

/* The first of the other orders that shows something wrong. */
struct openmp_order_seen {
    struct openmp_watch *watch; /* of that run: the caller destroys it; NULL: nothing is wrong */
    const char *name;           /* as --schedule takes it: "turns"; a constant */
    const char *words;          /* "when the threads take turns at each synchronisation" */
    unsigned threads;           /* of its teams; 0: as many as in the first run */
    struct openmp_result result;
    struct answer_line
        answer; /* where what is printed differs, in an order that shows nothing else */
    const char *answer_order; /* that order, as `name` */
    unsigned orders, teams;   /* that were tried, with the first run's */
    bool skipped;             /* an order was left out, or not run to its end: it takes too long */
};

/* Runs the program in the other orders, until one shows a finding that is no note, a fault, or an
 * exit status that is not 0. `options` are those of the first run, `first` is what it came to, and
 * `answer` what it printed; what other orders print is compared with it. Where all is right, and
 * the options leave the number of threads open, other numbers follow. An order in which memory is
 * exhausted says no more than what was found until then; one that does not end within the limit
 * says nothing. */
void openmp_other_orders(const struct openmp_program *program, const struct openmp_options *options,
                         const struct openmp_result *first, const struct answer *answer,
                         struct openmp_order_seen *seen);
