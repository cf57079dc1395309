/*
 * client.h - the way from a student's program to the device, below the front doors.
 *
 * What comes in: calls of a front door (../cuda/runtime, ../opencl/icd), in the student's process,
 * on any of its threads. Each becomes one request over the socket that the program has inherited
 * (../wire). In front of it goes what the device must know first (requests.c): where in the program
 * the work comes from, and which memory the host touched too early (guard.h). What comes out: the
 * reply, and CUDA's error code; a door for another language turns that into its own.
 *
 * What can go wrong: there is no device, or it goes away. One line says so, and every call fails.
 * Where a call of the program fails, the device learns its name, its place and the reason
 * (client_failed_calls.c), and makes a finding of them.
 *
 * What is promised: no memory, counter or finding of the device is in this process, only names and
 * handles. A program that writes over this library harms nobody but itself.
 */
#pragma once

#include <pthread.h>
#include <time.h>

#include "../cuda/include/cuda_runtime_api.h"
#include "../observers/reports/messages.h"
#include "../wire/wire.h"

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
/* The same of an operation without tails: its body and its reply, each of which may be NULL. */
cudaError_t client_ask(enum wire_operation operation, const void *body, void *reply);
/* The same of WIRE_FREE. */
cudaError_t client_free(struct wire_free_q question);

/* What the front door that this library is says of itself in its greeting. */
extern const enum wire_door client_door;

/* Whether there is a device to speak to; says nothing and connects to nothing. */
bool client_is_present(void);

/* Whether calls reach a device by now. */
bool client_is_connected(void);

/* Holds other threads off, from filling the window until the call that uses it. Recursive. */
void client_lock(void);
void client_unlock(void);
/* Waits for a condition with the lock held once; `until` (by CLOCK_MONOTONIC) may be NULL. 0 or
 * pthread's error. */
int client_wait(pthread_cond_t *condition, const struct timespec *until);

/* The window, and where device memory lies; both only after client_connect has succeeded. */
cudaError_t client_connect(void);
unsigned char *client_window(void);
uint64_t client_window_bytes(void);
bool client_is_device_address(const void *pointer);

/* Rows that go from the program's own memory to the device's (upload), or back. */
struct client_rows {
    unsigned char *host;
    size_t host_pitch;
    uint64_t address; /* on the device */
    size_t pitch, width, rows;
    size_t whole;    /* bytes of the call that this is a part of */
    uint64_t code;   /* this, and the next two, as in struct wire_copy_q */
    uint32_t stream; /* the handle */
    bool later;
    bool upload;
};
/* Through the window, in pieces that fit it: whole rows, or parts of one row where rows are too
 * long. */
cudaError_t client_copy_rows(const struct client_rows *rows);

/* Bytes from there to the end of the array from malloc that it lies in; SIZE_MAX where that cannot
 * be known: other memory, several threads, another malloc. */
size_t client_host_room(const void *pointer);

/* One line on stderr that names a mistake in the use of a call. */
__attribute__((format(printf, 1, 2))) void client_complain(const char *format, ...);

/* ---- what calls did wrong (client_failed_calls.c)
 * ------------------------------------------------------------
 *
 * The device hears of a call that fails: its name, its line and the reason, so that the
 * report can begin with it. Where the reason is known, `client_why` notes it, for the thread; the
 * call itself, on its way out, tells it.
 */
void client_why(enum message why, const char *text, int64_t first, int64_t second, int64_t third);
/* The same of a reason without numbers, where the call then gives back the error: so does this. */
int client_refuse(int error, enum message why, const char *text);
/* Forgets the reason that was noted. */
void client_no_reason(void);
bool client_reason_is(enum message why);
bool client_has_reason(void);

struct client_wrong {
    enum wire_wrong what;
    const char *call;
    const void *caller;  /* the address that the call returns to; NULL: unknown */
    const char *error;   /* its name */
    int number;          /* and number */
    const char *text;    /* what the error says by itself, where no reason was noted */
    enum message result; /* what follows */
};
void client_tell_wrong(const struct client_wrong *wrong);

/* The call of the program's that asks for the work to come, and the address that it returns to: for
 * the thread. The device hears of it with that work, from client_name_work on. */
void client_from(const char *call, const void *caller);
/* What it noted last. */
void client_asked_from(const char **call, const void **caller);
void client_name_work(void);
/* That address, as in the program's file; 0 where the call is a library's, or unknown. */
uint64_t client_code(void);
/* Before a request: tells the device where it comes from, if that is news. */
void client_tell_from(enum wire_operation operation);

/* The program goes on to other work: after a failed call, the device hears so once. */
void client_working(void);
/* The program asked for this error, or for any (0). */
void client_looked(int error);

/* Bytes of what the device has to say of a module, with the NUL. */
enum { CLIENT_COMPLAINT_MAX = 1024 };

/* Loads `bytes` bytes of PTX: the device's number of it in *module. `complaint` says what is
 * wrong with the text; it is empty where nothing is. */
cudaError_t client_load_module(const char *ptx, size_t bytes, uint32_t *module,
                               char complaint[CLIENT_COMPLAINT_MAX]);
/* Asks for a kernel of that module: its number and sizes, and in *layout a piece for each of its
 * parameters, for the caller to free. */
cudaError_t client_describe_kernel(uint32_t module, const char *name, struct wire_kernel_r *kernel,
                                   struct wire_parameter **layout);

/* The place of an instruction of the program's, or, if it is a library's, of the call from the
 * program that led there: its code, and in the tail the file that it lies in. Whether the
 * instruction is the program's own. */
bool client_find_access(uintptr_t instruction, const uintptr_t *stack, size_t words, uint64_t *code,
                        char *tail, size_t *bytes);

/* ---- times of kernels (kernel_times.c) -------------------------------------------------------
 *
 * After a successful call, with the lock held: launches and copies are counted, and the time
 * between two events with a launch and no copy between them is kept.
 */
void client_note_time(const struct call *call);
/* The program was told that a kernel took so long. */
void client_told_kernel_time(double nanoseconds);
/* For runners of labs: was it, by one of the last 16 answers since this was asked last? */
bool lockstep_told_kernel_time(double nanoseconds);

/* An address or a handle that the device gave out, as the program holds it. */
static inline void *client_pointer(uint64_t address) {
    return (void *)(uintptr_t)address; /* NOLINT(performance-no-int-to-ptr) */
}

/* Handles of streams and events have a pointer's type, but are numbers. */
static inline bool client_handle(const void *pointer, uint32_t *handle) {
    uintptr_t number = (uintptr_t)pointer;
    *handle = (uint32_t)number;
    return number <= UINT32_MAX;
}
