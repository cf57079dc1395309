/*
 * observe.h - the boundary between the machine and those who watch it.
 *
 * The machine tells each attached observer what happens, warp by warp; observers keep their own
 * state and never reach back into the machine. Every pointer in an event is valid only during the
 * call unless it says otherwise. Any callback may be NULL: then it costs nothing.
 *
 * Order: launch_begin, then for every block block_begin … block_end, then launch_end. Blocks never
 * overlap. Inside a block the events come in the order of execution. Where blocks wait for each
 * other, this holds from one grid_barrier to the next: a block that goes on behind it begins once
 * more.
 */
#pragma once

#include "observe_openmp.h"
#include "observe_place.h"
#include <string.h>

#include "simt.h"

/* for (LANES_OF(lane, mask)): each lane of the mask, as it is at first, from the lowest on. */
#define LANES_OF(LANE, MASK)                                                                       \
    uint32_t left_##LANE = (MASK), LANE;                                                           \
    left_##LANE != 0 && (LANE = (uint32_t)__builtin_ctz(left_##LANE), true);                       \
    left_##LANE &= left_##LANE - 1

enum simt_space {
    SIMT_GLOBAL,   /* addresses are device addresses (mapped host memory and variables too) */
    SIMT_SHARED,   /* addresses are byte offsets into the block's shared memory */
    SIMT_LOCAL,    /* addresses are byte offsets into the thread's own memory */
    SIMT_CONSTANT, /* addresses are device addresses of __constant__ variables */
    SIMT_SPACE_COUNT
};

enum simt_access_kind {
    SIMT_LOAD,
    SIMT_STORE,
    SIMT_ATOMIC,    /* read-modify-write whose old value is used (atom) */
    SIMT_REDUCTION, /* read-modify-write whose old value is dropped (red) */
};

enum simt_atomic_op {
    SIMT_ATOMIC_NONE,
    SIMT_ATOMIC_ADD,
    SIMT_ATOMIC_MIN,
    SIMT_ATOMIC_MAX,
    SIMT_ATOMIC_AND,
    SIMT_ATOMIC_OR,
    SIMT_ATOMIC_XOR,
    SIMT_ATOMIC_EXCHANGE,
    SIMT_ATOMIC_CAS,
    SIMT_ATOMIC_INC,
    SIMT_ATOMIC_DEC,
};

/* Memory semantics written on the instruction. */
enum simt_order {
    SIMT_WEAK,     /* plain load or store */
    SIMT_VOLATILE, /* .volatile: relaxed, but not a synchronisation by the language's rules */
    SIMT_RELAXED,  /* .relaxed: atomic object access */
    SIMT_ACQUIRE,
    SIMT_RELEASE,
    SIMT_ACQUIRE_RELEASE, /* atom.acq_rel */
};

enum simt_scope {
    SIMT_SCOPE_NONE, /* weak accesses have none */
    SIMT_SCOPE_BLOCK,
    SIMT_SCOPE_DEVICE,
    SIMT_SCOPE_SYSTEM,
};

/* An instruction of the kernel (functions that it calls included). */
struct simt_site {
    struct simt_source source;
    uint32_t column;    /* of the source's line; 0: not told */
    uint32_t element;   /* an access: bytes of the array's structures or vectors; 0: not told */
    const char *opcode; /* as written: "st.shared.u32" */
    const char *note;   /* of a note: what its value is of (record/annotate/notes.h); else NULL */
    uint8_t unfenced;   /* of a barrier: enum simt_memories that it does not order */
    uint8_t decided_by; /* enum simt_memories: whose values may decide where its threads go */
    bool gathered;      /* an access whose address is made of a value read from memory */
    bool waits;         /* a volatile load, again and again until it reads another value */
    bool once;          /* a plain load in front of a loop that does nothing: read no more */
    bool refills;       /* a load of a vector whose other elements are stored (`out[i].zy = …`) */
    bool draws;         /* an atomic whose old value is used */
    bool last_counts; /* an atomic after which memory depends on who came last: it exchanges values,
                       * or adds floats */
    bool timed;       /* reads the clock */
};

/* Does the opcode begin so? Some instructions have none: NULL. And with one of these words, behind
 * the last of which there is NULL? */
static inline bool opcode_starts(const char *opcode, const char *start) {
    return opcode != NULL && strncmp(opcode, start, strlen(start)) == 0;
}
static inline bool opcode_starts_any(const char *opcode, const char *const *words) {
    while (*words != NULL && !opcode_starts(opcode, *words)) {
        words++;
    }
    return *words != NULL;
}

