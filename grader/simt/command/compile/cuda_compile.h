/*
 * cuda_compile.h - how a CUDA program is built for the simulated GPU: the commands, as data.
 *
 * Each .cu file takes three steps: clang makes PTX of its kernels, which gets a NUL at its end,
 * then an object of its host half, in which the PTX travels. A last step links the objects with the
 * libcudart stand-in. The caller runs the steps in order, in whatever jail it likes; they read the
 * sources and `home`, and write only `scratch` and `output`. Where the caller can do two things at
 * once, the host half need not wait for the PTX (`apart`).
 */
#pragma once

#include <stddef.h>

#include "../../../error.h"

enum compile_preset {
    COMPILE_SOURCE,        /* no unrolling, no vectorising: what is graded */
    COMPILE_HARDWARE_LIKE, /* unrolled, nearer to what nvcc makes */
};

enum compile_goal {
    COMPILE_PROGRAM,     /* `output` is an executable */
    COMPILE_OBJECT,      /* one source; `output` is its object */
    COMPILE_PTX,         /* one source; `output` is its kernels' PTX; .cl files know nothing else */
    COMPILE_DEVICE_LINK, /* `output` is an empty object: programs link kernels when they run */
    COMPILE_HEADERS,     /* `output` is the list of headers that -M or -MM asks for */
};

struct compile_request {
    const char *home;    /* the folder with cuda/ and liblockstep_cudart.a (compile_home) */
    const char *scratch; /* an existing folder for intermediate files */
    const char *output;
    enum compile_goal goal;
    enum compile_preset preset;
    bool notes; /* the PTX tells the variables' values (record/annotate/notes.h), for recordings */
    const char *nvcc; /* make the PTX with this nvcc instead of clang; NULL: clang */
    /* The steps of the host half (LANE_HOST) run beside those of the kernels. The PTX goes to this
     * file, and the object holds only where it is (COMPILE_PLACE). NULL: nothing runs beside. For
     * COMPILE_OBJECT. */
    const char *apart;
    /* A folder that compile_headers_plan made, by the same compiler; NULL: headers are read. */
    const char *headers;

    /* What the sources are, whatever they are called ("cu", "c++", "c"); NULL: as named. */
    const char *language;
    const char *const *sources; /* .cu, .c, .cpp, .cc, and .o and .a as they are */
    size_t source_count;
    const char *const *both_flags; /* -I, -D, -U, -std=: for kernels and host code */
    size_t both_count;
    const char *const *host_flags; /* -g, -fopenmp, -Wall: host code only */
    size_t host_count;
    const char *const *device_flags; /* kernels only */
    size_t device_count;
    const char *const *link_flags; /* after the objects */
    size_t link_count;
};

/* What the caller writes into the file `apart`.place before the host half is compiled: this text
 * and the name by which the running program finds the PTX, with a NUL behind it. */
#define COMPILE_PLACE "lockstep-ptx:" /* simt/cuda/runtime/registry.c reads it */

/* Which steps wait for which, where the request says `apart`: those of a lane for each other. */
enum compile_lane { LANE_KERNELS, LANE_HOST };

struct compile_step {
    enum compile_lane lane;
    char **argv; /* ends in NULL; argv[0] is looked up in PATH */
    size_t argc;
    char *source; /* what it is about, for messages */
};

struct compile_plan {
    struct compile_step *steps;
    size_t count;
};

/* Fills the plan. false with a message if the request makes no sense or memory is exhausted. The
 * caller releases the plan in both cases. */
bool compile_plan_make(const struct compile_request *request, struct compile_plan *plan,
                       struct error *error);

/* The steps that make the folder `output` (it exists) of precompiled headers for requests with the
 * same `home`, preset and host flags: kernels' and the host's, each in a lane of its own. */
bool compile_headers_plan(const struct compile_request *request, struct compile_plan *plan,
                          struct error *error);

void compile_plan_clear(struct compile_plan *plan);

/* The folder of the running executable or one above it that holds cuda/include, or what the
 * variable LOCKSTEP_HOME says. The caller frees it; NULL with a message: there is none. */
char *compile_home(struct error *error);
