/* How long tasks live; and explicit ones by the address of their kmp_task_t: by the region that
 * holds it. */
#include "../../../array.h"
#include "../openmp_runtime.h"

#include <string.h>

bool remember_task(struct openmp *run, struct task *task) {
    uint32_t index = task->region->seen.index;
    if (!array_grow(&run->tasks, &run->task_count, index + 1)) {
        return false;
    }
    run->tasks[index] = task;
    return true;
}

struct task *explicit_task(struct openmp *run, uint64_t address) {
    const struct region *region = region_find(run->machine.device, address, false);
    return region != NULL && region->seen.index < run->task_count && region->seen.address == address
               ? run->tasks[region->seen.index]
               : NULL;
}

void forget_task(struct openmp *run, const struct task *task) {
    run->tasks[task->region->seen.index] = NULL;
}

struct task *task_create(struct openmp *run, struct task *parent, struct team *team) {
    struct task *task = own_take(run, 1, sizeof *task);
    charge(run, CHARGE_OBJECT);
    if (task == NULL) {
        return NULL;
    }
    task->run = run;
    task->strand = run->next_strand++;
    task->references = 1;
    task->parent = parent;
    task->team = team;
    task->icvs = parent != NULL ? parent->icvs : run->icvs;
    task->object = new_object(run);
    task->children_object = new_object(run);
    if (parent != NULL) {
        parent->references++;
    }
    return task;
}

bool task_list_add(struct task_list *list, struct task *task) {
    for (uint32_t n = 0; n < list->count; n++) {
        if (list->tasks[n] == task) {
            return true;
        }
    }
    if (list->count == list->capacity) {
        uint32_t capacity = list->capacity * 2 + 4;
        // NOLINTNEXTLINE(bugprone-sizeof-expression): an array of pointers is meant
        struct task **grown = own_grow(task->run, list->tasks, capacity * sizeof *grown);
        if (grown == NULL) {
            return false;
        }
        list->tasks = grown;
        list->capacity = capacity;
    }
    task->references++;
    list->tasks[list->count++] = task;
    return true;
}

void task_list_clear(struct task_list *list) {
    for (uint32_t n = 0; n < list->count; n++) {
        task_unref(list->tasks[n]);
    }
    own_drop(list->tasks);
    *list = (struct task_list){0};
}

static void dependences_release(struct dependence_entry **table) {
    for (uint32_t b = 0; table != NULL && b < DEPENDENCE_BUCKETS; b++) {
        while (table[b] != NULL) {
            struct dependence_entry *next = table[b]->next;
            task_list_clear(&table[b]->writers);
            task_list_clear(&table[b]->readers);
            task_list_clear(&table[b]->before);
            own_drop(table[b]);
            table[b] = next;
        }
    }
    own_drop(table);
}

void task_unref(struct task *task) {
    while (task != NULL && --task->references == 0) {
        struct task *parent = task->parent;
        dependences_release(task->dependences);
        own_drop(task->successors.tasks);
        own_drop(task->acquires);
        own_drop(task->mutexes);
        own_drop(task);
        task = parent;
    }
}
