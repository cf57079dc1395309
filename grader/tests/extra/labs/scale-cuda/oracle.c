/* Inputs and expected results. A case reads {n: 1000, factor: 3, threads: 256}; a matrix's has
 * {rows: 20}, too, of n elements each, and the threads are one side of a block. */
#include "lab/cuda_errors.h"
#include "lab/oracle.h"

#include <stdio.h>

enum { N, FACTOR, THREADS, ROWS };
enum { ERROR, SCALED };

static const char *shape(const struct oracle_case *source, struct oracle_call *call) {
    static const char *const names[] = {"n", "factor", "threads", "rows"};
    for (int i = 0; i < 4; i++) {
        if (!oracle_number(source, names[i], 1, &call->parameter[i])) {
            return "n, factor, threads and rows must be numbers";
        }
        call->parameter_name[i] = names[i];
    }
    call->parameter_count = 4;
    const uint64_t size = call->parameter[N] * call->parameter[ROWS];
    if (size > 1 << 20 || call->parameter[ROWS] > 1024 || call->parameter[THREADS] < 1 ||
        call->parameter[THREADS] > 1024) {
        return "n * rows must be at most 2^20, rows 1024 and threads from 1 to 1024";
    }
    call->input[0] = (struct oracle_buffer){"data", "element", ELEMENT_U32, size};
    call->input_count = 1;
    call->output[ERROR] =
        (struct oracle_buffer){ORACLE_RETURNED_ERROR, ORACLE_RETURNED_ERROR, ELEMENT_I32, 1};
    call->output[SCALED] = (struct oracle_buffer){"scaled", "element", ELEMENT_U32, size};
    call->output_count = 2;
    return NULL;
}

static void fill(const struct oracle_call *call, void *const input[]) {
    struct random_stream stream = {call->seed};
    uint32_t *data = input[0];
    for (uint64_t i = 0; i < call->parameter[N] * call->parameter[ROWS]; i++) {
        data[i] = (uint32_t)random_next(&stream);
    }
}

static void expect(const struct oracle_call *call, const void *const input[],
                   void *const output[]) {
    const uint32_t *data = input[0];
    uint32_t *scaled = output[SCALED];
    *(int32_t *)output[ERROR] = 0;
    const uint64_t n = call->parameter[N], rows = call->parameter[ROWS];
    for (uint64_t i = 0; i < n * rows; i++) { /* a vector is a matrix of one row */
        scaled[i % n * rows + i / n] = (uint32_t)call->parameter[FACTOR] * data[i];
    }
}

static bool explain(const struct oracle_call *call, const void *const input[],
                    const void *const got[], const void *const expected[], char *text,
                    size_t size) {
    const uint32_t error = *(const uint32_t *)got[ERROR];
    (void)call, (void)input, (void)expected;
    if (error != 0) {
        message_put(text, size, "a CUDA call failed: %s", cuda_error(error));
    }
    return error != 0;
}

const struct oracle lockstep_oracle = {
    .shape = shape, .fill = fill, .expect = expect, .explain = explain};
