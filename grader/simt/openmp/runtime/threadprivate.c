/* threadprivate: each thread its copy, for as long as the program runs. */
#include "openmp_runtime.h"

#include <string.h>

struct private_copy {
    struct private_copy *next;
    uint64_t original, copy;
    uint32_t thread;
};

/* The value that the variable starts with, as the module has it. */
static void fill(const struct openmp *run, const struct region *original, struct region *copy,
                 uint64_t offset, uint64_t bytes) {
    const struct ptx_variable *variable =
        ptx_find_variable(&run->machine.module->ptx, original->seen.name);
    if (variable == NULL || offset + bytes > variable->size) {
        memcpy(copy->host, original->host + offset, bytes);
        return;
    }
    if (variable->bytes != NULL) {
        memcpy(copy->host, variable->bytes + offset, bytes);
    }
    for (const struct ptx_address *a = variable->addresses; a != NULL; a = a->next) {
        if (a->offset >= offset && a->offset + a->size <= offset + bytes) {
            memcpy(copy->host + (a->offset - offset), original->host + a->offset, a->size);
        }
    }
}

static bool add_copy(struct thread *thread, const struct instruction *i, uint64_t original,
                     uint64_t copy, uint64_t bytes) {
    const struct region *region = region_find(thread->run->machine.device, original, false);
    struct private_copy *made = own_take(thread->run, 1, sizeof *made);
    if (made == NULL) {
        return false;
    }
    *made = (struct private_copy){.next = thread->run->privates,
                                  .original = original,
                                  .copy = copy,
                                  .thread = thread->number};
    thread->run->privates = made;
    tell_construct_as(thread, i,
                      (struct simt_construct){.kind = SIMT_CONSTRUCT_THREADPRIVATE,
                                              .address = copy,
                                              .bytes = bytes,
                                              .name = region != NULL ? region->seen.name : ""});
    return true;
}

/* void *__kmpc_threadprivate_cached(loc, gtid, data, bytes, cache): the initial thread's copy is
 * the variable itself. */
static int cached(struct thread *thread, const struct instruction *i) {
    struct openmp *run = thread->run;
    uint64_t address = argument(thread, i, 2), bytes = argument(thread, i, 3);
    for (const struct private_copy *p = run->privates; p != NULL; p = p->next) {
        if (p->original == address && p->thread == thread->number) {
            return answer(thread, i, p->copy);
        }
    }
    if (thread->number == 0) {
        return answer(thread, i, add_copy(thread, i, address, address, bytes) ? address : 0);
    }
    const struct extent *extent = reach_range(thread, i, address, bytes, false);
    const struct region *original = region_find(run->machine.device, address, false);
    struct region *copy;
    if (extent == NULL || original == NULL) {
        return STEP_FAULT;
    }
    uint64_t made = heap_allocate(run, bytes, SIMT_REGION_PRIVATE, original->seen.name, &copy);
    if (made == 0) {
        return no_memory(thread, i);
    }
    fill(run, original, copy, address - original->seen.address, bytes);
    return add_copy(thread, i, address, made, bytes) ? answer(thread, i, made)
                                                     : no_memory(thread, i);
}

const struct runtime_call private_calls[] = {
    {"__kmpc_threadprivate_cached", cached, 5, CHANGES},
    {"__kmpc_threadprivate_register", answer_nothing, 5, CHANGES},
    {NULL, NULL, 0, 0}};
