/* Launches: the checks of clEnqueueNDRangeKernel, in the specification's order. */
#include "../svm.h"

#include <stdlib.h>
#include <string.h>

/* Without a size from the program: as many work-items as divide the range, 256 at the most, the
 * first dimension first. */
static void choose_group(const size_t global[3], uint32_t most, uint32_t group[3]) {
    uint32_t room = most < 256 ? most : 256;
    for (int i = 0; i < 3; i++) {
        uint32_t size = room < global[i] ? room : (uint32_t)global[i];
        const uint32_t limit = device_properties()->block[i];
        size = size < limit ? size : limit;
        while (global[i] % size) {
            size--;
        }
        group[i] = size;
        room /= size;
    }
}

static cl_int take_group(cl_kernel kernel, cl_uint dimensions, const size_t global[3],
                         const size_t *local, uint32_t group[3]) {
    const struct wire_properties_r *device = device_properties();
    const struct opencl_kernel *description = kernel->description;
    bool required = description != NULL && description->required[0];
    uint64_t items = 1;
    for (int i = 0; i < 3 && local == NULL && required; i++) {
        group[i] = (uint32_t)description->required[i]; /* what else could be meant */
    }
    if (local == NULL && !required) {
        choose_group(global, kernel->info.max_threads, group);
    }
    for (cl_uint i = 0; i < dimensions && local != NULL; i++) {
        if (local[i] == 0) {
            client_why(MESSAGE_WHY_NO_GROUP, NULL, i, 0, 0);
            return CL_INVALID_WORK_GROUP_SIZE;
        }
        if (local[i] > device->block[i]) {
            client_why(MESSAGE_WHY_BLOCK_THREADS, NULL, device->block[i], (int64_t)local[i], 0);
            return CL_INVALID_WORK_ITEM_SIZE;
        }
        group[i] = (uint32_t)local[i];
    }
    for (int i = 0; i < 3; i++) {
        items *= group[i];
        if (global[i] % group[i]) {
            client_why(MESSAGE_WHY_NOT_DIVIDED, NULL, (int64_t)global[i], group[i], i);
            return CL_INVALID_WORK_GROUP_SIZE;
        }
        if (required && group[i] != description->required[i]) {
            return client_refuse(CL_INVALID_WORK_GROUP_SIZE, MESSAGE_WHY_REQUIRED_GROUP,
                                 kernel->name);
        }
    }
    if (items > kernel->info.max_threads) {
        client_why(MESSAGE_WHY_BLOCK_THREADS, NULL, kernel->info.max_threads, (int64_t)items, 0);
        return CL_INVALID_WORK_GROUP_SIZE;
    }
    return CL_SUCCESS;
}

static cl_int take_range(cl_kernel kernel, cl_uint dimensions, const size_t *offset,
                         const size_t *global, const size_t *local,
                         struct wire_launch_q *question) {
    size_t sizes[3] = {1, 1, 1};
    uint32_t group[3] = {1, 1, 1};
    if (dimensions < 1 || dimensions > 3) {
        client_why(MESSAGE_WHY_DIMENSIONS, NULL, dimensions, 0, 0);
        return CL_INVALID_WORK_DIMENSION;
    }
    if (global == NULL) {
        return client_refuse(CL_INVALID_GLOBAL_WORK_SIZE, MESSAGE_WHY_NULL, "global size");
    }
    for (cl_uint i = 0; i < dimensions; i++) {
        sizes[i] = global[i];
        question->offset[i] = offset != NULL ? offset[i] : 0;
        if (global[i] == 0) {
            client_why(MESSAGE_WHY_NO_WORK, NULL, i, 0, 0);
            return CL_INVALID_GLOBAL_WORK_SIZE;
        }
        if (question->offset[i] + global[i] < global[i]) {
            return CL_INVALID_GLOBAL_OFFSET;
        }
    }
    cl_int error = take_group(kernel, dimensions, sizes, local, group);
    if (error) {
        return error;
    }
    const struct wire_properties_r *device = device_properties();
    for (int i = 0; i < 3; i++) {
        if (sizes[i] / group[i] > device->grid[i]) {
            return CL_INVALID_GLOBAL_WORK_SIZE;
        }
        question->grid[i] = (uint32_t)(sizes[i] / group[i]);
        question->block[i] = group[i];
    }
    question->dimensions = dimensions;
    return CL_SUCCESS;
}

