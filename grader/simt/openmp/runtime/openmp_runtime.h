/*
 * openmp_runtime.h - the inside of the runtime: what its files do for each other.
 *
 * A runtime call is one instruction of the program. Its function (an `answer`) either finishes
 * (STEP_NEXT), asks to be called again later (STEP_WAIT, STEP_TURN), or pushes a call of a function
 * of the program and is called again when that has returned (STEP_INVOKE). What it must remember in
 * between is in the thread's struct pending.
 */
#pragma once

#include "answered_names.h"
#include "state.h"

typedef int (*answer_function)(struct thread *thread, const struct instruction *i);

/* ---- run_memory.c: memory that ends with the run, zeroed; NULL when there is none left ---- */
void *own_take(struct openmp *run, size_t count, size_t size);
void *own_grow(struct openmp *run, void *memory, size_t size);
void own_drop(void *memory);
void own_drop_all(struct openmp *run);

/* ---- calls.c: arguments and results of a call ------------------------------------------------ */
uint64_t argument(const struct thread *thread, const struct instruction *i, uint32_t n);
int64_t signed_argument(const struct thread *thread, const struct instruction *i, uint32_t n);
uint32_t argument_count(const struct instruction *i);
/* The same as a number of things; 0 for none and below. */
uint32_t number_argument(const struct thread *thread, const struct instruction *i, uint32_t n);
void give_result(struct thread *thread, const struct instruction *i, uint64_t value);
/* Finishes with a result. */
int answer(struct thread *thread, const struct instruction *i, uint64_t value);
/* The answer of calls that have nothing to do here: 0, where there is a result. */
int answer_nothing(struct thread *thread, const struct instruction *i);
/* What the call under way remembers; a fresh one (stage 0) when it is new. */
struct pending *pending_of(struct thread *thread);
/* Is there room for one, as in each call? False: no memory left, and the fault has been raised. */
bool pending_fits(struct thread *thread, const struct instruction *i);
/* Answers that one function gives, each with arguments of its own beside thread and call. */
#define ANSWER(NAME, FUNCTION, ...)                                                                \
    static int NAME(struct thread *thread, const struct instruction *i) {                          \
        return FUNCTION(thread, i, __VA_ARGS__);                                                   \
    }
