/* taskgroup, and the reductions of its tasks: a copy for each thread, combined when it ends. */
#include "../openmp_runtime.h"

enum { MOST_ITEMS = 1024 };

struct taskgroup_item {
    uint64_t shared, original, bytes, init, fini, combine;
    uint64_t copies; /* address of the threads' copies, one behind the other */
    uint64_t pitch;
    bool *made;
    bool of_taskgroup; /* not of a region's or loop's reduction(task, …) */
};

struct task_reduction {
    uint32_t count, members;
    struct taskgroup_item *items;
};

static void release_reductions(struct task_reduction *reductions) {
    for (uint32_t n = 0; reductions != NULL && n < reductions->count; n++) {
        own_drop(reductions->items[n].made);
    }
    if (reductions != NULL) {
        own_drop(reductions->items);
    }
    own_drop(reductions);
}

bool taskgroup_begin(struct thread *thread, const struct instruction *i) {
    struct taskgroup *group = own_take(thread->run, 1, sizeof *group);
    if (group == NULL) {
        no_memory(thread, i);
        return false;
    }
    group->outer = thread->task->current_group;
    group->object = new_object(thread->run);
    thread->task->current_group = group;
    return true;
}

/* Combines the copies, one call of the program at a time. numbers[0]: which copy is next. */
static int combine(struct thread *thread, const struct instruction *i, struct pending *pending,
                   struct taskgroup *group) {
    struct task_reduction *reductions = group->reductions;
    uint64_t all = reductions != NULL ? (uint64_t)reductions->count * reductions->members : 0;
    while (pending->numbers[0] < all * 2) {
        uint64_t at = pending->numbers[0]++;
        struct taskgroup_item *item = &reductions->items[at / 2 / reductions->members];
        uint32_t member = (uint32_t)(at / 2 % reductions->members);
        uint64_t copy = item->copies + member * item->pitch;
        uint64_t values[2] = {item->shared, copy};
        if (item->made[member] && at % 2 == 0 && item->combine != 0) {
            return invoke(thread, i, item->combine, values, 2);
        }
        if (item->made[member] && at % 2 == 1 && item->fini != 0) {
            return invoke(thread, i, item->fini, &copy, 1);
        }
    }
    for (uint32_t n = 0; reductions != NULL && n < reductions->count; n++) {
        struct region *region =
            region_find(thread->run->machine.device, reductions->items[n].copies, false);
        if (region != NULL) {
            heap_free(thread->run, region);
        }
    }
    return STEP_NEXT;
}

int taskgroup_end(struct thread *thread, const struct instruction *i, struct pending *pending) {
    task_finish_run(thread, i, pending);
    struct task *task = thread->task;
    struct taskgroup *group = task->current_group;
    if (group == NULL || group == task->group) {
        return fault(thread, i, SIMT_FAULT_MISUSE, "the end of a taskgroup that never began");
    }
    if (group->count > 0) {
        int step = task_point(thread, i, pending, task->team);
        return step != STEP_NEXT ? step : wait_for(thread, i, SIMT_WAIT_TASKGROUP);
    }
    if (pending->numbers[1] == 0) {
        pending->numbers[1] = 1;
        tell_sync(thread, i->site, SIMT_SYNC_TASKGROUP, group->object,
                  (struct sync_flags){.acquire = true, .last = true});
    }
    int step = combine(thread, i, pending, group);
    if (step != STEP_NEXT) {
        return step;
    }
    task->current_group = group->outer;
    release_reductions(group->reductions);
    own_drop(group);
    return STEP_NEXT;
}

static int begin(struct thread *thread, const struct instruction *i) {
    tell_construct(thread, i, SIMT_CONSTRUCT_TASKGROUP);
    return taskgroup_begin(thread, i) ? STEP_NEXT : STEP_FAULT;
}

static int end(struct thread *thread, const struct instruction *i) {
    int step = taskgroup_end(thread, i, pending_of(thread));
    return step == STEP_NEXT ? after_sync(thread) : step;
}

/* ---- reductions ------------------------------------------------------------------------------ */

/* Reads kmp_taskred_input_t items, by their number, argument `first`, and list; older compilers'
 * have no `original`. */
