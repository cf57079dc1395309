/* ordered(n) with depend(sink) and depend(source): iterations that wait for named others. */
#include "openmp_runtime.h"

#include <stdlib.h>

enum { MOST_DIMENSIONS = 16 };
#define MOST_ITERATIONS (UINT64_C(1) << 28)

/* __kmpc_doacross_init(loc, gtid, dimensions, {lower, upper, step} *) */
static int init(struct thread *thread, const struct instruction *i) {
    struct loop_instance *loop = loop_instance_of(thread, &thread->task->doacrosses, true);
    uint32_t dimensions = (uint32_t)argument(thread, i, 2);
    if (loop == NULL) {
        return no_memory(thread, i);
    }
    thread->task->doacross = loop;
    if (loop->bounds != NULL) {
        return STEP_NEXT;
    }
    if (dimensions == 0 || dimensions > MOST_DIMENSIONS) {
        return fault(thread, i, SIMT_FAULT_MISUSE, "ordered(%u): at most %d loops", dimensions,
                     MOST_DIMENSIONS);
    }
    loop->dimensions = dimensions;
    loop->bounds = own_take(thread->run, dimensions, sizeof *loop->bounds);
    if (loop->bounds == NULL) {
        return no_memory(thread, i);
    }
    uint64_t count = 1;
    for (uint32_t d = 0; d < dimensions; d++) {
        int64_t *bound = loop->bounds[d];
        if (!load_memory(thread, i, argument(thread, i, 3) + d * sizeof *loop->bounds, bound,
                         sizeof *loop->bounds)) {
            return STEP_FAULT;
        }
        bound[2] = bound[2] == 0 ? 1 : bound[2];
        int64_t trip = (bound[1] - bound[0]) / bound[2] + 1;
        count *= trip > 0 ? (uint64_t)trip : 0;
        if (count > MOST_ITERATIONS) {
            return fault(thread, i, SIMT_FAULT_MISUSE, "an ordered loop of too many iterations");
        }
    }
    loop->posted_count = count;
    loop->posted = own_take(thread->run, count + 1, 1);
    loop->objects = thread->run->next_object + 1;
    thread->run->next_object += count;
    return loop->posted != NULL ? STEP_NEXT : no_memory(thread, i);
}

/* The number of the iteration that a vector names; false: outside of the loop, or a fault. */
static bool iteration(struct thread *thread, const struct instruction *i,
                      const struct loop_instance *loop, uint64_t *number) {
    *number = 0;
    for (uint32_t d = 0; d < loop->dimensions; d++) {
        const int64_t *bound = loop->bounds[d];
        int64_t at;
        if (!load_memory(thread, i, argument(thread, i, 2) + d * sizeof at, &at, sizeof at)) {
            return false;
        }
        int64_t distance = at - bound[0];
        if (distance % bound[2] != 0 || distance / bound[2] < 0 ||
            (bound[2] > 0 ? at > bound[1] : at < bound[1])) {
            return false;
        }
        uint64_t trip = (uint64_t)((bound[1] - bound[0]) / bound[2] + 1);
        *number = *number * trip + (uint64_t)(distance / bound[2]);
    }
    return *number < loop->posted_count;
}

static int wait(struct thread *thread, const struct instruction *i) {
    struct loop_instance *loop = thread->task->doacross;
    uint64_t number;
    if (loop == NULL || !iteration(thread, i, loop, &number)) {
        return thread->run->machine.faulted ? STEP_FAULT : STEP_NEXT;
    }
    if (!loop->posted[number]) {
        return wait_for(thread, i, SIMT_WAIT_DOACROSS);
    }
    tell_sync(thread, i->site, SIMT_SYNC_DOACROSS, loop->objects + number, ACQUIRE);
    return after_sync(thread);
}

static int post(struct thread *thread, const struct instruction *i) {
    struct loop_instance *loop = thread->task->doacross;
    uint64_t number;
    if (loop == NULL || !iteration(thread, i, loop, &number)) {
        return thread->run->machine.faulted ? STEP_FAULT : STEP_NEXT;
    }
    tell_construct(thread, i, SIMT_CONSTRUCT_ORDERED);
    tell_sync(thread, i->site, SIMT_SYNC_DOACROSS, loop->objects + number, RELEASE);
    loop->posted[number] = 1;
    return after_sync(thread);
}

static int fini(struct thread *thread, const struct instruction *i) {
    struct task *task = thread->task;
    (void)i;
    if (task->doacross != NULL) {
        struct loop_instance *loop = task->doacross;
        task->doacross = NULL;
        loop_leave(thread, loop, &task->doacrosses);
    }
    return STEP_NEXT;
}

const struct runtime_call doacross_calls[] = {{"__kmpc_doacross_init", init, 4, CHANGES},
                                              {"__kmpc_doacross_wait", wait, 3, CHANGES},
                                              {"__kmpc_doacross_post", post, 3, CHANGES},
                                              {"__kmpc_doacross_fini", fini, 2, CHANGES},
                                              {NULL, NULL, 0, 0}};
