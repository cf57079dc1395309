/* The driver's linker: PTX texts, put together into one. */
#include "cuda_driver.h"
#include "../../../whole_file.h"
#include "../../array.h"
#include "../../client/link_texts.h"

struct CUlinkState_st {
    char **texts;
    size_t count, room;
    char *image; /* all of them, once complete */
};

CUresult cuLinkCreate(unsigned int count, CUjit_option *options, void **values,
                      CUlinkState *state) {
    (void)count, (void)options, (void)values;
    *state = calloc(1, sizeof **state);
    return driver_result(*state != NULL ? cudaSuccess : cudaErrorMemoryAllocation);
}

static cudaError_t append(CUlinkState state, const char *ptx, size_t bytes) {
    if (!array_grow(&state->texts, &state->room, state->count + 1) ||
        (state->texts[state->count] = strndup(ptx, bytes)) == NULL) {
        return cudaErrorMemoryAllocation;
    }
    state->count++;
    return cudaSuccess;
}

static cudaError_t add(CUlinkState state, CUjitInputType type, const char *data, size_t bytes) {
    if (state == NULL || data == NULL) {
        return cudaErrorInvalidValue;
    }
    if (type != CU_JIT_INPUT_PTX) {
        client_why(MESSAGE_WHY_TEXT, "Lockstep links PTX text only", 0, 0, 0);
        return cudaErrorNotSupported;
    }
    return append(state, data, bytes);
}

CUresult cuLinkAddData(CUlinkState state, CUjitInputType type, void *data, size_t bytes,
                       const char *name, unsigned int count, CUjit_option *options, void **values) {
    (void)name, (void)count, (void)options, (void)values;
    return driver_result(add(state, type, data, bytes));
}

CUresult cuLinkAddFile(CUlinkState state, CUjitInputType type, const char *path, unsigned int count,
                       CUjit_option *options, void **values) {
    size_t length = 0;
    char *text = path != NULL ? whole_file(path, &length) : NULL;
    (void)count, (void)options, (void)values;
    cudaError_t error = text != NULL ? add(state, type, text, length) : cudaErrorInvalidValue;
    free(text);
    return driver_result(error);
}

/* The image is the state's: it ends with it. */
CUresult cuLinkComplete(CUlinkState state, void **image, size_t *bytes) {
    if (state == NULL || state->count == 0 || image == NULL) {
        return driver_result(cudaErrorInvalidValue);
    }
    free(state->image);
    state->image = link_texts((const char *const *)state->texts, state->count);
    if (state->image == NULL) {
        return driver_result(cudaErrorMemoryAllocation);
    }
    *image = state->image;
    if (bytes != NULL) {
        *bytes = strlen(state->image) + 1;
    }
    return driver_result(cudaSuccess);
}

CUresult cuLinkDestroy(CUlinkState state) {
    if (state == NULL) {
        return driver_result(cudaErrorInvalidValue);
    }
    for (size_t n = 0; n < state->count; n++) {
        free(state->texts[n]);
    }
    free(state->texts);
    free(state->image);
    free(state);
    return driver_result(cudaSuccess);
}
