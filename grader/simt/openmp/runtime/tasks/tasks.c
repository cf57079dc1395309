/*
 * Explicit tasks: made, put in their team's queue, run by threads that wait at places where tasks
 * may run. A task runs on top of what its thread was doing, to its end.
 */
#include "../openmp_runtime.h"

#include <string.h>

/* Drawn schedules: one of so many; more tasks than that do not wait to be run. */
enum { DRAWN_FROM = 8, MOST_READY = 4096 };

/* Bits of kmp's task flags. */
enum { TIED = 1, FINAL = 2 };

/* Where fields of kmp_task_t are. */
enum { AT_SHAREDS = 0, AT_ROUTINE = 8, AT_PART = 16, AT_PRIORITY = 32, PARTS = 40 };

/* ---- the queue ------------------------------------------------------------------------------- */

static void make_ready(struct openmp *run, struct task *task) {
    struct team *team = task->team;
    task->next = NULL;
    task->before = team->newest;
    if (team->newest == NULL) {
        team->oldest = task;
    } else {
        team->newest->next = task;
    }
    team->newest = task;
    team->ready++;
    run->progress++;
}

/* A tied task may begin on top of another one only if it descends from that. */
static bool may_run(const struct thread *thread, const struct task *task) {
    const struct task *now = thread->task;
    if (!now->explicit_task || task->untied) {
        return true;
    }
    for (const struct task *at = task->parent; at != NULL; at = at->parent) {
        if (at == now) {
            return true;
        }
    }
    return false;
}

static void unlink_task(struct team *team, struct task *task) {
    if (task->before != NULL) {
        task->before->next = task->next;
    } else {
        team->oldest = task->next;
    }
    if (task->next != NULL) {
        task->next->before = task->before;
    } else {
        team->newest = task->before;
    }
    task->next = task->before = NULL;
    team->ready--;
}

/* The task to run next: of the highest priority the newest, in reversed schedules the oldest, in
 * drawn ones one of the first few of either end. On top of another task always a new one: those it
 * waits for are among them. */
static struct task *choose(struct thread *thread, struct team *team) {
    struct openmp *run = thread->run;
    struct task *best = NULL;
    enum openmp_schedule schedule = run->options->schedule;
    bool drawn = schedule == OPENMP_DRAWN && team->ready > 0;
    bool oldest = !thread->task->explicit_task &&
                  (schedule == OPENMP_REVERSED || (drawn && draw(run, 2) == 0));
    uint64_t skip = drawn ? draw(run, DRAWN_FROM) : 0;
    struct task *next;
    for (struct task *task = oldest ? team->oldest : team->newest; task != NULL; task = next) {
        next = oldest ? task->next : task->before;
        if (!may_run(thread, task) || !mutexes_are_free(run, task)) {
            continue;
        }
        if (best == NULL || task->priority > best->priority ||
            (skip > 0 && task->priority == best->priority)) {
            best = task;
        }
        if (!team->priorities && skip-- == 0) {
            break;
        }
    }
    if (best != NULL) {
        unlink_task(team, best);
    }
    return best;
}

/* ---- running --------------------------------------------------------------------------------- */

/* The running task leaves its thread to another one, or comes back to it. */
static void tell_own(struct thread *thread, uint32_t site, struct sync_flags flags) {
    if (thread->task->knows_thread) {
        tell_sync(thread, site, SIMT_SYNC_TASK_END, thread->own_object, flags);
    }
}

void task_know_thread(struct thread *thread, uint32_t site) {
    if (thread->own_object == 0) {
        thread->own_object = new_object(thread->run);
    }
    if (!thread->task->knows_thread) {
        thread->task->knows_thread = true;
        tell_own(thread, site, ACQUIRE);
    }
}

