/* Explicit tasks by the address of their kmp_task_t: by the region that holds it. */
#include "../openmp_runtime.h"

#include <stdlib.h>
#include <string.h>

bool remember_task(struct openmp *run, struct task *task) {
    uint32_t index = task->region->seen.index;
    if (index >= run->task_count) {
        uint32_t count = (index + 64) * 2;
        // NOLINTNEXTLINE(bugprone-sizeof-expression): an array of pointers is meant
        struct task **grown = realloc(run->tasks, count * sizeof *grown);
        if (grown == NULL) {
            return false;
        }
        // NOLINTNEXTLINE(bugprone-sizeof-expression): an array of pointers is meant
        memset(grown + run->task_count, 0, (count - run->task_count) * sizeof *grown);
        run->tasks = grown;
        run->task_count = count;
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
