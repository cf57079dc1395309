/*
 * The trusted half of a lab: labs/<lab>/oracle.c defines `const struct oracle lockstep_oracle`,
 * which makes the inputs and knows the expected results. It runs in the grader; nothing of it is
 * ever visible to a student's process. All of it must be deterministic: the same case and seed give
 * the same bytes on every machine.
 */
#pragma once

#include "../message_text.h"
#include "random.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The largest size that a check may ask for. `make speedup` measures larger ones with the same
 * oracle (speedup/measure.c). */
#ifdef LOCKSTEP_MEASURE
#define ORACLE_MOST(checks) (1 << 30)
#else
#define ORACLE_MOST(checks) (checks)
#endif

enum { ORACLE_MAX_PARAMETERS = 8, ORACLE_MAX_BUFFERS = 4 };

/* How the bytes of a buffer read in messages. */
enum element {
    ELEMENT_U8,
    ELEMENT_U16,
    ELEMENT_U32,
    ELEMENT_U64,
    ELEMENT_I32,
    ELEMENT_I64,
    ELEMENT_F32,
    ELEMENT_F64
};

/* Size in bytes of one element. */
size_t element_size(enum element element);

/* A case of lab.yaml: `{n: 257, data: skewed, threads: 4}` as keys and texts, in the file's order.
 */
struct oracle_pair {
    const char *key, *value;
    struct oracle_pair *next;
    bool *asked; /* set when the oracle asks for the key; NULL: nobody wants to know */
};

struct oracle_case {
    const struct oracle_pair *pairs;
    const char *text; /* "n = 257, data = skewed, threads = 4": for messages */
    int line;         /* in lab.yaml */
    struct oracle_case *next;
    bool exact;           /* its sizes stand as they are written (lab.h, struct lab_size) */
    uint64_t least, most; /* no size is drawn below or above; 0: no such limit */
};

/* The name of an output of one element that holds what the function returned, 0 or an error. An
 * error that is not due gets advice of its own, for a check's is about the answer. */
#define ORACLE_RETURNED_ERROR "the returned error"

struct oracle_buffer {
    const char *name; /* "frequency" */
    const char *item; /* what one element is to a reader: "bin"; NULL: its number means nothing to
                         one, explain() says all */
    enum element element;
    size_t count; /* elements */
};

/* Bytes of a buffer's elements. */
size_t buffer_bytes(const struct oracle_buffer *buffer);

/* One call of a student's function: what its runner gets. */
struct oracle_call {
    const char *exercise;
    uint64_t seed; /* already mixed with the exercise and the case: use it as it is */
    uint64_t parameter[ORACLE_MAX_PARAMETERS];
    const char *parameter_name[ORACLE_MAX_PARAMETERS]; /* "n", "m", "threads": names for bounds and
                                                          messages */
    struct oracle_buffer input[ORACLE_MAX_BUFFERS];
    struct oracle_buffer output[ORACLE_MAX_BUFFERS];
    size_t parameter_count, input_count, output_count;
    double tolerance; /* of floating-point outputs, relative to what is expected; 0: bit for bit */
    const struct oracle_case *source;
};

struct oracle {
    /* Sets parameters and buffers for the case. Returns NULL, or what is wrong with the case in a
     * line. */
    const char *(*shape)(const struct oracle_case *source, struct oracle_call *call);
    /* Writes the inputs: input[i] holds call->input[i].count elements. */
    void (*fill)(const struct oracle_call *call, void *const input[]);
    /* Writes the expected outputs, from the inputs as fill() made them. */
    void (*expect)(const struct oracle_call *call, const void *const input[], void *const output[]);
    /* Optional (may be NULL): what a wrong answer tells to somebody who knows the problem, in one
     * sentence such as "the bins add up to 65,280 of 65,536 elements". Writes at most `size` bytes;
     * false when it has nothing to say. Where the sentence tells the cause, a newline and an advice
     * for just that cause may follow: it takes the place of the check's. It gets what the student's
     * function wrote: any bytes at all. */
    bool (*explain)(const struct oracle_call *call, const void *const input[],
                    const void *const got[], const void *const expected[], char *text, size_t size);
};

/* Value of a key of the case as it is written, or NULL. */
const char *oracle_text(const struct oracle_case *source, const char *key);

/* Value of a key as an unsigned number ("65536", "2^16" or "0x100"), `missing` where the key is
 * absent; false (and no change) when it is there but is no number. */
bool oracle_number(const struct oracle_case *source, const char *key, uint64_t missing,
                   uint64_t *number);