/* Are two sites of one line at one column, as the read and the write of `x += 1` are? */
static inline bool sites_share_column(const struct simt_site *sites, uint32_t count, uint32_t a,
                                      uint32_t b) {
    return a < count && b < count && sites[a].column != 0 && sites[a].column == sites[b].column;
}

/* PTX barriers order all memory; OpenCL's only what their flags name. */
enum simt_memories { SIMT_MEMORY_SHARED = 1, SIMT_MEMORY_GLOBAL = 2 };

/* Where the first variable lies in shared and in a thread's own memory. Address 0 is the null
 * pointer, so no variable may lie there; a GPU, too, keeps the first 1,024 bytes of a block's
 * shared memory for itself. */
enum { SIMT_SHARED_START = 1024, SIMT_LOCAL_START = 64 };

/* A shared array of the kernel. For `extern __shared__` size is the launch's dynamic size. */
struct simt_shared_variable {
    const char *name; /* PTX name */
    char display_name[64];
    uint32_t offset; /* its address in shared memory, SIMT_SHARED_START or more */
    uint32_t size;
    bool dynamic;
    uint32_t parameter; /* OpenCL: number, from 1, of the kernel's argument; else 0 */
};

struct simt_launch_event {
    uint64_t number; /* of launches on this device, from 1 */
    uint64_t child;  /* of kernels that kernels launched, from 1; 0: the host launched it */
    uint64_t after;  /* the child after whose end it begins; 0: none */
    bool after_all;  /* it begins after everything that its parent did and launched */
    const struct simt_module *module;
    const char *text; /* the source of a module that an OpenCL host handed over as text, or NULL */
    const struct simt_kernel_info *kernel;
    const struct simt_launch *launch;
    uint32_t threads;       /* a block */
    uint32_t warps;         /* a block */
    uint32_t local_bytes;   /* a thread, SIMT_LOCAL_START included */
    uint32_t shared_extent; /* addresses of shared accesses are below this; 0: no shared memory */
    uint32_t shared_bytes;  /* static + dynamic, as the hardware would count them */
    uint32_t grid_barriers; /* that the launch's blocks have passed */
    bool took_turns;        /* at the last one: only as blocks do that wait by reading memory */
    uint32_t site_count;
    uint32_t first_site;           /* none that the kernel comes to lies before it */
    const struct simt_site *sites; /* live as long as the device */
    uint32_t shared_variable_count;
    const struct simt_shared_variable *shared_variables; /* rising offsets */
    const struct simt_result *result;                    /* launch_end only, else NULL */
    const struct simt_profile *profile; /* launch_end only: site_count rows, else NULL */
};

/* A kernel launches another one, or that has ended, with all that it has launched itself. Numbers
 * rise by one as kernels are launched. */
struct simt_child {
    uint64_t number;
    bool ended;
};

/* Execution counts of one site (predicated-off lanes are not counted as threads). */
struct simt_profile {
    uint64_t warp_instructions;
    uint64_t thread_instructions;
};

#define SIMT_MIXED_REGIONS UINT32_MAX

/* How the addresses of active lanes lie, where the machine has seen it; observers may look, too. */
enum simt_pattern {
    SIMT_UNKNOWN,
    SIMT_ROW,       /* neighbouring lanes, neighbouring places: `size` bytes apart */
    SIMT_ONE_PLACE, /* the same for all lanes, of which there are several */
    SIMT_GAPS,      /* a row from which lanes in between are missing */
    SIMT_STEPS,     /* all lanes, each equally far from the one before, up or down */
    SIMT_SCATTERED, /* none of these */
};

/* One warp instruction's access to one space (a generic access that reaches several spaces makes
 * one event a space). All addresses have been checked: in bounds and aligned. Told after the access
 * has been carried out. */
struct simt_access {
    struct simt_place place;
    enum simt_space space;
    enum simt_access_kind kind;
    enum simt_atomic_op atomic;
    enum simt_order order;
    enum simt_scope scope;
    bool uniform;     /* ldu: asks for a place that is the same for all lanes */
    bool increment;   /* atomic add, or inc, of the constant 1 by every lane */
    uint8_t size;     /* bytes a lane touches in all: 1, 2, 4, 8 or 16 */
    uint8_t elements; /* vector elements: 1, 2 or 4; each has size / elements bytes */
    enum simt_pattern pattern;
    uint32_t mask;   /* active lanes, never 0 */
    uint32_t region; /* index of the region that all lanes hit (global, constant), or
                        SIMT_MIXED_REGIONS: then regions[lane] says for each active lane */
    const uint32_t *regions;
    const uint64_t *address; /* [32], valid where mask is set */
    uint32_t wrote;          /* atomics: lanes that store (a failing compare-and-swap only reads) */
    bool changed;            /* OpenMP's atomics: memory holds another value than before */
    const uint64_t *value;   /* stores of up to 8 bytes in one element: the bits a lane writes, zero
                                extended; NULL otherwise */
    const uint64_t *mixture; /* stores of vectors: equal for lanes that write equal ones */
};

