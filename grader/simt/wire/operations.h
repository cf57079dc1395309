/*
 * operations.h - what a program asks of the device: a row an operation, a struct for its request
 * and one for its reply. wire.h says how they travel.
 *
 * Every struct's size is a multiple of 8. A tail of bytes (a name, kernel parameters) may follow.
 */
#pragma once

#include <stdint.h>

enum {
    WIRE_TAIL_MAX = 48 * 1024,
    WIRE_NAME_MAX = 4096,           /* a mangled name */
    WIRE_PARAMETER_MAX = 32 * 1024, /* bytes of kernel parameters */
};

/* Host memory that kernels reach lives at addresses that the server gives out, the same on every
 * run and free in every ordinary process: so one pointer serves both sides. */
#define WIRE_SHARED_BASE UINT64_C(0x300000000000)
#define WIRE_SHARED_END  UINT64_C(0x310000000000)

/* Nothing, where an operation has no struct of its own. */
struct wire_nothing {
    uint64_t zero;
};

/* ---- fixed structs: _q is a request, _r a reply ---- */

enum wire_door { WIRE_CUDA, WIRE_OPENCL };
struct wire_hello_q {
    uint32_t version;
    uint32_t door; /* enum wire_door: whose words reports use */
};
struct wire_hello_r { /* comes with the window's descriptor */
    uint64_t window_bytes;
    uint64_t device_base; /* device memory lies in [device_base, device_end): no host address */
    uint64_t device_end;
};

struct wire_module_q { /* PTX text in the window, from its start */
    uint64_t bytes;
};
struct wire_module_r { /* tail: the complaint, if the text was refused */
    uint32_t module;
    uint32_t padding;
};

struct wire_name_q { /* kernels and variables: tail = name, not terminated */
    uint32_t module;
    uint32_t padding;
};
struct wire_kernel_r { /* tail: struct wire_parameter[parameters] */
    uint32_t kernel;
    uint32_t parameters;
    uint32_t parameter_bytes;
    uint32_t padding;
};
/* What PTX says that a parameter is: OpenCL's do. */
enum wire_parameter_kind { WIRE_VALUE, WIRE_GLOBAL, WIRE_CONSTANT, WIRE_LOCAL };
struct wire_parameter {
    uint32_t offset;
    uint32_t bytes;
    uint32_t kind; /* enum wire_parameter_kind */
    uint32_t padding;
};
struct wire_symbol_r {
    uint64_t address;
    uint64_t bytes;
};

struct wire_launch_q { /* tail: the parameter block, then struct wire_local[local_count], struct
                          wire_part[part_count], and uint64_t[named_count], addresses */
    uint32_t kernel;
    uint32_t grid[3];
    uint32_t block[3];
    uint32_t stream;
    uint64_t shared_bytes;
    uint64_t offset[3];  /* OpenCL's global offset */
    uint32_t dimensions; /* and its work dimension; 0: CUDA */
    uint32_t local_count;
    uint32_t cooperative; /* 1: its blocks may wait for each other */
    uint32_t guard;       /* the program's number for what it guards meanwhile; 0: nothing */
    uint32_t part_count;
    uint32_t named_count;
    uint32_t
        names; /* 1: it uses no shared virtual memory but of its arguments and of these names */
    uint32_t padding;
};
struct wire_part { /* a parameter that points to a sub-buffer, and that one's bytes */
    uint32_t parameter;
    uint32_t padding;
    uint64_t bytes;
};
struct wire_local { /* a WIRE_LOCAL parameter and the bytes that it shall point to */
    uint32_t parameter;
    uint32_t bytes;
};

