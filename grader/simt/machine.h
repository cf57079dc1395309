/*
 * machine.h - the inside of the machine: decoded code, warps, memory.
 *
 * A module's code is one array of instructions; its index is an instruction's "site". Registers of
 * a function live in rows: 32 lanes side by side, so that an instruction is one loop over a row.
 * A predicate is a row of one 32-bit mask. Constants, launch parameters and special registers are
 * rows too, filled beforehand, so that every operand is a row.
 */
#pragma once

#include "observe.h"
#include "ptx/ptx.h"

#include <string.h>

enum { LANES = SIMT_WARP_SIZE, MAX_OBSERVERS = 8, MAX_LOOP_DEPTH = 12, MAX_CALL_DEPTH = 256 };
enum { SIMT_MAX_CHILD_DEPTH = 24 }; /* CUDA's */
enum { MAX_BARRIERS = 16, MAX_WARPS = 32, ROW_ALIGN = 64 };
/* Behind a block's barriers: where it waits for the other blocks of a cooperative launch, and those
 * of cooperative_groups.h, which numbers them from FIRST_TILE on, for tiles of several warps. */
enum { GRID_BARRIER = MAX_BARRIERS, TILE_BARRIERS, FIRST_TILE = 256, TILES = 16 + 8 + 4 + 2 };
enum { ALL_BARRIERS = TILE_BARRIERS + TILES };
#define ALL_LANES UINT32_MAX

/* Generic addresses: global memory and constants as they are, the other spaces through windows. */
#define HEAP_BASE     UINT64_C(0x0A0000000000)
#define HEAP_END      UINT64_C(0x0B0000000000)
#define SHARED_WINDOW UINT64_C(0x0B0000000000)
#define LOCAL_WINDOW  UINT64_C(0x0B8000000000)
#define PARAM_WINDOW  UINT64_C(0x0BC000000000)
#define CODE_WINDOW   UINT64_C(0x0BE000000000) /* addresses of functions */
#define WINDOW_SIZE   UINT64_C(0x000100000000)
#define DEVICE_END    UINT64_C(0x0C0000000000)

struct warp;
struct instruction;
struct runtime_call;
struct children;

/* What an instruction asks of the warp's loop once it has run. */
enum step {
    STEP_NEXT = 0,
    STEP_EDGE,  /* go along warp->edge */
    STEP_SPLIT, /* conditional branch both ways: warp->taken along edges[0], the rest edges[1] */
    STEP_TABLE, /* brx.idx: lanes spread over the edges by warp->choice */
    STEP_CALL,
    STEP_RETURN,
    STEP_EXIT,
    STEP_BARRIER, /* wait at a block barrier */
    STEP_MEET,    /* wait for other lanes of this warp, then run this instruction again */
    STEP_CUT,     /* done; who runs next is asked anew */
    STEP_SCATTER, /* schedule of lanes apart: every lane goes on alone */
    STEP_FAULT,
    /* OpenMP programs only */
    STEP_INVOKE, /* the runtime has pushed a call: then this instruction again */
    STEP_WAIT,   /* cannot go on yet: this instruction again, when others have run */
    STEP_TURN,   /* could, but lets others run first: this instruction again */
    STEP_YIELD,  /* done, and lets others run */
};

typedef int step_run(struct warp *warp, const struct instruction *i);
typedef step_run *run_function;
/* Moves the active lanes' elements between a row and memory. A lane's element is at
 * host + address: host is what makes a host pointer of an address, and no pointer by itself. */
typedef void (*move_function)(const struct warp *warp, void *row, uintptr_t host,
                              const uint64_t *address, enum simt_pattern pattern);

/* A way from one block to another. Loop counters tell groups of lanes apart by iteration. */
struct edge {
    uint32_t target;
    uint8_t increment;  /* loop depth whose counter goes up, MAX_LOOP_DEPTH: none */
    uint8_t reset_from; /* counters [reset_from, reset_to) start from 0 */
    uint8_t reset_to;
};