/* A conditional branch (also an indirect one). taken and fallen are the lanes each way; both not 0
 * means that the warp diverged here. */
struct simt_branch {
    struct simt_place place;
    uint32_t taken;
    uint32_t fallen;
};

/* Instructions [place.site, end) that the lanes of `mask` have just run, one after the other and
 * without a branch. Their other events were told before. */
struct simt_stretch {
    struct simt_place place;
    uint32_t end;
    uint32_t mask;
};

enum simt_barrier_kind {
    SIMT_BARRIER_SYNC,   /* bar.sync, barrier.sync */
    SIMT_BARRIER_ARRIVE, /* bar.arrive: does not wait */
    SIMT_BARRIER_REDUCE, /* __syncthreads_count/_and/_or */
};

/* Some lanes of a warp arrive at a block barrier. */
struct simt_barrier {
    struct simt_place place;
    enum simt_barrier_kind kind;
    uint32_t id;       /* 0..15; 16: of the whole grid; above: of a tile of several warps */
    uint32_t expected; /* threads, 0: all of the block */
    uint32_t mask;     /* the lanes */
};

/* A barrier opens: everybody who waited goes on. */
struct simt_barrier_release {
    const struct simt_launch_event *launch;
    uint64_t block;
    uint32_t id;
    uint32_t arrived;      /* threads that arrived */
    uint32_t exited;       /* threads of the block that had returned by then */
    bool ended_early;      /* they did where they might have come to this barrier (CUDA) */
    bool counted;          /* for a number of threads: producers and consumers meet at two places */
    bool at_one_site;      /* known: all lanes of all warps waited at sites[0] */
    uint32_t warps;        /* entries in masks and sites */
    const uint32_t *masks; /* lanes of each warp that took part */
    const uint32_t *sites; /* [warps * 32]: the barrier instruction each such lane waited at */
};

struct simt_fence {
    struct simt_place place;
    enum simt_scope scope;
    uint32_t mask;
};

/* __syncwarp and its memory ordering, told when all lanes of `mask` have arrived. */
struct simt_syncwarp {
    struct simt_place place;
    uint32_t mask;
    bool parted;          /* not all of the warp meet as one, but each lane with its members */
    uint32_t members[32]; /* itself included; valid where mask is set, and parted */
};

/* A warp-wide operation that exchanges registers (shuffle, vote, match, reduce): it makes the lanes
 * meet but orders no memory. */
struct simt_exchange {
    struct simt_place place;
    uint32_t mask;
};

/* The lanes of `mask` use a value that may be any: of a variable that starts at site `source` and
 * that nobody has set; of memory that the load there read, and that perhaps nobody has written; or
 * else what the shuffle there took from a lane that takes no part in it. Told before the
 * instruction runs, once for a warp. */
struct simt_undefined {
    struct simt_place place;
    uint32_t source;
    uint32_t user; /* site of the instruction; `place` may be where the value was computed with */
    uint32_t mask;
    bool unset;
    bool loaded; /* it holds what memory begins with, by chance or because nobody wrote there */
    bool stored; /* it came through shared memory, from any thread of the block */
    bool divided, overflows; /* or else: it has no quotient; by 0, or the least integer by -1 */
};

/* A variable of the source has a value: only where the PTX was made to tell it
 * (record/annotate/notes.h). */
struct simt_note {
    struct simt_place place; /* sites[place.site].note says which variable */
    uint32_t mask;
    uint8_t bytes;      /* a lane: 2, 4 or 8 */
    const void *values; /* [32], valid where mask is set */
};

/* An argument that all threads of a block must give alike (OpenCL's async_work_group_copy). */
struct simt_together {
    struct simt_place place;
    uint32_t mask;
    bool waits;             /* an event that is waited for; 0: that of no copy */
    const uint64_t *values; /* [32], valid where mask is set */
};

