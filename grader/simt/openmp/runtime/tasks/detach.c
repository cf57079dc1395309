/* Detached tasks: complete when their body is over and their event is fulfilled. */
#include "../openmp_runtime.h"

/* omp_event_handle_t __kmpc_task_allow_completion_event(loc, gtid, task): its task's address */
static int allow_completion(struct thread *thread, const struct instruction *i) {
    struct task *task = task_argument(thread, i, 2);
    if (task == NULL) {
        return STEP_FAULT;
    }
    task->detached = true;
    return answer(thread, i, task->address);
}

static int fulfill_event(struct thread *thread, const struct instruction *i) {
    struct task *task = explicit_task(thread->run, argument(thread, i, 0));
    if (task == NULL || !task->detached || task->fulfilled) {
        return fault(thread, i, SIMT_FAULT_MISUSE, "omp_fulfill_event() of no event that is open");
    }
    tell_task_over(thread, i->site, task);
    task->fulfilled = true;
    if (task->body_done) {
        task_complete(thread->run, task);
    }
    return after_sync(thread);
}

const struct runtime_call detach_calls[] = {
    {"__kmpc_task_allow_completion_event", allow_completion, 3, CHANGES},
    {"omp_fulfill_event", fulfill_event, 1, CHANGES},
    {NULL, NULL, 0, 0}};
