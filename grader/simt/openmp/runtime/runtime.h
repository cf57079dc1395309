/*
 * runtime.h - the inside of the runtime: a run, its threads, teams and tasks.
 *
 * A runtime call is one instruction of the program. Its function (an `answer`) either finishes
 * (STEP_NEXT), asks to be called again later (STEP_WAIT, STEP_TURN), or pushes a call of a function
 * of the program and is called again when that has returned (STEP_INVOKE). What it must remember in
 * between is in the thread's struct pending.
 */
#ifndef LOCKSTEP_SIMT_RUNTIME_H
#define LOCKSTEP_SIMT_RUNTIME_H

#include "answers.h"
#include "openmp.h"
#include "../../execute/execute.h"

enum { MAX_TEAM = 256, MAX_MACHINE_THREADS = 4096, MAX_DEPTH = 20000, STACK_UNIT = 16 };
enum { MOST_GONE = 64 };
enum { MAIN_STACK = 16 << 20, WORKER_STACK = 8 << 20 };

/* A stretch of memory that may be touched. Sites keep a pointer to the one that they hit last; it
 * always tells the truth: when the memory is gone its size is 0. Never freed during a run. */
struct extent {
    uint64_t base;
    uint64_t size;
    uintptr_t host; /* of address 0: host + address is the place */
    uint32_t region;
    bool read_only;
    const char *name; /* stack variables, else NULL */
    uint64_t old_size;
};

struct frame_of_thread {
    struct activation *activation;
    uint32_t resume; /* instruction to go on at in the caller */
    bool pushed;     /* by the runtime: the result goes to thread->returned */
};

/* A call of the runtime that is under way. */
struct pending {
    uint32_t depth; /* of the thread's frames */
    uint32_t stage;
    uint64_t numbers[4];
    uint32_t barrier; /* barrier_step: how far it is */
    uint32_t episode;
    bool cancellable;       /* a barrier that `cancel parallel` ends */
    struct team *team;      /* of that; forks: the one that is made */
    struct task *task;      /* an explicit task that this call runs */
    struct task *suspended; /* the one that ran before */
    struct task **list;     /* tasks that the call waits for; freed when it is done */
    uint32_t list_count;
};

struct lock;
struct crossing;

/* Why a thread waits, for the message of a deadlock. */
struct waiting {
    enum simt_wait_kind what;
    uint32_t site;
    const struct lock *lock; /* SIMT_WAIT_MUTEX */
};

/* A barrier or a worksharing construct: what all threads of a team must come to. */
struct meeting {
    enum simt_wait_kind what; /* SIMT_WAIT_NONE: any */
    uint32_t site;
};

struct stack {
    struct region *region;
    uint64_t next;           /* address of the next variable */
    struct extent **entries; /* variables, rising; [count, high) are dead */
    uint32_t count, high, capacity;
    struct extent *gone; /* [MOST_GONE], NULL: none: dead ones whose entries others have got */
    uint32_t gone_count; /* ever */
};

/* A state of a thread, to know it again (circles.c). */
struct circle {
    uint64_t seen;    /* openmp.changes at the last look */
    uint64_t changes; /* … when the state was kept */
    uint64_t looks, next;
    uint32_t pc, depth;
    char *registers; /* of all frames; NULL: none is kept */
    size_t bytes, room;
    bool closed; /* the thread was there again, and nothing had changed */
    bool still;  /* it only waited in its last turn */
};