/* Why an access or the kernel failed. */
enum simt_fault_kind {
    SIMT_FAULT_OUT_OF_BOUNDS, /* in no region; near_region may name a neighbour */
    SIMT_FAULT_OVERRUN,       /* inside another array than the one the pointer was made from */
    SIMT_FAULT_USE_AFTER_FREE,
    SIMT_FAULT_HOST_POINTER, /* an address that is not device memory at all */
    SIMT_FAULT_WILD_POINTER, /* nor where a host keeps its memory */
    SIMT_FAULT_NULL_POINTER,
    SIMT_FAULT_MISALIGNED,
    SIMT_FAULT_READ_ONLY, /* store to constant memory or to a parameter */
    SIMT_FAULT_STACK,     /* recursion too deep */
    SIMT_FAULT_DEADLOCK,  /* threads wait at barriers that can never open; OpenMP: for each other */
    SIMT_FAULT_BARRIER,   /* OpenMP: not all threads of a team come to a barrier or to a loop */
    SIMT_FAULT_SYNCWARP,  /* a lane of the mask can never arrive */
    SIMT_FAULT_OUTSIDER,  /* a lane is not in the mask that it passes itself */
    SIMT_FAULT_BUDGET,
    SIMT_FAULT_IDLE,    /* a loop that does nothing and has no way out */
    SIMT_FAULT_POLLING, /* threads read the same values for ever */
    SIMT_FAULT_SPINS,   /* OpenMP: they repeat a loop forever, or wait for those that do */
    SIMT_FAULT_ASSERT,
    SIMT_FAULT_TRAP,
    SIMT_FAULT_DIVISION,     /* OpenMP: of an integer by 0, which a processor stops */
    SIMT_FAULT_QUOTIENT,     /* OpenMP: of the least integer by -1, which it stops, too */
    SIMT_FAULT_GRID_BARRIER, /* the grid's barrier in a launch that is not cooperative */
    SIMT_FAULT_GRID_ABSENT,  /* a block ended without reaching the grid's barrier */
    SIMT_FAULT_BAD_CALL,     /* indirect call to something that is not a function */
    SIMT_FAULT_BAD_FREE,     /* free of what malloc did not give, or of what is freed already */
    SIMT_FAULT_MISUSE,       /* OpenMP, also in the next lines: a construct where it must not be */
    SIMT_FAULT_LOCK_UNMADE,
    SIMT_FAULT_LOCK_NOT_HELD,
    SIMT_FAULT_LOCK_DESTROYED,
    SIMT_FAULT_TASK_BARRIER,
    SIMT_FAULT_NOTHING_LEFT, /* no memory, or no threads */
    SIMT_FAULT_OVERLAP,      /* of what memcpy() copies */
    SIMT_FAULT_FORMAT,       /* of printf() or scanf() */
    SIMT_FAULT_NO_INPUT,
    SIMT_FAULT_CHILD,         /* a kernel cannot be launched like that from a kernel */
    SIMT_FAULT_CHILD_POINTER, /* it gets a pointer to its parent's local or shared memory */
    SIMT_FAULT_CHILD_WAIT,    /* a kernel waits for one that it launched, and goes on with memory */
};

/* What a thread of an OpenMP program waits for. */
enum simt_wait_kind {
    SIMT_WAIT_NONE,
    SIMT_WAIT_MUTEX,    /* a lock, a critical section, the combining of a reduction */
    SIMT_WAIT_BARRIER,  /* the others of its team, here and in the next four lines */
    SIMT_WAIT_LOOP,     /* at the end of a worksharing loop */
    SIMT_WAIT_SECTIONS, /* at the end of sections */
    SIMT_WAIT_SINGLE,   /* at the end of a single */
    SIMT_WAIT_REGION,   /* at the end of a parallel region; the site is where it begins */
    SIMT_WAIT_TASKS,    /* taskwait */
    SIMT_WAIT_TASKGROUP,
    SIMT_WAIT_DEPENDENCES,
    SIMT_WAIT_ORDERED,
    SIMT_WAIT_DOACROSS,
    SIMT_WAIT_COUNT
};

struct simt_wait {
    enum simt_wait_kind what;
    bool passes;     /* it has come to a construct without a wait (nowait), and gone on */
    uint32_t warp;   /* of the machine's threads */
    uint32_t thread; /* omp_get_thread_num() */
    uint32_t strand;
    uint32_t site;
    /* SIMT_WAIT_MUTEX: */
    int mutex;       /* enum simt_sync_kind */
    uint64_t object; /* as in struct simt_sync */
    const char *name;
    uint32_t holder_warp, holder_thread, holder_site;
};