enum flow {
    FLOW_NEXT,   /* on to the next instruction */
    FLOW_JUMP,   /* edges[0] only */
    FLOW_BRANCH, /* edges[0] or edges[1], the fall-through */
    FLOW_TABLE,  /* edges[0..count) */
    FLOW_END,    /* exit, ret, trap */
};

/* Where a pointer comes from (provenance.c): found when decoding, made an array at launch. */
enum { MAX_ORIGINS = 3 };
struct origin {
    enum {
        ORIGIN_PARAMETER,
        ORIGIN_VARIABLE,
        ORIGIN_FRAME, /* local memory as a whole: only while decoding */
        ORIGIN_LOCAL  /* one of the thread's own variables there */
    } kind;
    uint32_t offset; /* of the parameter, or in the frame */
    uint32_t bytes;  /* ORIGIN_LOCAL: up to the next one */
    bool exact;      /* or of the array that is indexed */
    const struct ptx_variable *variable;
};
struct origins {
    uint8_t count; /* 0: unknown */
    struct origin origin[MAX_ORIGINS];
};

struct memory_details {
    enum simt_space space;
    bool generic;
    bool narrow_address; /* 32-bit address register */
    bool increment;
    bool uniform; /* ldu */
    bool is_signed;
    bool real;    /* atomics: of floating-point numbers */
    uint8_t size; /* an element */
    uint8_t elements;
    uint8_t kind;   /* enum simt_access_kind */
    uint8_t atomic; /* enum simt_atomic_op */
    uint8_t order;
    uint8_t scope;
    uint32_t rows[4];
    uint8_t register_bytes;
    move_function move;
    uint32_t (*update)(struct warp *warp, const struct instruction *instruction, uintptr_t host,
                       const uint64_t *address); /* atomics: the loop over lanes */
    uint32_t stride; /* function parameters: bytes a lane, base row in `frame` */
    uint32_t frame;
    struct origins origins;
};

struct call_details {
    struct function *callee;               /* NULL: indirect, by address in row a */
    const struct ptx_variable **arguments; /* .param variables of the caller, rows placed */
    uint32_t argument_count;
    const struct ptx_variable **results;
    uint32_t result_count;
    const struct runtime_call *runtime; /* OpenMP: the call's row (openmp/runtime) */
    uint8_t contention;                 /* and its enum openmp_contention */
};

struct instruction {
    run_function run;
    run_function guarded; /* run under a guard predicate */
    run_function moded;   /* run in another rounding mode, or flushing subnormals */
    run_function clamped; /* run, then saturate the result */
    uint32_t d, e;        /* rows written */
    uint32_t a, b, c;     /* rows read */
    uint32_t guard;
    uint32_t site;
    int64_t immediate;
    bool guard_negated;
    bool synthetic; /* made by the decoder: costs no instruction, is no branch */
    bool leader;    /* a label is here */
    uint8_t mode;   /* enum float_mode */
    uint8_t flow;   /* enum flow */
    uint8_t op;     /* for functions that serve several opcodes */
    uint8_t width;
    uint8_t body; /* branches: flow.c */
    uint32_t edge_count;
    struct edge *edges;
    uint32_t *targets; /* decoder: statement, then block, of each edge */
    struct memory_details *memory;
    struct call_details *call;
};

enum special {
    SPECIAL_TID_X,
    SPECIAL_TID_Y,
    SPECIAL_TID_Z,
    SPECIAL_NTID_X,
    SPECIAL_NTID_Y,
    SPECIAL_NTID_Z,
    SPECIAL_CTAID_X,
    SPECIAL_CTAID_Y,
    SPECIAL_CTAID_Z,
    SPECIAL_NCTAID_X,
    SPECIAL_NCTAID_Y,
    SPECIAL_NCTAID_Z,
    SPECIAL_LANEID,
    SPECIAL_WARPID,
    SPECIAL_NWARPID,
    SPECIAL_SMID,
    SPECIAL_NSMID,
    SPECIAL_GRIDID,
    SPECIAL_LANEMASK_EQ,
    SPECIAL_LANEMASK_LE,
    SPECIAL_LANEMASK_LT,
    SPECIAL_LANEMASK_GE,
    SPECIAL_LANEMASK_GT,
    SPECIAL_DYNAMIC_SHARED,
    SPECIAL_TOTAL_SHARED,
    SPECIAL_ZERO,
    SPECIAL_ENVIRONMENT,    /* %envreg of number addend */
    SPECIAL_LOCAL_ADDRESS,  /* frame's local memory + addend */
    SPECIAL_DYNAMIC_OFFSET, /* where dynamic shared memory starts + addend */
    SPECIAL_PARAMETER,      /* bytes of the launch's parameters at addend */
    SPECIAL_CONSTANT,       /* addend in every lane */
};