struct thread {
    struct warp warp __attribute__((aligned(64)));
    struct openmp *run;
    uint32_t number; /* of the machine's threads */
    uint32_t pc;
    uint32_t depth, capacity;
    struct frame_of_thread *frames;
    uint64_t frame_bytes;
    uint8_t returned[16];
    struct pending *pendings;
    uint32_t pending_count, pending_capacity;
    struct task *task;   /* that it runs now */
    uint64_t own_object; /* orders the tasks that know which thread runs them; 0: none yet */
    bool idle;           /* between teams */
    bool held;           /* interleave.c */
    bool done;           /* of the round: it has had its turn */
    uint64_t switch_at;  /* schedule: accesses or instructions until another one's turn */
    uint64_t slice_end;
    struct waiting waiting;
    struct circle circle;
    uint64_t beside;   /* nanoseconds that passed for it beside what it executed */
    uint64_t asked_at; /* instructions that it had executed at its last question for the time… */
    uint32_t question; /* … which took so many nanoseconds; 0: never asked */
    struct stack stack;
    uint64_t numbers_address; /* two ints: what microtasks get as thread numbers */
    uint32_t pushed_threads, pushed_teams, pushed_limit;
    uint32_t atomic_order;  /* of the next atomic access, + 1; 0: as written */
    struct team *next_team; /* worker: what to begin with */
    uint32_t next_index;
    struct simt_access access; /* told last: what never changes is there already */
    struct activation base;
};

/* When objects of synchronisation were given away last (time.c). */
struct object_times {
    struct object_time *list;
    uint32_t count, room;
};

struct icvs {
    uint32_t threads[4]; /* by level of nesting; 0: as the one before */
    uint32_t max_active_levels;
    uint32_t schedule; /* kmp's number */
    uint32_t chunk;
    bool dynamic;
};

/* One dynamic or ordered loop of a team, made by the thread that comes first. */
struct loop_instance {
    struct loop_instance *next;
    uint32_t number; /* of the team's loops */
    uint32_t schedule;
    bool ordered, is_signed;
    uint8_t bytes;
    uint64_t lower, trip;
    int64_t increment;
    uint64_t chunk;
    uint64_t dealt;   /* iterations given out */
    uint64_t turn;    /* ordered: the iteration whose turn it is */
    uint64_t object;  /* ordered */
    uint32_t *chunks; /* given to each thread */
    bool *finished;   /* thread has seen the end */
    uint32_t left;    /* threads that have not */
    bool doacross;
    uint32_t dimensions;
    int64_t (*bounds)[3];
    uint8_t *posted;
    uint64_t posted_count, objects;
};

struct taskgroup {
    struct taskgroup *outer;
    uint32_t count; /* tasks that are not complete */
    uint64_t object;
    bool cancelled;
    struct task_reduction *reductions;
};

struct dependence_entry;

/* A strand of work: the implicit task of a thread in a team, or an explicit task. */
struct task {
    struct openmp *run;
    uint32_t strand;
    uint32_t references;
    struct task *parent;
    struct team *team;
    uint32_t index; /* in the team */
    bool explicit_task, final, untied, undeferred, may_detach, detached, fulfilled;
    bool again; /* untied: its next part is to run */
    bool submitted, started, body_done, complete;
    bool knows_thread; /* it has asked for its thread's number */
    struct icvs icvs;
    uint32_t children;        /* not complete */
    uint64_t object;          /* this task's: made, done */
    uint64_t children_object; /* its children's ends */
    struct taskgroup *group;
    struct taskgroup *current_group;       /* of the tasks that it makes */
    struct dependence_entry **dependences; /* of its children, by address */
    /* explicit tasks */
    uint32_t made_site;
    uint64_t address, bytes, routine; /* kmp_task_t */
    struct region *region;
    uint64_t shareds_offset;
    int32_t priority;
    uint32_t waits_for; /* tasks that it depends on */
    struct task **successors;
    uint32_t successor_count;
    uint64_t *acquires; /* objects of those that it depended on */
    uint32_t acquire_count;
    uint64_t *mutexes; /* mutexinoutset: addresses */
    uint32_t mutex_count;
    struct task *next, *before; /* in the queue */
    /* implicit tasks */
    uint32_t loops, doacrosses, singles; /* met so far */
    uint32_t met;                        /* constructs since the last barrier */
    struct meeting barrier;              /* that it came to last */
    struct loop_instance *loop, *doacross;
    uint64_t chunk_from, chunk_to; /* dispatch: iterations of this thread now, [from, to) */
    uint64_t ordered_at;
    bool ordered_done;
};

