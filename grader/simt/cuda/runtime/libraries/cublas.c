/* The stand-in for cuBLAS: contexts, copies, and the way to the device's memory. */
#include "cublas_library.h"
#include "../graphs.h"

#include <stdlib.h>
#include <string.h>

/* ---- a routine at work ----------------------------------------------------------------------- */

static struct cublas_work start(cublasHandle_t handle, bool good) {
    return (struct cublas_work){.handle = handle,
                                .status = handle == NULL ? CUBLAS_STATUS_NOT_INITIALIZED
                                          : good         ? CUBLAS_STATUS_SUCCESS
                                                         : CUBLAS_STATUS_INVALID_VALUE};
}

struct cublas_work cublas_begin(cublasHandle_t handle, bool good) {
    struct cublas_work work = start(handle, good);
    if (work.status == CUBLAS_STATUS_SUCCESS && graph_captures(handle->stream)) {
        work.status = CUBLAS_STATUS_NOT_SUPPORTED;
    }
    return work;
}

static void note(struct cublas_work *work, cudaError_t error) {
    if (error != cudaSuccess && work->status == CUBLAS_STATUS_SUCCESS) {
        work->status = CUBLAS_STATUS_EXECUTION_FAILED;
    }
}

void *cublas_take(struct cublas_work *work, const struct cublas_area *area, bool read) {
    if (work->status != CUBLAS_STATUS_SUCCESS) {
        return NULL;
    }
    size_t width = area->rows * area->size;
    void *piece = malloc(width * area->columns + 1);
    if (piece == NULL) {
        work->status = CUBLAS_STATUS_ALLOC_FAILED;
        return NULL;
    }
    work->pieces[work->piece_count++] = piece;
    if (read && width * area->columns > 0) {
        note(work, cudaMemcpy2DAsync(piece, width, area->at, area->pitch, width, area->columns,
                                     cudaMemcpyDeviceToHost, work->handle->stream));
        note(work, cudaStreamSynchronize(work->handle->stream));
    }
    return work->status == CUBLAS_STATUS_SUCCESS ? piece : NULL;
}

void cublas_put(struct cublas_work *work, const struct cublas_area *area, const void *from) {
    size_t width = area->rows * area->size;
    if (work->status == CUBLAS_STATUS_SUCCESS && width * area->columns > 0) {
        // NOLINTNEXTLINE(performance-no-int-to-ptr): where the device's copy goes
        note(work, cudaMemcpy2DAsync((void *)(uintptr_t)area->at, area->pitch, from, width, width,
                                     area->columns, cudaMemcpyHostToDevice, work->handle->stream));
    }
}

void cublas_factor(struct cublas_work *work, const void *from, void *to, size_t size) {
    if (work->status != CUBLAS_STATUS_SUCCESS) {
        memset(to, 0, size);
    } else if (work->handle->mode == CUBLAS_POINTER_MODE_HOST) {
        memcpy(to, from, size);
    } else {
        note(work, cudaMemcpyAsync(to, from, size, cudaMemcpyDeviceToHost, work->handle->stream));
        note(work, cudaStreamSynchronize(work->handle->stream));
    }
}

void cublas_result(struct cublas_work *work, const void *from, void *to, size_t size) {
    if (work->status != CUBLAS_STATUS_SUCCESS) {
        return;
    }
    if (work->handle->mode == CUBLAS_POINTER_MODE_HOST) {
        memcpy(to, from, size);
    } else {
        note(work, cudaMemcpyAsync(to, from, size, cudaMemcpyHostToDevice, work->handle->stream));
    }
}

cublasStatus_t cublas_end(struct cublas_work *work, const char *call, const void *caller) {
    for (int i = 0; i < work->piece_count; i++) {
        free(work->pieces[i]);
    }
    /* A copy that failed has told of itself. */
    if (work->status != CUBLAS_STATUS_SUCCESS && work->status != CUBLAS_STATUS_EXECUTION_FAILED) {
        client_why(MESSAGE_WHY_TEXT,
                   work->status == CUBLAS_STATUS_NOT_INITIALIZED
                       ? "the handle was not made by cublasCreate"
                   : work->status == CUBLAS_STATUS_ALLOC_FAILED ? "the host has no memory left"
                   : work->status == CUBLAS_STATUS_NOT_SUPPORTED
                       ? GRAPH_HOLDS_NO_LIBRARY
                       : "a size is negative, a step is 0, or a leading dimension is less than the "
                         "matrix has rows",
                   0, 0, 0);
        client_end(call, caller, MESSAGE_RESULT_NONE,
                   work->status == CUBLAS_STATUS_NOT_SUPPORTED ? cudaErrorNotSupported
                                                               : cudaErrorInvalidValue);
    }
    return work->status;
}

/* ---- contexts -------------------------------------------------------------------------------- */

#define NEEDS(handle)                                                                              \
    struct cublas_work work = start(handle, true);                                                 \
    if (work.status != CUBLAS_STATUS_SUCCESS) {                                                    \
        return CUBLAS_END(&work);                                                                  \
    }