/* A row that is filled before a frame runs. */
struct special_row {
    enum special special;
    uint32_t row;
    uint8_t bytes; /* of a lane */
    uint8_t load;  /* SPECIAL_PARAMETER: bytes read, sign extended if `is_signed` */
    bool is_signed;
    int64_t addend;
};

/* A loop of the weak topological order: blocks of `head` and all nested ones. */
struct loop {
    int32_t parent; /* -1: none */
    uint32_t depth;
    uint32_t head; /* instruction */
};

struct function {
    const struct ptx_function *ptx;
    uint32_t index; /* in the module */
    uint32_t first; /* code[first .. first + count) */
    uint32_t count;
    uint32_t frame_bytes;
    uint32_t alive;               /* 32-bit registers at once; 0: not known */
    struct special_row *specials; /* constants, launch parameters, %tid.x, ... */
    uint32_t special_count;
    struct special_row *block_specials; /* those that change from block to block */
    uint32_t block_special_count;
    uint32_t parameter_row; /* what callers pass: lane after lane, parameter_bytes each */
    uint32_t result_row;
    bool entry;
    /* kernels: shared memory of the kernel and of all that it may call */
    struct simt_shared_variable *shared_variables;
    uint32_t shared_variable_count;
    uint32_t static_shared;
    bool *reaches; /* by function index: may be called */
    uint32_t local_bytes;
    int32_t *loop_of; /* instruction - first: innermost loop, or -1 */
    struct loop *loops;
    uint32_t loop_count;
};

/* Is the instruction in the loop, or in one of those that the loop holds? */
static inline bool loop_holds(const struct function *function, int32_t loop, uint32_t site) {
    if (site < function->first || site >= function->first + function->count) {
        return false;
    }
    int32_t own = function->loop_of[site - function->first];
    while (own >= 0 && own != loop) {
        own = function->loops[own].parent;
    }
    return own == loop;
}

struct simt_module {
    struct simt_module *next;
    struct simt_device *device;
    struct ptx_module ptx;
    struct instruction *code;
    struct simt_site *sites;
    uint32_t count;
    struct function **functions; /* by index: an indirect call's address tells it */
    uint32_t function_count;
    struct simt_kernel_info *kernels;
    struct function **kernel_functions;
    uint32_t *allowed_shared; /* dynamic bytes allowed by simt_kernel_allow_shared */
    size_t kernel_count;
};

struct region {
    struct simt_region seen; /* what the outside sees */
    uint8_t *host;
    size_t host_bytes; /* of our own mapping, 0: the caller's memory */
    uint64_t written;  /* bytes at its beginning that the host has surely written */
};

/* Memory for many small regions (OpenMP programs' heaps), from the system. */
struct heap_piece {
    struct heap_piece *next;
    size_t bytes, used;
};

/* What a device held when its last module was loaded, to take it back there. */
struct device_mark {
    uint32_t regions;
    uint64_t next_address, used, launches;
};

/* The place that the next module's variable of a name shall have. */
struct place_of_variable {
    struct place_of_variable *next;
    void *backing;
    uint64_t size, address;
    char name[];
};

