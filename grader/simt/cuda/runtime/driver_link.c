/* The driver's linker: PTX texts, put together into one. */
#include "driver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct CUlinkState_st {
    char *text; /* NULL: nothing was added yet */
    size_t length;
};

CUresult cuLinkCreate(unsigned int count, CUjit_option *options, void **values,
                      CUlinkState *state) {
    (void)count, (void)options, (void)values;
    *state = calloc(1, sizeof **state);
    return driver_result(*state != NULL ? cudaSuccess : cudaErrorMemoryAllocation);
}

/* What stands once in a module: later texts' is left out. */
static bool is_head(const char *line) {
    return strncmp(line, ".version", 8) == 0 || strncmp(line, ".target", 7) == 0 ||
           strncmp(line, ".address_size", 13) == 0;
}

static cudaError_t append(CUlinkState state, const char *ptx, size_t bytes) {
    bool first = state->text == NULL;
    char *grown = realloc(state->text, state->length + bytes + 2);
    if (grown == NULL) {
        return cudaErrorMemoryAllocation;
    }
    state->text = grown;
    for (size_t at = 0; at < bytes && ptx[at] != 0;) {
        const char *end = memchr(ptx + at, '\n', bytes - at);
        size_t length = end != NULL ? (size_t)(end - ptx) + 1 - at : strnlen(ptx + at, bytes - at);
        if (first || !is_head(ptx + at)) {
            memcpy(state->text + state->length, ptx + at, length);
            state->length += length;
        }
        at += length;
    }
    state->text[state->length++] = '\n';
    state->text[state->length] = 0;
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
    FILE *file = path != NULL ? fopen(path, "r") : NULL;
    char *text = NULL;
    size_t room = 0;
    (void)count, (void)options, (void)values;
    if (file == NULL) {
        return driver_result(cudaErrorInvalidValue);
    }
    ssize_t length = getdelim(&text, &room, 0, file);
    cudaError_t error =
        length < 0 ? cudaErrorInvalidKernelImage : add(state, type, text, (size_t)length);
    fclose(file);
    free(text);
    return driver_result(error);
}

/* The image is the state's: it ends with it. */
CUresult cuLinkComplete(CUlinkState state, void **image, size_t *bytes) {
    if (state == NULL || state->text == NULL || image == NULL) {
        return driver_result(cudaErrorInvalidValue);
    }
    *image = state->text;
    if (bytes != NULL) {
        *bytes = state->length + 1;
    }
    return driver_result(cudaSuccess);
}

CUresult cuLinkDestroy(CUlinkState state) {
    if (state == NULL) {
        return driver_result(cudaErrorInvalidValue);
    }
    free(state->text);
    free(state);
    return driver_result(cudaSuccess);
}
