/*
 * openmp.h - runs an OpenMP program that `translate` has made PTX of: the machine's third way in,
 * beside CUDA's and OpenCL's kernels.
 *
 * What comes in: a module, a function or main(), and options: how many threads, in which order they
 * run, a seed, a budget. Every OpenMP thread is a thread of the machine: a warp with one lane. The
 * scheduler decides which of them runs (progress/schedule.c); the runtime's calls (__kmpc_*, omp_*)
 * and much of C's library are answered by the machine itself (answered_names.c finds the answer).
 * What comes out: what the program printed and how it ended. Observers see everything (observe.h):
 * accesses, and what orders one strand of work before another one.
 *
 * What can go wrong: the program calls what nobody answers, breaks a rule of OpenMP, uses memory
 * that is not alive, waits for ever or repeats a loop without an end. Each ends the run with a
 * place in the source and a reason.
 *
 * What is promised: the same program with the same options runs in the same order, to the
 * instruction. Nothing of it runs natively, so that it reaches no file and no process; of files it
 * sees what the caller gives it. The budget ends all runs.
 */
#pragma once

#include "../../simt.h"

/* Who runs, and when another thread takes over. */
enum openmp_schedule {
    OPENMP_IN_ORDER, /* the lowest thread that can go on, until it must wait */
    OPENMP_REVERSED, /* the highest one */
    OPENMP_TURNS,    /* another one after each synchronisation */
    OPENMP_DRAWN,    /* drawn from the seed, also in the middle of a run of accesses */
};

/* When something was seen that the plain order does not show: "when the threads run in reverse
 * order", a constant. NULL for OPENMP_IN_ORDER. */
const char *openmp_schedule_words(enum openmp_schedule schedule);

/* Two updates of one word that cut across each other: `t = x` by both threads, then `x = t + 1` by
 * both. A run that is asked for them holds a thread that reads the word at one of the lines, until
 * another one does, too; it ends when it has seen both write. */
struct openmp_wish {
    uint64_t address;
    uint32_t lines[2];
    bool writes; /* both only write: the first is held behind its write until another has written */
};

/* One access of the two updates, in the order in which they happened. */
struct openmp_step {
    uint32_t thread; /* omp_get_thread_num() */
    uint32_t line;
    bool writes, real;
    uint8_t bytes;
    uint64_t value; /* its bits */
};
enum { OPENMP_STEPS = 4 };

/* Stream 1, from a thread of a team of several: others may print before it or after it. */
enum { OPENMP_TEAM_OUTPUT = 3 };

struct openmp_options {
    unsigned threads; /* of a parallel region that asks for no number; 0: OMP_NUM_THREADS, or 4 */
    enum openmp_schedule schedule;
    uint64_t seed;                  /* of OPENMP_DRAWN; and seconds that time() is later */
    uint64_t budget;                /* instructions of all threads; 0: OPENMP_DEFAULT_BUDGET */
    const char *const *environment; /* "OMP_SCHEDULE=dynamic"…, ended by NULL; NULL: none */
    /* What the program prints: stream 1 or 2, or OPENMP_TEAM_OUTPUT. NULL: dropped. */
    void (*print)(void *context, int stream, const char *text, size_t length);
    void *print_context;
    /* The program's standard input: up to `size` bytes, 0 at its end; when to wait for more is the
     * caller's choice. NULL: there is none. */
    size_t (*read)(void *context, char *to, size_t size);
    void *read_context;
    /* A file that the program opens for reading: what it holds, from malloc(), or NULL: it is not
     * there. NULL: no file is. */
    char *(*file)(void *context, const char *path, size_t *length);
    void *file_context;
    bool (*stop)(void *context); /* asked now and then; true ends the run: SIMT_STOPPED */
    void *stop_context;
    const struct openmp_wish *wish; /* NULL: nobody wants to see two updates */
    /* Asked when the function has returned `value`: true to call it once more, in the same run,
     * with the arguments that it sets (as many as at first). NULL: one call. */
    bool (*again)(void *context, uint64_t value, uint64_t *arguments);
    void *again_context;
};

#define OPENMP_DEFAULT_BUDGET UINT64_C(2000000000)

/* What of a program's run hangs on the order in which threads come, as far as there is no race:
 * only how the sums of reductions round, or more. */
enum openmp_contention { OPENMP_NO_CONTENTION, OPENMP_REDUCTIONS, OPENMP_CONTENTION };

struct openmp_result {
    struct simt_result machine; /* how it ended; machine.thread[0] is the guilty machine thread */
    bool exited;                /* by exit(), or by returning from the function */
    bool returned;              /* from the function, not by exit() */
    int exit_status;            /* of main, or what exit() was given */
    uint64_t value;             /* what the function returned, 0 if nothing */
    uint64_t instructions;      /* of all threads */
    uint32_t threads;           /* machine threads that there were */
    bool asked_time;            /* the program asked for the time */
    enum openmp_contention contention;
    bool crossed; /* the wish came true: */
    struct openmp_step steps[OPENMP_STEPS];
};

/* Runs a function of the module on the initial thread, to the end of the program or to its first
 * fault. `arguments` are the function's, each in 64 bits. Returns result->machine.status. The
 * device's memory stays as the program left it; threads' stacks are freed. */
enum simt_status openmp_run(struct simt_device *device, struct simt_module *module,
                            const char *function, const uint64_t *arguments, size_t count,
                            const struct openmp_options *options, struct openmp_result *result);

/* The same for main(argc, argv): the words are placed in the device's memory first. */
enum simt_status openmp_run_main(struct simt_device *device, struct simt_module *module,
                                 const char *const *words, const struct openmp_options *options,
                                 struct openmp_result *result);
