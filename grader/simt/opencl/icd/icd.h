/*
 * icd.h - inside the OpenCL client: the objects that programs hold, and what its files share.
 *
 * What comes in: the calls of a program, through the ICD loader's table (icd_dispatch.c), with
 * whatever pointers it has. The library lives in the student's process. Like the CUDA client, it
 * holds nothing of the device but names and handles: buffers, kernels and launches are requests to
 * the device process (wire.h). Programs are compiled here, in the jail, and their PTX is sent. What
 * comes out: OpenCL's status, and on the device what the calls asked for.
 *
 * Commands wait here, in the order of their enqueueing, until the program waits for something
 * (icd_command.c): so a read that nobody waited for has not happened yet, on every run.
 *
 * What can go wrong: an argument is wrong, an object is gone, the device has gone away. The call
 * returns OpenCL's error, and tells the device which call failed, where and why
 * (icd_failed_calls.c): that becomes a finding.
 *
 * What is promised: any pointer whatever may be given as an object; one that is none is refused. A
 * program that follows the specification of OpenCL 3.0 sees what a GPU would show it, apart from
 * what CL_DEVICE_* says is missing.
 */
#pragma once

#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_0_APIS
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#define CL_USE_DEPRECATED_OPENCL_2_0_APIS
#define CL_USE_DEPRECATED_OPENCL_2_1_APIS
#define CL_USE_DEPRECATED_OPENCL_2_2_APIS
#include <CL/cl.h>
#include <CL/cl_icd.h>

#include "../../client/client.h"
#include "../kernel_description.h"
#include "info.h"

/* ---- objects (object.c) ------------------------------------------------------------------------
 *
 * Every object starts with the dispatch table, as the ICD loader wants it. All objects that live
 * are in one table, so that any pointer whatever can be asked about.
 */
enum object_kind {
    OBJECT_PLATFORM,
    OBJECT_DEVICE,
    OBJECT_CONTEXT,
    OBJECT_QUEUE,
    OBJECT_MEMORY,
    OBJECT_PROGRAM,
    OBJECT_KERNEL,
    OBJECT_EVENT,
    OBJECT_SAMPLER,
    OBJECT_KINDS
};

struct object {
    const cl_icd_dispatch *dispatch;
    enum object_kind kind;
    cl_uint references;
    void (*clear)(void *object);  /* gives up what it holds, at its end */
    struct object *before, *next; /* as they were made */
    cl_uint held;                 /* by the program, of these */
    const char *made_by;          /* the call, and where it stands; NULL: unknown */
    const void *made_at;
};

/* Whether the pointer is a living object of that kind; it may be anything at all. */
bool object_is(const void *pointer, enum object_kind kind);
/* The same, of what may be gone by now: asks, and takes no absence for a mistake. */
bool object_lives(const void *pointer, enum object_kind kind);
/* The table that all objects start with (icd_dispatch.c). */
void object_take_dispatch(const cl_icd_dispatch *calls);
/* Tells of each object that the program still holds, in the order of making. */
void object_each_held(void (*tell)(const struct object *object));
/* The oldest user event that is not set; NULL if there is none. The lock is held. */
const struct object *object_unset(void);
/* A zeroed object of `bytes`, held once; NULL without memory. The lock is held, here and below. */
void *object_create(enum object_kind kind, size_t bytes, void (*clear)(void *object));
void object_retain(void *object);
/* Gives up one hold; the last one clears the object and frees it. NULL is allowed. */
void object_release(void *object);
/* The bodies of clRetainX and clReleaseX: `invalid` if it is no such object. */
cl_int object_retain_call(void *object, enum object_kind kind, cl_int invalid);
cl_int object_release_call(void *object, enum object_kind kind, cl_int invalid);

struct _cl_platform_id {
    struct object object;
};
struct _cl_device_id {
    struct object object;
};
extern struct _cl_platform_id icd_platform;
extern struct _cl_device_id icd_device;

/* What the device process says about itself; what it would say, when there is none. */
const struct wire_properties_r *device_properties(void);

/* Bytes; of sub-buffers' origins: the largest built-in type. */
enum { ICD_BASE_ALIGN = 128 };