struct simt_device {
    struct simt_limits limits;
    bool portable; /* for tests: only code that any processor of the host runs */
    bool plain;    /* for tests: bodies of an `if` run by groups of lanes alone */
    struct simt_module *modules;
    struct region **regions; /* by index */
    uint32_t region_count, region_capacity;
    uint32_t
        *by_address; /* live and freed regions by rising address; freed ones only on the heap */
    uint32_t by_address_count;
    uint64_t next_address;
    uint64_t used;
    uint64_t kernel_heap;      /* bytes that kernels may allocate together */
    uint64_t kernel_heap_used; /* of them */
    bool kernel_heap_full;     /* this launch's malloc() has returned a null pointer */
    const struct simt_observer *observers[MAX_OBSERVERS];
    uint32_t observer_count;
    void (*print)(void *context, const char *text, size_t length);
    void *print_context;
    bool (*stop)(void *context);
    void *stop_context;
    const struct simt_company *company; /* NULL: none */
    unsigned cores;                     /* of the host that may run blocks */
    struct simt_batches batches;
    uint64_t launches;
    uint32_t depth;       /* kernels that launched the one that runs */
    uint32_t family_site; /* the first site of the host's launch that it came of */
    uint64_t children;    /* kernels that kernels have launched */
    struct simt_result sticky;
    struct heap_piece *arenas;
    struct device_mark loaded;
    struct place_of_variable *placements;
    struct skips *skips; /* of random numbers' sequences; NULL before the first */
};

/* Registers of one function at one depth of calls, shared by all lanes that are in it. */
struct activation {
    struct activation *next; /* in the pool, or sibling under the same parent */
    struct activation *parent;
    struct activation *children;
    struct function *function;
    uint32_t call_site;
    uint32_t lanes;
    uint32_t local_base;
    uint64_t block; /* special rows are right for this block */
    char *registers;
};

struct frame {
    struct activation *activation;
    uint32_t resume; /* instruction after the call, in the caller */
    uint32_t counters[MAX_LOOP_DEPTH];
};

enum group_state { GROUP_READY, GROUP_AT_BARRIER, GROUP_MEETING };

/* Lanes that are at the same place. */
struct group {
    uint32_t mask;
    uint32_t pc;
    enum group_state state;
    uint8_t barrier;
    uint32_t member_mask; /* GROUP_MEETING: lanes that must come */
    uint32_t branch;      /* the last one that it came to; the kernel's first instruction: none */
    uint32_t depth;       /* frames in use */
    uint32_t capacity;
    struct frame *frames;
};

struct barrier_state {
    uint32_t arrived;  /* threads, for comparing with the expected count */
    uint32_t expected; /* 0: whole block */
    uint32_t threads;  /* true lanes that arrived */
    uint32_t count;    /* reduction: predicates that were true */
    uint32_t site;     /* where the first warp arrived */
    bool apart;        /* some warp arrived elsewhere, or not as a whole */
};

struct warp {
    uint32_t mask; /* lanes that execute now */
    bool whole;    /* no other lane of the warp is alive: rows may be written in full */
    int32_t lane[LANES] __attribute__((aligned(64))); /* mask as -1 and 0 */
    char *registers;
    const struct edge *edge;
    uint32_t taken;
    const uint32_t *choice; /* STEP_TABLE: row of indices */
    uint32_t meet;          /* STEP_MEET: lanes that must come */
    struct machine *machine;
    uint32_t index;
    uint32_t alive;
    uint32_t present;
    uint32_t carry; /* add.cc and the like */
    struct group *group;
    struct group groups[LANES + 1];
    uint32_t group_count;
    struct function *callee; /* STEP_CALL: of the lanes in `taken` */
    uint64_t executed;
    uint64_t turns;       /* of lanes in atomics beyond the first: they go one after the other */
    uint64_t quantum_end; /* when to ask whether this warp only waits for others */
    uint32_t waits;       /* accesses of this quantum that look like waiting */
    bool progressed;      /* memory changed in this quantum */
    bool put_off;         /* atomics of this quantum that may change it later (claims.h) */
    uint32_t clock_reads; /* since the last store: many look like waiting for a time to come */
    bool spinning;        /* left the loop to let other warps run */
    uint32_t rotation;    /* which group to prefer: not 0 when groups wait for each other */
    struct activation *root;
    struct activation *pool;
    uint8_t *local; /* LANES * local_bytes */
    bool done;
    struct undefined *undefined; /* undefined.c: NULL while every value is defined */
    struct late_stores *late;    /* async.c: NULL until the warp copies so */
    struct endless *endless;     /* endless.c: NULL until it seems to be */
    uint32_t repeats;            /* how often its state came back */
};

