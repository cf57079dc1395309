/* simt_arguments.h - what stands on the command line of `lockstep simt`. */
#pragma once

#include <stdbool.h>

#include "../../../error.h"
#include "../../device/device.h"

struct simt_arguments {
    struct device_options device;
    const char *json;
    const char *record;   /* file for the recording, or NULL */
    int output;           /* where the program's standard output goes; 0: where ours does */
    int input;            /* what it reads, and its errors go nowhere; 0: as we do */
    const char *schedule; /* as it was given */
    unsigned threads;
    char **program;      /* and its arguments, ends in NULL */
    const char *profile; /* of what is modelled; NULL: nothing was said */
    double scale;
    bool lines;
    bool quiet;
    bool no_detect;
    bool no_count;
    bool help;
};

/* The text of --help. */
extern const char simt_help[];

/* Reads the command line into `arguments`, which keeps what it sets of before. False with a message
 * that names the option, or says that there is no program to run. */
bool simt_read_arguments(int argc, char **argv, struct simt_arguments *arguments,
                         struct error *error);

/* The order of a CUDA or OpenCL program's threads, by its name; OpenMP programs have others. */
bool simt_read_schedule(const char *text, enum simt_schedule *schedule, struct error *error);
