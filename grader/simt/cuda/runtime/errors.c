/* The last error, a thread's own, and the names and texts of errors. */
#include "runtime.h"

static _Thread_local cudaError_t last;

static const struct {
    cudaError_t error;
    const char *name;
    const char *text;
} table[] = {
#define ERROR_ROW(NAME, NUMBER, TEXT) {NAME, #NAME, TEXT},
    LOCKSTEP_CUDA_ERRORS(ERROR_ROW)
#undef ERROR_ROW
};

cudaError_t client_result(cudaError_t error) {
    if (error != cudaSuccess && error != cudaErrorNotReady) {
        last = error;
    }
    return error;
}

void client_forget_errors(void) {
    last = cudaSuccess;
}

cudaError_t cudaPeekAtLastError(void) {
    return last;
}

/* Clears even the errors that lose the device: the hardware's runtime does so, too. Every call
 * after them that needs the device fails anew. */
cudaError_t cudaGetLastError(void) {
    cudaError_t error = last;
    last = cudaSuccess;
    return error;
}

const char *cudaGetErrorName(cudaError_t error) {
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        if (table[i].error == error) {
            return table[i].name;
        }
    }
    return "unrecognized error code";
}

const char *cudaGetErrorString(cudaError_t error) {
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        if (table[i].error == error) {
            return table[i].text;
        }
    }
    return "unrecognized error code";
}
