/*
 * openmp_costs.h - what of a run takes time on a processor: the numbers that a model of time needs.
 * Instructions are the machine's; lines are cache lines of 64 bytes. "Inside" is inside of parallel
 * regions.
 */
#pragma once

#include <stdint.h>

enum { OPENMP_COSTS_THREADS = 64 }; /* of which the parts are told: others are in theirs, modulo */
enum { OPENMP_COSTS_PIECES = 512 }; /* more of them divide evenly enough */

struct openmp_costs {
    uint32_t threads;                     /* of the largest team */
    uint64_t serial;                      /* instructions outside of parallel regions */
    uint64_t parallel;                    /* inside, all threads', those under a lock too */
    uint64_t parts[OPENMP_COSTS_THREADS]; /* of these, each thread's */
    /* of `parallel`, in loops that can be dealt out in so many pieces (iterations, chunks,
     * sections); [0]: outside of loops, or in many */
    uint64_t in_pieces[OPENMP_COSTS_PIECES + 1];
    uint64_t tasks, at_once; /* explicit ones inside; of these, those for which their makers wait */
    uint64_t locked;         /* under a lock or a critical section */
    uint64_t locks_taken;    /* times that one was taken */
    double lock_lines;       /* so many lines of locks, taken alike, would be met at as often */
    uint64_t regions;        /* parallel regions of several threads */
    uint64_t barriers;       /* inside, once a team */
    uint64_t chunks;         /* that loops dealt while they ran (dynamic, guided) */
    uint64_t dealt_loops;    /* dynamic and guided ones, once a team */
    uint64_t accesses;       /* to memory, inside */
    uint64_t streams;        /* of these, next to the last one of the same instruction and thread */
    uint64_t lines;          /* different lines that were touched inside */
    uint64_t written;        /* of these, those that were written */
    uint64_t common;         /* of these, those that several threads fetched … */
    uint64_t fetched;        /* times that a thread touched a line of which it had no copy */
    uint64_t forwarded;      /* loads inside of what the same thread stored last */
    uint64_t atomics;        /* read-modify-writes inside */
    uint64_t meeting;        /* of these, on lines that several threads write */
    double meeting_lines;    /* so many lines, used alike, would make threads meet as often */
    uint64_t contested;      /* plain writes inside to lines that several threads write */
    double contested_lines;
};