/* The four of a call on loops, by clang's suffix: a counter's bytes, and whether it is signed. */
#define ANSWERS_OF_LOOP(NAME)                                                                      \
    ANSWER(NAME##_4, NAME, 4, true)                                                                \
    ANSWER(NAME##_4u, NAME, 4, false)                                                              \
    ANSWER(NAME##_8, NAME, 8, true)                                                                \
    ANSWER(NAME##_8u, NAME, 8, false)
/* Pushes a call; the instruction runs again afterwards. Returns STEP_INVOKE, or STEP_FAULT. */
int invoke(struct thread *thread, const struct instruction *i, uint64_t function,
           const uint64_t *values, uint32_t count);
int fault(struct thread *thread, const struct instruction *i, enum simt_fault_kind kind,
          const char *format, ...) __attribute__((format(printf, 4, 5)));
int no_memory(struct thread *thread, const struct instruction *i);

/* ---- openmp_memory.c: checked accesses, told to observers ---- */
bool load_memory(struct thread *thread, const struct instruction *i, uint64_t address, void *to,
                 uint32_t bytes);
bool store_memory(struct thread *thread, const struct instruction *i, uint64_t address,
                  const void *from, uint32_t bytes);
/* One atomic access of the runtime's own (lockstep_atomic_load…), told with its order. */
bool access_atomically(struct thread *thread, const struct instruction *i,
                       enum simt_access_kind kind, uint64_t address, void *value, uint32_t bytes,
                       uint32_t order);
/* The extent of [address, address + bytes) for a call that reads or writes; NULL after a fault. */
const struct extent *reach_range(struct thread *thread, const struct instruction *i,
                                 uint64_t address, uint64_t bytes, bool write);
/* Tells observers of a range in pieces of up to 16 bytes. */
void tell_range(struct thread *thread, const struct instruction *i, const struct extent *extent,
                uint64_t address, uint64_t bytes, enum simt_access_kind kind);
/* The bytes from `address` to the end of what is live there; NULL if nothing is. No fault. */
const uint8_t *peek(const struct thread *thread, uint64_t address, uint64_t *left);
/* A string of the program, told as a read; NULL after a fault. Ends in NUL; lives as long as the
 * memory does. */
const char *read_string(struct thread *thread, const struct instruction *i, uint64_t address,
                        uint64_t *length);
/* The same, of at most `most` bytes; if it is that long, no NUL is asked for behind them. */
const char *read_start_of_string(struct thread *thread, const struct instruction *i,
                                 uint64_t address, uint64_t most, uint64_t *length);
struct extent *extent_of(const struct openmp *run, uint32_t region);

/* ---- machine_thread.c, schedule.c ---- */
struct thread *thread_create(struct openmp *run, uint32_t site);
void thread_release(struct thread *thread);
/* Work of the machine that is not in the program's instructions counts for the run's budget as so
 * many of them, so that a loop of calls ends in time, too. */
enum { CHARGE_OBJECT = 100 }; /* a task, team, lock, piece of memory */
void charge(struct openmp *run, uint64_t instructions);
bool thread_begin(struct thread *thread, struct function *function, const uint64_t *values,
                  uint32_t count);
enum thread_end { THREAD_WAITS, THREAD_YIELDS, THREAD_STOPS };
enum thread_end thread_run(struct thread *thread);
bool thread_call(struct thread *thread, struct function *function, uint32_t resume, bool pushed);
/* Sets the arguments of the function that was called last; those that there are no values for to 0.
 */
void thread_set_arguments(struct thread *thread, const uint64_t *values, uint32_t count);
/* Puts an idle thread at an instruction, below which it never returns. */
bool thread_base(struct thread *thread, uint32_t site);
/* Runs the threads until the program ends or cannot go on. False without memory to begin. */
bool schedule_run(struct openmp *run);
/* A synchronisation is done: go on, or let another thread run first? STEP_NEXT or STEP_YIELD. */
int after_sync(struct thread *thread);
int wait_for(struct thread *thread, const struct instruction *i, enum simt_wait_kind what);
uint64_t draw(struct openmp *run, uint64_t below);

/* ---- endless_loops.c ---- */
/* After a turn of the thread, that began at this count of progress, and ended so. */
void circle_look(struct thread *thread, uint64_t progress, enum thread_end end);
/* Nobody that still runs will do anything new: the fault has been raised. */
bool circles_closed(struct openmp *run);
void circle_forget(struct thread *thread);

/* ---- endless_counting_loops.c ---- */
/* Before each round: does the run take so long that it is looked at more closely now? */
void doubt_look(struct openmp *run);
/* While run->doubt is there. Do a frame's registers, then and now, say the same of where the loop
 * that `site` of the function stands in goes? */
bool doubt_same(struct openmp *run, const struct function *function, uint32_t site,
                const char *before, const char *now);
/* … Does an access (that changed memory, or did not) count as a change? */
bool doubt_access(struct thread *thread, const struct instruction *i, uint64_t address,
                  uint32_t bytes, bool changed);
/* Does a runtime call read what loops store to, in a run that is in doubt? */
bool doubt_reads(const struct openmp *run, uint64_t address, uint32_t bytes);

/* ---- observer_events.c ---- */
void tell_strand(struct thread *thread, uint32_t site, const struct task *task,
                 enum simt_strand_event what);
struct sync_flags {
    bool acquire, release, takes, gives, last;
};
/* Tells observers of a step by the task that the thread runs; and by any strand, with the object's
 * name or NULL. */
void tell_sync(struct thread *thread, uint32_t site, enum simt_sync_kind kind, uint64_t object,
               struct sync_flags flags);
void tell_sync_of(struct thread *thread, uint32_t site, uint32_t strand, enum simt_sync_kind kind,
                  uint64_t object, const char *name, struct sync_flags flags);
/* object_times.c: a thread's time, in nanoseconds; a thread that takes an object which another gave
 * away is not earlier than that. */
uint64_t time_of(const struct thread *thread);
void time_sync(struct thread *thread, uint64_t object, struct sync_flags flags);
#define ACQUIRE ((struct sync_flags){.acquire = true})
#define RELEASE ((struct sync_flags){.release = true})
#define TAKE    ((struct sync_flags){.acquire = true, .takes = true})
#define GIVE    ((struct sync_flags){.release = true, .gives = true})
void tell_construct(struct thread *thread, const struct instruction *i,
                    enum simt_construct_kind kind);
void tell_construct_as(struct thread *thread, const struct instruction *i,
                       struct simt_construct event);
uint64_t new_object(struct openmp *run);
uint64_t lock_object(const struct thread *thread, const struct lock *lock);
struct simt_place place_in(const struct thread *thread, uint32_t site);
/* The program's call that led to an instruction of the C library; else the instruction itself. */
uint32_t shown_site(const struct thread *thread, uint32_t site);

/* ---- teams.c --------------------------------------------------------------------------------- */
/* Threads of a team that the task forks without asking for a number. */
uint32_t most_threads(const struct task *task);
bool teams_start(struct openmp *run, struct thread *initial);
/* One go at a barrier: STEP_NEXT when it has opened. Runs tasks while it waits. All threads of the
 * team must be at the same one, unless `what` is SIMT_WAIT_NONE. */
int barrier_step(struct thread *thread, const struct instruction *i, struct pending *pending,
                 struct team *team, enum simt_wait_kind what);

/* ---- construct_order.c, deadlock.c ---- */
/* The thread comes to a worksharing construct. False after a fault: others of its team came to
 * another one. */
bool meet_construct(struct thread *thread, const struct instruction *i, enum simt_wait_kind what);
/* All threads of the team have come to a barrier: to the same one? False after a fault. */
bool meet_barrier(const struct thread *thread, struct team *team);
void meetings_over(struct team *team);
/* What a barrier is the end of, by clang's word in the call's first argument. */
enum simt_wait_kind barrier_kind(const struct thread *thread, const struct instruction *i);
/* The same for what deals iterations: a loop or sections. */
enum simt_wait_kind loop_kind(const struct thread *thread, const struct instruction *i);
/* Nobody can go on: says who waits for what. */
void report_deadlock(struct openmp *run);

/* ---- lost_updates.c: two updates that cut across each other ---- */
bool crossing_begin(struct openmp *run);
/* An access of the program has been carried out; `memory` is where. */
void crossing_access(struct thread *thread, const struct instruction *i, uint64_t address,
                     const void *memory);
/* Nobody could go on: true if that was for want of a thread that is held, and now may. */
bool crossing_gives_up(struct openmp *run);

/* ---- static_loops.c, dynamic_loops.c */
/* A counter of that many bytes, in 64 bits. */
uint64_t loop_counter(uint64_t value, uint8_t bytes, bool is_signed);
/* Iterations from lower to upper by increment; 0 if there are none. */
uint64_t trip_count(uint64_t lower, uint64_t upper, int64_t increment, bool is_signed);
void loop_release(struct loop_instance *loop);
/* The team's loop that this thread meets next: it has met *met of them before. NULL: no memory. */
struct loop_instance *loop_instance_of(struct thread *thread, const uint32_t *met, bool doacross);
void loop_leave(struct thread *thread, struct loop_instance *loop, uint32_t *met);

/* ---- task_table.c ---- */
struct dependence_entry {
    struct dependence_entry *next;
    uint64_t address;
    struct task_list writers; /* the last one, or the last set of a kind */
    struct task_list readers; /* since then */
    struct task_list before;  /* what a set's members all wait for */
    uint8_t kind;             /* of the writers: OUT, MUTEX, SET */
};
enum { DEPENDENCE_BUCKETS = 64 };
/* Adds the task, and holds it, where it is not there yet. False without memory. */
bool task_list_add(struct task_list *list, struct task *task);
/* Gives up all of them. */
void task_list_clear(struct task_list *list);
struct task *task_create(struct openmp *run, struct task *parent, struct team *team);
void task_unref(struct task *task);

/* ---- tasks.c, dependences.c ------------------------------------------------------------------ */
/* At a place where tasks may run: finishes the one that this call has run, starts the next.
 * STEP_INVOKE, STEP_FAULT, or STEP_NEXT if there is none to run now. */
int task_point(struct thread *thread, const struct instruction *i, struct pending *pending,
               struct team *team);
/* The task has asked which thread runs it, and may go by that to memory of the thread's own: all
 * tasks that do so on one thread run there one after the other. */
void task_know_thread(struct thread *thread, uint32_t site);
/* Tells observers: what waits for the task comes after what the thread has done. */
void tell_task_over(struct thread *thread, uint32_t site, const struct task *task);
/* Also when there is no other task to be run: finishes the one that this call has run. */
void task_finish_run(struct thread *thread, const struct instruction *i, struct pending *pending);
/* The next part of the untied task that this call runs, if it has handed itself in again; else
 * STEP_NEXT. */
int task_next_part(struct thread *thread, const struct instruction *i);
struct task *explicit_task(struct openmp *run, uint64_t address);
/* Those who wait for the task may go on. */
void task_complete(struct openmp *run, struct task *task);
void task_drop(struct openmp *run, struct task *task);
/* Explicit tasks by the address of their kmp_task_t. */
bool remember_task(struct openmp *run, struct task *task);
void forget_task(struct openmp *run, const struct task *task);
bool mutexes_are_free(struct openmp *run, const struct task *task);
void mutexes_take(struct thread *thread, uint32_t site, const struct task *task);
void mutexes_give(struct thread *thread, const struct task *task);
bool taskgroup_begin(struct thread *thread, const struct instruction *i);
int taskgroup_end(struct thread *thread, const struct instruction *i, struct pending *pending);
int task_run_now(struct thread *thread, const struct instruction *i, struct pending *pending,
                 struct task *task);
struct task *task_argument(struct thread *thread, const struct instruction *i, uint32_t n);
/* NULL after a fault: there is no memory. */
struct task *new_explicit_task(struct thread *thread, const struct instruction *i, uint64_t bytes,
                               uint64_t shareds, uint64_t routine, uint32_t flags);
int task_submit(struct thread *thread, const struct instruction *i, struct pending *pending,
                struct task *task);
/* The answer of a call that submits the task of its third argument. */
int submit_task(struct thread *thread, const struct instruction *i);

/* ---- locks.c --------------------------------------------------------------------------------- */
struct lock {
    uint64_t address;
    enum simt_sync_kind kind;
    bool made, critical;
    struct thread *thread; /* holder */
    struct task *task;
    uint32_t count;
    uint32_t site;
    const char *name;
    bool wanted;       /* somebody waits for it */
    bool tested;       /* somebody has asked whether it is free */
    uint64_t given_at; /* openmp.changes when it was released last */
    uint32_t passed_over;
    const struct thread *last; /* holder */
};
struct lock *lock_find(struct openmp *run, uint64_t address, enum simt_sync_kind kind, bool create);
/* STEP_NEXT when it is taken. */
int lock_take(struct thread *thread, const struct instruction *i, struct lock *lock);
int lock_give(struct thread *thread, const struct instruction *i, struct lock *lock);

/* ---- heap.c, thread_stack.c, threadprivate.c, environment.c, text.c ---- */
/* A region of the device's memory; 0: none left. */
uint64_t heap_allocate(struct openmp *run, uint64_t bytes, enum simt_region_kind kind,
                       const char *name, struct region **made);
/* Copies bytes, told to observers. STEP_NEXT, or STEP_FAULT. */
int move_memory(struct thread *thread, const struct instruction *i, uint64_t to, uint64_t from,
                uint64_t bytes);
/* name(address, bytes): tells observers of those bytes. */
int tell_of_bytes(struct thread *thread, const struct instruction *i,
                  enum simt_construct_kind kind);
void heap_free(struct openmp *run, struct region *region);
void stack_release(struct thread *thread);
bool stack_variable_at(const struct thread *thread, uint64_t address, struct extent **found,
                       bool *dead);
/* The variable with a name that lies at an address behind `near`, or next before it; `near` if
 * there is none. */
const struct extent *stack_variable_meant(const struct thread *owner, const struct extent *near);
void environment_read(struct openmp *run);

/* ---- answered_names.c ---- */
/* What openmp.changes makes of a call: one more, or nothing, since it changes nothing or counts
 * that itself. */
enum effect { CHANGES, QUIET };

struct runtime_call {
    const char *name;
    answer_function answer;
    uint8_t least; /* arguments */
    enum effect effect;
};
/* Each ends in a row whose name is NULL. */
extern const struct runtime_call team_calls[], single_calls[], loop_calls[], dispatch_calls[],
    doacross_calls[], task_calls[], taskloop_calls[], dependence_calls[], taskgroup_calls[],
    detach_calls[], lock_calls[], critical_calls[], reduction_calls[], private_calls[],
    cancel_calls[], query_calls[], atomic_calls[], stack_calls[], heap_calls[], move_calls[],
    text_calls[], scan_calls[], library_calls[], simd_calls[], time_calls[], input_calls[],
    random_calls[];
