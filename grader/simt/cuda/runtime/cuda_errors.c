/* The last error, a thread's own, and the names and texts of errors. */
#include "runtime_calls.h"

static _Thread_local cudaError_t last;

struct error_row {
    cudaError_t error;
    const char *name, *text;
};

static const struct error_row *row_of(cudaError_t error) {
    static const struct error_row rows[] = {
#define ERROR_ROW(NAME, NUMBER, TEXT) {NAME, #NAME, TEXT},
        LOCKSTEP_CUDA_ERRORS(ERROR_ROW)
#undef ERROR_ROW
    };
    static const struct error_row unknown = {0, "unrecognized error code",
                                             "unrecognized error code"};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (rows[i].error == error) {
            return &rows[i];
        }
    }
    return &unknown;
}

/* Errors that a kernel's fault, or a device that is gone, brings to all calls: no call's mistake.
 */
static bool is_of_device(cudaError_t error) {
    return error == cudaErrorIllegalAddress || error == cudaErrorMisalignedAddress ||
           error == cudaErrorLaunchTimeout || error == cudaErrorAssert ||
           error == cudaErrorLaunchFailure || error == cudaErrorNoDevice ||
           error == cudaErrorInitializationError;
}

static cudaError_t end(struct client_wrong *wrong, cudaError_t error) {
    if (error == cudaSuccess || error == cudaErrorNotReady) {
        client_no_reason();
        return error;
    }
    last = error;
    if (is_of_device(error)) {
        client_no_reason();
        return error;
    }
    const struct error_row *row = row_of(error);
    wrong->number = (int)error;
    wrong->error = row->name;
    wrong->text = row->text;
    if (client_reason_is(MESSAGE_WHY_HANDLE_ENDED) || client_reason_is(MESSAGE_WHY_FREED)) {
        wrong->what = WIRE_MISUSED;
    }
    client_tell_wrong(wrong);
    return error;
}

cudaError_t client_end(const char *call, const void *caller, enum message result,
                       cudaError_t error) {
    struct client_wrong wrong = {
        .what = WIRE_CALL_FAILED, .call = call, .caller = caller, .result = result};
    return end(&wrong, error);
}

cudaError_t client_end_launch(const void *caller, cudaError_t error) {
    struct client_wrong wrong = {.what = WIRE_LAUNCH_LOST,
                                 .call = "the launch",
                                 .caller = caller,
                                 .result = MESSAGE_RESULT_NOT_RUN};
    return end(&wrong, error);
}

void client_forget_errors(void) {
    last = cudaSuccess;
}

cudaError_t cudaPeekAtLastError(void) {
    client_looked(0);
    return last;
}

/* Clears even the errors that lose the device: the hardware's runtime does so, too. Every call
 * after them that needs the device fails anew. */
cudaError_t cudaGetLastError(void) {
    client_looked(0);
    cudaError_t error = last;
    last = cudaSuccess;
    return error;
}

static void note_look(cudaError_t error) {
    if (error != cudaSuccess) {
        client_looked((int)error);
    }
}

const char *cudaGetErrorName(cudaError_t error) {
    note_look(error);
    return row_of(error)->name;
}

const char *cudaGetErrorString(cudaError_t error) {
    note_look(error);
    return row_of(error)->text;
}