/* The task becomes the thread's; pending remembers it and the one before. */
static void begin_task(struct thread *thread, uint32_t site, struct pending *pending,
                       struct task *task) {
    tell_own(thread, site, RELEASE);
    pending->task = task;
    pending->suspended = thread->task;
    task->index = thread->task->index;
    thread->task = task;
    task->started = true;
    mutexes_take(thread, site, task);
    tell_strand(thread, site, task, SIMT_STRAND_BEGIN);
    tell_sync(thread, site, SIMT_SYNC_TASK_CREATE, task->object, ACQUIRE);
    for (uint32_t n = 0; n < task->acquire_count; n++) {
        tell_sync(thread, site, SIMT_SYNC_DEPEND, task->acquires[n], ACQUIRE);
    }
    for (uint32_t n = 0; n < task->mutex_count; n++) {
        tell_sync(thread, site, SIMT_SYNC_MUTEX_DEPEND, task->mutexes[n], TAKE);
    }
}

static int run_part(struct thread *thread, const struct instruction *i, const struct task *task) {
    uint64_t values[2] = {thread->number, task->address};
    return invoke(thread, i, task->routine, values, 2);
}

static int enter_task(struct thread *thread, const struct instruction *i, struct pending *pending,
                      struct task *task) {
    begin_task(thread, i->site, pending, task);
    return run_part(thread, i, task);
}

/* Takes the task's memory away. */
void task_drop(struct openmp *run, struct task *task) {
    forget_task(run, task);
    heap_free(run, task->region);
    task_unref(task);
}

void task_complete(struct openmp *run, struct task *task) {
    task->complete = true;
    task->parent->children--;
    task->team->tasks--;
    if (task->group != NULL) {
        task->group->count--;
    }
    for (uint32_t n = 0; n < task->successors.count; n++) {
        struct task *next = task->successors.tasks[n];
        if (--next->waits_for == 0 && next->submitted && !next->undeferred) {
            make_ready(run, next);
        }
    }
    task_list_clear(&task->successors);
    run->progress++;
    task_drop(run, task);
}

void tell_task_over(struct thread *thread, uint32_t site, const struct task *task) {
    tell_sync(thread, site, SIMT_SYNC_TASK_END, task->object, RELEASE);
    tell_sync(thread, site, SIMT_SYNC_TASK_END, task->parent->children_object, RELEASE);
    if (task->group != NULL) {
        tell_sync(thread, site, SIMT_SYNC_TASKGROUP, task->group->object, RELEASE);
    }
    tell_sync(thread, site, SIMT_SYNC_TASK_END, task->team->barrier_object, RELEASE);
}

void task_finish_run(struct thread *thread, const struct instruction *i, struct pending *pending) {
    struct task *task = pending->task;
    if (task == NULL) {
        return;
    }
    pending->task = NULL;
    tell_own(thread, i->site, RELEASE);
    for (uint32_t n = 0; n < task->mutex_count; n++) {
        tell_sync(thread, i->site, SIMT_SYNC_MUTEX_DEPEND, task->mutexes[n], GIVE);
    }
    tell_task_over(thread, i->site, task);
    mutexes_give(thread, task);
    tell_strand(thread, i->site, task, SIMT_STRAND_END);
    thread->task = pending->suspended;
    tell_strand(thread, i->site, thread->task, SIMT_STRAND_RESUME);
    tell_own(thread, i->site, ACQUIRE);
    if (task->undeferred) { /* its maker has waited for it */
        tell_sync(thread, i->site, SIMT_SYNC_TASK_END, task->object, ACQUIRE);
    }
    task->body_done = true;
    thread->ended_task = true;
    if (!task->detached || task->fulfilled) {
        task_complete(thread->run, task);
    }
}

int task_point(struct thread *thread, const struct instruction *i, struct pending *pending,
               struct team *team) {
    task_finish_run(thread, i, pending);
    if (thread->ended_task && team->ready > 0) { /* else it would take all tasks that never wait */
        thread->ended_task = false;
        return STEP_TURN;
    }
    struct task *task = choose(thread, team);
    return task != NULL ? enter_task(thread, i, pending, task) : STEP_NEXT;
}

/* ---- making ---------------------------------------------------------------------------------- */