/* The array an access site may touch; 0 bytes until it is known. */
struct bounds {
    uint64_t base;
    uint64_t size;
    uint8_t *host;
    uint64_t window; /* generic addresses of shared memory: what to take off for its own */
    uint32_t region;
    uint8_t space;
    bool fixed;       /* by the pointer's origin: outside is an overrun */
    bool part;        /* it is a sub-buffer, and the array goes on */
    bool exact;       /* of a thread's own: an array of that size, not just up to the next one */
    int32_t variable; /* shared variable it is fixed to, or -1 */
};

/* The observers that ask for an event. */
struct listeners {
    uint32_t count;
    const struct simt_observer *observers[MAX_OBSERVERS];
};

struct move_tables; /* alu/alu_moves.h */

/* The block that runs, and in a cooperative launch each that is put aside. */
struct block_state {
    uint64_t number;
    uint32_t position[3];
    struct warp *warps;
    uint8_t *local; /* threads' own memory */
    struct barrier_state barriers[ALL_BARRIERS];
    uint32_t *barrier_masks; /* [ALL_BARRIERS][warps] */
    uint32_t *barrier_sites; /* [warps * LANES]; of one that has ended, its last branch */
    uint32_t exited;
    uint32_t missed;                    /* barriers that opened after some had exited (OpenCL) */
    uint64_t used_barriers;             /* a bit for each that somebody waits at */
    bool counted_barriers;              /* this block uses barriers for a number of threads */
    struct undefined_shared *undefined; /* undefined_shared.c: NULL while shared memory has none */
};

/* No number of a block. */
#define NO_BLOCK UINT64_MAX

struct machine {
    struct simt_device *device;
    const struct move_tables *moves; /* how loads and stores run on this processor */
    struct simt_module *module;
    const struct simt_launch *launch;
    struct function *kernel;
    struct simt_launch_event event;
    struct simt_result *result;
    struct instruction *code;
    struct bounds *bounds; /* by site */
    uint8_t *parameters;
    uint32_t parameter_bytes;
    uint8_t *shared;
    uint32_t shared_extent;
    uint32_t dynamic_offset;
    uint32_t local_bytes; /* a thread */
    struct block_state state;
    uint32_t threads;
    uint32_t warp_count;
    uint64_t budget, patience;
    uint64_t clock, ask_at;     /* and when to ask again whether the launch is to be given up */
    struct profile_step *steps; /* by site, one more at the end */
    uint32_t *waiting_sites;    /* [warps * LANES], for deadlocks */
    struct simt_profile *profile;
    struct simt_shared_variable *shared_variables;
    struct children *children; /* NULL before the first (execute/dynamic_launch.c) */
    bool told_long;            /* to the device's company */
    bool watch_access, watch_branch, watch_stretch, watch_undefined, watch_profile;
    struct listeners on_access, on_branch, on_stretch, on_barrier; /* the most frequent events */
    bool moved;  /* a warp did more than to poll memory */
    bool others; /* other blocks may write what a block polls: it is put aside, and they go on */
    uint64_t absent_block; /* has ended while others wait at the grid's barrier; else NO_BLOCK */
    uint32_t most_idle;    /* ... if its warps do nothing else for so many turns */
    bool polls;            /* the block in `state` was put aside so */
    bool got_on;           /* since it was taken up, a warp of it did more than to poll */
    bool faulted;
    struct {
        uint32_t branch, barrier;
        bool turned;
    } asked;                 /* ended_early.c: the last answer */
    struct claimer *claimer; /* other blocks run at the same time (execute/claims.h); else NULL */
};
