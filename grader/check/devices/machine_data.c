/* An oracle's buffers, placed in the machine's memory and fetched from it. */
#include "machine.h"

#include "../../run/runner.h"
#include "../../simt/observers/openmp/openmp_watch.h"
#include "../../simt/record/record.h"
#include "../../simt/simt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool machine_data_take(struct machine_data *data, const struct oracle_call *call) {
    bool good = true;
    for (size_t i = 0; i < call->input_count; i++) {
        size_t bytes = buffer_bytes(&call->input[i]);
        data->input[i] = calloc(bytes + 1, 1);
        data->after[i] = calloc(bytes + 1, 1);
        good = good && data->input[i] != NULL && data->after[i] != NULL;
    }
    for (size_t i = 0; i < call->output_count; i++) {
        data->output[i] = calloc(buffer_bytes(&call->output[i]) + 1, 1);
        good = good && data->output[i] != NULL;
    }
    return good;
}

void machine_data_give(struct machine_data *data) {
    for (size_t i = 0; i < ORACLE_MAX_BUFFERS; i++) {
        free(data->input[i]);
        free(data->after[i]);
        free(data->output[i]);
    }
}

/* Memory of the machine for a buffer; a byte where it has no elements, so that it has an address.
 */
static bool place(struct simt_device *device, struct machine_names names,
                  const struct oracle_buffer *buffer, uint64_t *address) {
    size_t bytes = buffer_bytes(buffer);
    bool good = simt_memory_allocate(device, bytes > 0 ? bytes : 1, address) == SIMT_OK;
    if (good && names.watch != NULL) {
        openmp_watch_name(names.watch, *address, buffer->name);
    }
    if (good && names.recording != NULL) {
        record_name(names.recording, *address, buffer->name);
    }
    return good;
}

bool machine_data_place(struct machine_data *data, const struct oracle_call *call,
                        struct simt_device *device, struct machine_names names) {
    struct runner_call words = {.exercise = ""};
    snprintf(words.exercise, sizeof words.exercise, "%s", call->exercise);
    memcpy(words.parameter, call->parameter, sizeof words.parameter);
    bool good = true;
    for (size_t i = 0; i < call->input_count && good; i++) {
        good = place(device, names, &call->input[i], &data->input_address[i]) &&
               simt_memory_write(device, data->input_address[i], data->input[i],
                                 buffer_bytes(&call->input[i])) == SIMT_OK;
        memcpy(&words.input[i], &data->input_address[i], sizeof words.input[i]);
    }
    for (size_t i = 0; i < call->output_count && good; i++) {
        good = place(device, names, &call->output[i], &data->output_address[i]);
        memcpy(&words.output[i], &data->output_address[i], sizeof words.output[i]);
    }
    return good && simt_memory_allocate(device, sizeof words, &data->call_address) == SIMT_OK &&
           simt_memory_write(device, data->call_address, &words, sizeof words) == SIMT_OK;
}

bool machine_data_fetch(struct machine_data *data, const struct oracle_call *call,
                        struct simt_device *device) {
    bool good = true;
    for (size_t i = 0; i < call->input_count && good; i++) {
        good = simt_memory_read(device, data->input_address[i], data->after[i],
                                buffer_bytes(&call->input[i])) == SIMT_OK;
    }
    for (size_t i = 0; i < call->output_count && good; i++) {
        good = simt_memory_read(device, data->output_address[i], data->output[i],
                                buffer_bytes(&call->output[i])) == SIMT_OK;
    }
    return good;
}