enum {
    WIRE_OBJECT = 1u << 15,     /* a texture or surface object */
    WIRE_READ_ONLY = 1u << 16,  /* kernels must not write there */
    WIRE_WRITE_ONLY = 1u << 18, /* kernels must not read there */
    WIRE_IN_STREAM = 1u << 17,  /* no stream stands still for it (cudaMallocAsync) */
};
struct wire_heap_q { /* what malloc() in kernels may hold */
    uint64_t bytes;
};
enum wire_memory { WIRE_DEVICE_MEMORY, WIRE_HOST_MEMORY, WIRE_MANAGED_MEMORY };
struct wire_allocate_q { /* tail: source file of the call, may be empty */
    uint64_t bytes;
    uint32_t memory; /* enum wire_memory */
    uint32_t flags;  /* cudaHostAlloc's; the two above of device memory */
    uint32_t line;
    uint32_t padding;
};
struct wire_address_r { /* host and managed memory come with a descriptor */
    uint64_t address;
    uint64_t bytes; /* of the memory file: whole pages */
};
struct wire_register_q { /* host pages that shall become shared; the reply's file replaces them */
    uint64_t page;       /* first page's address in the program, 4096-aligned */
    uint64_t page_bytes; /* whole pages */
    uint64_t address;    /* what the program registers inside them */
    uint64_t bytes;
};
/* A managed variable of the next module (tail = name): in pages that were registered as such. */
struct wire_place_q {
    uint64_t address;
    uint64_t bytes;
};
struct wire_free_q {
    uint64_t address;
    uint32_t memory; /* enum wire_memory */
    uint32_t registered;
    uint32_t stream;
    uint32_t later; /* 1: in its stream (cudaFreeAsync) */
};

enum wire_route {
    WIRE_WINDOW_TO_DEVICE,
    WIRE_DEVICE_TO_WINDOW,
    WIRE_DEVICE_TO_DEVICE, /* also shared host memory: the server knows those addresses */
};
struct wire_copy_q { /* `height` rows of `width` bytes; a plain copy has one row */
    uint64_t to;     /* address; offset for the window's side, where rows are packed */
    uint64_t from;
    uint64_t width;
    uint64_t height;
    uint64_t to_pitch;
    uint64_t from_pitch;
    uint64_t whole; /* bytes of the call that this is a piece of; 0: this is all */
    uint32_t route; /* enum wire_route */
    uint32_t stream;
    uint32_t later; /* 1: may wait in the stream; through the window: in modelled time only */
    uint32_t guard; /* as in wire_launch_q */
    uint64_t code;  /* of the call that brings bytes to the host, in the program; 0: unknown */
};
struct wire_fill_q {
    uint64_t to;
    uint64_t width;
    uint64_t height;
    uint64_t pitch;
    uint32_t value;
    uint32_t stream;
    uint32_t later;
    uint32_t guard;
};

/* WIRE_WAIT_WORK: what is queued is carried out, but the program's clock does not wait for it. */
enum wire_wait { WIRE_WAIT_DEVICE, WIRE_WAIT_STREAM, WIRE_WAIT_EVENT, WIRE_WAIT_WORK };
struct wire_wait_q {
    uint32_t what;   /* enum wire_wait */
    uint32_t handle; /* of the stream or event */
    uint32_t query;  /* 1: say cudaErrorNotReady once instead of waiting */
    uint32_t padding;
};
struct wire_create_q {
    uint32_t flags;
    uint32_t padding;
};
struct wire_handle {
    uint32_t handle;
    uint32_t padding;
};
struct wire_pair_q {
    uint32_t first;
    uint32_t second;
};
struct wire_elapsed_r {
    double milliseconds;
};

struct wire_times_r { /* of the last work in an event's stream, in nanoseconds of modelled time */
    uint64_t issued;
    uint64_t started;
    uint64_t ended;
};

struct wire_pointer_q {
    uint64_t address;
};
enum wire_pointer { WIRE_POINTER_UNKNOWN, WIRE_POINTER_KNOWN, WIRE_POINTER_FREED };
struct wire_pointer_r {
    uint32_t known;  /* enum wire_pointer; unknown: an ordinary host address */
    uint32_t memory; /* enum wire_memory */
    uint64_t base;
    uint64_t bytes;
};
struct wire_memory_r {
    uint64_t free;
    uint64_t total;
};

