/*
 * runtime_calls.h - inside the libcudart stand-in: what its files share, beside the client.
 *
 * What comes in: the calls of a CUDA program, in the student's process: cuda* and cu*, and what
 * clang writes for <<<>>> (registry.c, kernels.c). Each is checked for what the client alone can
 * know, and becomes a request to the device process
 * (../../client), which holds memory, modules, streams and events, and runs the kernels. What comes
 * out: CUDA's status.
 *
 * What can go wrong: an argument is wrong, a kernel failed, the device has gone away, or the
 * program never asks how a call ended. A call that fails tells the device its name, its place in
 * the program and the cause; that becomes a finding.
 *
 * What is promised: the status, the sticky errors and the order of streams are CUDA's
 * (cuda/tests/hardware/errors.h200 has a real GPU's). Nothing that decides a verdict is in this
 * process. Work that nobody waited for has not happened yet.
 */
#pragma once

#include "../../client/client.h"

/* How each call ends: `return client_result(error);` records an error for cudaGetLastError, tells
 * the device of it (what followed from it is the second one's `result`), and gives it back. Only in
 * the call itself, for its name and the line that it returns to. */
#define client_result(error) client_result_of(MESSAGE_RESULT_NONE, error)
#define client_result_of(result, error)                                                            \
    client_end(__func__, __builtin_return_address(0), result, error)
cudaError_t client_end(const char *call, const void *caller, enum message result,
                       cudaError_t error);
/* A call that does no more than that, and one of work whose place in the program the device is to
 * know. */
#define CALL(NAME, PARAMETERS, ERROR)                                                              \
    cudaError_t NAME PARAMETERS {                                                                  \
        return client_result(ERROR);                                                               \
    }
#define CALL_FROM(NAME, PARAMETERS, RESULT, ERROR)                                                 \
    cudaError_t NAME PARAMETERS {                                                                  \
        client_from(__func__, __builtin_return_address(0));                                        \
        return client_result_of(RESULT, ERROR);                                                    \
    }
/* The same for kernel<<<...>>>(...), whose error nobody is given. */
cudaError_t client_end_launch(const void *caller, cudaError_t error);
/* Stores an answer where the program wants it, which must be somewhere; then the error is that. */
#define ANSWER_WITH(to, value, error)                                                              \
    ((to) == NULL ? cudaErrorInvalidValue : (*(to) = (value), (error)))
/* cudaSuccess for the device's number, 0; else an error whose reason has been told. */
cudaError_t client_device_number(int device);
/* Forgets the calling thread's last error (cudaDeviceReset). */
void client_forget_errors(void);

/* ---- streams and events that live (handles.c) --------------------------------------------------
 */

enum { FIRST_HANDLE = 16, STREAM_GREATEST_PRIORITY = -5 /* an H200's; the least is 0 */ };

enum handle_kind { HANDLE_STREAM, HANDLE_EVENT };

/* The call that made it, and the address that it returns to; all zero: it was given back. */
struct maker {
    const char *call;
    const void *caller;
    unsigned int flags;
    int priority;
};
void handle_made(enum handle_kind kind, uintptr_t handle, struct maker by);
/* What made it; false: no such handle lives. */
bool handle_find(enum handle_kind kind, uintptr_t handle, struct maker *by);
/* Notes why a call with that handle failed with cudaErrorInvalidResourceHandle; gives the error
 * back. */
cudaError_t handle_explain(enum handle_kind kind, cudaError_t error, const void *handle);
cudaError_t client_explain_stream(cudaError_t error, const void *stream);
/* The same for a stream and an event: explains the one that is none. */
cudaError_t handle_explain_pair(cudaError_t error, const void *stream, const void *event);
/* The device was reset: none is left. */
void handles_forget(void);

/* ---- what the program registered before main ---------------------------------------------------
 */

struct client_kernel {
    const void *host;    /* the stub's address, by which programs name the kernel */
    const char *name;    /* PTX name */
    uint32_t parent;     /* index of its module in the program */
    uint32_t handle;     /* the device's number, once known */
    uint32_t parameters; /* count; layout below */
    uint32_t parameter_bytes;
    struct wire_parameter *layout;
    bool known;
};

/* Finds a kernel and makes the device know it: loads its module on first use. */
cudaError_t client_find_kernel(const void *host, struct client_kernel **kernel);

/* How many of its blocks live at once on a multiprocessor. */
cudaError_t client_occupancy(const struct client_kernel *kernel, uint32_t threads,
                             uint64_t shared_bytes, int *blocks);

/* A variable of a module, by its name in PTX. */
cudaError_t client_ask_symbol(uint32_t module, const char *name, struct wire_symbol_r *reply);
/* Finds a __device__ or __constant__ variable: its address and size on the device. */
cudaError_t client_find_symbol(const void *host, uint64_t *address, uint64_t *bytes);

/* The device was reset: modules must be loaded anew. */
void client_forget_modules(void);

/* ---- rows with a pitch (pitches.c) --------------------------------------------------------------
 */

/* cudaMallocPitch gave out `bytes` at `base`, in rows every `pitch` bytes; others were given out
 * there. */
void pitch_note(const void *base, size_t bytes, size_t pitch);
void pitch_forget(const void *base, size_t bytes);
/* How far apart the rows are; 0: it is not known to be such memory. */
size_t pitch_of(const void *pointer);

/* ---- host memory shared with the device --------------------------------------------------------
 */

struct shared_range {
    unsigned char *base;    /* first page */
    size_t map_bytes;       /* whole pages */
    unsigned char *address; /* what the program knows */
    size_t bytes;
    uint32_t memory; /* enum wire_memory */
    unsigned int flags;
    int descriptor; /* of the file, kept for registered memory only */
    bool registered;
};

/* The piece of shared memory that holds [pointer, pointer + bytes), or NULL. The copy in *range is
 * taken under the lock. */
bool client_find_shared(const void *pointer, size_t bytes, struct shared_range *range);
/* Guards (client/guard.h) the pages of shared memory in a piece, for work that uses it. */
void client_guard(uint32_t number, const void *pointer, size_t bytes, bool reads);
/* A managed variable that the device has at the same place. */
void client_keep_variable(void *address, size_t bytes);
/* Whether there is any. */
bool client_shares_memory(void);
/* Unmaps everything that was shared, except registered memory, which stays as private memory. */
void client_forget_shared(void);
