/* Explicit tasks by the address of their kmp_task_t: by the region that holds it. */
#include "../../../array.h"
#include "../openmp_runtime.h"

#include <stdlib.h>
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