static bool is_pointer(const struct argument *argument) {
    return argument->kind != WIRE_LOCAL && argument->kind != WIRE_VALUE;
}

/* The memory object that the argument was set to; NULL if there is none, or it was released: then
 * the machine judges the use after free. */
static cl_mem living_buffer(const struct argument *argument) {
    const cl_mem buffer = argument->buffer;
    return is_pointer(argument) && object_lives(buffer, OBJECT_MEMORY) &&
                   buffer->address == argument->address
               ? buffer
               : NULL;
}

/* Which arguments are sub-buffers, whose end a kernel must not pass. They stand after all local
 * memory in the message. */
static void take_parts(cl_kernel kernel, struct launch *launch) {
    for (uint32_t i = 0; i < kernel->argument_count; i++) {
        const cl_mem buffer = living_buffer(&kernel->arguments[i]);
        if (buffer != NULL && buffer->parent != NULL && buffer->image == NULL) {
            const struct wire_part part = {.parameter = i, .bytes = buffer->bytes};
            memcpy(launch->tail + launch->tail_bytes, &part, sizeof part);
            launch->tail_bytes += sizeof part;
            launch->question.part_count++;
        }
    }
}

/* The shared memory that the program has named; a list that is too long for a message names all. */
static void take_named(cl_kernel kernel, struct launch *launch) {
    const size_t bytes = kernel->named_count * sizeof *kernel->named;
    launch->question.names = svm_is_used() && launch->tail_bytes + bytes <= WIRE_TAIL_MAX;
    if (launch->question.names && bytes > 0) {
        memcpy(launch->tail + launch->tail_bytes, kernel->named, bytes);
        launch->tail_bytes += bytes;
        launch->question.named_count = kernel->named_count;
    }
}

/* The parameter block, then the local memory arguments, the sub-buffers, and what shared memory the
 * kernel names; buffers that live are held. */
static cl_int take_arguments(struct command *command, cl_kernel kernel) {
    struct launch *launch = &command->work.launch;
    struct wire_launch_q *question = &launch->question;
    size_t most = kernel->parameter_bytes + kernel->argument_count * sizeof(struct wire_part) +
                  kernel->named_count * sizeof *kernel->named;
    launch->tail = calloc(most + 1, 1);
    if (launch->tail == NULL) {
        return CL_OUT_OF_HOST_MEMORY;
    }
    memcpy(launch->tail, kernel->parameters, kernel->parameter_bytes);
    launch->tail_bytes = kernel->parameter_bytes;
    for (uint32_t i = 0; i < kernel->argument_count; i++) {
        const struct argument *argument = &kernel->arguments[i];
        if (argument->kind == WIRE_LOCAL) {
            struct wire_local local = {i, (uint32_t)argument->local_bytes};
            memcpy(launch->tail + launch->tail_bytes, &local, sizeof local);
            launch->tail_bytes += sizeof local;
            question->local_count++;
        } else if (is_pointer(argument)) {
            const cl_mem buffer = living_buffer(argument);
            memcpy(launch->tail + kernel->layout[i].offset, &argument->address,
                   sizeof argument->address);
            if (buffer != NULL && !command_hold(command, buffer)) {
                return CL_OUT_OF_HOST_MEMORY;
            }
        }
    }
    take_parts(kernel, launch);
    take_named(kernel, launch);
    return CL_SUCCESS;
}

