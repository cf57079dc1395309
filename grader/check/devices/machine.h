#pragma once

#include "../../lab/oracle.h"
#include "../../simt/openmp/runtime/openmp.h"
#include "../grading.h"

#include <stdbool.h>

/* A call's data: on the host as the oracle made them and as the program left them, and where they
 * are in the machine. */

struct openmp_watch;
struct recording;
struct simt_device;

struct machine_data {
    void *input[ORACLE_MAX_BUFFERS], *after[ORACLE_MAX_BUFFERS], *output[ORACLE_MAX_BUFFERS];
    uint64_t input_address[ORACLE_MAX_BUFFERS], output_address[ORACLE_MAX_BUFFERS];
    uint64_t call_address;
};

/* Who gets the names of the arrays; each may be NULL. */
struct machine_names {
    struct openmp_watch *watch;
    struct recording *recording;
};

/* The host's memory. False when there is too little; give it back in any case. */
bool machine_data_take(struct machine_data *data, const struct oracle_call *call);

void machine_data_give(struct machine_data *data);

/* Puts inputs, poisoned outputs and the runner's parameter there. False: no memory. */
bool machine_data_place(struct machine_data *data, const struct oracle_call *call,
                        struct simt_device *device, struct machine_names names);

/* What the program left, into `after` and `output`. */
bool machine_data_fetch(struct machine_data *data, const struct oracle_call *call,
                        struct simt_device *device);

/*
 * A check's cases on the machine (grader/simt/openmp): the student's functions, translated, run
 * there and nowhere else. The machine sees every access and decides which thread runs when, so
 * what it finds is the same every time, and nothing in the program can keep it from looking.
 */

/* One way to run the cases. */
struct machine_schedule {
    enum openmp_schedule schedule;
    uint64_t seed;
    const char *words; /* for a finding: "when the function is called again"; NULL: the order's */
    bool again;        /* all cases, and the first once more, as calls of one run of the program */
};

/* Runs the check's cases, one after the other, under that schedule, and judges
 * each call that came back (`judge` may be NULL). What the machine's observers found is added to
 * the trial: races first, as they are the cause of much else. Ends at the first case that does not
 * come back. False when the grader failed. */
bool machine_run(struct grading *grading, const struct lab_exercise *exercise,
                 const struct lab_check *check, const struct machine_schedule *schedule,
                 call_judge *judge, struct trial *trial);

/* Gives back the machine and the program on it, if any check has asked for them. */
void machine_close(struct grading *grading);