static int read_items(struct thread *thread, const struct instruction *i, uint32_t first, bool old,
                      bool of_taskgroup) {
    const uint64_t count = argument(thread, i, first), list = argument(thread, i, first + 1);
    struct taskgroup *group = thread->task->current_group;
    if (group == NULL || count > MOST_ITEMS) {
        return fault(thread, i, SIMT_FAULT_MISUSE, "a task reduction outside of a taskgroup");
    }
    struct task_reduction *reductions = own_take(thread->run, 1, sizeof *reductions);
    struct taskgroup_item *items = own_take(thread->run, count + 1, sizeof *items);
    if (reductions == NULL || items == NULL) {
        return no_memory(thread, i);
    }
    release_reductions(group->reductions);
    group->reductions = reductions;
    reductions->items = items;
    reductions->members = thread->task->team->size;
    uint64_t words = old ? 6 : 7;
    for (uint64_t n = 0; n < count; n++) {
        uint64_t word[7] = {0};
        struct region *region;
        if (!load_memory(thread, i, list + n * words * 8, word + old, (uint32_t)words * 8)) {
            return STEP_FAULT;
        }
        struct taskgroup_item *item = &items[n];
        *item = (struct taskgroup_item){.shared = old ? word[1] : word[0],
                                        .original = word[1],
                                        .bytes = word[2],
                                        .init = word[3],
                                        .fini = word[4],
                                        .combine = word[5],
                                        .of_taskgroup = of_taskgroup};
        item->pitch = (item->bytes + 63) / 64 * 64;
        item->copies = heap_allocate(thread->run, item->pitch * reductions->members,
                                     SIMT_REGION_PRIVATE, "reduction", &region);
        item->made = own_take(thread->run, reductions->members, sizeof *item->made);
        reductions->count++;
        if (item->copies == 0 || item->made == NULL) {
            return no_memory(thread, i);
        }
    }
    return answer(thread, i, 0);
}

/* void *__kmpc_taskred_init(gtid, count, list) */
ANSWER(reduction_init, read_items, 1, false, true)
ANSWER(reduction_init_old, read_items, 1, true, true)

/* void *__kmpc_taskred_modifier_init(loc, gtid, worksharing, count, list): opens a group, too */
static int modifier_init(struct thread *thread, const struct instruction *i) {
    return taskgroup_begin(thread, i) ? read_items(thread, i, 3, false, false) : STEP_FAULT;
}

static struct taskgroup_item *find_item(const struct task *task, uint64_t address) {
    for (const struct taskgroup *group = task->current_group; group != NULL; group = group->outer) {
        const struct task_reduction *reductions = group->reductions;
        for (uint32_t n = 0; reductions != NULL && n < reductions->count; n++) {
            struct taskgroup_item *item = &reductions->items[n];
            if (item->shared == address || item->original == address ||
                address - item->copies < item->pitch * reductions->members) {
                return item;
            }
        }
    }
    return NULL;
}

/* void *__kmpc_task_reduction_get_th_data(gtid, group, address) */
static int get_copy(struct thread *thread, const struct instruction *i) {
    const struct task *task = thread->task;
    struct taskgroup_item *item = find_item(task, argument(thread, i, 2));
    if (item == NULL) {
        return fault(thread, i, SIMT_FAULT_MISUSE,
                     "in_reduction of a variable that no taskgroup "
                     "around it reduces");
    }
    if (item->of_taskgroup && task->explicit_task) {
        tell_construct_as(thread, i,
                          (struct simt_construct){.kind = SIMT_CONSTRUCT_REDUCES,
                                                  .address = item->shared,
                                                  .bytes = item->bytes});
    }
    uint64_t copy = item->copies + task->index * item->pitch;
    if (!item->made[task->index]) {
        item->made[task->index] = true;
        uint64_t values[2] = {copy, item->original};
        if (item->init != 0) {
            return invoke(thread, i, item->init, values, 2);
        }
    }
    return answer(thread, i, copy);
}

const struct runtime_call taskgroup_calls[] = {
    {"__kmpc_taskgroup", begin, 2, CHANGES},
    {"__kmpc_end_taskgroup", end, 2, CHANGES},
    {"__kmpc_taskred_init", reduction_init, 3, CHANGES},
    {"__kmpc_task_reduction_init", reduction_init_old, 3, CHANGES},
    {"__kmpc_taskred_modifier_init", modifier_init, 5, CHANGES},
    {"__kmpc_task_reduction_modifier_fini", end, 3, CHANGES},
    {"__kmpc_task_reduction_get_th_data", get_copy, 3, CHANGES},
    {NULL, NULL, 0, 0}};