struct context_callback {
    struct context_callback *next;
    void(CL_CALLBACK *notify)(cl_context context, void *data);
    void *data;
};

struct _cl_context {
    struct object object;
    struct context_callback *destructors;
    cl_context_properties *properties; /* as given, with the closing 0; NULL: none */
    size_t property_count;
};

/* The list of properties that an object was made with, for programs that ask for it. */
struct property_list {
    cl_ulong values[7]; /* pairs, and the 0 that ends them */
    uint32_t count;     /* of values; 0: no list was given */
};
/* info.c: false if a property stands there twice. The list ends with 0, and may be NULL. */
bool property_list_keep(struct property_list *to, const cl_ulong *properties);

struct _cl_command_queue {
    struct object object;
    cl_context context;
    cl_command_queue_properties properties;
    struct property_list made_with;
    uint32_t stream; /* the device's handle */
    cl_int failed;   /* the first error of its commands that nobody was told of yet */
    uint64_t passed; /* icd_command.c: the look at the list in which it was found waiting */
    uint64_t barred; /* the same for a barrier */
    bool all_needed; /* what the program waits for needs all earlier commands of the queue */
    bool barriers_needed;
};

struct destructor_callback {
    struct destructor_callback *next;
    void(CL_CALLBACK *notify)(cl_mem memory, void *data);
    void *data;
};

struct mapping;
struct image;

struct _cl_mem {
    struct object object;
    cl_context context;
    cl_mem parent; /* of a sub-buffer, held */
    size_t origin; /* in the parent */
    cl_mem_flags flags;
    size_t bytes;
    struct image *image;   /* image.h; NULL: a buffer */
    uint64_t address;      /* on the device; of an image, of its description */
    void *host_pointer;    /* CL_MEM_USE_HOST_PTR */
    unsigned char *shadow; /* where it is mapped to, made when first needed; the root's */
    uint32_t shadow_guard; /* while it is not mapped */
    uint32_t stale_guard;  /* of host_pointer, while the device may know better; the root's */
    uint64_t host_sum;     /* of host_pointer, when so many pieces had been moved */
    uint64_t summed_at;    /* 0: unknown */
    struct mapping *mappings;
    cl_uint map_count;
    cl_uint parts; /* sub-buffers that live */
    struct destructor_callback *destructors;
};

/* The buffer that a sub-buffer is a part of; else itself. */
static inline cl_mem root_of(cl_mem memory) {
    return memory->parent != NULL ? memory->parent : memory;
}

/* buffer.c: whether a buffer or an image can be made so; the flags with an access where they name
 * none. */
cl_int memory_check(cl_context context, cl_mem_flags flags, const void *host);
cl_mem_flags memory_access(cl_mem_flags flags);
/* Whether the list names no property: this device knows none. */
bool memory_is_plain(const cl_mem_properties *properties);
void memory_clear(void *object);

struct _cl_sampler {
    struct object object;
    cl_context context;
    cl_bool normalized;
    cl_addressing_mode addressing;
    cl_filter_mode filter;
    struct property_list made_with;
    uint64_t bits; /* what kernels get */
};

struct _cl_program {
    struct object object;
    cl_context context;
    char *source; /* NULL: made from a binary */
    char *options;
    char *log;
    char *ptx; /* NULL: not built */
    size_t ptx_bytes;
    cl_build_status status;
    bool unbuilt; /* a binary that is still to be built */
    cl_program_binary_type binary_type;
    bool loaded;
    uint32_t module; /* the device's, once loaded */
    struct opencl_kernels kernels;
    cl_uint kernel_objects; /* alive: the program must not be built anew */
};

/* build.c */
cl_int build_check_devices(cl_uint count, const cl_device_id *devices);
/* A program out of PTX, not loaded yet. */
cl_program program_from_ptx(cl_context context, const char *ptx, size_t bytes, cl_int *error);
/* source_name.c: the .cl file in the current folder that holds exactly this text; NULL: none, or no
 * memory. The caller frees it. */
char *source_name(const char *text);
/* program.c: compiling source to PTX, loading that; errors are OpenCL's, the log tells more. */
cl_int program_compile(cl_program program, const char *source, const char *options,
                       const char *headers);