cublasStatus_t cublasCreate(cublasHandle_t *handle) {
    *handle = calloc(1, sizeof **handle);
    return *handle != NULL ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_ALLOC_FAILED;
}
cublasStatus_t cublasDestroy(cublasHandle_t handle) {
    NEEDS(handle)
    free(handle);
    return CUBLAS_STATUS_SUCCESS;
}
/* A call that sets something of the context, or asks for it. */
#define CONTEXT_CALL(NAME, PARAMETER, STATEMENT)                                                   \
    cublasStatus_t NAME(cublasHandle_t handle, PARAMETER) {                                        \
        NEEDS(handle)                                                                              \
        STATEMENT;                                                                                 \
        return CUBLAS_STATUS_SUCCESS;                                                              \
    }
CONTEXT_CALL(cublasGetVersion, int *version, *version = 120000)
CONTEXT_CALL(cublasSetStream, cudaStream_t stream, handle->stream = stream)
CONTEXT_CALL(cublasGetStream, cudaStream_t *stream, *stream = handle->stream)
CONTEXT_CALL(cublasSetPointerMode, cublasPointerMode_t mode, handle->mode = mode)
CONTEXT_CALL(cublasGetPointerMode, cublasPointerMode_t *mode, *mode = handle->mode)
/* Sums are in double precision, whatever is allowed. */
CONTEXT_CALL(cublasSetMathMode, cublasMath_t mode, (void)mode)
CONTEXT_CALL(cublasSetAtomicsMode, cublasAtomicsMode_t mode, (void)mode)

const struct library_status *library_status(const struct library_status *rows, int number) {
    while (rows->number != number && rows->number >= 0) {
        rows++;
    }
    return rows;
}

static const struct library_status statuses[] = {
    LIBRARY_STATUS(CUBLAS_STATUS_SUCCESS, "success"),
    LIBRARY_STATUS(CUBLAS_STATUS_NOT_INITIALIZED, "the library was not initialized"),
    LIBRARY_STATUS(CUBLAS_STATUS_ALLOC_FAILED, "the resource allocation failed"),
    LIBRARY_STATUS(CUBLAS_STATUS_INVALID_VALUE,
                   "an unsupported value or parameter was passed to the function"),
    LIBRARY_STATUS(CUBLAS_STATUS_EXECUTION_FAILED, "the function failed"),
    LIBRARY_STATUS(CUBLAS_STATUS_NOT_SUPPORTED, "the functionality is not supported"),
    {-1, "unknown status", "unknown status"},
};

const char *cublasGetStatusName(cublasStatus_t status) {
    return library_status(statuses, (int)status)->name;
}
const char *cublasGetStatusString(cublasStatus_t status) {
    return library_status(statuses, (int)status)->text;
}

/* ---- copies ---------------------------------------------------------------------------------- */

static cublasStatus_t status_of(cudaError_t error) {
    return error == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_MAPPING_ERROR;
}

/* `to_device`: which of the two lies there. */
static cudaError_t copy(size_t rows, size_t columns, const void *from, size_t from_pitch, void *to,
                        size_t to_pitch, bool to_device, cudaStream_t stream) {
    return cudaMemcpy2DAsync(to, to_pitch, from, from_pitch, rows, columns,
                             to_device ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost, stream);
}
static cudaError_t and_wait(cudaError_t error) {
    return error == cudaSuccess ? cudaStreamSynchronize(NULL) : error;
}

#define VECTOR_COPY(NAME, TO_DEVICE)                                                               \
    cublasStatus_t NAME##Async(int n, int size, const void *from, int from_step, void *to,         \
                               int to_step, cudaStream_t stream) {                                 \
        return status_of(copy((size_t)size, (size_t)n, from, (size_t)from_step * (size_t)size, to, \
                              (size_t)to_step * (size_t)size, TO_DEVICE, stream));                 \
    }                                                                                              \
    cublasStatus_t NAME(int n, int size, const void *from, int from_step, void *to, int to_step) { \
        return status_of(                                                                          \
            and_wait(copy((size_t)size, (size_t)n, from, (size_t)from_step * (size_t)size, to,     \
                          (size_t)to_step * (size_t)size, TO_DEVICE, NULL)));                      \
    }
VECTOR_COPY(cublasSetVector, true)
VECTOR_COPY(cublasGetVector, false)

#define MATRIX_COPY(NAME, TO_DEVICE)                                                               \
    cublasStatus_t NAME##Async(int rows, int columns, int size, const void *from, int from_rows,   \
                               void *to, int to_rows, cudaStream_t stream) {                       \
        return status_of(copy((size_t)rows * (size_t)size, (size_t)columns, from,                  \
                              (size_t)from_rows * (size_t)size, to,                                \
                              (size_t)to_rows * (size_t)size, TO_DEVICE, stream));                 \
    }                                                                                              \
    cublasStatus_t NAME(int rows, int columns, int size, const void *from, int from_rows,          \
                        void *to, int to_rows) {                                                   \
        return status_of(and_wait(copy((size_t)rows * (size_t)size, (size_t)columns, from,         \
                                       (size_t)from_rows * (size_t)size, to,                       \
                                       (size_t)to_rows * (size_t)size, TO_DEVICE, NULL)));         \
    }
MATRIX_COPY(cublasSetMatrix, true)
MATRIX_COPY(cublasGetMatrix, false)
