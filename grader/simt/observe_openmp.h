/*
 * observe_openmp.h - what happens in OpenMP programs: the part of observe.h that GPUs have no use
 * for. Included by observe.h, which explains places and sites.
 */
#pragma once

#include <stdbool.h>

#include "observe_place.h"

/* ---- OpenMP: strands of work, and what orders them ------------------------------------------- */

/* A thread of an OpenMP program is a warp with one lane (place.warp, lane 0; warps are not told
 * beforehand: a new one appears with its first strand). A strand is a sequence of work that program
 * order orders: the implicit task of a thread in a team (also in a team of one), or an explicit
 * task. Numbers are dense and never used twice in a run; the initial strand is 0 and begins right
 * after block_begin.
 * A thread runs one strand at a time; strands may move between threads only when untied. */
enum simt_strand_event {
    SIMT_STRAND_BEGIN,  /* place.warp runs the new strand from now on */
    SIMT_STRAND_RESUME, /* place.warp goes back to a strand that began earlier */
    SIMT_STRAND_END,    /* the strand is over: its number will not be named again */
};

struct simt_strand {
    struct simt_place place;
    enum simt_strand_event what;
    uint32_t strand;
    uint32_t parent; /* strand that made it: forked the team, or met the task's directive */
    uint32_t thread; /* omp_get_thread_num() */
    uint32_t team;   /* dense number of the team; 0 is the initial one */
    uint32_t team_size;
    uint32_t level;         /* nested parallel regions, serialized ones too */
    uint32_t league, teams; /* omp_get_team_num(), omp_get_num_teams() */
    bool task;              /* an explicit task */
    bool target;            /* … of a target construct: it runs beside the thread that made it */
    uint64_t instructions;  /* that the thread (place.warp) has executed so far in all */
};

enum simt_sync_kind {
    SIMT_SYNC_FORK,
    SIMT_SYNC_JOIN,
    SIMT_SYNC_BARRIER,
    SIMT_SYNC_CRITICAL,
    SIMT_SYNC_LOCK,
    SIMT_SYNC_NEST_LOCK,
    SIMT_SYNC_ORDERED,
    SIMT_SYNC_DOACROSS,
    SIMT_SYNC_TASK_CREATE,
    SIMT_SYNC_TASK_END,
    SIMT_SYNC_TASKWAIT,
    SIMT_SYNC_TASKGROUP,
    SIMT_SYNC_DEPEND,
    SIMT_SYNC_MUTEX_DEPEND, /* depend(mutexinoutset): takes and gives like a lock */
    SIMT_SYNC_REDUCTION,
    SIMT_SYNC_FENCE,
    SIMT_SYNC_KIND_COUNT
};

/* Where a league's team has an object of its own: the bit from which on its number stands. */
enum { SIMT_LEAGUE_SHIFT = 48 };

/* Everything that orders memory, as steps on objects. Release: the object's clock joins the
 * strand's, then the strand's own time goes on. Acquire: the strand's clock joins the object's. An
 * event with both acquires first. Nothing else orders two strands: BEGIN and END of a strand do
 * not, nor does running on the same thread.
 * Atomics are accesses (struct simt_access) with an order. A fence (kind SIMT_SYNC_FENCE) has
 * object 0: it acts through the strand's relaxed atomics before (acquire) and after it (release),
 * as in C11; omp flush is a fence of both. */
struct simt_sync {
    struct simt_place place;
    uint32_t strand;
    enum simt_sync_kind kind;
    bool acquire, release;
    bool takes, gives; /* a mutual exclusion is taken, given back: what the strand holds */
    bool last;         /* nobody will name the object again */
    uint64_t object;   /* locks, criticals: their address (in a league of teams, with the team's
                          number + 1 from bit SIMT_LEAGUE_SHIFT on). Else a number below 2^40 */
    const char *name; /* of a critical, "" if it has none; else NULL. Lives as long as the device */
    uint64_t instructions; /* as in struct simt_strand */
};

