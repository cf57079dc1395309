/*
 * execute.h - run functions that are not plain arithmetic, and what they share.
 *
 * What comes in: a launch of decoded instructions (../machine.h). launch.c runs its blocks in turn,
 * block.c the warps of one from barrier to barrier, warp.c the instructions of one group of lanes;
 * groups.c says which group is next: the one furthest behind, and groups that meet become one.
 *
 * What can go wrong: an address outside of the array that its pointer came from, a barrier that not
 * all reach, a kernel that never ends. Each is a fault (fault.c) with lane and line, and nearly all
 * end the launch; a budget of instructions takes the place of a clock. A kernel's address never
 * reaches the host's memory: each is looked up first (memory/access.h).
 *
 * What is promised: the same launch does the same in every run, on every machine, with one core or
 * with several (speculate.c takes back what depended on the order). Observers are told everything
 * (../observe.h) and change nothing.
 */
#pragma once

#include "../machine.h"

#include <string.h>

/* How often an instruction ran, as the difference to the one before it: a stretch of code costs two
 * changes; sums are made when the launch ends. */
struct profile_step {
    int64_t warps;
    int64_t threads;
};

enum float_mode { MODE_ZERO = 1, MODE_DOWN = 2, MODE_UP = 4, MODE_FLUSH = 8 };

/* branches_and_barriers.c */
#define NO_THREAD_COUNT UINT32_MAX
/* STEP_NEXT if all lanes that the active lanes' masks name stand here, else STEP_MEET: warp->meet
 * has the masks' union. STEP_FAULT: a lane is missing from its own mask. */
int lanes_gather(struct warp *warp, const struct instruction *i, uint32_t mask_row);
/* `lanes` meet those that their masks name. */
void lanes_meet(const struct warp *warp, struct simt_syncwarp *event, uint32_t lanes,
                const uint32_t *masks);
step_run run_jump, run_idle_loop /* a jump to itself */, run_branch, run_jump_table, run_call;
step_run run_child /* dynamic_launch.c: a call of a kernel is its launch */, run_return, run_exit;
step_run run_trap, run_barrier, run_warp_barrier, run_fence, run_pause, run_note, run_together;
step_run run_clock, run_guarded, run_in_mode;
/* Notes that the active lanes came to a barrier; they are to wait there unless op is 1. */
void barrier_arrive(struct warp *warp, const struct instruction *i, uint32_t id, uint32_t expected);
/* division.c: runs `moded`, a division of integers of `width` bytes (`op` is 1: signed), and tells
 * where it has no quotient; there OpenMP's programs stop. */
step_run run_division;

/* run_access.c, parameters.c, atomic_access.c */
step_run run_load, run_store, run_atomic, run_load_parameter, run_load_frame, run_store_frame,
    run_space_test;
typedef uint32_t (*update_function)(struct warp *warp, const struct instruction *i, uintptr_t host,
                                    const uint64_t *address);
/* The lanes' loop of an atomic operation on a type ("u32"), or NULL if there is no such one. */
update_function atomic_update(uint8_t op, const char *type);

/* async.c: the store of an asynchronous copy; the end of a group; a wait for all groups but the
 * last `immediate` ones, or for all copies (-1). */
step_run run_late_store, run_commit_group, run_wait_group;
/* OpenCL: the event of the copies that follow; a wait for those of an event. */
step_run run_copy_event, run_wait_event;
/* The active lanes leave the kernel: their copies end. False after a fault. */
bool late_stores_leave(struct warp *warp);
void late_stores_forget(struct warp *warp);

/* ended_early.c: have all threads of the block that have ended turned away from this barrier, and
 * not passed it by? */
bool ended_early(struct machine *machine, uint32_t barrier);

/* endless.c: has the warp come back to where it was, with the same in its registers? Asked again
 * and again of a warp that runs for long, or only polls memory. */
bool endless_state(struct warp *warp);
/* ... and memory and all other warps as well, so that it never ends? */
bool endless_proved(struct warp *warp);
void endless_forget(struct warp *warp);
/* After all warps of the block had their turn, and polled memory that nobody changed: the first of
 * those that will do so for ever, if none does anything else. NULL: they may get on. */
struct warp *endless_block(struct machine *machine);
/* The same, whatever a host may write. */
struct warp *endless_polls(struct machine *machine);
/* May a host write what blocks poll? `same`: nobody else will. */
bool endless_host_writes(const struct machine *machine, bool same);

/* undefined_values.c: a shuffle has run, whose lanes read from the lanes `from` (-1: their own
 * value). True if the warp must be followed from now on: the stretch of instructions ends then. */
bool undefined_shuffled(struct warp *warp, const struct instruction *i, const int *from);
/* undefined_loaded.c: a load has run: what it got of memory that nobody has written is undefined.
 * STEP_CUT if the warp must be followed from now on. */
int undefined_loaded(struct warp *warp, const struct instruction *i);
/* A variable has no value; a store of nothing but such values to a thread's own memory, which is no
 * store of the program's. */
