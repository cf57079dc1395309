/* Inputs and expected results. A case reads {n: 1000, factor: 3, work_group: 256}. */
#include "lab/opencl_errors.h"
#include "lab/oracle.h"

#include <stdio.h>

enum { N, FACTOR, WORK_GROUP };
enum { ERROR, SCALED };

static const char *shape(const struct oracle_case *source, struct oracle_call *call) {
    static const char *const names[] = {"n", "factor", "work_group"};
    for (int i = 0; i < 3; i++) {
        if (!oracle_number(source, names[i], 1, &call->parameter[i])) {
            return "n, factor and work_group must be numbers";
        }
        call->parameter_name[i] = names[i];
    }
    call->parameter_count = 3;
    if (call->parameter[N] < 1 || call->parameter[N] > 1 << 20 || call->parameter[WORK_GROUP] < 1 ||
        call->parameter[WORK_GROUP] > 1024) {
        return "n must be from 1 to 2^20 and work_group from 1 to 1024";
    }
    call->input[0] = (struct oracle_buffer){"data", "element", ELEMENT_U32, call->parameter[N]};
    call->input_count = 1;
    call->output[ERROR] =
        (struct oracle_buffer){ORACLE_RETURNED_ERROR, ORACLE_RETURNED_ERROR, ELEMENT_I32, 1};
    call->output[SCALED] =
        (struct oracle_buffer){"scaled", "element", ELEMENT_U32, call->parameter[N]};
    call->output_count = 2;
    return NULL;
}

static void fill(const struct oracle_call *call, void *const input[]) {
    struct random_stream stream = {call->seed};
    uint32_t *data = input[0];
    for (uint64_t i = 0; i < call->parameter[N]; i++) {
        data[i] = (uint32_t)random_next(&stream);
    }
}

static void expect(const struct oracle_call *call, const void *const input[],
                   void *const output[]) {
    const uint32_t *data = input[0];
    uint32_t *scaled = output[SCALED];
    *(int32_t *)output[ERROR] = 0;
    for (uint64_t i = 0; i < call->parameter[N]; i++) {
        scaled[i] = (uint32_t)call->parameter[FACTOR] * data[i];
    }
}

static bool explain(const struct oracle_call *call, const void *const input[],
                    const void *const got[], const void *const expected[], char *text,
                    size_t size) {
    const int32_t error = *(const int32_t *)got[ERROR];
    (void)call, (void)input, (void)expected;
    if (error != 0) {
        message_put(text, size, "an OpenCL call failed: %s", opencl_error(error));
    }
    return error != 0;
}

const struct oracle lockstep_oracle = {
    .shape = shape, .fill = fill, .expect = expect, .explain = explain};