struct wire_properties_r {
    char name[64];
    uint64_t global_bytes;
    uint32_t shared_per_block;
    uint32_t shared_per_block_optin;
    uint32_t shared_per_processor;
    uint32_t shared_reserved;
    uint32_t constant_bytes;
    uint32_t threads_per_block;
    uint32_t block[3];
    uint32_t grid[3];
    uint32_t registers_per_block;
    uint32_t registers_per_processor;
    uint32_t threads_per_processor;
    uint32_t blocks_per_processor;
    uint32_t processors;
    uint32_t major;
    uint32_t minor;
    uint32_t clock_khz;
    uint32_t memory_clock_khz;
    uint32_t memory_bus_bits;
    uint32_t l2_bytes;
};

struct wire_kernel_info_r {
    uint32_t static_shared;
    uint32_t local_bytes;
    uint32_t registers;
    uint32_t max_threads;
    uint32_t max_dynamic_shared;
    uint32_t padding;
};
struct wire_allow_q {
    uint32_t kernel;
    uint32_t bytes;
};
struct wire_occupancy_q {
    uint32_t kernel;
    uint32_t threads;
    uint64_t shared_bytes;
};
struct wire_occupancy_r {
    uint32_t blocks;
    uint32_t padding;
};

/* The program used device memory as if it were its own, and dies of it. Tail: the file whose code
 * did it, with its NUL. */
struct wire_touch_q {
    uint64_t address;
    uint64_t code; /* as in the file; 0: unknown */
    uint32_t writes;
    uint32_t padding;
};

/* What a program did wrong in its calls: told, not asked. The sentence is the catalogue's
 * (observers/reports/messages.h); the tail holds what it names, four texts, each with its NUL: the
 * call, its error, a text of the sentence's, and the file whose code made the call. */
enum wire_wrong {
    WIRE_CALL_FAILED, /* and returned an error */
    WIRE_LAUNCH_LOST, /* the same of a launch that returns nothing: kernel<<<...>>>(...) */
    WIRE_MISUSED,     /* a handle that was given back, and the like: wrong, whatever came of it */
    WIRE_DOUBTFUL,    /* allowed, and worth a note */
    WIRE_LEFT,        /* an object that the program did not give back */
    WIRE_STUCK,       /* the program waits for ever */
    WIRE_WRONG_COUNT
};
struct wire_wrong_q {
    uint64_t code;   /* of the call, as in the file; 0: unknown */
    uint32_t what;   /* enum wire_wrong */
    uint32_t why;    /* enum message */
    uint32_t result; /* enum message: what it means */
    int32_t error;   /* the number, for WIRE_LOOKED */
    int64_t value[3];
    uint32_t compared; /* the program looks at what the call returned */
    uint32_t padding;
};
enum { WIRE_WRONG_VALUES = 3, WIRE_WRONG_TEXTS = 4, WIRE_WRONG_BYTES = 2048 };
/* The program asked for the errors so far, or for the text of one. */
struct wire_looked_q {
    int32_t error; /* 0: all */
    uint32_t padding;
};

/* The program's call that asks for the work to come. The tail holds its name and the file whose
 * code made it, each with its NUL. */
struct wire_from_q {
    uint64_t code; /* as in wire_wrong_q */
};

/* The host touched memory that it guards for a piece of work. The tail is the file of the code. */
struct wire_touched_q {
    uint64_t address; /* of the first byte */
    uint64_t code;    /* as in wire_wrong_q */
    uint32_t guard;
    uint32_t writes;
    uint32_t exact;   /* 0: a library did, which may look at some bytes around */
    uint32_t changed; /* enum wire_changed */
    uint64_t device;  /* WIRE_STALE: the address of the buffer's copy of those four bytes, */
    uint32_t word;    /* and what the host found there */
    uint32_t padding;
};
/* What the last WIRE_FROM's command holds: the host changed it somewhere, or used it here. Or that
 * call made, or gave back, memory that the host used here without a map; or it is a launch, and
 * the host has not given back an argument's memory; or a kernel, and the host reads memory of its
 * own that a buffer uses, where the device may know better. */