/* The kernel ends here: the last event before block_end. */
struct simt_fault {
    struct simt_place place;
    enum simt_fault_kind kind;
    uint32_t lane;   /* first guilty lane */
    uint32_t mask;   /* all guilty lanes of this warp instruction */
    uint32_t active; /* accesses: all lanes that take part in it */
    /* for accesses */
    enum simt_space space;
    enum simt_access_kind access;
    uint8_t size;
    uint64_t address;    /* guilty lane's address, as in struct simt_access */
    uint32_t region;     /* overrun: region it was made from; use after free: the freed one; out of
                            bounds: the nearest region below; SIMT_MIXED_REGIONS if none */
    uint32_t hit_region; /* overrun: region that was hit; else SIMT_MIXED_REGIONS */
    uint64_t part_address; /* overrun: of the sub-buffer, or the thread's own variable, that the */
    uint64_t part_bytes;   /* pointer was made from; 0: it was made from the whole region */
    bool part_exact;       /* the thread's own array is that long, nothing of it is alignment */
    int32_t variable;      /* same for shared memory: index of the shared variable meant, or -1 */
    int32_t hit_variable;
    bool kernel_heap_full; /* malloc() in this launch has returned a null pointer */
    /* for deadlocks: threads waiting at barriers, and threads that have returned */
    uint32_t waiting;
    uint32_t returned;
    uint64_t absent_block;         /* at the grid's barrier: a block that has ended before */
    const uint32_t *waiting_sites; /* [warps * 32]: site a lane waits at, or SIMT_NOT_WAITING; NULL
                                      in OpenMP programs */
    const struct simt_wait *waits; /* OpenMP programs, deadlocks and barriers: who waits where, by
                                      rising number of the thread */
    uint32_t wait_count;
    /* for stack variables (OpenMP): the one meant; use after free: its scope is over */
    const struct simt_variable *stack;
    /* for memcpy, memset and the like (OpenMP): how many bytes from `address` on; else 0 */
    uint64_t range;
};

#define SIMT_NOT_WAITING UINT32_MAX

/* A run of bytes that the host wrote or filled, or that a copy on the device wrote. For copies
 * inside the device from_region/from_offset say where the bytes (and their state) come from; else
 * from_region is SIMT_MIXED_REGIONS. */
struct simt_host_write {
    uint32_t region;
    uint64_t offset;
    uint64_t size;
    uint32_t from_region;
    uint64_t from_offset;
};

struct simt_observer {
    void *self;
    void (*region_new)(void *self, const struct simt_region *region);
    void (*region_freed)(void *self, const struct simt_region *region);
    void (*host_write)(void *self, const struct simt_host_write *event);
    void (*launch_begin)(void *self, const struct simt_launch_event *event);
    void (*launch_end)(void *self, const struct simt_launch_event *event);
    void (*block_begin)(void *self, const struct simt_launch_event *launch, uint64_t block);
    void (*block_end)(void *self, const struct simt_launch_event *launch, uint64_t block);
    /* All blocks have come to the grid's barrier, or have had their turn of polling memory: what
     * they did is done before they go on. */
    void (*grid_barrier)(void *self, const struct simt_launch_event *launch);
    void (*child)(void *self, const struct simt_child *event);
    void (*access)(void *self, const struct simt_access *event);
    void (*branch)(void *self, const struct simt_branch *event);
    void (*stretch)(void *self, const struct simt_stretch *event);
    void (*barrier)(void *self, const struct simt_barrier *event);
    void (*barrier_release)(void *self, const struct simt_barrier_release *event);
    void (*fence)(void *self, const struct simt_fence *event);
    void (*syncwarp)(void *self, const struct simt_syncwarp *event);
    void (*exchange)(void *self, const struct simt_exchange *event);
    void (*undefined)(void *self, const struct simt_undefined *event);
    void (*fault)(void *self, const struct simt_fault *event);
    void (*strand)(void *self, const struct simt_strand *event);
    void (*sync)(void *self, const struct simt_sync *event);
    void (*construct)(void *self, const struct simt_construct *event);
    void (*variable)(void *self, const struct simt_variable *event);
    void (*heap)(void *self, const struct simt_heap *event);
    void (*move)(void *self, const struct simt_move *event);
    void (*note)(void *self, const struct simt_note *event);
    void (*together)(void *self, const struct simt_together *event);
};

/* Coordinates of a lane's thread and of a block, from their linear numbers. */
void simt_thread_position(const struct simt_launch_event *launch, uint32_t warp, uint32_t lane,
                          uint32_t thread[3]);
void simt_block_position(const struct simt_launch_event *launch, uint64_t block,
                         uint32_t position[3]);

/* What the memory of an access by that lane holds now: access->size bytes. Only while the access is
 * being told. False where it cannot be read. */
bool simt_peek(const struct simt_access *access, uint32_t lane, void *bytes);
