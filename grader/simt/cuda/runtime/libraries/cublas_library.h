/*
 * cublas_library.h - inside the stand-in for cuBLAS: the context, and how its routines get at the
 * device's memory. A routine fetches what it reads, computes on the host, and sends what it wrote;
 * so it ends when its stream has come to it.
 */
#pragma once

#include "../../include/cublas_v2.h"
#include "../runtime_calls.h"

struct cublasContext {
    cudaStream_t stream;
    cublasPointerMode_t mode; /* where alpha, beta and results lie */
};

/* A matrix of the device: `columns` columns of `rows` elements of `size` bytes, `pitch` apart. A
 * vector is one row, its elements `pitch` apart. */
struct cublas_area {
    const void *at;
    size_t rows, columns, size, pitch;
};

/* One routine at work: the first error ends what follows. */
struct cublas_work {
    struct cublasContext *handle;
    cublasStatus_t status;
    void *pieces[8]; /* host memory, freed at the end */
    int piece_count;
};

/* Starts; `good` is whether the routine's own numbers are possible. A stream that is being captured
 * is not: a graph cannot hold what the host computes. */
struct cublas_work cublas_begin(cublasHandle_t handle, bool good);
/* Dense host memory for the area, with its contents if `read`. Never NULL unless the work has
 * failed. */
void *cublas_take(struct cublas_work *work, const struct cublas_area *area, bool read);
/* Writes the host's copy to the device. */
void cublas_put(struct cublas_work *work, const struct cublas_area *area, const void *from);
/* A factor: from the host or from the device, as the handle says. */
void cublas_factor(struct cublas_work *work, const void *from, void *to, size_t size);
/* A result: likewise. */
void cublas_result(struct cublas_work *work, const void *from, void *to, size_t size);
/* Frees, tells of errors, gives the status back. Use CUBLAS_END in the call itself. */
cublasStatus_t cublas_end(struct cublas_work *work, const char *call, const void *caller);
#define CUBLAS_END(work) cublas_end(work, __func__, __builtin_return_address(0))

/* What a library calls a status, and says of it. */
struct library_status {
    int number;
    const char *name, *text;
};
#define LIBRARY_STATUS(NAME, TEXT)                                                                 \
    { NAME, #NAME, TEXT }
/* The status's row, or the last one, which has a negative number. */
const struct library_status *library_status(const struct library_status *rows, int number);