cl_int program_load(cl_program program);
/* Whether kernels can be made of it; an executable that came as a binary is loaded for that. */
bool program_is_executable(cl_program program);
void program_forget_build(cl_program program);

/* An argument's value, as it will be launched. */
struct argument {
    enum wire_parameter_kind kind;
    bool set;
    cl_mem buffer; /* not held, as the specification has it: may be gone; NULL: none */
    uint64_t address;
    size_t local_bytes;
};

struct _cl_kernel {
    struct object object;
    cl_program program;
    char *name;
    const struct opencl_kernel *description; /* NULL: PTX that does not tell */
    uint32_t handle;                         /* the device's */
    struct wire_kernel_info_r info;
    uint32_t argument_count;
    struct wire_parameter *layout;
    struct argument *arguments;
    unsigned char *parameters; /* the block: values are put there as they are set */
    uint32_t parameter_bytes;
    uint64_t *named; /* shared memory that the kernel uses beside its arguments; owned */
    uint32_t named_count;
};

/* Finds the argument at that index; else CL_INVALID_KERNEL or CL_INVALID_ARG_INDEX, told why. */
cl_int kernel_argument(cl_kernel kernel, cl_uint index, struct argument **argument);

/* The kernel uses these pointers to shared memory, and no other, beside its arguments. */
cl_int kernel_name_shared(cl_kernel kernel, const void *pointers, uint32_t count);

/* Bytes of the local memory arguments set so far, each rounded up to its place. */
uint64_t kernel_local_bytes(cl_kernel kernel);

struct event_callback {
    struct event_callback *next;
    cl_int status; /* to be called at */
    void(CL_CALLBACK *notify)(cl_event event, cl_int status, void *data);
    void *data;
};

struct _cl_event {
    struct object object;
    cl_context context;
    cl_command_queue queue; /* NULL: a user event */
    cl_command_type type;
    cl_int status;   /* CL_QUEUED, CL_SUBMITTED, CL_COMPLETE or an error */
    uint32_t number; /* of its command, for races between commands (command_order.c); 0: none */
    bool wanted;     /* the program has seen it: it gets times */
    bool needed;     /* icd_command.c: by what the program waits for */
    bool calling;    /* a function of the program is being told of it */
    uint32_t handle; /* the device's event, 0: none */
    struct wire_times_r times;
    struct event_callback *callbacks;
};

/* ---- commands (icd_command.c)
 * ----------------------------------------------------------------------
 */
enum direction { BUFFER_READ, BUFFER_WRITE, BUFFER_COPY };

/* A box of bytes between a buffer and the host, or two buffers. */
struct transfer {
    enum direction direction;
    size_t region[3]; /* bytes, rows, slices */
    uint64_t address; /* the device's side, at its first byte; READ's source, WRITE's target */
    size_t row_pitch, slice_pitch;
    uint64_t other;      /* COPY: the target's first byte */
    unsigned char *host; /* READ, WRITE: the host's side, at its first byte */
    size_t other_row_pitch, other_slice_pitch;
    uint64_t code; /* READ: the call in the program (client_code); 0: unknown */
};

/* A piece of a buffer or an image that is mapped into the host's memory. */
struct mapping {
    struct mapping *next;
    unsigned char *pointer;   /* what the program got */
    bool write;               /* unmapping writes it back */
    bool read;                /* the host has what the device had, and only reads there */
    struct transfer transfer; /* with which it was read */
};

struct fill {
    uint64_t address;
    size_t bytes;
    size_t pattern_bytes;
    unsigned char pattern[128];
};

/* A command on shared virtual memory (svm.h). */
struct svm {
    void *to;
    const void *from;
    size_t bytes, pattern_bytes; /* the pattern, or the pointers to free, are the command's own */
    void(CL_CALLBACK *notify)(cl_command_queue queue, cl_uint count, void *pointers[], void *data);
    void *data;
};

struct launch {
    cl_kernel kernel;
    struct wire_launch_q question;
    unsigned char *tail; /* the parameter block, then the sizes of local memory arguments */
    size_t tail_bytes;
};

