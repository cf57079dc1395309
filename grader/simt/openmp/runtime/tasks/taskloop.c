/* taskloop: a loop's iterations cut into tasks, each a copy of the first. */
#include "../openmp_runtime.h"

#include <string.h>

enum { BY_GRAINSIZE = 1, BY_COUNT = 2, TASKS_A_THREAD = 10, MOST_TASKS = 1 << 20 };

/* pending->numbers: [0], [1] are taskgroup_end's, [2] is the number of the task to be made. */
enum { STAGE_NEW, STAGE_MAKE, STAGE_COPIED, STAGE_SUBMITTED, STAGE_END };

struct cut {
    uint64_t lower, trip, tasks;
    int64_t step;
};

static struct cut cut_loop(const struct thread *thread, const struct instruction *i, uint64_t lower,
                           uint64_t upper) {
    struct cut cut = {.lower = lower, .step = signed_argument(thread, i, 6)};
    uint64_t schedule = argument(thread, i, 8), number = argument(thread, i, 9);
    cut.step = cut.step == 0 ? 1 : cut.step;
    cut.trip = trip_count(lower, upper, cut.step, true);
    if (schedule == BY_GRAINSIZE && number > 0) {
        cut.tasks = cut.trip / number;
    } else if (schedule == BY_COUNT && number > 0) {
        cut.tasks = number;
    } else {
        cut.tasks = (uint64_t)thread->task->team->size * TASKS_A_THREAD;
    }
    cut.tasks = cut.tasks > cut.trip ? cut.trip : cut.tasks;
    cut.tasks = cut.tasks == 0 && cut.trip > 0 ? 1 : cut.tasks;
    cut.tasks = cut.tasks > MOST_TASKS ? MOST_TASKS : cut.tasks;
    return cut;
}

/* Where the pattern's bounds are: the call points at them. */
static bool pattern_bounds(struct thread *thread, const struct task *pattern,
                           const struct instruction *i, uint64_t *lower_at, uint64_t *upper_at) {
    *lower_at = argument(thread, i, 4) - pattern->address;
    *upper_at = argument(thread, i, 5) - pattern->address;
    if (*lower_at + 8 > pattern->bytes || *upper_at + 8 > pattern->bytes) {
        fault(thread, i, SIMT_FAULT_MISUSE, "a taskloop whose bounds are not its task's");
        return false;
    }
    return true;
}

/* What holds nothing in the pattern holds nothing in its copy, either. */
static void tell_copy(struct thread *thread, const struct instruction *i,
                      const struct task *pattern, const struct task *task) {
    struct simt_move event = {.alone = true,
                              .place = place_in(thread, i->site),
                              .strand = thread->task->strand,
                              .from_region = pattern->region->seen.index,
                              .to_region = task->region->seen.index,
                              .from = pattern->address,
                              .to = task->address,
                              .bytes = pattern->bytes};
    NOTIFY(thread->run->machine.device, move, &event);
}

/* The n-th task: a copy of the pattern with bounds of its own. */
static struct task *copy_task(struct thread *thread, const struct instruction *i,
                              const struct task *pattern, const struct cut *cut, uint64_t n) {
    uint64_t lower_at, upper_at;
    uint64_t shareds = pattern->shareds_offset != 0 ? pattern->bytes - pattern->shareds_offset : 0;
    struct task *task =
        pattern_bounds(thread, pattern, i, &lower_at, &upper_at)
            ? new_explicit_task(thread, i, pattern->bytes - shareds, shareds, pattern->routine, 1)
            : NULL;
    if (task == NULL) {
        return NULL;
    }
    task->untied = pattern->untied;
    task->final = pattern->final;
    uint64_t small = cut->trip / cut->tasks, extra = cut->trip % cut->tasks;
    uint64_t from = n * small + (n < extra ? n : extra);
    uint64_t to = from + small + (n < extra) - 1;
    uint64_t lower = cut->lower + from * (uint64_t)cut->step;
    uint64_t upper = cut->lower + to * (uint64_t)cut->step;
    uint8_t *bytes = task->region->host;
    uint64_t own_shareds;
    memcpy(&own_shareds, bytes, sizeof own_shareds);
    memcpy(bytes, pattern->region->host, pattern->bytes);
    tell_copy(thread, i, pattern, task);
    memcpy(bytes, &own_shareds, sizeof own_shareds);
    memcpy(bytes + lower_at, &lower, sizeof lower);
    memcpy(bytes + upper_at, &upper, sizeof upper);
    return task;
}