struct task *new_explicit_task(struct thread *thread, const struct instruction *i, uint64_t bytes,
                               uint64_t shareds, uint64_t routine, uint32_t flags) {
    struct openmp *run = thread->run;
    struct task *parent = thread->task;
    struct task *task = task_create(run, parent, parent->team);
    bytes = (bytes < PARTS ? PARTS : bytes + 7) / 8 * 8;
    if (task == NULL ||
        (task->address = heap_allocate(run, bytes + shareds, SIMT_REGION_PRIVATE, "task",
                                       &task->region)) == 0 ||
        !remember_task(run, task)) {
        no_memory(thread, i);
        return NULL;
    }
    uint64_t pointer = shareds > 0 ? task->address + bytes : 0;
    const struct region *region = task->region;
    memcpy(region->host + AT_SHAREDS, &pointer, sizeof pointer);
    memcpy(region->host + AT_ROUTINE, &routine, sizeof routine);
    task->explicit_task = true;
    task->made_site = i->site;
    task->bytes = bytes + shareds;
    task->shareds_offset = shareds > 0 ? bytes : 0;
    task->routine = routine;
    task->untied = (flags & TIED) == 0;
    task->final = (flags & FINAL) != 0 || parent->final;
    task->group = parent->current_group;
    task->current_group = parent->current_group;
    return task;
}

/* kmp_task_t *__kmpc_omp_task_alloc(loc, gtid, flags, bytes, bytes of shareds, entry) */
static int task_alloc(struct thread *thread, const struct instruction *i) {
    struct task *task = new_explicit_task(thread, i, argument(thread, i, 3), argument(thread, i, 4),
                                          argument(thread, i, 5), (uint32_t)argument(thread, i, 2));
    if (task == NULL) {
        return STEP_FAULT;
    }
    task->target = strcmp(i->call->runtime->name, "__kmpc_omp_target_task_alloc") == 0;
    return answer(thread, i, task->address);
}

/* A task that is all set: counts it, and tells that what its maker did comes before it. */
static void register_task(struct thread *thread, const struct instruction *i, struct task *task) {
    memcpy(&task->priority, task->region->host + AT_PRIORITY, sizeof task->priority);
    task->team->priorities |= task->priority != 0;
    task->submitted = true;
    task->parent->children++;
    task->team->tasks++;
    if (task->group != NULL) {
        task->group->count++;
    }
    tell_construct_as(thread, i,
                      (struct simt_construct){.kind = SIMT_CONSTRUCT_TASK,
                                              .at_once = task->undeferred || task->parent->final});
    tell_sync(thread, i->site, SIMT_SYNC_TASK_CREATE, task->object, RELEASE);
}

int task_submit(struct thread *thread, const struct instruction *i, struct pending *pending,
                struct task *task) {
    register_task(thread, i, task);
    bool cancelled = task->group != NULL && task->group->cancelled;
    if (cancelled) {
        task_complete(thread->run, task);
        return STEP_NEXT;
    }
    bool at_once = task->parent->final || task->team->size == 1 || task->team->ready >= MOST_READY;
    if (at_once && task->waits_for == 0 && mutexes_are_free(thread->run, task)) {
        task->undeferred = task->parent->final; /* included; else only early */
        return enter_task(thread, i, pending, task);
    }
    if (task->waits_for == 0) {
        make_ready(thread->run, task);
    }
    return STEP_NEXT;
}

int task_run_now(struct thread *thread, const struct instruction *i, struct pending *pending,
                 struct task *task) {
    task->undeferred = true;
    register_task(thread, i, task);
    return enter_task(thread, i, pending, task);
}

struct task *task_argument(struct thread *thread, const struct instruction *i, uint32_t n) {
    struct task *task = explicit_task(thread->run, argument(thread, i, n));
    if (task == NULL) {
        fault(thread, i, SIMT_FAULT_MISUSE, "a task that was never made, or is over");
    }
    return task;
}

/* An untied task hands itself in again for its next part, and returns: the call that runs the task
 * runs that part, too, on the same thread. Where the program calls the task itself (if(0)), nobody
 * would: that part runs at once. */
static int hand_in_again(struct thread *thread, const struct instruction *i, struct task *task) {
    for (uint32_t n = thread->pending_count; n-- > 0;) {
        if (thread->pendings[n].task == task) {
            task->again = true;
            return STEP_NEXT;
        }
    }
    return run_part(thread, i, task);
}

