/*
 * simt.h - the library's face: a simulated GPU that executes PTX.
 *
 * What comes in: PTX text, memory, and launches of its kernels. A device is created, PTX is loaded
 * into it as a module (ptx/ reads it, decode/ makes instructions of it), memory is allocated on it,
 * a kernel is launched (execute/), memory is read back. The observers that are attached to the
 * device see everything that happens on the way (observe.h): the race detector, the counters, the
 * model of time, the recorder.
 *
 * What can go wrong: the text is no PTX, or holds what the machine does not execute; memory is
 * exhausted; a kernel uses memory that is not its own, waits for what never comes, or never ends.
 * Errors are values. Every call that can fail returns an enum simt_status and, where it is given a
 * struct simt_error, a sentence that names the cause. Nothing here exits, prints or aborts.
 * Modules, arguments and addresses come from programs that nobody trusts: all are checked.
 *
 * What is promised: the same calls give the same results, events and counters, bit for bit, on
 * every machine and with any number of cores. Blocks run in their order, or in one that the caller
 * chooses; warps change at barriers. A launch ends: by its kernel, by a fault, or when its budget
 * of instructions is used up. Observers change nothing.
 *
 * Addresses: device memory has 64-bit addresses of its own, which are never host pointers, except
 * those of memory that the caller maps (simt_memory_map) at an address of its choice. Threads: one
 * device is used by one host thread at a time.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    SIMT_WARP_SIZE = 32,
    /* The byte that memory holds before anybody wrote there. It makes numbers that no sum hides:
     * as a float or a double they are huge. */
    SIMT_POISON = 0xe5
};

enum simt_status {
    SIMT_OK,
    SIMT_INVALID_VALUE,         /* a size, range or argument that makes no sense */
    SIMT_OUT_OF_MEMORY,         /* device or host memory is exhausted */
    SIMT_INVALID_PTX,           /* the text is not PTX; error.line says where */
    SIMT_UNSUPPORTED,           /* PTX that this machine does not execute; error.line says where */
    SIMT_UNKNOWN_SYMBOL,        /* no kernel or variable of that name */
    SIMT_INVALID_CONFIGURATION, /* grid or block outside the limits */
    SIMT_OUT_OF_RESOURCES,      /* more threads or registers than .maxntid etc. allow */
    SIMT_ILLEGAL_ADDRESS,       /* launch: access outside every allocation, or outside its array */
    SIMT_MISALIGNED_ADDRESS,    /* launch: address not a multiple of the access size */
    SIMT_DEADLOCK,              /* launch: no thread can go on (barrier that not all can reach) */
    SIMT_BUDGET,                /* launch: instruction budget used up (endless kernel) */
    SIMT_ASSERT,                /* launch: device assert() failed */
    SIMT_TRAP,                  /* launch: trap, stack overflow or a bad indirect call */
    SIMT_STOPPED,               /* launch: given up between two blocks, see simt_device_on_stop */
};

/* Where in the source something is. file is "" and line 0 if the PTX carries no .loc there. The
 * strings belong to the module and live as long as the device. */
struct simt_source {
    const char *file;
    uint32_t line;
    uint32_t ptx_line;    /* line in the PTX text, from 1 */
    const char *function; /* PTX (mangled) name of the function that holds the instruction */
};

/* What a module lacks that cannot be loaded: advice follows it. */
enum simt_cause {
    SIMT_CAUSE_TEXT,    /* something in the PTX, which may be the program's own assembly */
    SIMT_CAUSE_CODE,    /* a function without code */
    SIMT_CAUSE_SHARED,  /* shared memory for its variables */
    SIMT_CAUSE_CONSTANT /* constant memory for its variables */
};

struct simt_error {
    enum simt_cause cause;
    uint32_t ptx_line; /* line in the PTX text, 0 if it does not apply */
    char message[240]; /* one sentence, no trailing newline */
};

