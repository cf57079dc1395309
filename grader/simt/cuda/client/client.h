/*
 * client.h - inside the libcudart stand-in: what its files share.
 *
 * The library is linked into the student's program. It holds no memory, no counter and no finding
 * of the device, only names and handles; every call becomes a request to the device process
 * (wire.h).
 */
#ifndef LOCKSTEP_CUDA_CLIENT_H
#define LOCKSTEP_CUDA_CLIENT_H

#include <pthread.h>
#include <time.h>

#include "../../wire/wire.h"
#include "../include/cuda_runtime_api.h"

/* One request. `body` and `reply` are the operation's fixed structs (NULL: left out, all zero). */
struct call {
    enum wire_operation operation;
    const void *body;
    const void *tail;
    size_t tail_bytes;
    void *reply;
    void *reply_tail; /* receives at most reply_tail_room bytes */
    size_t reply_tail_room;
    size_t reply_tail_bytes; /* out */
    int *descriptor;         /* out: -1 if none came; NULL: not wanted */
};

/* Sends a request and waits for its reply; connects first if need be. Returns the device's status.
 * Prints what kernels printed when the device says that there is something. */
cudaError_t client_call(struct call *call);

/* What the front door that this library is says of itself in its greeting. */
extern const enum wire_door client_door;

/* Whether there is a device to speak to; says nothing and connects to nothing. */
bool client_is_present(void);

/* Holds other threads off, from filling the window until the call that uses it. Recursive. */
void client_lock(void);
void client_unlock(void);
/* Waits for a condition with the lock held once; `until` may be NULL. 0 or pthread's error. */
int client_wait(pthread_cond_t *condition, const struct timespec *until);

/* The window, and where device memory lies; both only after client_connect has succeeded. */
cudaError_t client_connect(void);
unsigned char *client_window(void);
uint64_t client_window_bytes(void);
bool client_is_device_address(const void *pointer);

/* Records an error for cudaGetLastError and gives it back: `return client_result(error);`. */
cudaError_t client_result(cudaError_t error);
/* Forgets the calling thread's last error (cudaDeviceReset). */
void client_forget_errors(void);

/* One line on stderr that names a mistake in the use of a call. */
__attribute__((format(printf, 1, 2))) void client_complain(const char *format, ...);

/* Bytes of what the device has to say of a module, with the NUL. */
enum { CLIENT_COMPLAINT_MAX = 1024 };

/* Loads `bytes` bytes of PTX: the device's number of it in *module. Whatever is wrong with the text
 * is told in `complaint`, empty else. */
cudaError_t client_load_module(const char *ptx, size_t bytes, uint32_t *module,
                               char complaint[CLIENT_COMPLAINT_MAX]);
/* Asks for a kernel of that module: its number and sizes, and in *layout a piece for each of its
 * parameters, for the caller to free. */
cudaError_t client_describe_kernel(uint32_t module, const char *name, struct wire_kernel_r *kernel,
                                   struct wire_parameter **layout);

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

/* Finds a __device__ or __constant__ variable: its address and size on the device. */
cudaError_t client_find_symbol(const void *host, uint64_t *address, uint64_t *bytes);

/* The device was reset: modules must be loaded anew. */
void client_forget_modules(void);

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
/* Unmaps everything that was shared, save registered memory, which stays as private memory. */
void client_forget_shared(void);

/* Installs the handler that explains a crash on a device pointer. */
void client_watch_faults(int socket, uint64_t device_base, uint64_t device_end);

/* An address or a handle that the device gave out, as the program holds it. */
static inline void *client_pointer(uint64_t address) {
    return (void *)(uintptr_t)address; /* NOLINT(performance-no-int-to-ptr) */
}

/* Handles of streams and events are numbers in pointer's clothing. */
static inline bool client_handle(const void *pointer, uint32_t *handle) {
    uintptr_t number = (uintptr_t)pointer;
    *handle = (uint32_t)number;
    return number <= UINT32_MAX;
}

#endif