struct team {
    uint32_t number;
    uint32_t size;
    uint32_t level, active_level;
    struct task *parent;     /* that forked it */
    struct task **members;   /* implicit tasks */
    struct thread **threads; /* that run them */
    uint64_t microtask;
    uint64_t *arguments;
    uint32_t argument_count;
    uint32_t begun; /* members that have */
    uint64_t fork_object;
    uint32_t fork_site;
    /* barrier */
    uint32_t arrived, episode;
    struct meeting *met; /* constructs since the last barrier, as the first thread met them */
    uint32_t met_count, met_capacity;
    uint64_t barrier_object;
    uint32_t tasks;               /* explicit ones that are not complete */
    struct task *oldest, *newest; /* ready ones */
    uint32_t ready;
    bool priorities;
    struct loop_instance *instances;
    uint32_t singles;
    uint64_t copy_source;
    uint32_t cancelled; /* kind, 0: not */
    /* league */
    bool league;
    uint32_t team_number, teams, thread_limit; /* of omp_get_team_num(), omp_get_num_teams() */
};

struct private_copy;

struct openmp {
    struct machine machine;
    struct simt_launch launch;
    struct simt_kernel_info info;
    const struct openmp_options *options;
    struct openmp_result *result;
    struct thread **threads;
    uint32_t thread_count;
    bool ended;
    bool out_of_memory;
    uint64_t random;
    uint32_t next_strand, next_team;
    uint64_t next_object;
    const struct extent **hit; /* by site: the extent that it hit last */
    struct extent **by_region; /* region index: its extent */
    struct task **tasks;       /* region index: the explicit task that is there */
    uint32_t by_region_count, task_count;
    struct activation **pool; /* by function: registers to use again */
    struct icvs icvs;
    uint32_t thread_limit;
    bool cancellation;
    bool watch_sync;
    bool turns; /* schedule: switch at each synchronisation */
    struct lock **locks;
    uint32_t lock_count, lock_capacity;
    struct private_copy *privates;
    struct team *initial_team;
    uint32_t teams;                         /* of a league that asks for no number */
    uint32_t max_teams, teams_thread_limit; /* as the program set them; 0: it did not */
    struct owned *owned;
    void *free_chunks[48];
    struct function base_function;
    struct crossing *crossing;
    struct input *input; /* input.h */
    struct input *files; /* opened for reading, `file_count` of them */
    uint32_t file_count;
    struct generator *generator; /* of rand() */
    struct object_times times;
    uint64_t questions; /* nanoseconds that questions for the time took */
    uint64_t progress;  /* goes up with everything that is not waiting */
    uint64_t changes; /* … and with everything that others may see, or that may happen once only */
};

typedef int (*answer_function)(struct thread *thread, const struct instruction *i);

/* ---- own.c: memory that ends with the run, zeroed; NULL when there is none left -------------- */
void *own_take(struct openmp *run, size_t count, size_t size);
void *own_grow(struct openmp *run, void *memory, size_t size);
void own_drop(void *memory);
void own_drop_all(struct openmp *run);

/* ---- calls.c: arguments and results of a call ------------------------------------------------ */
int run_runtime_call(struct warp *warp, const struct instruction *i);
uint64_t argument(const struct thread *thread, const struct instruction *i, uint32_t n);
int64_t signed_argument(const struct thread *thread, const struct instruction *i, uint32_t n);
uint32_t argument_count(const struct instruction *i);
uint32_t argument_bytes(const struct instruction *i, uint32_t n);
void give_result(struct thread *thread, const struct instruction *i, uint64_t value);
/* Finishes with a result. */
int answer(struct thread *thread, const struct instruction *i, uint64_t value);
/* The answer of calls that have nothing to do here: 0, where there is a result. */
int answer_nothing(struct thread *thread, const struct instruction *i);
/* What the call under way remembers; a fresh one (stage 0) when it is new. NULL: no memory left,
 * and the fault has been raised. */
struct pending *pending_of(struct thread *thread, const struct instruction *i);
/* Pushes a call; the instruction runs again afterwards. Returns STEP_INVOKE, or STEP_FAULT. */
int invoke(struct thread *thread, const struct instruction *i, uint64_t function,
           const uint64_t *values, uint32_t count);