/* The machine's limits, those of the hardware that the counters are modelled on (sm_90). */
struct simt_limits {
    uint32_t threads_per_block;      /* 1024 */
    uint32_t block[3];               /* 1024, 1024, 64 */
    uint32_t grid[3];                /* 2^31-1, 65535, 65535 */
    uint32_t shared_per_block;       /* 48 KiB, static + dynamic */
    uint32_t shared_per_block_optin; /* 227 KiB after simt_kernel_allow_shared */
    uint32_t constant_bytes;         /* 64 KiB a module */
    uint32_t local_per_thread;       /* 512 KiB */
    uint64_t global_bytes;           /* capacity; simt_device_create's argument */
};

struct simt_device;
struct simt_module;
struct simt_observer; /* observe.h */

/* ---- device ---------------------------------------------------------------------------------- */

/* Makes a device with `global_bytes` of memory (0: 4 GiB; host memory is taken only as it is
 * allocated). NULL if the host has no memory. The caller owns it. */
struct simt_device *simt_device_create(uint64_t global_bytes);
void simt_device_destroy(struct simt_device *device);

/* Takes the device back to where its last module was loaded (it was made, if none was), so that the
 * next run finds what the first one found: variables have their first values, memory that came
 * since is gone and its addresses are given out again, nobody observes, no error is left. */
void simt_device_rewind(struct simt_device *device);
const struct simt_limits *simt_device_limits(const struct simt_device *device);

/* Attaches an observer; it sees everything from now on, allocations included (it sees those
 * that exist already at once). Attach before loading modules to see their variables. At most 8; the
 * observer must outlive the device. SIMT_INVALID_VALUE when there are too many. */
enum simt_status simt_device_attach(struct simt_device *device,
                                    const struct simt_observer *observer);

/* Device printf goes here, in whole calls, in the order of execution. Default: dropped. */
void simt_device_on_print(struct simt_device *device,
                          void (*print)(void *context, const char *text, size_t length),
                          void *context);

/* Asked before each block of a launch, and now and then while one runs; true gives the launch up
 * with SIMT_STOPPED: for a deadline, as a grid can be as large as 2^63 blocks, and a block may take
 * minutes. Default: never. */
void simt_device_on_stop(struct simt_device *device, bool (*stop)(void *context), void *context);

/* Blocks of a launch may run on so many cores of the host; what they do, and what is told of it,
 * stays the same (execute/speculate.h). Default: 1. */
void simt_device_use_cores(struct simt_device *device, unsigned cores);
/* Batches of blocks that ran on several cores since the device was made, and how many of these had
 * to run again on one, because a block used what another one of the batch stored. */
struct simt_batches {
    uint64_t run, again;
};
struct simt_batches simt_device_batches(const struct simt_device *device);

/* A host that goes on while a kernel runs: what the machine asks and tells its caller about it. */
struct simt_place;
struct simt_company {
    /* A block polls memory, while there is memory that the host may write. `same`: it reads the
     * same values for ever, unless the host writes. False: the host will not, ever. */
    bool (*may_write)(void *context, bool same);
    /* A warp has used up the budget, and gets on: told once a launch. */
    void (*runs_long)(void *context, const struct simt_place *place);
    void *context;
};
/* With company, stop is asked also while a block polls. Default: none, and the host may always
 * write. *company must outlive the device. */
void simt_device_in_company(struct simt_device *device, const struct simt_company *company);

/* ---- modules --------------------------------------------------------------------------------- */

/* Parses PTX text (need not end in NUL) and places its variables in device memory. The module
 * belongs to the device. On error nothing is loaded and *error names the line and the cause. */
enum simt_status simt_module_load(struct simt_device *device, const char *text, size_t length,
                                  struct simt_module **module, struct simt_error *error);

/* The next module that is loaded has its variable of that name, if it is `size` bytes long, at this
 * address outside of the device's memory, in the caller's memory: `backing` must outlive the
 * device. SIMT_INVALID_VALUE if something lives there. */
enum simt_status simt_module_place(struct simt_device *device, const char *name, uint64_t size,
                                   uint64_t address, void *backing);
/* Variables that were placed so give way: their modules are not used any more. */
void simt_module_displace(struct simt_device *device);

/* A variable of the module (__device__, __constant__, managed): address and size in bytes. name is
 * the PTX name. SIMT_UNKNOWN_SYMBOL if there is none. */
enum simt_status simt_module_symbol(const struct simt_module *module, const char *name,
                                    uint64_t *address, uint64_t *size);

