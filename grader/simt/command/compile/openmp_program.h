/*
 * openmp_program.h - C programs with OpenMP: `lockstep cc -fopenmp` makes an image of one,
 * `lockstep simt` runs it on the machine. An image is a text: two lines for a shell that starts it,
 * then PTX.
 */
#pragma once

#include "cuda_compile.h"

#include "../../record/record.h"

#include <stdint.h>

/* Whether the request is for C sources only, with -fopenmp. */
bool is_openmp(const struct compile_request *request);
/* A source in C++ with -fopenmp, and no kernels beside it: it will run, but nobody watches its
 * threads. NULL: there is none. */
const char *openmp_unwatched(const struct compile_request *request);
/* A source in C with #pragma omp, and no -fopenmp: the compiler passes over the pragma of `line`,
 * from 1. NULL: there is none. */
const char *openmp_ignored(const struct compile_request *request, unsigned *line);
/* Whether the program in the file needs a runtime library of OpenMP: its threads are not ours. */
bool openmp_is_elsewhere(const char *program);

/* Builds the image; messages of clang and of the translation go to stderr. false with a message if
 * there is none. */
bool openmp_build(const struct compile_request *request, bool verbose, struct error *error);

struct openmp_request {
    char **words;         /* the image, then the program's arguments; ends in NULL */
    const char *json;     /* findings and facts go there, "-" for stdout; NULL */
    const char *profile;  /* the processor whose time is modelled; NULL: xeon; none: no model */
    const char *schedule; /* order, reversed, turns, or a number: drawn from it;
                           * NULL: order, then the others (openmp_orders.h) */
    double scale;         /* the model takes the data for so many times as large; 0: as it is */
    unsigned threads;     /* 0: what OMP_NUM_THREADS says */
    uint64_t budget;      /* instructions, 0: the runtime's default */
    uint64_t bytes;       /* of memory, 0: the machine's default */
    int64_t milliseconds; /* to end the run after; 0: never */
    bool detect, count, quiet;
    bool reads_input;            /* the program may: standard input is nobody else's */
    struct recording *recording; /* gets what happens; NULL */
};

/* Is the file one of openmp_build's images? */
bool is_openmp_image(const char *name);

/* Runs it and reports; `lockstep simt`'s exit status. */
int openmp_simt(const struct openmp_request *request);
