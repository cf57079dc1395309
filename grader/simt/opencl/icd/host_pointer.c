/*
 * Buffers in the program's own memory (CL_MEM_USE_HOST_PTR). The device has a copy: what kernels
 * change there comes to the host by a map or a read. Where the copy differs from the host's memory
 * behind a launch, a guard finds a host that looks there all the same. Other buffers are mapped to
 * a shadow, which has a guard while it is not mapped.
 */
#include "../../client/guard.h"
#include "../../wire/sum.h"
#include "svm.h"

/* Bytes of a buffer, and of all comparisons, that are worth their time. */
enum { MOST_BYTES = 64 << 20 };
static const uint64_t most_compared = UINT64_C(2) << 30;

static bool may_be_stale(cl_mem memory) {
    return memory->host_pointer != NULL && memory->image == NULL && memory->map_count == 0 &&
           memory->parts == 0 && !(memory->flags & CL_MEM_READ_ONLY) &&
           memory->bytes <= MOST_BYTES && !svm_holds(memory->host_pointer, 1);
}

/* The host's memory is read before it is guarded: an older guard is not in the way. */
static bool differs(cl_mem memory) {
    struct wire_same_q question = {.address = memory->address, .bytes = memory->bytes};
    struct wire_same_r reply = {.same = 1};
    question.sum = wire_sum(1, memory->host_pointer, memory->bytes);
    return client_ask(WIRE_SAME, &question, &reply) == cudaSuccess && reply.same == 0;
}

void host_pointer_open(cl_mem memory) {
    cl_mem root = root_of(memory);
    guard_end(root->stale_guard);
    root->stale_guard = 0;
}

/* The host has given back what it got of a buffer. Of one with sub-buffers others may hold parts.
 */
void map_shadow_close(cl_mem memory) {
    if (memory->shadow != NULL && memory->map_count == 0 && memory->parts == 0) {
        memory->shadow_guard = guard_number();
        guard_unmapped(memory->shadow_guard, memory->shadow, memory->bytes);
    }
}

void map_shadow_open(cl_mem memory) {
    cl_mem root = root_of(memory);
    guard_end(root->shadow_guard);
    root->shadow_guard = 0;
    host_pointer_open(memory);
}

void map_unmapped(const struct command *command) {
    if (command->event->type == CL_COMMAND_UNMAP_MEM_OBJECT) {
        map_shadow_open(command->held[0]);
        client_from(command->call, command->caller);
        map_shadow_close(command->held[0]);
    }
}

void host_pointer_launched(const struct command *command) {
    static uint64_t compared;
    for (size_t i = 0; i < command->held_count; i++) {
        cl_mem memory = command->held[i];
        if (!may_be_stale(memory) || compared + memory->bytes > most_compared) {
            continue;
        }
        guard_drop(memory->host_pointer, memory->bytes);
        host_pointer_open(memory);
        compared += memory->bytes;
        if (differs(memory)) {
            memory->stale_guard = guard_number();
            client_from(command->call, command->caller);
            guard_stale(memory->stale_guard, memory->host_pointer, memory->bytes, memory->address);
        }
    }
}
