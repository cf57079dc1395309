/* A call's data: on the host as the oracle made them and as the program left them, and where they
 * are in the machine. */
#ifndef LOCKSTEP_CHECK_MACHINE_DATA_H
#define LOCKSTEP_CHECK_MACHINE_DATA_H

#include "../../lab/oracle.h"

#include <stdbool.h>

struct openmp_watch;
struct recording;
struct simt_device;

struct machine_data {
    void *input[ORACLE_MAX_BUFFERS], *after[ORACLE_MAX_BUFFERS], *output[ORACLE_MAX_BUFFERS];
    uint64_t input_address[ORACLE_MAX_BUFFERS], output_address[ORACLE_MAX_BUFFERS];
    uint64_t call_address;
};

/* Who is told what the arrays are called; each may be NULL. */
struct machine_names {
    struct openmp_watch *watch;
    struct recording *recording;
};

size_t machine_data_bytes(const struct oracle_buffer *buffer);

/* The host's memory. False when there is too little; give it back in any case. */
bool machine_data_take(struct machine_data *data, const struct oracle_call *call);

void machine_data_give(struct machine_data *data);

/* Puts inputs, poisoned outputs and the runner's parameter there. False: no memory. */
bool machine_data_place(struct machine_data *data, const struct oracle_call *call,
                        struct simt_device *device, struct machine_names names);

/* What the program left, into `after` and `output`. */
bool machine_data_fetch(struct machine_data *data, const struct oracle_call *call,
                        struct simt_device *device);

#endif