int fault(struct thread *thread, const struct instruction *i, enum simt_fault_kind kind,
          const char *format, ...) __attribute__((format(printf, 4, 5)));
int no_memory(struct thread *thread, const struct instruction *i);

/* ---- memory.c: checked accesses, told to observers ------------------------------------------- */
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
bool extent_add(struct openmp *run, const struct region *region);
struct extent *extent_of(const struct openmp *run, uint32_t region);

/* ---- thread.c, schedule.c -------------------------------------------------------------------- */
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
/* Puts an idle thread at an instruction, below which it never returns. */
bool thread_base(struct thread *thread, uint32_t site);
void schedule_run(struct openmp *run);
/* A synchronisation is done: go on, or let another thread run first? STEP_NEXT or STEP_YIELD. */
int after_sync(struct thread *thread);
int wait_for(struct thread *thread, const struct instruction *i, enum simt_wait_kind what);
uint64_t draw(struct openmp *run, uint64_t below);

/* ---- circles.c ------------------------------------------------------------------------------- */
/* After a turn of the thread, that began at this count of progress, and ended so. */
void circle_look(struct thread *thread, uint64_t progress, enum thread_end end);
/* Nobody that still runs will do anything new: the fault has been raised. */
bool circles_closed(struct openmp *run);
void circle_forget(struct thread *thread);

/* ---- events.c -------------------------------------------------------------------------------- */
void tell_strand(struct thread *thread, uint32_t site, const struct task *task,
                 enum simt_strand_event what);
struct sync_flags {
    bool acquire, release, takes, gives, last;
};
void tell_sync(struct thread *thread, uint32_t site, uint32_t strand, enum simt_sync_kind kind,
               uint64_t object, const char *name, struct sync_flags flags);
/* time.c: who takes an object that another thread gave away is not earlier than that. */
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
struct simt_place place_in(const struct thread *thread, uint32_t site);
/* The program's call that led to an instruction of the C library; else the instruction itself. */
uint32_t shown_site(const struct thread *thread, uint32_t site);

/* ---- teams.c --------------------------------------------------------------------------------- */
struct task *task_create(struct openmp *run, struct task *parent, struct team *team);
struct team *team_create(struct openmp *run, struct task *parent, uint32_t size);
void team_release(struct team *team);
bool teams_start(struct openmp *run, struct thread *initial);
/* One go at a barrier: STEP_NEXT when it has opened. Runs tasks while it waits. All threads of the
 * team must be at the same one, unless `what` is SIMT_WAIT_NONE. */
int barrier_step(struct thread *thread, const struct instruction *i, struct pending *pending,
                 struct team *team, enum simt_wait_kind what);

/* ---- meetings.c, deadlock.c ------------------------------------------------------------------ */
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
uint64_t lock_object(const struct thread *thread, const struct lock *lock);

/* ---- crossing.c: two updates that cut across each other -----------------------------------------
 */
bool crossing_begin(struct openmp *run);
/* An access of the program has been carried out; `memory` is where. */
void crossing_access(struct thread *thread, const struct instruction *i, uint64_t address,
                     const void *memory);
/* Nobody could go on: true if that was for want of a thread that is held, and now may. */
bool crossing_gives_up(struct openmp *run);

/* ---- dispatch.c, taskgroup.c */
void loop_release(struct loop_instance *loop);
/* The team's loop that this thread meets next: it has met *met of them before. NULL: no memory. */
struct loop_instance *loop_instance_of(struct thread *thread, const uint32_t *met, bool doacross);
void loop_leave(struct thread *thread, struct loop_instance *loop, uint32_t *met);
void task_reductions_release(struct task_reduction *reductions);

/* ---- tasks.c, dependences.c ------------------------------------------------------------------ */
/* At a place where tasks may run: finishes the one that this call has run, starts the next.
 * STEP_INVOKE, STEP_FAULT, or STEP_NEXT if there is none to run now. */
int task_point(struct thread *thread, const struct instruction *i, struct pending *pending,
               struct team *team);
/* The task has asked which thread runs it, and may go by that to memory of the thread's own: all
 * tasks that do so on one thread run there one after the other. */