enum simt_construct_kind {
    SIMT_CONSTRUCT_PARALLEL, /* sent by the strand that forks; team_size */
    SIMT_CONSTRUCT_LOOP,     /* by each thread: schedule, chunk, ordered */
    SIMT_CONSTRUCT_LOOP_END, /* by each thread: it has no more iterations */
    SIMT_CONSTRUCT_CHUNK,    /* by each thread: iterations lower..upper (first number 0) */
    SIMT_CONSTRUCT_SINGLE,   /* by the thread that runs it */
    SIMT_CONSTRUCT_MASTER,   /* master, masked: by the thread that runs it */
    SIMT_CONSTRUCT_BARRIER,  /* by each thread; implicit ones, too */
    SIMT_CONSTRUCT_CRITICAL, /* by each thread that enters */
    SIMT_CONSTRUCT_ORDERED,
    SIMT_CONSTRUCT_LOCK,      /* a lock is set */
    SIMT_CONSTRUCT_REDUCTION, /* a thread combines its copies */
    SIMT_CONSTRUCT_FLUSH,
    SIMT_CONSTRUCT_TASK,
    SIMT_CONSTRUCT_TASKLOOP,
    SIMT_CONSTRUCT_TASKWAIT,
    SIMT_CONSTRUCT_TASKGROUP,
    SIMT_CONSTRUCT_TEAMS,
    SIMT_CONSTRUCT_CANCEL,
    SIMT_CONSTRUCT_TEAM_SIZE,      /* num_threads() or omp_set_num_threads() */
    SIMT_CONSTRUCT_ASKS_SIZE,      /* omp_get_num_threads() outside of a region: it is 1 */
    SIMT_CONSTRUCT_SIMD,           /* a simd loop begins: number, chunk = safelen or 0; with bytes:
                                    * it has a reduction's copy there, address */
    SIMT_CONSTRUCT_SIMD_ITERATION, /* the next iteration of the innermost open simd loop */
    SIMT_CONSTRUCT_SIMD_ORDERED,   /* `omp ordered simd` begins, ends (upper: 1, 0) */
    SIMT_CONSTRUCT_SIMD_END,
    SIMT_CONSTRUCT_THREADPRIVATE, /* a thread gets its copy: address, bytes, name */
    SIMT_CONSTRUCT_COPY,          /* `omp declare reduction` sets a thread's copy: begins, ends
                                   * (upper: 1, 0) */
    SIMT_CONSTRUCT_SHIFT,         /* by too much: lower, of a number with upper bits */
    SIMT_CONSTRUCT_UNSET,         /* a task's private copy begins without a value: address, bytes */
    SIMT_CONSTRUCT_SET,           /* what lies there counts as set: address, bytes */
    SIMT_CONSTRUCT_WHOLE,         /* the same, where a part of it is set */
    SIMT_CONSTRUCT_UNNEEDED,      /* the thread's next access loads from `address`, for nobody */
    SIMT_CONSTRUCT_LAST,          /* lastprivate is about to set what lies there: address, bytes */
    SIMT_CONSTRUCT_REDUCES, /* a task works on a copy of what its taskgroup reduces, which may be
                             * combined with what lies there from now on: address, bytes */
    SIMT_CONSTRUCT_KIND_COUNT
};

enum simt_loop_schedule {
    SIMT_LOOP_STATIC,
    SIMT_LOOP_STATIC_CHUNKED,
    SIMT_LOOP_DYNAMIC,
    SIMT_LOOP_GUIDED,
    SIMT_LOOP_DISTRIBUTE,
};

/* A construct was met: facts of the program's structure. Fields that do not apply are 0. */
struct simt_construct {
    struct simt_place place;
    uint32_t strand;
    enum simt_construct_kind kind;
    uint32_t number; /* simd: of the loop in the program; chunk: of this loop in its team */
    uint32_t team_size;
    enum simt_loop_schedule schedule;
    bool ordered;
    bool at_once;   /* task: its maker waits until it is over (if, final) */
    uint64_t chunk; /* iterations a chunk, 0: not given */
    uint64_t trip;  /* loop: iterations that its team shares out; a section is one */
    uint64_t lower, upper;
    uint64_t address, bytes;
    const char *name;
};

/* A variable on a thread's stack begins (its contents are undefined again) or ends. Accesses
 * outside of live variables are faults before any observer sees them. */
struct simt_variable {
    struct simt_place place;
    uint32_t strand;
    bool begins;
    uint32_t region; /* the thread's stack */
    uint64_t address, bytes;
    const char *name; /* lives as long as the device; "" if it has none */
    uint32_t shape;   /* its shape's number (shapes.h); 0: not known */
};

/* The heap's pieces are regions (region_new, region_freed), sent when no place is known; this
 * event names who made them, right after region_new or before region_freed. */
struct simt_heap {
    struct simt_place place;
    uint32_t strand;
    bool begins;
    bool zeroed; /* calloc */
    uint32_t region;
};

/* memcpy and the like move many bytes: sent as accesses of up to 16 bytes, loads before stores. The
 * move is sent before them, since undefined bytes stay undefined where they go. */
struct simt_move {
    bool alone; /* the machine copied: no accesses follow */
    struct simt_place place;
    uint32_t strand;
    uint32_t from_region, to_region;
    uint64_t from, to, bytes; /* addresses */
};
