/* Locks and nest locks. Their state is the machine's; the program's variable is only their name. */
#include "openmp_runtime.h"

/* How often a thread may take a lock again before those who wait for it. */
enum { PATIENCE = 16 };

struct lock_row {
    uint64_t key;
    struct lock *lock;
};

struct lock *lock_find(struct openmp *run, uint64_t address, enum simt_sync_kind kind,
                       bool create) {
    const uint64_t key = (address << 8 | (uint64_t)kind) + 1;
    run->locks.row_bytes = sizeof(struct lock_row);
    struct lock_row *row = hash_find(&run->locks, key);
    if (row != NULL || !create) {
        return row != NULL ? row->lock : NULL;
    }
    struct lock *lock = own_take(run, 1, sizeof *lock);
    charge(run, CHARGE_OBJECT);
    row = lock != NULL ? hash_add(&run->locks, key) : NULL;
    if (row == NULL) {
        return NULL;
    }
    lock->address = address;
    lock->kind = kind;
    row->lock = lock;
    return lock;
}

static void taken(struct thread *thread, const struct instruction *i, struct lock *lock) {
    lock->thread = thread;
    lock->task = thread->task;
    lock->site = i->site;
    lock->count = 1;
    if (thread != lock->last) {
        lock->wanted = false;
        lock->passed_over = 0;
    }
    lock->last = thread;
    thread->run->changes += lock->tested;
    tell_sync_of(thread, i->site, thread->task->strand, lock->kind, lock_object(thread, lock),
                 lock->name, TAKE);
}

int lock_take(struct thread *thread, const struct instruction *i, struct lock *lock) {
    if (lock->count > 0) {
        lock->wanted = true;
        thread->waiting.lock = lock;
        return wait_for(thread, i, SIMT_WAIT_MUTEX);
    }
    taken(thread, i, lock);
    return STEP_NEXT;
}

int lock_give(struct thread *thread, const struct instruction *i, struct lock *lock) {
    if (lock->count == 0) {
        return fault(thread, i, SIMT_FAULT_LOCK_NOT_HELD,
                     "a lock is released that no thread holds");
    }
    tell_sync_of(thread, i->site, thread->task->strand, lock->kind, lock_object(thread, lock),
                 lock->name, GIVE);
    lock->count = 0;
    lock->thread = NULL;
    lock->task = NULL;
    thread->run->changes += lock->tested;
    lock->given_at = thread->run->changes;
    if (lock->wanted && ++lock->passed_over >= PATIENCE) {
        return STEP_YIELD; /* a thread that waits must not starve */
    }
    return after_sync(thread);
}

/* ---- omp_lock_t ------------------------------------------------------------------------------ */

/* include/omp.h's */
static uint32_t lock_bytes(enum simt_sync_kind kind) {
    return kind == SIMT_SYNC_LOCK ? 4 : 16;
}

/* The lock that the argument names; NULL after a fault. */
static struct lock *named(struct thread *thread, const struct instruction *i, uint32_t n,
                          enum simt_sync_kind kind) {
    uint64_t address = argument(thread, i, n);
    if (reach_range(thread, i, address, lock_bytes(kind), true) == NULL) {
        return NULL;
    }
    struct lock *lock = lock_find(thread->run, address, kind, true);
    if (lock == NULL) {
        no_memory(thread, i);
    } else if (!lock->made) {
        fault(thread, i, SIMT_FAULT_LOCK_UNMADE, "a lock that %s did not make",
              kind == SIMT_SYNC_LOCK ? "omp_init_lock()" : "omp_init_nest_lock()");
        return NULL;
    }
    return lock;
}

static int make(struct thread *thread, const struct instruction *i, uint32_t n,
                enum simt_sync_kind kind) {
    uint64_t address = argument(thread, i, n);
    struct lock *lock = lock_find(thread->run, address, kind, true);
    if (lock == NULL) {
        return no_memory(thread, i);
    }
    lock->made = true;
    lock->count = 0;
    lock->thread = NULL;
    uint64_t written[2] = {address, 0};
    return store_memory(thread, i, address, written, lock_bytes(kind)) ? STEP_NEXT : STEP_FAULT;
}

static int unmake(struct thread *thread, const struct instruction *i, struct lock *lock) {
    if (lock->count > 0) {
        return fault(thread, i, SIMT_FAULT_LOCK_DESTROYED, "a lock is destroyed while it is held");
    }
    lock->made = false;
    return STEP_NEXT;
}

static int set(struct thread *thread, const struct instruction *i, struct lock *lock) {
    int step = lock_take(thread, i, lock);
    if (step == STEP_NEXT) {
        tell_construct_as(
            thread, i,
            (struct simt_construct){.kind = SIMT_CONSTRUCT_LOCK, .address = lock->address});
        return after_sync(thread);
    }
    return step;
}

static bool own(const struct thread *thread, const struct lock *lock) {
    return lock->count > 0 && lock->task == thread->task;
}

/* Gives a lock that the program took. Since OpenMP 3.0 a task owns it, not a thread. */
static int give_own(struct thread *thread, const struct instruction *i, struct lock *lock) {
    if (lock->count > 0 && !own(thread, lock)) {
        return fault(thread, i, SIMT_FAULT_LOCK_NOT_HELD,
                     "a lock is released by a thread or task that did not set it");
    }
    return lock_give(thread, i, lock);
}