struct command {
    struct command *next;
    cl_command_queue queue;
    cl_event event;
    cl_event *waits; /* held */
    cl_uint wait_count;
    bool needed;                            /* by what the program waits for */
    bool waits_for_all;                     /* a marker or barrier without a list */
    bool barrier;                           /* later commands of the queue wait for it */
    cl_int (*run)(struct command *command); /* NULL: nothing to do */
    cl_mem *held;                           /* buffers that must outlive it */
    size_t held_count, held_room;
    void *owned;    /* freed with the command */
    uint32_t guard; /* host_memory.c: the host's memory, and the call that gave it */
    bool summed;
    uint64_t sum;
    const char *call;
    const void *caller;
    union {
        struct transfer transfer;
        struct fill fill;
        struct launch launch;
        struct svm svm;
    } work;
};

/* Starts a command: checks queue and wait list. NULL with the error in *error. */
struct command *command_create(cl_command_queue queue, cl_command_type type, cl_uint wait_count,
                               const cl_event *waits, cl_int *error);
/* Keeps the buffer alive until the command is done. */
bool command_hold(struct command *command, cl_mem memory);
/* Enqueues it; with `blocking`, returns when it is done, with its error. `event` may be NULL. */
cl_int command_enqueue(struct command *command, bool blocking, cl_event *event);
void command_discard(struct command *command);
/* Carries out commands, in order, until the event, or all of the queue, is done; waits for user
 * events. The lock is held once. Returns the event's status, or the queue's first error. */
cl_int command_wait_event(cl_event event);
cl_int command_wait_queue(cl_command_queue queue);
/* Carries out what can be of all up to the event, without waiting. */
void command_progress(cl_event event);
/* Whether a command that has not run yet keeps it. */
bool command_keeps(cl_mem memory);
/* Marks a queue's commands as submitted (clFlush). */
void command_submit(cl_command_queue queue);

/* command_order.c: the device hears what orders commands, from the second queue on, or the first
 * that is out of order. */
void order_queue_made(cl_command_queue queue);
void order_enqueued(const struct command *command);
void order_step(cl_event event, enum wire_step step);

/* host_memory.c: when a command that does not block is enqueued, before it runs, and after it: that
 * changes the memory of `pending` commands. */
void host_memory_taken(struct command *command);
void host_memory_before(const struct command *command);
void host_memory_after(const struct command *command, struct command *pending);
/* The device hears what became of the host's memory. */
void host_memory_tell(enum wire_changed how);

/* enqueue_buffer.c, for all that enqueues: the first takes the lock, the last gives it up.
 * A command as command_create makes it: NULL with the error in *error. */
struct command *enqueue_begin_from(cl_command_queue queue, cl_command_type type, cl_uint wait_count,
                                   const cl_event *waits, cl_int *error);
#define enqueue_begin(...)                                                                         \
    (client_from(__func__, __builtin_return_address(0)), enqueue_begin_from(__VA_ARGS__))
/* Enqueues the command, or discards it if there is an `error`, which it gives back. NULL is allowed
 * with an error. */
cl_int enqueue_end(struct command *command, cl_int error, bool blocking, cl_event *event);
/* What clEnqueueX gives back, by its parameters `queue`, `wait_count`, `waits` and `event`: it
 * makes `command`, of which `prepare` makes what it is to do, or gives an error, and enqueues it.
 */
#define ENQUEUE(type, blocking, prepare)                                                           \
    __extension__({                                                                                \
        cl_int error;                                                                              \
        struct command *command = enqueue_begin(queue, type, wait_count, waits, &error);           \
        if (command != NULL) {                                                                     \
            error = (prepare);                                                                     \
        }                                                                                          \
        ENQUEUED(enqueue_end(command, error, blocking, event), event);                             \
    })
/* Makes the command this transfer of `buffer`, or to `other` where that is not NULL, and keeps
 * both alive until it is done. */
cl_int enqueue_transfer(struct command *command, cl_mem buffer, cl_mem other,
                        const struct transfer *transfer);
/* Whether there are these bytes, one at least; notes the reason if not. */
bool enqueue_lies_within(cl_mem buffer, size_t offset, size_t bytes);
cl_int enqueue_check_buffer(cl_command_queue queue, cl_mem buffer);
/* The same of a buffer or an image. */
cl_int enqueue_check_memory(cl_command_queue queue, cl_mem memory);
/* Whether the buffer's flags let the host do that. */
cl_int enqueue_host_access(cl_mem buffer, enum direction direction);

