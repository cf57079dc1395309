/* state.h - what a run consists of: its threads with their stacks, teams and tasks. */
#pragma once

#include "openmp.h"
#include "../../execute/execute.h"
#include "../../hash.h"

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
    uint32_t shape;   /* … their shape's number (shapes.h), or 0 */
    uint64_t old_size;
};

struct frame_of_thread {
    struct activation *activation;
    uint32_t resume; /* instruction to go on at in the caller */
    bool pushed;     /* by the runtime: the result goes to thread->returned */
};

struct task_list {
    struct task **tasks;
    uint32_t count, capacity;
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
    struct task_list list;  /* that the call waits for; freed when it is done */
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

/* A state of a thread, to know it again (endless_loops.c). */
struct circle {
    uint64_t seen;    /* openmp.changes at the last look */
    uint64_t changes; /* … when the state was kept */
    uint64_t looks, next;
    uint32_t pc, depth;
    uint32_t lowest; /* depth since then: frames below are the same calls */
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
    bool ended_task;     /* and has not given a turn since */
    bool idle;           /* between teams */
    bool held;           /* progress/lost_updates.c */
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
    uint32_t atomic_order;     /* of the next atomic access, + 1; 0: as written */
    struct team *next_team;    /* worker: what to begin with */
    struct simt_access access; /* told last: what never changes is there already */
    struct activation base;
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
    bool explicit_task, final, untied, undeferred, detached, fulfilled;
    bool again;  /* untied: its next part is to run */
    bool target; /* of a target construct */
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
    struct task_list successors;
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
    uint32_t thread_count, thread_room;
    bool ended;
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
    bool turns;        /* schedule: switch at each synchronisation */
    struct hash locks; /* locks.c */
    struct private_copy *privates;
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
    struct hash times;           /* when objects were given away last (object_times.c) */
    uint64_t questions;          /* nanoseconds that questions for the time took */
    uint64_t progress;           /* goes up with everything that is not waiting */
    uint64_t changes; /* … and with everything that others may see, or that may happen once only */
    struct doubt *doubt; /* endless_counting_loops.c; NULL: the run does not take long */
    uint64_t doubt_at;   /* clock at which it does */
};