/* What PTX says of a parameter (.ptr .global): OpenCL C says it, CUDA leaves it open. */
enum simt_parameter_kind {
    SIMT_PARAMETER_VALUE, /* a value, or a pointer that PTX does not tell from one */
    SIMT_PARAMETER_GLOBAL,
    SIMT_PARAMETER_CONSTANT,
    SIMT_PARAMETER_LOCAL, /* in shared memory: needs a struct simt_local_argument */
};

struct simt_parameter {
    uint32_t offset; /* bytes from the start of the parameter block */
    uint32_t size;
    uint32_t align;
    enum simt_parameter_kind kind;
    uint32_t pointee_align; /* of what a pointer points to; 0: not told */
    const char *name;       /* as the student wrote it, "" if the PTX does not tell */
    bool image;             /* OpenCL: what it points to are an image's texels */
};

/* What a kernel was written in: reports use its words. */
enum simt_dialect { SIMT_CUDA, SIMT_OPENCL, SIMT_OPENMP, SIMT_DIALECT_COUNT };

struct simt_kernel_info {
    const char *name;         /* PTX name */
    const char *display_name; /* as the student wrote it: "reduce", "copy<int>" */
    uint32_t parameter_count;
    const struct simt_parameter *parameters;
    uint32_t parameter_bytes; /* size of the whole block */
    uint32_t static_shared;   /* bytes a block, as the hardware would count them */
    uint32_t local_bytes;     /* bytes a thread, stack of the kernel itself */
    uint32_t registers;       /* 32-bit registers a thread: an estimate from live values */
    uint32_t most_registers;  /* of a thread: what launch bounds leave it */
    uint32_t max_threads;     /* from .maxntid/.reqntid, else the device's limit */
    enum simt_dialect dialect;
    struct simt_source source;
};

/* Kernels of a module by name or by index 0..count-1. The info lives as long as the device. */
const struct simt_kernel_info *simt_module_kernel(const struct simt_module *module,
                                                  const char *name);
const struct simt_kernel_info *simt_module_kernel_at(const struct simt_module *module,
                                                     size_t index);
size_t simt_module_kernel_count(const struct simt_module *module);

/* Lets a kernel use up to `bytes` of dynamic shared memory (cudaFuncSetAttribute). */
enum simt_status simt_kernel_allow_shared(struct simt_module *module, const char *name,
                                          uint32_t bytes);

/* Writes a mangled name as the student wrote it ("_ZZ3redPjE2sm" -> "sm"; of a template with its
 * arguments: "transpose<float, 32>"), always terminated. The second, of functions, with the types
 * of the parameters: "round(float)". */
void simt_display_name(const char *mangled, char *text, size_t size);
void simt_function_name(const char *mangled, char *text, size_t size);

/* ---- memory ---------------------------------------------------------------------------------- */

/* What a stretch of device memory is; observers are told (observe.h). */
enum simt_region_kind {
    SIMT_REGION_HEAP,     /* simt_memory_allocate */
    SIMT_REGION_MAPPED,   /* the caller's memory: host memory mapped into the device */
    SIMT_REGION_VARIABLE, /* a module's __device__ variable (initialised: C++ zeroes it) */
    SIMT_REGION_CONSTANT, /* a module's __constant__ variable */
    SIMT_REGION_MANAGED,  /* allocated by the device, backing visible to the host */
    SIMT_REGION_STACK,    /* OpenMP: a thread's stack; variables on it come and go */
    SIMT_REGION_PRIVATE,  /* OpenMP: a thread's copy of a threadprivate variable (initialised) */
};

struct simt_region {
    uint32_t index; /* small and dense, never used twice on one device: use it to key tables */
    enum simt_region_kind kind;
    uint64_t address;
    uint64_t size;
    const char *name; /* PTX name of a variable, else "" */
    bool freed;       /* its addresses are never used again while a later access can be blamed */
    bool of_kernel;   /* a kernel's malloc() made it */
};

/* Allocates, 256-byte aligned, with unmapped gaps around. The bytes hold SIMT_POISON, the same on
 * every run. size 0: *address = 0 and SIMT_OK, as cudaMalloc does. */
enum simt_status simt_memory_allocate(struct simt_device *device, uint64_t size, uint64_t *address);