step_run run_unset, run_unset_store;
/* As the warp's own loop, with undefined values followed. */
int undefined_run(struct warp *warp, const struct instruction **at);
void undefined_forget(struct warp *warp);
/* Those in shared memory. */
void undefined_shared_forget(struct machine *machine);
/* What is undefined of what a call passes, and of what it gives back; a function's frame is left by
 * these lanes. All of a warp that is followed. */
void undefined_call(struct warp *warp, const struct activation *caller,
                    const struct activation *callee, const struct call_details *call,
                    uint32_t mask);
void undefined_return(struct warp *warp, const struct activation *caller,
                      const struct activation *callee, const struct call_details *call,
                      uint32_t mask);
void undefined_leave(struct warp *warp, const struct activation *activation, uint32_t lanes);

/* exchange.c */
step_run run_shuffle, run_vote, run_match, run_reduce, run_active_mask;

/* Lane's bytes of an argument of a call. */
static inline void call_read(const struct warp *warp, const struct call_details *call, uint32_t n,
                             int lane, void *to, size_t size) {
    const struct ptx_variable *variable = call->arguments[n];
    size_t have = variable->size < size ? variable->size : size;
    memset(to, 0, size);
    memcpy(to, warp->registers + variable->row + (size_t)lane * variable->size, have);
}

/* The lane's argument `n` of a call, zero extended. */
static inline uint64_t call_argument(const struct warp *warp, const struct instruction *i,
                                     uint32_t n, int lane) {
    uint64_t value;
    call_read(warp, i->call, n, lane, &value, sizeof value);
    return value;
}

/* builtin.c: functions that PTX calls but does not hold: vprintf, __assertfail, mathematics, whose
 * names begin with `prefix`: with "__nv_", the mathematics by C's names (sin, sqrtf...). */
run_function builtin_function(const struct ptx_function *function, const char *prefix);

/* fault.c: tells observers, fills the launch's result, ends the kernel. Always STEP_FAULT. */
static inline struct simt_place place_of(const struct warp *warp, const struct instruction *i) {
    const struct machine *machine = warp->machine;
    return (struct simt_place){.launch = &machine->event,
                               .block = machine->state.number,
                               .warp = warp->index,
                               .site = i->site};
}
/* A fault of which no array is known. */
static inline struct simt_fault fault_of(enum simt_fault_kind kind, uint32_t mask) {
    return (struct simt_fault){.kind = kind,
                               .mask = mask,
                               .region = SIMT_MIXED_REGIONS,
                               .hit_region = SIMT_MIXED_REGIONS,
                               .variable = -1,
                               .hit_variable = -1};
}
int raise_fault(struct warp *warp, const struct instruction *i, struct simt_fault *fault,
                const char *message);
int stop_lanes(struct warp *warp, const struct instruction *i, enum simt_fault_kind kind,
               uint32_t mask, const char *message); /* a fault of which no more is known */

/* The launch's result says why it cannot go on. */
enum simt_status launch_refuse(struct simt_result *result, enum simt_status status,
                               const char *message);
/* False once the launch was given up from outside; the result says so. */
bool launch_goes_on(struct machine *machine);
/* The same in the midst of a block; asked only where a host goes on beside the device. */
bool launch_goes_on_meanwhile(struct machine *machine);

/* frames.c: rows of special registers; a function's registers come and go with calls */
void frame_fill_block(struct warp *warp, struct activation *activation);
void frame_fill(struct warp *warp, struct activation *activation);
struct activation *frame_new(struct function *function);
struct activation *frame_enter(struct warp *warp, struct activation *parent,
                               struct function *function, uint32_t call_site, uint32_t lanes);
void frame_leave(struct warp *warp, struct activation *activation, uint32_t lanes);

/* groups.c: lanes that are at the same place, and which of them to run */
struct group *group_choose(struct warp *warp);
void group_follow(struct group *group, const struct edge *edge);
/* Moves the lanes of `mask` from a group into a new one at the same place. */
struct group *group_split(struct warp *warp, struct group *group, uint32_t mask);
void group_remove(struct warp *warp, struct group *group);
/* Do enough lanes wait for each other to go on together? Makes them one group, or lets them go. */
void group_try_meeting(struct warp *warp);
bool group_push_frame(struct group *group);

/* The lanes that run. */
#define BITS4(n) 1u << (n), 2u << (n), 4u << (n), 8u << (n)
static const uint32_t lane_bit[LANES] = {BITS4(0),  BITS4(4),  BITS4(8),  BITS4(12),
                                         BITS4(16), BITS4(20), BITS4(24), BITS4(28)};

static inline void warp_set_mask(struct warp *warp, uint32_t mask) {
    if (warp->mask != mask && mask == ALL_LANES) {
        warp->mask = mask;
        memset(warp->lane, 0xFF, sizeof warp->lane);
    } else if (warp->mask != mask) {
        warp->mask = mask;
        for (int l = 0; l < LANES; l++) {
            warp->lane[l] = (mask & lane_bit[l]) == 0 ? 0 : -1;
        }
    }
    warp->whole = mask == warp->alive;
}

/* warp.c */
enum warp_end { WARP_WAITS, WARP_SPINS, WARP_FAULTS };
void warp_start(struct warp *warp);
/* Runs until every group waits or has left. */
enum warp_end warp_run(struct warp *warp);

