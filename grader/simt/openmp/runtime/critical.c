/* critical, by the name that the program gives it, and the combining step of reductions. */
#include "openmp_runtime.h"

#include <string.h>

/* clang's variable for critical(x) is .gomp_critical_user_x.var, and PTX takes no dots. */
static const char *critical_name(struct openmp *run, uint64_t address) {
    static const char start[] = "gomp_critical_user_";
    const struct region *region = region_find(run->machine.device, address, false);
    const char *name = region != NULL ? region->seen.name : "";
    const char *found = strstr(name, start);
    if (found == NULL) {
        return "";
    }
    found += strlen(start);
    size_t length = strlen(found);
    if (length >= 4 && strcmp(found + length - 3, "var") == 0) {
        length -= 4;
    }
    char *copy = pool_text(&run->machine.module->ptx.pool, found, length);
    return copy != NULL ? copy : "";
}

static struct lock *critical_of(struct thread *thread, const struct instruction *i,
                                uint64_t address, enum simt_sync_kind kind) {
    struct lock *lock = lock_find(thread->run, address, kind, true);
    if (lock == NULL) {
        no_memory(thread, i);
    } else if (lock->name == NULL && kind == SIMT_SYNC_CRITICAL) {
        lock->name = critical_name(thread->run, address);
    }
    return lock;
}

#define ON(NAME, FUNCTION, ARGUMENT, KIND)                                                         \
    static int NAME(struct thread *thread, const struct instruction *i) {                          \
        struct lock *lock = critical_of(thread, i, argument(thread, i, ARGUMENT), KIND);           \
        return lock != NULL ? FUNCTION(thread, i, lock) : STEP_FAULT;                              \
    }

/* __kmpc_critical(loc, gtid, name), __kmpc_critical_with_hint(loc, gtid, name, hint) */
static int enter(struct thread *thread, const struct instruction *i, struct lock *lock) {
    int step = lock_take(thread, i, lock);
    if (step != STEP_NEXT) {
        return step;
    }
    tell_construct_as(thread, i,
                      (struct simt_construct){.kind = SIMT_CONSTRUCT_CRITICAL,
                                              .address = lock->address,
                                              .name = lock->name});
    return after_sync(thread);
}

ON(critical, enter, 2, SIMT_SYNC_CRITICAL)
ON(end_critical, lock_give, 2, SIMT_SYNC_CRITICAL)

const struct runtime_call critical_calls[] = {{"__kmpc_critical", critical, 3, QUIET},
                                              {"__kmpc_critical_with_hint", critical, 4, QUIET},
                                              {"__kmpc_end_critical", end_critical, 3, QUIET},
                                              {NULL, NULL, 0, 0}};

/* ---- reductions ------------------------------------------------------------------------------ */

/* Each thread combines its own copies with the originals, one after the other: the answer 1. */

/* Is there anybody to exclude: another thread of the team, or of the league's other teams? */
static bool excludes(const struct thread *thread) {
    const struct team *team = thread->task->team;
    return team->size > 1 || team->teams > 1;
}

/* int __kmpc_reduce(loc, gtid, count, bytes, data, function, lock) */
static int begin_combining(struct thread *thread, const struct instruction *i, struct lock *lock) {
    if (excludes(thread)) {
        int step = lock_take(thread, i, lock);
        if (step != STEP_NEXT) {
            return step;
        }
    }
    tell_construct(thread, i, SIMT_CONSTRUCT_REDUCTION);
    give_result(thread, i, 1);
    return after_sync(thread);
}

static int end_combining(struct thread *thread, const struct instruction *i, struct lock *lock) {
    return excludes(thread) ? lock_give(thread, i, lock) : STEP_NEXT;
}

ON(reduce, begin_combining, 6, SIMT_SYNC_REDUCTION)
ON(end_reduce_nowait, end_combining, 2, SIMT_SYNC_REDUCTION)

static int end_reduce(struct thread *thread, const struct instruction *i) {
    struct pending *pending = pending_of(thread);
    if (pending->stage == 0) {
        pending->stage = 1;
        if (end_reduce_nowait(thread, i) == STEP_FAULT) {
            return STEP_FAULT;
        }
    }
    return barrier_step(thread, i, pending, thread->task->team, SIMT_WAIT_LOOP);
}

/* lockstep_reduction_copy(begins): declare reduction's initializer runs. */
static int reduction_copy(struct thread *thread, const struct instruction *i) {
    tell_construct_as(thread, i,
                      (struct simt_construct){.kind = SIMT_CONSTRUCT_COPY,
                                              .upper = (uint32_t)argument(thread, i, 0)});
    return STEP_NEXT;
}

const struct runtime_call reduction_calls[] = {
    {"lockstep_reduction_copy", reduction_copy, 1, CHANGES},
    {"__kmpc_reduce", reduce, 7, CHANGES},
    {"__kmpc_reduce_nowait", reduce, 7, CHANGES},
    {"__kmpc_end_reduce", end_reduce, 3, CHANGES},
    {"__kmpc_end_reduce_nowait", end_reduce_nowait, 3, CHANGES},
    {NULL, NULL, 0, 0}};