static cl_int prepare(struct command *command, cl_kernel kernel, cl_uint dimensions,
                      const size_t *offset, const size_t *global, const size_t *local) {
    struct launch *launch = &command->work.launch;
    if (!object_is(kernel, OBJECT_KERNEL)) {
        return CL_INVALID_KERNEL;
    }
    if (kernel->program->context != command->queue->context) {
        return client_refuse(CL_INVALID_CONTEXT, MESSAGE_WHY_OTHER_CONTEXT, NULL);
    }
    for (uint32_t i = 0; i < kernel->argument_count; i++) {
        if (!kernel->arguments[i].set) {
            client_why(MESSAGE_WHY_ARGUMENT_UNSET, kernel->name, i, 0, 0);
            return CL_INVALID_KERNEL_ARGS;
        }
    }
    cl_int error = take_range(kernel, dimensions, offset, global, local, &launch->question);
    if (error) {
        return error;
    }
    if (kernel->info.static_shared + kernel_local_bytes(kernel) >
        device_properties()->shared_per_block) {
        client_why(MESSAGE_WHY_SHARED_BYTES, NULL, device_properties()->shared_per_block,
                   (int64_t)(kernel->info.static_shared + kernel_local_bytes(kernel)), 0);
        return CL_OUT_OF_RESOURCES;
    }
    launch->question.kernel = kernel->handle;
    launch->question.stream = command->queue->stream;
    launch->kernel = kernel;
    object_retain(kernel);
    command->run = launch_run; /* from here on, discarding releases the kernel */
    return take_arguments(command, kernel);
}

/* Is a buffer of the launch mapped, all of it, for the host to write there? With events, or out of
 * order, the unmapping may still come first. */
static bool host_holds_memory(const struct command *command, cl_kernel kernel) {
    const cl_command_queue_properties order = command->queue->properties;
    bool in_order = !(order & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) && command->wait_count == 0 &&
                    !event_of_user_made();
    for (uint32_t i = 0; i < kernel->argument_count && in_order; i++) {
        const struct argument *argument = &kernel->arguments[i];
        if (is_pointer(argument) && argument->buffer == NULL && argument->address != 0 &&
            svm_is_mapped_to_write(client_pointer(argument->address))) {
            return true;
        }
    }
    for (size_t i = 0; i < command->held_count && in_order; i++) {
        const cl_mem memory = command->held[i];
        for (struct mapping *map = memory->mappings; map != NULL && memory->image == NULL;
             map = map->next) {
            if (map->write && map->transfer.region[0] == memory->bytes) {
                return true;
            }
        }
    }
    return false;
}

static cl_int enqueue(cl_command_queue queue, cl_kernel kernel, cl_command_type type,
                      cl_uint dimensions, const size_t *offset, const size_t *global,
                      const size_t *local, cl_uint wait_count, const cl_event *waits,
                      cl_event *event) {
    cl_int error;
    struct command *command = enqueue_begin_from(queue, type, wait_count, waits, &error);
    if (command != NULL) {
        client_asked_from(&command->call, &command->caller);
        error = prepare(command, kernel, dimensions, offset, global, local);
        if (!error && host_holds_memory(command, kernel)) {
            host_memory_tell(WIRE_STILL_MAPPED);
        }
    }
    return enqueue_end(command, error, false, event);
}

cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                              const size_t *offset, const size_t *global, const size_t *local,
                              cl_uint wait_count, const cl_event *waits, cl_event *event) {
    client_from(__func__, __builtin_return_address(0));
    return ENQUEUED(enqueue(queue, kernel, CL_COMMAND_NDRANGE_KERNEL, dimensions, offset, global,
                            local, wait_count, waits, event),
                    event);
}

cl_int clEnqueueTask(cl_command_queue queue, cl_kernel kernel, cl_uint wait_count,
                     const cl_event *waits, cl_event *event) {
    const size_t one = 1;
    client_from(__func__, __builtin_return_address(0));
    return ENQUEUED(
        enqueue(queue, kernel, CL_COMMAND_TASK, 1, NULL, &one, &one, wait_count, waits, event),
        event);
}