/* The bytes that malloc() in kernels may hold at a time; at first SIMT_KERNEL_HEAP, as a GPU's. */
enum { SIMT_KERNEL_HEAP = 8 << 20 };
void simt_memory_kernel_heap(struct simt_device *device, uint64_t bytes);

/* Makes the caller's memory [backing, backing+size) reachable by kernels at `address` (not 0; 0
 * lets the device choose). The caller keeps the memory valid until simt_memory_free. Reads and
 * writes there by other processes between launches are seen. SIMT_INVALID_VALUE if it overlaps. */
enum simt_status simt_memory_map(struct simt_device *device, void *backing, uint64_t size,
                                 uint64_t address, enum simt_region_kind kind, uint64_t *mapped);

/* Frees (or unmaps) what starts exactly at `address`. 0 is allowed and does nothing. Accesses to
 * it from now on are reported as use after free. */
enum simt_status simt_memory_free(struct simt_device *device, uint64_t address);

/* Copies between the host and device memory, checked: the whole range must lie in one region. */
enum simt_status simt_memory_read(struct simt_device *device, uint64_t address, void *to,
                                  uint64_t size);
enum simt_status simt_memory_write(struct simt_device *device, uint64_t address, const void *from,
                                   uint64_t size);
enum simt_status simt_memory_copy(struct simt_device *device, uint64_t to, uint64_t from,
                                  uint64_t size);
enum simt_status simt_memory_fill(struct simt_device *device, uint64_t address, uint8_t value,
                                  uint64_t size);

/* The live region that holds `address`, or NULL. With `freed` not NULL, a freed region that held
 * it is stored there when no live one does. Valid until the next call that changes memory. */
const struct simt_region *simt_memory_find(const struct simt_device *device, uint64_t address,
                                           const struct simt_region **freed);
/* Regions by index 0..count-1, freed ones too: for the leak note at the end. */
const struct simt_region *simt_memory_region(const struct simt_device *device, uint32_t index);
uint32_t simt_memory_region_count(const struct simt_device *device);
/* Bytes allocated now, for cudaMemGetInfo. */
uint64_t simt_memory_used(const struct simt_device *device);

/* True if the address lies where the machine hands out device memory (never a host pointer). */
bool simt_memory_is_device(uint64_t address);

/* ---- launching ------------------------------------------------------------------------------- */

enum simt_schedule {
    SIMT_FORWARD, /* blocks, warps and lanes in rising order; lanes of a warp in lockstep */
    SIMT_REVERSE, /* blocks and warps, and lanes in atomics, in falling order */
    SIMT_LANES,   /* every lane runs alone up to the next barrier or warp-wide operation */
    SIMT_TURNS,   /* simt_launch_in_turns: blocks, and warps, take turns */
};

enum { SIMT_DEFAULT_BUDGET = 10000000 }; /* warp instructions a warp */

/* OpenCL's local memory arguments: each gets its own array in the block's shared memory, behind
 * the kernel's static and dynamic arrays; the machine writes its place into the parameter block. */
struct simt_local_argument {
    uint32_t parameter; /* index; its kind is SIMT_PARAMETER_LOCAL */
    uint32_t bytes;
};

/* Environment registers, %envreg0…31: what OpenCL kernels learn of a launch beyond CUDA's registers
 * (opencl/builtins/work_items.cl reads them). Offsets are where NVIDIA's driver has them. */
enum {
    SIMT_ENVIRONMENT_OFFSET = 3,       /* 3, 4, 5: global offset x, y, z, low words */
    SIMT_ENVIRONMENT_OFFSET_HIGH = 16, /* 16, 17, 18: their high words */
    SIMT_ENVIRONMENT_DIMENSIONS = 19,  /* get_work_dim() */
    SIMT_ENVIRONMENT_COUNT = 32,
};

/* OpenCL's sub-buffers: a pointer among the parameters that reaches only so many bytes from where
 * it points, though its array goes on. */
struct simt_part_argument {
    uint32_t parameter; /* index */
    uint32_t padding;
    uint64_t bytes;
};