/* enqueue_image.c: a transfer of this region with no host yet; whether the region lies in the
 * image. */
cl_int enqueue_check_image(cl_command_queue queue, cl_mem memory);
bool enqueue_image_region(cl_mem memory, const size_t *origin, const size_t *region);
struct transfer enqueue_image_transfer(cl_mem memory, enum direction direction,
                                       const size_t *origin, const size_t *region);

/* host_pointer.c: a buffer was made; a launch begins, and the host has left its buffers alone. A
 * launch has ended, whose buffers may be
 * the program's memory; and the host may look at it again. */
void host_pointer_made(cl_mem memory);
void host_pointer_before(const struct command *command);
void host_pointer_launched(const struct command *command);
void host_pointer_open(cl_mem memory);
/* The library may use a buffer's shadow, which the host may not while it is not mapped; after an
 * unmapping has run, the host may not again. */
void map_shadow_open(cl_mem memory);
void map_shadow_close(cl_mem memory);
void map_unmapped(const struct command *command);

/* transfer.c: where a row of the host's side begins, the bytes from the first to the last, and the
 * library is about to use them; how often it was. */
const unsigned char *transfer_row(const struct transfer *transfer, size_t slice, size_t row);
size_t transfer_span(const struct transfer *transfer);
void transfer_open(const struct transfer *transfer);
uint64_t transfer_moves(void);
cl_int transfer_run(struct command *command);
cl_int fill_run(struct command *command);
cl_int transfer_now(const struct transfer *transfer, uint32_t stream);
/* icd_launch.c */
cl_int launch_run(struct command *command);
cl_int launch_send(const struct launch *launch);
/* Lets the device carry out what it has; modelled time goes on without waiting for it. */
cl_int icd_drain(void);

/* ---- events (event.c) */
cl_event event_create(cl_context context, cl_command_queue queue, cl_command_type type);
/* Sets the final status and calls what was registered for it; the lock is given up meanwhile. */
void event_complete(cl_event event, cl_int status);
/* Whether the program ever made an event of its own. */
bool event_of_user_made(void);
/* Waits until an event ends, at the longest until that time; NULL: without end. As client_wait. */
int event_wait_for_change(const struct timespec *until);
/* Calls what was registered, one at a time; the lock is given up meanwhile. */
void event_call_back(cl_event event);

/* ---- calls to the device (info.c) */
/* The OpenCL error for a status of the device. */
cl_int icd_error(cudaError_t status);
/* A call to the device, its status as an OpenCL error; and one without tails. */
cl_int icd_call(struct call *call);
cl_int icd_ask(enum wire_operation operation, const void *body, void *reply);

/* Stores an error where the program wants it: `return icd_null(to, CL_…)`. The second says what the
 * thread's last one was. */
void *icd_null(cl_int *to, cl_int error);
cl_int icd_last_null(void);
/* What is asked for, under the lock. */
#define LOCKED(value)                                                                              \
    __extension__({                                                                                \
        client_lock();                                                                             \
        const __typeof__(value) locked = (value);                                                  \
        client_unlock();                                                                           \
        locked;                                                                                    \
    })

/* ---- how calls end (icd_failed_calls.c)
 * -------------------------------------------------------------------
 *
 * Each call gives back END(error), or MADE(object), where the object is one or icd_null(error, …)
 * and `error` the call's parameter: the device hears what failed, with the reason that client_why
 * has noted.
 */
#define END(error)   icd_end(__func__, __builtin_return_address(0), (error))
#define MADE(object) icd_made(__func__, __builtin_return_address(0), (object), error)
/* The same for what enqueues: an event that the program gets was made there. */
#define ENQUEUED(error, event) icd_enqueued(__func__, __builtin_return_address(0), (error), (event))
cl_int icd_end(const char *call, const void *caller, cl_int error);
void *icd_made(const char *call, const void *caller, void *object, cl_int *error);
cl_int icd_enqueued(const char *call, const void *caller, cl_int error, cl_event *event);
/* The program ends and still holds this. */
void icd_left(const struct object *object);
/* The program waits for ever, for this user event. */
void icd_stuck(const struct object *event);