int task_next_part(struct thread *thread, const struct instruction *i) {
    const struct pending *top =
        thread->pending_count > 0 ? &thread->pendings[thread->pending_count - 1] : NULL;
    struct task *task = top != NULL && top->depth == thread->depth ? top->task : NULL;
    if (task == NULL || !task->again) {
        return STEP_NEXT;
    }
    task->again = false;
    return run_part(thread, i, task);
}

/* int __kmpc_omp_task(loc, gtid, task) */
int submit_task(struct thread *thread, const struct instruction *i) {
    struct pending *pending = pending_of(thread);
    if (pending->stage == 0) {
        struct task *task = task_argument(thread, i, 2);
        if (task == NULL) {
            return STEP_FAULT;
        }
        pending->stage = 1;
        int step = task == thread->task ? hand_in_again(thread, i, task)
                                        : task_submit(thread, i, pending, task);
        if (step != STEP_NEXT) {
            return step;
        }
    }
    task_finish_run(thread, i, pending);
    give_result(thread, i, 0);
    return after_sync(thread);
}

/* ---- if(0): the program calls the task's function itself ------------------------------------- */

static int begin_if0(struct thread *thread, const struct instruction *i) {
    struct task *task = task_argument(thread, i, 2);
    if (task == NULL) {
        return STEP_FAULT;
    }
    task->undeferred = true;
    register_task(thread, i, task);
    struct pending ignored = {0};
    begin_task(thread, i->site, &ignored, task);
    return STEP_NEXT;
}

static int complete_if0(struct thread *thread, const struct instruction *i) {
    struct task *task = task_argument(thread, i, 2);
    if (task == NULL || task != thread->task) {
        return task == NULL ? STEP_FAULT
                            : fault(thread, i, SIMT_FAULT_MISUSE, "the end of another task");
    }
    struct pending fake = {.task = task, .suspended = task->parent};
    task_finish_run(thread, i, &fake);
    return STEP_NEXT;
}

/* ---- waiting --------------------------------------------------------------------------------- */

/* int __kmpc_omp_taskwait(loc, gtid) */
static int taskwait(struct thread *thread, const struct instruction *i) {
    struct pending *pending = pending_of(thread);
    task_finish_run(thread, i, pending);
    if (pending->stage == 0) {
        pending->stage = 1;
        tell_construct(thread, i, SIMT_CONSTRUCT_TASKWAIT);
    }
    if (thread->task->children > 0) {
        int step = task_point(thread, i, pending, thread->task->team);
        return step != STEP_NEXT ? step : wait_for(thread, i, SIMT_WAIT_TASKS);
    }
    tell_sync(thread, i->site, SIMT_SYNC_TASKWAIT, thread->task->children_object, ACQUIRE);
    give_result(thread, i, 0);
    return after_sync(thread);
}

/* int __kmpc_omp_taskyield(loc, gtid, part): another thread's turn, and one task at the most. The
 * others come first: a thread that met a taskyield in every task would take them all, one inside
 * the other. */
static int taskyield(struct thread *thread, const struct instruction *i) {
    struct pending *pending = pending_of(thread);
    if (pending->stage == 0) {
        pending->stage = 1;
        return STEP_TURN;
    }
    if (pending->stage == 1) {
        pending->stage = 2;
        thread->ended_task = false; /* its turn is over */
        int step = task_point(thread, i, pending, thread->task->team);
        if (step != STEP_NEXT) {
            return step;
        }
    }
    task_finish_run(thread, i, pending);
    give_result(thread, i, 0);
    return STEP_YIELD;
}

const struct runtime_call task_calls[] = {
    {"__kmpc_omp_task_alloc", task_alloc, 6, CHANGES},
    {"__kmpc_omp_target_task_alloc", task_alloc, 6, CHANGES},
    {"__kmpc_omp_task", submit_task, 3, CHANGES},
    {"__kmpc_omp_task_begin_if0", begin_if0, 3, CHANGES},
    {"__kmpc_omp_task_complete_if0", complete_if0, 3, CHANGES},
    {"__kmpc_omp_taskwait", taskwait, 2, CHANGES},
    {"__kmpc_omp_taskyield", taskyield, 3, CHANGES},
    {"__kmpc_omp_reg_task_with_affinity", answer_nothing, 5, CHANGES},
    {NULL, NULL, 0, 0}};
