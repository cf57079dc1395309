/* Mapping buffers into host memory, and moving them nowhere. */
#include "icd.h"

#include <stdlib.h>
#include <string.h>

static cl_mem root_of(cl_mem buffer) {
    return buffer->parent ? buffer->parent : buffer;
}

/* The host's memory for all of a buffer: what the program gave, or a shadow, which keeps its
 * place as long as the buffer lives. */
static unsigned char *host_side(cl_mem buffer) {
    cl_mem root = root_of(buffer);
    if (root->host_pointer != NULL) {
        return (unsigned char *)root->host_pointer + buffer->origin;
    }
    if (root->shadow == NULL) {
        size_t bytes = (root->bytes + 4095) & ~(size_t)4095;
        root->shadow = bytes >= root->bytes ? aligned_alloc(4096, bytes) : NULL;
        if (root->shadow != NULL) { /* who reads before the map is done shall see it */
            memset(root->shadow, 0xA5, bytes);
        }
    }
    return root->shadow != NULL ? root->shadow + buffer->origin : NULL;
}

static cl_int check_map(cl_command_queue queue, cl_mem buffer, cl_map_flags flags, size_t offset,
                        size_t bytes) {
    const cl_map_flags writing = CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION;
    cl_int error = enqueue_check_buffer(queue, buffer);
    if (error) {
        return error;
    }
    if ((flags & ~(CL_MAP_READ | writing)) ||
        ((flags & CL_MAP_WRITE_INVALIDATE_REGION) && (flags & (CL_MAP_READ | CL_MAP_WRITE)))) {
        client_why(MESSAGE_WHY_FLAGS, NULL, 0, 0, 0);
        return CL_INVALID_VALUE;
    }
    if (!enqueue_lies_within(buffer, offset, bytes)) {
        return CL_INVALID_VALUE;
    }
    if (flags & CL_MAP_READ) {
        error = enqueue_host_access(buffer, BUFFER_READ);
    }
    if (flags & writing && !error) {
        error = enqueue_host_access(buffer, BUFFER_WRITE);
    }
    return error;
}

static cl_int map(struct command *command, cl_mem buffer, cl_map_flags flags, size_t offset,
                  size_t bytes, unsigned char **pointer) {
    unsigned char *host = host_side(buffer);
    struct mapping *mapping = calloc(1, sizeof *mapping);
    if (host == NULL || mapping == NULL || !command_hold(command, buffer)) {
        free(mapping);
        return CL_MAP_FAILURE;
    }
    *pointer = host + offset;
    *mapping = (struct mapping){.next = buffer->mappings,
                                .pointer = *pointer,
                                .write = flags & ~(cl_map_flags)CL_MAP_READ,
                                .offset = offset,
                                .bytes = bytes};
    buffer->mappings = mapping;
    buffer->map_count++;
    command->run = flags & CL_MAP_WRITE_INVALIDATE_REGION ? NULL : transfer_run;
    command->work.transfer = (struct transfer){.direction = BUFFER_READ,
                                               .region = {bytes, 1, 1},
                                               .address = buffer->address + offset,
                                               .host = *pointer};
    return CL_SUCCESS;
}

void *clEnqueueMapBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                         cl_map_flags flags, size_t offset, size_t bytes, cl_uint wait_count,
                         const cl_event *waits, cl_event *event, cl_int *error_to) {
    cl_int error;
    unsigned char *pointer = NULL;
    struct command *command =
        enqueue_begin(queue, CL_COMMAND_MAP_BUFFER, wait_count, waits, &error);
    if (command != NULL) {
        error = check_map(queue, buffer, flags, offset, bytes);
    }
    if (command != NULL && !error) {
        error = map(command, buffer, flags, offset, bytes, &pointer);
    }
    error = enqueue_end(command, error, blocking, event);
    icd_null(error_to, error);
    return ENQUEUED(error, event) ? NULL : pointer;
}

static cl_int unmap(struct command *command, cl_mem buffer, const void *pointer) {
    cl_int error = enqueue_check_buffer(command->queue, buffer);
    if (error) {
        return error;
    }
    struct mapping **at = &buffer->mappings;
    while (*at != NULL && (*at)->pointer != pointer) {
        at = &(*at)->next;
    }
    struct mapping *mapping = *at;
    if (mapping == NULL) {
        client_why(MESSAGE_WHY_NOT_MAPPED, NULL, 0, 0, 0);
        return CL_INVALID_VALUE;
    }
    if (!command_hold(command, buffer)) {
        return CL_OUT_OF_HOST_MEMORY;
    }
    command->run = mapping->write ? transfer_run : NULL;
    command->work.transfer = (struct transfer){.direction = BUFFER_WRITE,
                                               .region = {mapping->bytes, 1, 1},
                                               .address = buffer->address + mapping->offset,
                                               .host = mapping->pointer};
    *at = mapping->next;
    buffer->map_count--;
    free(mapping);
    return CL_SUCCESS;
}

cl_int clEnqueueUnmapMemObject(cl_command_queue queue, cl_mem buffer, void *pointer,
                               cl_uint wait_count, const cl_event *waits, cl_event *event) {
    cl_int error;
    struct command *command =
        enqueue_begin(queue, CL_COMMAND_UNMAP_MEM_OBJECT, wait_count, waits, &error);
    if (command != NULL) {
        error = unmap(command, buffer, pointer);
    }
    return ENQUEUED(enqueue_end(command, error, false, event), event);
}

/* There is one device, and buffers are there from the start. */
cl_int clEnqueueMigrateMemObjects(cl_command_queue queue, cl_uint count, const cl_mem *buffers,
                                  cl_mem_migration_flags flags, cl_uint wait_count,
                                  const cl_event *waits, cl_event *event) {
    const cl_mem_migration_flags known =
        CL_MIGRATE_MEM_OBJECT_HOST | CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED;
    cl_int error;
    struct command *command =
        enqueue_begin(queue, CL_COMMAND_MIGRATE_MEM_OBJECTS, wait_count, waits, &error);
    if (command != NULL) {
        if (count == 0 || buffers == NULL || (flags & ~known)) {
            error = CL_INVALID_VALUE;
        }
        for (cl_uint i = 0; i < count && !error; i++) {
            error = enqueue_check_buffer(queue, buffers[i]);
        }
    }
    return ENQUEUED(enqueue_end(command, error, false, event), event);
}