static int make_tasks(struct thread *thread, const struct instruction *i, struct pending *pending,
                      struct task *pattern, uint32_t duplicate) {
    uint64_t lower, upper, lower_at, upper_at;
    if (!pattern_bounds(thread, pattern, i, &lower_at, &upper_at)) {
        return STEP_FAULT;
    }
    const uint8_t *bytes = pattern->region->host;
    memcpy(&lower, bytes + lower_at, sizeof lower);
    memcpy(&upper, bytes + upper_at, sizeof upper);
    struct cut cut = cut_loop(thread, i, lower, upper);
    while (true) {
        if (pending->stage == STAGE_MAKE) {
            if (pending->numbers[2] == cut.tasks) {
                return STEP_NEXT;
            }
            struct task *task = copy_task(thread, i, pattern, &cut, pending->numbers[2]);
            if (task == NULL) {
                return STEP_FAULT;
            }
            pending->numbers[3] = task->address;
            pending->stage = STAGE_COPIED;
            uint64_t function = argument(thread, i, duplicate);
            uint64_t values[3] = {task->address, pattern->address,
                                  pending->numbers[2] == cut.tasks - 1};
            if (function != 0) {
                return invoke(thread, i, function, values, 3);
            }
        }
        if (pending->stage == STAGE_COPIED) {
            struct task *task = explicit_task(thread->run, pending->numbers[3]);
            pending->stage = STAGE_SUBMITTED;
            int step = STEP_NEXT;
            if (argument(thread, i, 3) == 0) { /* if(0): at once */
                step = task_run_now(thread, i, pending, task);
            } else {
                step = task_submit(thread, i, pending, task);
            }
            if (step != STEP_NEXT) {
                return step;
            }
        }
        task_finish_run(thread, i, pending);
        pending->numbers[2]++;
        pending->stage = STAGE_MAKE;
    }
}

/* __kmpc_taskloop(loc, gtid, task, if, *lower, *upper, step, nogroup, schedule, number, duplicate);
 * _5: with a modifier before `duplicate` */
static int taskloop_with(struct thread *thread, const struct instruction *i, uint32_t duplicate) {
    struct pending *pending = pending_of(thread);
    bool group = argument(thread, i, 7) == 0;
    if (pending->stage == STAGE_NEW) {
        if (task_argument(thread, i, 2) == NULL || (group && !taskgroup_begin(thread, i))) {
            return STEP_FAULT;
        }
        tell_construct(thread, i, SIMT_CONSTRUCT_TASKLOOP);
        pending->stage = STAGE_MAKE;
    }
    if (pending->stage != STAGE_END) {
        struct task *pattern = task_argument(thread, i, 2);
        int step =
            pattern != NULL ? make_tasks(thread, i, pending, pattern, duplicate) : STEP_FAULT;
        if (step != STEP_NEXT) {
            return step;
        }
        task_drop(thread->run, pattern);
        pending->stage = STAGE_END;
    }
    int step = group ? taskgroup_end(thread, i, pending) : STEP_NEXT;
    return step == STEP_NEXT ? after_sync(thread) : step;
}

ANSWER(taskloop, taskloop_with, 10)
ANSWER(taskloop_5, taskloop_with, 11)

const struct runtime_call taskloop_calls[] = {{"__kmpc_taskloop", taskloop, 11, CHANGES},
                                              {"__kmpc_taskloop_5", taskloop_5, 12, CHANGES},
                                              {NULL, NULL, 0, 0}};
