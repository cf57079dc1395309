/* single, copyprivate, master, masked. */
#include "openmp_runtime.h"

#include <string.h>

/* int __kmpc_single(loc, gtid): whoever comes first */
static int single(struct thread *thread, const struct instruction *i) {
    struct task *task = thread->task;
    if (!meet_construct(thread, i, SIMT_WAIT_SINGLE)) {
        return STEP_FAULT;
    }
    bool first = task->team->singles == task->singles;
    task->singles++;
    if (first) {
        task->team->singles++;
        tell_construct(thread, i, SIMT_CONSTRUCT_SINGLE);
    }
    return answer(thread, i, first);
}

static int masked_by(struct thread *thread, const struct instruction *i, uint64_t number) {
    bool mine = thread->task->index == number;
    if (mine) {
        tell_construct(thread, i, SIMT_CONSTRUCT_MASTER);
    }
    return answer(thread, i, mine);
}

ANSWER(master, masked_by, 0)
ANSWER(masked, masked_by, argument(thread, i, 2))

/* __kmpc_copyprivate(loc, gtid, bytes, data, copy, did_it): the single's thread shows its data, the
 * others copy them, and all meet before and after. */
static int copyprivate(struct thread *thread, const struct instruction *i) {
    enum { SHOW, MEET, COPIED, PART };
    struct pending *pending = pending_of(thread);
    struct team *team = thread->task->team;
    bool shows = argument(thread, i, 5) != 0;
    if (pending->stage == SHOW) {
        if (shows) {
            team->copy_source = argument(thread, i, 3);
        }
        pending->stage = MEET;
    }
    if (pending->stage == MEET) {
        int step = barrier_step(thread, i, pending, team, SIMT_WAIT_SINGLE);
        if (step != STEP_NEXT) {
            return step;
        }
        pending->stage = COPIED;
        if (!shows) {
            uint64_t values[2] = {argument(thread, i, 3), team->copy_source};
            return invoke(thread, i, argument(thread, i, 4), values, 2);
        }
    }
    return barrier_step(thread, i, pending, team, SIMT_WAIT_SINGLE);
}

const struct runtime_call single_calls[] = {{"__kmpc_single", single, 2, CHANGES},
                                            {"__kmpc_end_single", answer_nothing, 2, CHANGES},
                                            {"__kmpc_master", master, 2, CHANGES},
                                            {"__kmpc_end_master", answer_nothing, 2, CHANGES},
                                            {"__kmpc_masked", masked, 3, CHANGES},
                                            {"__kmpc_end_masked", answer_nothing, 2, CHANGES},
                                            {"__kmpc_copyprivate", copyprivate, 6, CHANGES},
                                            {NULL, NULL, 0, 0}};