void task_know_thread(struct thread *thread, uint32_t site);
/* Also when there is no other task to be run: finishes the one that this call has run. */
void task_finish_run(struct thread *thread, const struct instruction *i, struct pending *pending);
/* The next part of the untied task that this call runs, if it has handed itself in again; else
 * STEP_NEXT. */
int task_next_part(struct thread *thread, const struct instruction *i);
struct task *explicit_task(struct openmp *run, uint64_t address);
void task_make_ready(struct openmp *run, struct task *task);
void task_complete(struct thread *thread, uint32_t site, struct task *task);
void task_drop(struct openmp *run, struct task *task);
int task_enter(struct thread *thread, const struct instruction *i, struct pending *pending,
               struct task *task);
/* The task becomes the thread's; pending remembers it and the one before. */
void task_begin(struct thread *thread, uint32_t site, struct pending *pending, struct task *task);
/* Explicit tasks by the address of their kmp_task_t. */
bool remember_task(struct openmp *run, struct task *task);
void forget_task(struct openmp *run, const struct task *task);
/* Binds the task to those that its depend clauses name (arguments `first` to `first` + 3). False: a
 * fault was raised. */
bool dependences_of(struct thread *thread, const struct instruction *i, struct task *task,
                    uint32_t first);
void dependences_release(struct dependence_entry **table);
void task_unref(struct task *task);
bool mutexes_are_free(struct openmp *run, const struct task *task);
void mutexes_take(struct thread *thread, uint32_t site, const struct task *task);
void mutexes_give(struct thread *thread, const struct task *task);
bool taskgroup_begin(struct thread *thread, const struct instruction *i);
int taskgroup_end(struct thread *thread, const struct instruction *i, struct pending *pending);
int task_run_now(struct thread *thread, const struct instruction *i, struct pending *pending,
                 struct task *task);
struct task *task_argument(struct thread *thread, const struct instruction *i, uint32_t n);
int new_explicit_task(struct thread *thread, const struct instruction *i, uint64_t bytes,
                      uint64_t shareds, uint64_t routine, uint32_t flags, struct task **made);
int task_submit(struct thread *thread, const struct instruction *i, struct pending *pending,
                struct task *task);

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

/* ---- heap.c, stack.c, private.c, environment.c, text.c --------------------------------------- */
/* A region of the device's memory; 0: none left. */
uint64_t heap_allocate(struct openmp *run, uint64_t bytes, enum simt_region_kind kind,
                       const char *name, struct region **made);
/* Copies bytes, told to observers. STEP_NEXT, or STEP_FAULT. */
int move_memory(struct thread *thread, const struct instruction *i, uint64_t to, uint64_t from,
                uint64_t bytes);
void heap_free(struct openmp *run, struct region *region);
void stack_release(struct thread *thread);
bool stack_variable_at(const struct thread *thread, uint64_t address, struct extent **found,
                       bool *dead);
/* Of an address behind `near`: the variable with a name that lies there or next before it, or
 * `near` if there is none. */
const struct extent *stack_variable_meant(const struct thread *owner, const struct extent *near);
void environment_read(struct openmp *run);
uint32_t schedule_number(const char *word, uint32_t *chunk);

/* ---- names.c --------------------------------------------------------------------------------- */
/* The call changes nothing, or counts that itself (openmp.changes). */
enum { QUIET = 0x80 };

struct runtime_call {
    const char *name;
    answer_function answer;
    uint8_t least; /* arguments; and QUIET */
};
/* Each ends in a row whose name is NULL. */
extern const struct runtime_call team_calls[], single_calls[], loop_calls[], dispatch_calls[],
    doacross_calls[], task_calls[], taskloop_calls[], dependence_calls[], taskgroup_calls[],
    detach_calls[], lock_calls[], critical_calls[], reduction_calls[], private_calls[],
    cancel_calls[], query_calls[], atomic_calls[], stack_calls[], heap_calls[], move_calls[],
    text_calls[], scan_calls[], library_calls[], simd_calls[], time_calls[], input_calls[],
    random_calls[];

#endif
