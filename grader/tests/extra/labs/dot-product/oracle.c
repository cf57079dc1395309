/* Inputs and expected dot products. A case reads {n: 1000, threads: 4}. */
#include "lab/oracle.h"

enum { N, THREADS };

static const char *shape(const struct oracle_case *source, struct oracle_call *call) {
    uint64_t n, threads;
    if (!oracle_number(source, "n", 0, &n) || n > 1 << 20) {
        return "n must be a number from 0 to 2^20";
    }
    if (!oracle_number(source, "threads", 1, &threads) || threads < 1 || threads > 64) {
        return "threads must be a number from 1 to 64";
    }
    call->parameter[N] = n, call->parameter_name[N] = "n";
    call->parameter[THREADS] = threads, call->parameter_name[THREADS] = "threads";
    call->parameter_count = 2;
    call->input[0] = (struct oracle_buffer){"left", "element", ELEMENT_U32, n};
    call->input[1] = (struct oracle_buffer){"right", "element", ELEMENT_U32, n};
    call->input_count = 2;
    call->output[0] = (struct oracle_buffer){"result", "sum", ELEMENT_U64, 1};
    call->output_count = 1;
    return NULL;
}

static void fill(const struct oracle_call *call, void *const input[]) {
    struct random_stream stream = {call->seed};
    for (size_t i = 0; i < call->input_count; i++) {
        uint32_t *vector = input[i];
        for (uint64_t at = 0; at < call->parameter[N]; at++) {
            vector[at] = (uint32_t)random_next(&stream);
        }
    }
}

static void expect(const struct oracle_call *call, const void *const input[],
                   void *const output[]) {
    const uint32_t *left = input[0], *right = input[1];
    uint64_t sum = 0;
    for (uint64_t i = 0; i < call->parameter[N]; i++) {
        sum += (uint64_t)left[i] * right[i];
    }
    *(uint64_t *)output[0] = sum;
}

const struct oracle lockstep_oracle = {.shape = shape, .fill = fill, .expect = expect};