/* block.c: a block from its start, or from where it was put aside, until it has ended or waits for
 * the grid; where blocks take turns, for one turn of each of its warps. Where there are others,
 * also until it only polls memory; STUCK: for ever, if nobody writes. */
enum block_end { BLOCK_ENDS, BLOCK_WAITS, BLOCK_POLLS, BLOCK_STUCK, BLOCK_FAULTS };
void block_start(struct machine *machine, uint64_t block);
enum block_end block_go(struct machine *machine);
/* Nobody can go on: a fault of the threads that wait, or of those that poll. */
void block_report_deadlock(struct machine *machine);
void block_report_polling(struct machine *machine);
/* From start to end. False if it did not come to its end: it faulted, or it polls. */
bool block_run(struct machine *machine, uint64_t block);

/* Turns of a block that only polls, until it is put aside: it may read much before it writes. */
enum { LONG_IDLE = 512 };
/* residents.c: all blocks of a launch whose blocks wait for each other. False without memory. */
bool cooperative_run(struct machine *machine, uint64_t blocks);
/* The rest of a launch: the block in machine->state polls, `begun` have begun. False: no memory. */
bool residents_run(struct machine *machine, uint64_t begun, uint64_t blocks);
/* Blocks that run in turn. False without memory. */
bool turns_run(struct machine *machine, uint64_t blocks);
/* Is each block kept until it has ended, as others run in between? */
static inline bool keeps_blocks(const struct simt_launch *launch) {
    return launch->cooperative || launch->schedule == SIMT_TURNS;
}
step_run run_grid_barrier;

static inline uint32_t ones(uint32_t mask) {
    mask -= mask >> 1 & 0x55555555; /* without a popcnt instruction the built-in is a call */
    mask = (mask & 0x33333333) + (mask >> 2 & 0x33333333);
    return ((mask + (mask >> 4)) & 0x0F0F0F0F) * 0x01010101 >> 24;
}
static inline uint32_t *row32(struct warp *warp, uint32_t row) {
    return (uint32_t *)(void *)(warp->registers + row);
}

static inline int first_lane(uint32_t mask) {
    return __builtin_ctz(mask);
}

/* bounds.c: which array each access may touch, from the launch's pointers and what is live now */
void launch_bind_sites(struct machine *machine);
/* launch_memory.c: what the launch needs, and the place of its shared variables. False without
 * memory. Released by the other one, also if it failed. */
bool launch_prepare(struct machine *machine);
void launch_release(struct machine *machine);
/* What each block that lives needs: warps, local memory, places at barriers. False without memory.
 * Released by the other one, also if it failed. */
bool launch_prepare_block(struct machine *machine);
void launch_release_block(struct machine *machine);
/* Gives a copy of a machine that is ready to run its own of all that changes while a block runs.
 * False without memory. Released by the other one, also if it failed. */
bool launch_copy(struct machine *copy);
void launch_release_copy(struct machine *copy);
/* Notes who listens to what. */
void launch_listen(struct machine *machine);

/* regions.c */
struct region *region_find(const struct simt_device *device, uint64_t address, bool freed_too);
/* What malloc() gives a kernel: an address, 0 if its heap is full. */
uint64_t region_of_kernel(struct simt_device *device, uint64_t size);
struct region *region_below(const struct simt_device *device, uint64_t address);
struct region *region_create(struct simt_device *device, enum simt_region_kind kind, uint64_t size,
                             const char *name, void *backing, uint64_t address);
void region_release(struct region *region);
/* Has the host written all of it? Then no byte is without a value. */
static inline bool region_is_written(const struct region *region) {
    return region->written == region->seen.size;
}
/* A variable in the caller's memory (simt_module_place). */
static inline bool region_is_placed(const struct region *region) {
    return !region->seen.freed && region->seen.kind == SIMT_REGION_VARIABLE &&
           region->host_bytes == 0;
}
/* A module was loaded: no variable waits for its place. */
void regions_placed(struct simt_device *device);
/* Fills memory that the program has not written yet with a pattern. */
void region_poison(const struct region *region);
/* Zeroes memory of the machine's own. */
void region_clear(const struct region *region);
/* Forgets all regions from that index on. */
void regions_drop(struct simt_device *device, uint32_t first);
/* module.c: the module's variables get the values that they were loaded with. */
void module_rewind(const struct simt_module *module);

/* Calls every observer that listens to an event. */
#define NOTIFY(device, callback, ...)                                                              \
    for (uint32_t o_ = 0; o_ < (device)->observer_count; o_++) {                                   \
        if ((device)->observers[o_]->callback != NULL) {                                           \
            (device)->observers[o_]->callback((device)->observers[o_]->self, __VA_ARGS__);         \
        }                                                                                          \
    }

/* The same for those whom launch_listen found. */
#define TELL(listeners, callback, event)                                                           \
    for (uint32_t o_ = 0; o_ < (listeners)->count; o_++) {                                         \
        (listeners)->observers[o_]->callback((listeners)->observers[o_]->self, event);             \
    }
