/*
 * cpu.h - how long a program with OpenMP would take on a processor with more cores than this one:
 * from the facts of its runs on the machine, for any number of threads. THEORY.md has the terms. A
 * time from here is modelled: it is never called a measurement.
 *
 *     struct cpu_profile cpu;
 *     cpu_profile_find(folder, "xeon", &cpu, &error)
 *     … the program runs on the machine with several threads, watched by an openmp_watch …
 *     struct cpu_work work = cpu_work_of(openmp_watch_costs(watch), NULL);
 *     work = cpu_work_scaled(work, 64);                 if the sheet's n is 64 times the run's
 *     for (unsigned threads = 1; threads <= 16; threads *= 2) {
 *         struct cpu_time time = cpu_predict(&cpu, &work, threads);   time.seconds, time.binds
 *     }
 */
#pragma once

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

#include "../observers/reports/report.h"
#include "../../error.h"
#include "../observers/openmp/openmp_costs.h"

struct cpu_profile {
    char name[32];
    double calibrated;           /* 1: by measurement on the real one; 0: estimated */
    double cores;                /* physical ones */
    double processors;           /* more: pairs of them share a core */
    double told;                 /* 1: the system knows the pairs and gives each thread a core while
                                    there are any; 0: it does not, as in many virtual machines */
    double instruction_ns;       /* of the machine's instructions */
    double vector_lanes;         /* so many times faster where a compiler makes vectors */
    double read_ns, write_ns;    /* a line of 64 bytes from memory, in a row */
    double cache_mib;            /* of cache that each thread's core brings for lines */
    double cached;               /* what a line from there costs of one from memory */
    double memory_gbs;           /* that all threads together get from memory */
    double shared_ns;            /* a line that others read, too: each doubling of them */
    double forward_ns;           /* from a load of what was stored last to the next one */
    double atomic_ns;            /* a read-modify-write of a line that the core holds */
    double travel_ns;            /* until a line that another core holds is here */
    double stay;                 /* share of a thread's turns at a line that it holds on to */
    double contested_ns;         /* a plain write to a line that one more thread writes */
    double lock_ns, handover_ns; /* a lock that nobody wants; that others want */
    double region_ns, join_ns;   /* a parallel region of one thread; each doubling of threads */
    double barrier_ns;           /* each doubling of threads */
    double task_ns;              /* a task that its maker executes at once */
    double asleep_ns, wake_ns;   /* a region whose threads sleep meanwhile; each of them */
    double chunk_ns;             /* a chunk that a loop deals, taken from all others */
    double uneven;               /* standard deviation of the cores' speeds */
    double crowded;              /* what the unluckiest loses where every processor is taken */
};

/* False: *error names the file, the line and the fix; cpu_profile_find lists those that are there
 * (NAME.cpu in the folder). */
bool cpu_profile_read(const char *path, struct cpu_profile *profile, struct error *error);
bool cpu_profile_find(const char *folder, const char *name, struct cpu_profile *profile,
                      struct error *error);

/* A program's work, apart by how it changes with the number of threads. In instructions, lines and
 * times; "shared" is divided among the threads, "each" is done by every one. */
struct cpu_work {
    double threads; /* of the run that was watched */
    double serial;
    double shared, each;
    double vectors; /* share of the instructions that a compiler makes vectors of: 0 or 1 */
    double parts[OPENMP_COSTS_THREADS]; /* each thread's share of the instructions; 0: all alike */
    /* share of the instructions in loops that can be dealt out in so many pieces, each of which is
     * now `grown` pieces (cpu_work_scaled); [0]: in many, or in none */
    double in_pieces[OPENMP_COSTS_PIECES + 1];
    double grown;
    double tasks, at_once;             /* explicit ones; of these, those that wait for no thread */
    double locked_shared, locked_each; /* instructions, one thread at a time */
    double locks_shared, locks_each;   /* times that a lock is taken */
    double lock_lines;                 /* where the locks lie */
    double regions, barriers, chunks;
    bool passive;          /* threads that wait sleep (OMP_WAIT_POLICY) */
    bool dealt;            /* the loops deal their chunks while they run */
    double lines, written; /* different ones */
    double common;         /* of these, those that several threads read, … */
    double readers;        /* … and how many threads do, on average */
    double forwarded;      /* loads of what the same thread stored last */
    double atomics, meeting, meeting_lines;
    double contested, contested_lines;
};

/* From a run with several threads; and one with a single thread, which tells what each thread does
 * and what they share. NULL: what happens but a few times in each thread is taken for its own. */
struct cpu_work cpu_work_of(const struct openmp_costs *several, const struct openmp_costs *one);
/* The same for data that is `factor` times as large: what the threads share grows with it. */
struct cpu_work cpu_work_scaled(struct cpu_work work, double factor);

struct cpu_time {
    double seconds;
    double serial;     /* of these, outside of parallel regions */
    const char *binds; /* what most of it is spent on, in words */
};
struct cpu_time cpu_predict(const struct cpu_profile *profile, const struct cpu_work *work,
                            unsigned threads);

/* A table for 1, 2, 4 … 64 threads, as far as the profile has them. */
void cpu_report_text(const struct report_stream *out, const struct cpu_profile *profile,
                     const struct cpu_work *work);
/* {"profile": …, "calibrated": …, "threads": [{"threads": 1, "modelled_s": …, "speedup": …}, …]}:
 * a new reference, NULL without memory. */
json_t *cpu_report_json(const struct cpu_profile *profile, const struct cpu_work *work);
