/* cancel and cancellation point, when OMP_CANCELLATION asks for them. */
#include "openmp_runtime.h"

enum { PARALLEL = 1, LOOP = 2, SECTIONS = 3, TASKGROUP = 4 };

static bool is_cancelled(const struct thread *thread, uint32_t kind) {
    const struct task *task = thread->task;
    if (kind == TASKGROUP) {
        return task->group != NULL && task->group->cancelled;
    }
    return task->team->cancelled == kind;
}

/* Takes those who wait at a barrier of the team away from it. */
static void empty_barrier(struct openmp *run, struct team *team) {
    for (uint32_t t = 0; t < run->thread_count; t++) {
        struct thread *thread = run->threads[t];
        for (uint32_t p = 0; p < thread->pending_count; p++) {
            struct pending *pending = &thread->pendings[p];
            if (pending->cancellable && pending->team == team && pending->barrier != 0 &&
                pending->episode == team->episode) {
                pending->barrier = 0;
                team->arrived--;
            }
        }
    }
}

/* int __kmpc_cancel(loc, gtid, kind) */
static int cancel(struct thread *thread, const struct instruction *i) {
    uint32_t kind = (uint32_t)argument(thread, i, 2);
    if (!thread->run->cancellation) {
        return answer(thread, i, 0);
    }
    tell_construct(thread, i, SIMT_CONSTRUCT_CANCEL);
    if (kind != TASKGROUP) {
        thread->task->team->cancelled = kind;
        if (kind == PARALLEL) {
            empty_barrier(thread->run, thread->task->team);
        }
    } else if (thread->task->group != NULL) {
        thread->task->group->cancelled = true;
    }
    give_result(thread, i, 1);
    return after_sync(thread);
}

static int cancellation_point(struct thread *thread, const struct instruction *i) {
    uint32_t kind = (uint32_t)argument(thread, i, 2);
    return answer(thread, i, thread->run->cancellation && is_cancelled(thread, kind));
}

/* int __kmpc_cancel_barrier(loc, gtid): everybody learns of it between two barriers */
static int cancel_barrier(struct thread *thread, const struct instruction *i) {
    struct pending *pending = pending_of(thread);
    struct team *team = thread->task->team;
    /* A thread that leaves a region waits for nobody before its end: others may have passed the
     * last cancellation point. */
    if (thread->run->cancellation && is_cancelled(thread, PARALLEL)) {
        task_finish_run(thread, i, pending);
        return answer(thread, i, 1);
    }
    pending->team = team;
    pending->cancellable = true;
    if (pending->stage == 0) {
        int step = barrier_step(thread, i, pending, team, SIMT_WAIT_NONE);
        if (step != STEP_NEXT) {
            return step;
        }
        if (team->cancelled == 0 || !thread->run->cancellation) {
            give_result(thread, i, 0);
            return after_sync(thread);
        }
        pending->stage = 1;
    }
    int step = barrier_step(thread, i, pending, team, SIMT_WAIT_NONE);
    if (step != STEP_NEXT) {
        return step;
    }
    if (pending->stage == 1) {
        pending->stage = 2;
        team->cancelled = 0;
        step = barrier_step(thread, i, pending, team, SIMT_WAIT_NONE);
        if (step != STEP_NEXT) {
            return step;
        }
    }
    return answer(thread, i, 1);
}

const struct runtime_call cancel_calls[] = {
    {"__kmpc_cancel", cancel, 3, CHANGES},
    {"__kmpc_cancellationpoint", cancellation_point, 3, CHANGES},
    {"__kmpc_cancel_barrier", cancel_barrier, 2, CHANGES},
    {NULL, NULL, 0, 0}};
