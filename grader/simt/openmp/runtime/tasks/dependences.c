/*
 * depend clauses: which earlier sibling each task waits for. Only conflicting ones: a reader waits
 * for the writers before it, a writer for readers and writers before it; mutexinoutset and
 * inoutset tasks do not wait for others of their kind.
 */
#include "../openmp_runtime.h"

#include <stdlib.h>

enum { IN = 1, OUT = 2, MUTEX = 4, SET = 8, ALL_MEMORY = 0x80, DEPENDENCE_BYTES = 24, MOST = 4096 };

static bool add_all(struct task_list *to, const struct task_list *from) {
    bool added = true;
    for (uint32_t n = 0; n < from->count; n++) {
        added = task_list_add(to, from->tasks[n]) && added;
    }
    return added;
}

static struct dependence_entry *entry_of(struct task *parent, uint64_t address) {
    if (parent->dependences == NULL) {
        // NOLINTNEXTLINE(bugprone-sizeof-expression): an array of pointers is meant
        parent->dependences =
            own_take(parent->run, DEPENDENCE_BUCKETS, sizeof *parent->dependences);
        if (parent->dependences == NULL) {
            return NULL;
        }
    }
    struct dependence_entry **at =
        &parent->dependences[(address >> 3 ^ address >> 9) % DEPENDENCE_BUCKETS];
    while (*at != NULL && (*at)->address != address) {
        at = &(*at)->next;
    }
    if (*at == NULL) {
        *at = own_take(parent->run, 1, sizeof **at);
        if (*at != NULL) {
            (*at)->address = address;
        }
    }
    return *at;
}

/* One item of a depend clause: what it waits for goes to `found`; the task takes its place among
 * those that later ones wait for (no task: the caller only waits). */
static bool one(struct task *parent, struct task *task, uint64_t address, uint8_t flags,
                struct task_list *found) {
    struct dependence_entry *entry = entry_of(parent, address);
    if (entry == NULL) {
        return false;
    }
    uint8_t kind = flags & MUTEX ? MUTEX : flags & SET ? SET : flags & OUT ? OUT : IN;
    if (kind == IN) {
        return add_all(found, &entry->writers) &&
               (task == NULL || task_list_add(&entry->readers, task));
    }
    bool joins = kind != OUT && entry->kind == kind && entry->readers.count == 0;
    if (joins) {
        return add_all(found, &entry->before) &&
               (task == NULL || task_list_add(&entry->writers, task));
    }
    bool added = add_all(found, &entry->writers) && add_all(found, &entry->readers);
    if (task == NULL || !added) {
        return added;
    }
    task_list_clear(&entry->before);
    if (kind != OUT) {
        added =
            add_all(&entry->before, &entry->writers) && add_all(&entry->before, &entry->readers);
    }
    task_list_clear(&entry->writers);
    task_list_clear(&entry->readers);
    entry->kind = kind;
    return added && task_list_add(&entry->writers, task);
}

static bool add_mutex(struct task *task, uint64_t address) {
    uint64_t *grown = own_grow(task->run, task->mutexes, (task->mutex_count + 1) * sizeof *grown);
    if (grown == NULL) {
        return false;
    }
    task->mutexes = grown;
    task->mutexes[task->mutex_count++] = address;
    return true;
}

/* A list of kmp_depend_info: {address, bytes, flags}. */
static bool read_list(struct thread *thread, const struct instruction *i, struct task *task,
                      uint64_t count, uint64_t list, struct task_list *found) {
    if (count > MOST) {
        fault(thread, i, SIMT_FAULT_MISUSE, "more than %d dependences", MOST);
        return false;
    }
    for (uint64_t n = 0; n < count; n++) {
        uint64_t item[3];
        if (!load_memory(thread, i, list + n * DEPENDENCE_BYTES, item, sizeof item)) {
            return false;
        }
        uint8_t flags = (uint8_t)item[2];
        uint64_t address = flags & ALL_MEMORY ? 0 : item[0];
        if (!one(thread->task, task, address, flags, found) ||
            ((flags & MUTEX) != 0 && task != NULL && !add_mutex(task, address))) {
            no_memory(thread, i);
            return false;
        }
    }
    return true;
}

/* The task waits for those found that are not complete, and comes after all of them. */
static bool bind(struct thread *thread, const struct instruction *i, struct task *task,
                 const struct task_list *found) {
    task->acquires = own_take(task->run, found->count + 1, sizeof *task->acquires);
    if (task->acquires == NULL) {
        no_memory(thread, i);
        return false;
    }
    for (uint32_t n = 0; n < found->count; n++) {
        struct task *before = found->tasks[n];
        if (before == task) {
            continue;
        }
        task->acquires[task->acquire_count++] = before->object;
        if (before->complete) {
            continue;
        }
        if (!task_list_add(&before->successors, task)) {
            no_memory(thread, i);
            return false;
        }
        task->waits_for++;
    }
    return true;
}

static bool dependences_of(struct thread *thread, const struct instruction *i, struct task *task,
                           uint32_t first) {
    struct task_list found = {0};
    bool done = read_list(thread, i, task, argument(thread, i, first),
                          argument(thread, i, first + 1), &found) &&
                read_list(thread, i, task, argument(thread, i, first + 2),
                          argument(thread, i, first + 3), &found) &&
                bind(thread, i, task, &found);
    task_list_clear(&found);
    return done;
}

/* int __kmpc_omp_task_with_deps(loc, gtid, task, count, list, count, list) */
static int submit_with_dependences(struct thread *thread, const struct instruction *i) {
    if (pending_of(thread)->stage == 0) {
        struct task *task = task_argument(thread, i, 2);
        if (task == NULL || !dependences_of(thread, i, task, 3)) {
            return STEP_FAULT;
        }
    }
    return submit_task(thread, i);
}

/* ---- waiting for tasks, without being one ---------------------------------------------------- */

/* __kmpc_omp_wait_deps(loc, gtid, count, list, count, list) */
static int wait_deps(struct thread *thread, const struct instruction *i) {
    struct pending *pending = pending_of(thread);
    task_finish_run(thread, i, pending);
    struct task_list *list = &pending->list;
    if (pending->stage == 0) {
        pending->stage = 1;
        if (!read_list(thread, i, NULL, argument(thread, i, 2), argument(thread, i, 3), list) ||
            !read_list(thread, i, NULL, argument(thread, i, 4), argument(thread, i, 5), list)) {
            return STEP_FAULT;
        }
    }
    for (uint32_t n = 0; n < list->count; n++) {
        if (!list->tasks[n]->complete) {
            int step = task_point(thread, i, pending, thread->task->team);
            return step != STEP_NEXT ? step : wait_for(thread, i, SIMT_WAIT_DEPENDENCES);
        }
    }
    for (uint32_t n = 0; n < list->count; n++) {
        tell_sync(thread, i->site, SIMT_SYNC_DEPEND, list->tasks[n]->object, ACQUIRE);
    }
    task_list_clear(list);
    return after_sync(thread);
}

const struct runtime_call dependence_calls[] = {
    {"__kmpc_omp_task_with_deps", submit_with_dependences, 7, CHANGES},
    {"__kmpc_omp_wait_deps", wait_deps, 6, CHANGES},
    {"__kmpc_omp_taskwait_deps_51", wait_deps, 6, CHANGES},
    {NULL, NULL, 0, 0}};
