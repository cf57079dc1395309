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

static bool is_left_alone(cl_mem memory) {
    return memory->host_pointer != NULL && memory->image == NULL && memory->map_count == 0 &&
           memory->parts == 0 && memory->bytes <= MOST_BYTES && !svm_holds(memory->host_pointer, 1);
}

/* Few bytes are compared so often that it takes long. */
static bool may_compare(uint64_t bytes) {
    static uint64_t compared;
    const bool few = compared + bytes <= most_compared;
    compared += few ? bytes : 0;
    return few;
}

void host_pointer_made(cl_mem memory) {
    memory->summed_at = 0;
    if (is_left_alone(memory) && may_compare(memory->bytes)) {
        guard_drop(memory->host_pointer, memory->bytes);
        memory->host_sum = wire_sum(1, memory->host_pointer, memory->bytes);
        memory->summed_at = transfer_moves();
    }
}

void host_pointer_before(const struct command *command) {
    for (size_t i = 0; i < command->held_count; i++) {
        cl_mem memory = command->held[i];
        const uint64_t before = memory->host_sum;
        const bool known = memory->summed_at == transfer_moves();
        host_pointer_made(memory);
        if (known && memory->summed_at != 0 && memory->host_sum != before) {
            host_memory_tell(WIRE_WRITTEN_UNMAPPED);
        }
    }
}

/* The host's memory is read before it is guarded: an older guard is not in the way. */
static bool differs(const void *host, uint64_t address, uint64_t bytes) {
    struct wire_same_q question = {.address = address, .bytes = bytes};
    struct wire_same_r reply = {.same = 1};
    question.sum = wire_sum(1, host, bytes);
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
    const bool mapped = command->event->type == CL_COMMAND_MAP_BUFFER;
    struct mapping *map = mapped ? command->held[0]->mappings : NULL;
    for (; map != NULL; map = map->next) {
        map->read |= map->pointer == command->work.transfer.host && !map->write;
    }
    if (command->event->type == CL_COMMAND_UNMAP_MEM_OBJECT) {
        map_shadow_open(command->held[0]);
        client_from(command->call, command->caller);
        map_shadow_close(command->held[0]);
    }
}

/* Has a kernel changed what the host has mapped to read? One finding for each mapping. */
static void compare_mapped(const struct command *command, const cl_mem memory) {
    for (struct mapping *map = memory->mappings; map != NULL; map = map->next) {
        const uint64_t bytes = map->transfer.region[0];
        if (map->read && may_compare(bytes) &&
            differs(map->pointer, map->transfer.address, bytes)) {
            map->read = false;
            client_from(command->call, command->caller);
            host_memory_tell(WIRE_CHANGED_MAPPED);
        }
    }
}

void host_pointer_launched(const struct command *command) {
    for (size_t i = 0; i < command->held_count; i++) {
        cl_mem memory = command->held[i];
        compare_mapped(command, memory);
        if (!is_left_alone(memory) || memory->flags & CL_MEM_READ_ONLY ||
            !may_compare(memory->bytes)) {
            continue;
        }
        guard_drop(memory->host_pointer, memory->bytes);
        host_pointer_open(memory);
        if (differs(memory->host_pointer, memory->address, memory->bytes)) {
            memory->stale_guard = guard_number();
            client_from(command->call, command->caller);
            guard_stale(memory->stale_guard, memory->host_pointer, memory->bytes, memory->address);
        }
    }
}