enum wire_changed {
    WIRE_UNCHANGED,
    WIRE_CHANGED,
    WIRE_USED,
    WIRE_UNMAPPED,
    WIRE_STILL_MAPPED,
    WIRE_STALE,
    WIRE_WRITTEN_UNMAPPED, /* somewhere in memory that a buffer uses, before this launch */
    WIRE_CHANGED_MAPPED    /* by this launch, in memory that the host has mapped to read */
};

/* Are these bytes of the device's memory those that the host has, by wire_sum (sum.h)? */
struct wire_same_q {
    uint64_t address;
    uint64_t bytes;
    uint64_t sum;
};
struct wire_same_r {
    uint64_t same;
};
/* OpenCL, where programs have several queues, or one out of order: a command is enqueued, behind
 * the commands of its wait list (numbers in the tail); then it begins, ends, and the host knows. */
enum {
    WIRE_IN_ORDER = 1, /* behind all of its queue */
    WIRE_BARRIER = 2,  /* in front of all of its queue that comes later */
    WIRE_BY_USER = 4,  /* behind a user event, too: then nobody knows what else it waits for */
};
struct wire_command_q {
    uint32_t number; /* the program counts, from 1 */
    uint32_t queue;  /* a stream's handle */
    uint32_t flags;
    uint32_t waits;
};
enum wire_step { WIRE_BEGINS, WIRE_ENDS, WIRE_KNOWN };
struct wire_step_q {
    uint32_t number;
    uint32_t step; /* enum wire_step */
};

/* CUDA's graphs: the work that follows in a stream belongs to a node of a graph, which runs behind
 * the nodes whose numbers, from 0, are the tail, and not behind what else the graph has asked for.
 */
enum wire_graph { WIRE_GRAPH_BEGINS, WIRE_GRAPH_NODE, WIRE_GRAPH_ENDS };
enum { WIRE_GRAPH_NODES = 4096 };
struct wire_graph_q {
    uint32_t what; /* enum wire_graph */
    uint32_t stream;
    uint32_t node;  /* its number; of the beginning: how many there are */
    uint32_t count; /* of numbers in the tail */
};

/* What a request is: no call of the program's, but of what stands between; answered even after an
 * error that stays, as CUDA does. */
enum { WIRE_ASIDE = 1, WIRE_ALWAYS = 2 };

/* operation, its handler (on_NAME in the device), request, reply, longest tail of a request,
 * longest tail of a reply, what it is */