static int test(struct thread *thread, const struct instruction *i, struct lock *lock) {
    bool free_now = lock->count == 0;
    lock->tested = true;
    if (free_now) {
        taken(thread, i, lock);
    }
    thread->warp.waits++;
    give_result(thread, i, free_now);
    /* a thread that tests in a loop lets others run */
    return free_now ? after_sync(thread) : STEP_YIELD;
}

static int set_nest(struct thread *thread, const struct instruction *i, struct lock *lock) {
    if (own(thread, lock)) {
        lock->count++;
        thread->run->changes++;
        return STEP_NEXT;
    }
    int step = lock_take(thread, i, lock);
    return step == STEP_NEXT ? after_sync(thread) : step;
}

static int unset_nest(struct thread *thread, const struct instruction *i, struct lock *lock) {
    if (lock->count > 1 && own(thread, lock)) {
        lock->count--;
        thread->run->changes++;
        return STEP_NEXT;
    }
    return give_own(thread, i, lock);
}

static int test_nest(struct thread *thread, const struct instruction *i, struct lock *lock) {
    if (own(thread, lock)) {
        thread->run->changes++;
        return answer(thread, i, ++lock->count);
    }
    bool free_now = lock->count == 0;
    lock->tested = true;
    if (free_now) {
        taken(thread, i, lock);
    }
    give_result(thread, i, free_now);
    return free_now ? after_sync(thread) : STEP_YIELD;
}

ANSWER(init_lock, make, 0, SIMT_SYNC_LOCK)
ANSWER(init_nest_lock, make, 0, SIMT_SYNC_NEST_LOCK)
ANSWER(kmp_init_lock, make, 2, SIMT_SYNC_LOCK)
ANSWER(kmp_init_nest_lock, make, 2, SIMT_SYNC_NEST_LOCK)
#define ON(NAME, FUNCTION, ARGUMENT, KIND)                                                         \
    static int NAME(struct thread *thread, const struct instruction *i) {                          \
        struct lock *lock = named(thread, i, ARGUMENT, KIND);                                      \
        return lock != NULL ? FUNCTION(thread, i, lock) : STEP_FAULT;                              \
    }
ON(destroy_lock, unmake, 0, SIMT_SYNC_LOCK)
ON(destroy_nest_lock, unmake, 0, SIMT_SYNC_NEST_LOCK)
ON(set_lock, set, 0, SIMT_SYNC_LOCK)
ON(unset_lock, give_own, 0, SIMT_SYNC_LOCK)
ON(test_lock, test, 0, SIMT_SYNC_LOCK)
ON(set_nest_lock, set_nest, 0, SIMT_SYNC_NEST_LOCK)
ON(unset_nest_lock, unset_nest, 0, SIMT_SYNC_NEST_LOCK)
ON(test_nest_lock, test_nest, 0, SIMT_SYNC_NEST_LOCK)
ON(kmp_set_lock, set, 2, SIMT_SYNC_LOCK)
ON(kmp_unset_lock, give_own, 2, SIMT_SYNC_LOCK)

/* ---- mutexinoutset --------------------------------------------------------------------------- */

bool mutexes_are_free(struct openmp *run, const struct task *task) {
    for (uint32_t n = 0; n < task->mutex_count; n++) {
        const struct lock *lock = lock_find(run, task->mutexes[n], SIMT_SYNC_MUTEX_DEPEND, false);
        if (lock != NULL && lock->count > 0) {
            return false;
        }
    }
    return true;
}

void mutexes_take(struct thread *thread, uint32_t site, const struct task *task) {
    for (uint32_t n = 0; n < task->mutex_count; n++) {
        struct lock *lock = lock_find(thread->run, task->mutexes[n], SIMT_SYNC_MUTEX_DEPEND, true);
        if (lock != NULL) {
            lock->count++;
            lock->thread = thread;
            lock->site = site;
        }
    }
}

void mutexes_give(struct thread *thread, const struct task *task) {
    for (uint32_t n = 0; n < task->mutex_count; n++) {
        struct lock *lock = lock_find(thread->run, task->mutexes[n], SIMT_SYNC_MUTEX_DEPEND, false);
        if (lock != NULL && lock->count > 0) {
            lock->count--;
        }
    }
}

const struct runtime_call lock_calls[] = {
    {"omp_init_lock", init_lock, 1, CHANGES},
    {"omp_init_lock_with_hint", init_lock, 2, CHANGES},
    {"omp_init_nest_lock", init_nest_lock, 1, CHANGES},
    {"omp_init_nest_lock_with_hint", init_nest_lock, 2, CHANGES},
    {"omp_destroy_lock", destroy_lock, 1, CHANGES},
    {"omp_destroy_nest_lock", destroy_nest_lock, 1, CHANGES},
    {"omp_set_lock", set_lock, 1, QUIET},
    {"omp_unset_lock", unset_lock, 1, QUIET},
    {"omp_test_lock", test_lock, 1, QUIET},
    {"omp_set_nest_lock", set_nest_lock, 1, QUIET},
    {"omp_unset_nest_lock", unset_nest_lock, 1, QUIET},
    {"omp_test_nest_lock", test_nest_lock, 1, QUIET},
    {"__kmpc_init_lock", kmp_init_lock, 3, CHANGES},
    {"__kmpc_init_nest_lock", kmp_init_nest_lock, 3, CHANGES},
    {"__kmpc_set_lock", kmp_set_lock, 3, QUIET},
    {"__kmpc_unset_lock", kmp_unset_lock, 3, QUIET},
    {NULL, NULL, 0, 0}};