struct simt_launch {
    const char *kernel; /* PTX name */
    uint32_t grid[3];
    uint32_t block[3];
    uint32_t dynamic_shared;
    const void *parameters; /* the parameter block, laid out as simt_kernel_info says */
    size_t parameter_bytes;
    const struct simt_local_argument *locals; /* NULL if local_count is 0 */
    uint32_t local_count;
    const struct simt_part_argument *parts; /* NULL if part_count is 0 */
    uint32_t part_count;
    bool
        names; /* OpenCL: the kernel may use shared virtual memory that its arguments point into, */
    const uint64_t *named; /* or that is named here (clSetKernelExecInfo), and no other */
    uint32_t named_count;
    uint32_t environment[SIMT_ENVIRONMENT_COUNT]; /* zeroes for CUDA */
    uint64_t budget;   /* warp instructions each warp may execute, atomics counted once a lane; 0:
                          SIMT_DEFAULT_BUDGET */
    uint64_t patience; /* as many as a warp may execute that gets on, and does not repeat itself; at
                          least the budget counts */
    enum simt_schedule schedule;
    uint32_t meeting[2]; /* SIMT_TURNS: lines where each load ends a turn, too; 0: none */
    bool cooperative;    /* its blocks may wait for each other: all are kept at once */
    uint64_t at_once; /* blocks that the device holds at once, if one waits for another; 0: all */
    uint64_t child, after; /* of kernels that kernels launch: struct simt_launch_event */
    bool after_all;
};

/* Blocks of the launch, and warps of each. */
static inline uint64_t simt_launch_blocks(const struct simt_launch *launch) {
    return (uint64_t)launch->grid[0] * launch->grid[1] * launch->grid[2];
}
static inline uint32_t simt_launch_warps(const struct simt_launch *launch) {
    return (launch->block[0] * launch->block[1] * launch->block[2] + 31) / 32;
}

/* Threads of a block; 0: the grid or the block is empty, or larger along an axis than allowed. */
static inline uint64_t simt_block_threads(const struct simt_limits *limits, const uint32_t grid[3],
                                          const uint32_t block[3]) {
    uint64_t threads = 1;
    for (int axis = 0; axis < 3; axis++) {
        bool possible = grid[axis] <= limits->grid[axis] && block[axis] <= limits->block[axis];
        threads *= possible && grid[axis] != 0 ? block[axis] : 0;
    }
    return threads;
}

/* How a launch ended. If status is SIMT_OK, the rest is empty. For errors found while running,
 * source, block, thread and (where there is one) address say where. */
struct simt_result {
    enum simt_status status;
    struct simt_error error;
    struct simt_source source;
    uint32_t block[3];
    uint32_t thread[3];
    uint64_t address;
    bool sticky; /* the device is lost, as CUDA's sticky errors: later launches fail the same way */
};

/* Runs a kernel to its end (or to its first error). Blocks run one after the other. Returns
 * result->status. A launch on a device with a sticky error fails at once with that error. */
enum simt_status simt_launch(struct simt_device *device, struct simt_module *module,
                             const struct simt_launch *launch, struct simt_result *result);

/* A copy of all memory, to run a launch once more. */
struct simt_kept;
/* Does the module hold atomics whose old value is used? Only with them, or by polling, does the
 * order in which blocks run decide who does what. */
bool simt_module_takes_tickets(const struct simt_module *module);
/* NULL where there are more than `most` bytes, or no memory for them. The caller drops it before
 * the device is gone. */
struct simt_kept *simt_memory_keep(struct simt_device *device, uint64_t most);
void simt_memory_drop(struct simt_kept *kept);

/* Runs a launch as a GPU does that has room for its blocks: they run in turn, and so do their
 * warps, each for a while and no further than to an atomic whose old value it uses. It runs on the
 * copy, which then holds the results; memory and all else of the device stay as they are. Only
 * `observer` sees it, and blocks overlap: block_begin comes at each turn. */
enum simt_status simt_launch_in_turns(struct simt_device *device, struct simt_kept *kept,
                                      struct simt_module *module, const struct simt_launch *launch,
                                      const struct simt_observer *observer);

/* Forgets a sticky error, as cudaDeviceReset does (memory and modules stay). */
void simt_device_clear_error(struct simt_device *device);

/* The word for a status: "illegal address". */
const char *simt_status_name(enum simt_status status);