#define WIRE_OPERATIONS(ROW)                                                                       \
    ROW(HELLO, hello, hello_q, hello_r, 0, 0, WIRE_ALWAYS)                                         \
    ROW(MODULE, module, module_q, module_r, 0, 1024, WIRE_ASIDE)                                   \
    ROW(KERNEL, kernel, name_q, kernel_r, WIRE_NAME_MAX, WIRE_TAIL_MAX, WIRE_ASIDE)                \
    ROW(SYMBOL, symbol, name_q, symbol_r, WIRE_NAME_MAX, 0, WIRE_ASIDE)                            \
    ROW(LAUNCH, launch, launch_q, nothing, WIRE_TAIL_MAX, 0, 0)                                    \
    ROW(ALLOCATE, allocate, allocate_q, address_r, WIRE_NAME_MAX, 0, 0)                            \
    ROW(REGISTER, register, register_q, address_r, 0, 0, 0)                                        \
    ROW(FREE, free, free_q, nothing, 0, 0, 0)                                                      \
    ROW(COPY, copy, copy_q, nothing, 0, 0, 0)                                                      \
    ROW(FILL, fill, fill_q, nothing, 0, 0, 0)                                                      \
    ROW(WAIT, wait, wait_q, nothing, 0, 0, 0)                                                      \
    ROW(PRINTED, printed, nothing, nothing, 0, WIRE_TAIL_MAX, WIRE_ALWAYS)                         \
    ROW(STREAM_CREATE, stream_create, create_q, handle, 0, 0, 0)                                   \
    ROW(STREAM_DESTROY, stream_destroy, handle, nothing, 0, 0, 0)                                  \
    ROW(STREAM_WAIT, stream_wait, pair_q, nothing, 0, 0, 0)                                        \
    ROW(EVENT_CREATE, event_create, create_q, handle, 0, 0, 0)                                     \
    ROW(EVENT_DESTROY, event_destroy, handle, nothing, 0, 0, 0)                                    \
    ROW(EVENT_RECORD, event_record, pair_q, nothing, 0, 0, 0)                                      \
    ROW(EVENT_ELAPSED, event_elapsed, pair_q, elapsed_r, 0, 0, 0)                                  \
    ROW(EVENT_TIMES, event_times, handle, times_r, 0, 0, 0)                                        \
    ROW(POINTER, pointer, pointer_q, pointer_r, 0, 0, 0)                                           \
    ROW(MEMORY, memory, nothing, memory_r, 0, 0, 0)                                                \
    ROW(PROPERTIES, properties, nothing, properties_r, 0, 0, WIRE_ALWAYS)                          \
    ROW(KERNEL_INFO, kernel_info, handle, kernel_info_r, 0, 0, 0)                                  \
    ROW(KERNEL_ALLOW, kernel_allow, allow_q, nothing, 0, 0, 0)                                     \
    ROW(OCCUPANCY, occupancy, occupancy_q, occupancy_r, 0, 0, 0)                                   \
    ROW(KERNEL_HEAP, kernel_heap, heap_q, nothing, 0, 0, 0)                                        \
    ROW(RESET, reset, nothing, nothing, 0, 0, WIRE_ALWAYS)                                         \
    ROW(TOUCH, touch, touch_q, nothing, WIRE_WRONG_BYTES, 0, WIRE_ALWAYS)                          \
    ROW(WRONG, wrong, wrong_q, nothing, WIRE_WRONG_BYTES, 0, WIRE_ASIDE | WIRE_ALWAYS)             \
    ROW(LOOKED, looked, looked_q, nothing, 0, 0, WIRE_ASIDE | WIRE_ALWAYS)                         \
    ROW(WENT_ON, went_on, nothing, nothing, 0, 0, WIRE_ASIDE | WIRE_ALWAYS)                        \
    ROW(GOODBYE, goodbye, nothing, nothing, 0, 0, WIRE_ALWAYS)                                     \
    ROW(FROM, from, from_q, nothing, WIRE_WRONG_BYTES, 0, WIRE_ASIDE | WIRE_ALWAYS)                \
    ROW(TOUCHED, touched, touched_q, nothing, WIRE_WRONG_BYTES, 0, WIRE_ASIDE | WIRE_ALWAYS)       \
    ROW(SAME, same, same_q, same_r, 0, 0, WIRE_ASIDE | WIRE_ALWAYS)                                \
    /* numbers of work that may still run */                                                       \
    ROW(GUARDS, guards, nothing, nothing, 0, WIRE_TAIL_MAX, WIRE_ASIDE | WIRE_ALWAYS)              \
    ROW(COMMAND, command, command_q, nothing, WIRE_TAIL_MAX, 0, WIRE_ASIDE | WIRE_ALWAYS)          \
    ROW(STEP, step, step_q, nothing, 0, 0, WIRE_ASIDE | WIRE_ALWAYS)                               \
    ROW(SECTION, section, register_q, address_r, 0, 0, 0) /* pages for managed variables */        \
    ROW(PLACE, place, place_q, nothing, WIRE_NAME_MAX, 0, 0)                                       \
    ROW(GRAPH, graph, graph_q, nothing, WIRE_TAIL_MAX, 0, WIRE_ASIDE | WIRE_ALWAYS)

enum wire_operation {
#define WIRE_ENUM_ROW(NAME, ...) WIRE_##NAME,
    WIRE_OPERATIONS(WIRE_ENUM_ROW)
#undef WIRE_ENUM_ROW
        WIRE_OPERATION_COUNT
};
