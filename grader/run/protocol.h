/*
 * What crosses between the trusted parent and the jailed worker. Descriptors inside the jail:
 *   3  commands, parent → worker (pipe, struct call_command)
 *   4  answers, worker → parent (pipe, struct call_answer)
 *   5  inputs, sealed against writing (memfd)      6  outputs (memfd)
 *   7  notes, one struct diagnosis (memfd): whatever the worker says of itself; a hint, never a
 * verdict The parent trusts none of what it reads: an answer counts only when it carries the call's
 * nonce, and outputs are compared from here.
 */
#pragma once

#include "runner.h"

#include <stdint.h>

enum { FD_COMMAND = 3, FD_ANSWER = 4, FD_INPUT = 5, FD_OUTPUT = 6, FD_NOTES = 7 };

enum command_kind { COMMAND_CALL = 1, COMMAND_FINISH = 2 };

/* A buffer lies at `offset` in its memfd and is `bytes` long; `offset + bytes` is a multiple of the
 * page size, so that the page mapped after it, which nothing can touch, starts right at its end. */
struct run_region {
    uint64_t offset, bytes;
};

struct call_command {
    uint32_t kind;
    uint32_t input_count, output_count;
    uint8_t element_bytes[RUNNER_MAX_BUFFERS]; /* size of one element of each input */
    uint64_t nonce;
    char exercise[RUNNER_NAME_BYTES];
    uint64_t parameter[RUNNER_MAX_PARAMETERS];
    struct run_region input[RUNNER_MAX_BUFFERS], output[RUNNER_MAX_BUFFERS];
};

struct call_answer {
    uint64_t nonce;
    uint64_t status; /* 0: called; 1: the runner does not know the exercise */
};

/* Where a fault struck. */
enum fault_place {
    FAULT_ELSEWHERE,
    FAULT_NULL,         /* the first page */
    FAULT_INPUT,        /* a write into input `buffer` */
    FAULT_AFTER_INPUT,  /* the guard pages behind input `buffer` */
    FAULT_BEFORE_INPUT, /* the guard pages before it */
    FAULT_AFTER_OUTPUT,
    FAULT_BEFORE_OUTPUT,
    FAULT_STACK,  /* the stack ran out */
    FAULT_MISSING /* none: a function was called that the student did not write (missing.c) */
};

enum { DIAGNOSIS_FRAMES = 16 };

struct diagnosis {
    int32_t signal; /* 0: no fault noted */
    int32_t place;  /* enum fault_place */
    int32_t buffer;
    int32_t frame_count;
    int32_t wrote; /* 1: the access at `place` was a write, 0: a read */
    int32_t reserved;
    int64_t distance; /* bytes: FAULT_INPUT from the start, AFTER from the end (0: the first byte
                         behind it), BEFORE back from the start (1: the last byte before it) */
    uint64_t frame[DIAGNOSIS_FRAMES]; /* calls in the executable, relative to its load address,
                                         innermost first */
};
