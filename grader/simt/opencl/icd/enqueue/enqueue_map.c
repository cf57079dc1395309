/* Mapping buffers and images into host memory, and moving them nowhere. */
#include "../image.h"

#include <stdlib.h>
#include <string.h>

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
        if (root->shadow != NULL) { /* a read before the map is done must show */
            memset(root->shadow, 0xA5, bytes);
        }
    }
    return root->shadow != NULL ? root->shadow + buffer->origin : NULL;
}

static cl_int check_flags(cl_mem memory, cl_map_flags flags) {
    const cl_map_flags writing = CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION;
    cl_int error = CL_SUCCESS;
    if ((flags & ~(CL_MAP_READ | writing)) ||
        ((flags & CL_MAP_WRITE_INVALIDATE_REGION) && (flags & (CL_MAP_READ | CL_MAP_WRITE)))) {
        return client_refuse(CL_INVALID_VALUE, MESSAGE_WHY_FLAGS, NULL);
    }
    if (flags & CL_MAP_READ) {
        error = enqueue_host_access(memory, BUFFER_READ);
    }
    if (flags & writing && !error) {
        error = enqueue_host_access(memory, BUFFER_WRITE);
    }
    return error;
}

/* Maps what the transfer reads; `offset` is where that lies in the object's memory on the host. */
static cl_int map(struct command *command, cl_mem memory, cl_map_flags flags,
                  struct transfer transfer, size_t offset, unsigned char **pointer) {
    unsigned char *host = host_side(memory);
    struct mapping *mapping = calloc(1, sizeof *mapping);
    if (host == NULL || mapping == NULL || !command_hold(command, memory)) {
        free(mapping);
        return CL_MAP_FAILURE;
    }
    map_shadow_open(memory);
    *pointer = transfer.host = host + offset;
    *mapping = (struct mapping){.next = memory->mappings,
                                .pointer = *pointer,
                                .write = flags & ~(cl_map_flags)CL_MAP_READ,
                                .transfer = transfer};
    memory->mappings = mapping;
    memory->map_count++;
    command->run = flags & CL_MAP_WRITE_INVALIDATE_REGION ? NULL : transfer_run;
    command->work.transfer = transfer;
    return CL_SUCCESS;
}

static cl_int map_buffer(struct command *command, cl_mem buffer, cl_map_flags flags, size_t offset,
                         size_t bytes, unsigned char **pointer) {
    cl_int error = enqueue_check_buffer(command->queue, buffer);
    error = error ? error : check_flags(buffer, flags);
    if (!error && !enqueue_lies_within(buffer, offset, bytes)) {
        error = CL_INVALID_VALUE;
    }
    const struct transfer transfer = {.direction = BUFFER_READ,
                                      .region = {bytes, 1, 1},
                                      .address = error ? 0 : buffer->address + offset};
    return error ? error : map(command, buffer, flags, transfer, offset, pointer);
}

void *clEnqueueMapBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                         cl_map_flags flags, size_t offset, size_t bytes, cl_uint wait_count,
                         const cl_event *waits, cl_event *event, cl_int *error_to) {
    unsigned char *pointer = NULL;
    const cl_int failed = ENQUEUE(CL_COMMAND_MAP_BUFFER, blocking,
                                  map_buffer(command, buffer, flags, offset, bytes, &pointer));
    icd_null(error_to, failed);
    return failed ? NULL : pointer;
}

/* The program's memory has its own pitches; a shadow those of the device. */
static cl_int map_image(struct command *command, cl_mem memory, cl_map_flags flags,
                        const size_t *origin, const size_t *region, size_t *row_pitch,
                        size_t *slice_pitch, unsigned char **pointer) {
    cl_int error = enqueue_check_image(command->queue, memory);
    error = error ? error : check_flags(memory, flags);
    if (error) {
        return error;
    }
    const struct image *image = memory->image;
    cl_mem_object_type type = image->asked.image_type;
    bool sliced = type == CL_MEM_OBJECT_IMAGE3D || type == CL_MEM_OBJECT_IMAGE1D_ARRAY ||
                  type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
    if (!enqueue_image_region(memory, origin, region) || row_pitch == NULL ||
        (sliced && slice_pitch == NULL)) {
        return CL_INVALID_VALUE;
    }
    struct transfer transfer = enqueue_image_transfer(memory, BUFFER_READ, origin, region);
    bool of_host = memory->host_pointer != NULL;
    transfer.other_row_pitch = of_host ? image->host_row_bytes : image->row_bytes;
    transfer.other_slice_pitch = of_host ? image->host_slice_bytes : image->slice_bytes;
    *row_pitch = transfer.other_row_pitch;
    if (slice_pitch != NULL) {
        *slice_pitch = !sliced                               ? 0
                       : type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? transfer.other_row_pitch
                                                             : transfer.other_slice_pitch;
    }
    size_t offset = origin[2] * transfer.other_slice_pitch + origin[1] * transfer.other_row_pitch +
                    origin[0] * image->texel_bytes;
    return map(command, memory, flags, transfer, offset, pointer);
}

void *clEnqueueMapImage(cl_command_queue queue, cl_mem image, cl_bool blocking, cl_map_flags flags,
                        const size_t *origin, const size_t *region, size_t *row_pitch,
                        size_t *slice_pitch, cl_uint wait_count, const cl_event *waits,
                        cl_event *event, cl_int *error_to) {
    unsigned char *pointer = NULL;
    const cl_int failed =
        ENQUEUE(CL_COMMAND_MAP_IMAGE, blocking,
                map_image(command, image, flags, origin, region, row_pitch, slice_pitch, &pointer));
    icd_null(error_to, failed);
    return failed ? NULL : pointer;
}

static cl_int unmap(struct command *command, cl_mem buffer, const void *pointer) {
    cl_int error = enqueue_check_memory(command->queue, buffer);
    if (error) {
        return error;
    }
    struct mapping **at = &buffer->mappings;
    while (*at != NULL && (*at)->pointer != pointer) {
        at = &(*at)->next;
    }
    struct mapping *mapping = *at;
    if (mapping == NULL) {
        return client_refuse(CL_INVALID_VALUE, MESSAGE_WHY_NOT_MAPPED, NULL);
    }
    if (!command_hold(command, buffer)) {
        return CL_OUT_OF_HOST_MEMORY;
    }
    command->run = mapping->write ? transfer_run : NULL;
    command->work.transfer = mapping->transfer;
    command->work.transfer.direction = BUFFER_WRITE;
    *at = mapping->next;
    buffer->map_count--;
    free(mapping);
    client_asked_from(&command->call, &command->caller);
    map_shadow_close(buffer);
    return CL_SUCCESS;
}

cl_int clEnqueueUnmapMemObject(cl_command_queue queue, cl_mem buffer, void *pointer,
                               cl_uint wait_count, const cl_event *waits, cl_event *event) {
    return ENQUEUE(CL_COMMAND_UNMAP_MEM_OBJECT, false, unmap(command, buffer, pointer));
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
            error = enqueue_check_memory(queue, buffers[i]);
        }
    }
    return ENQUEUED(enqueue_end(command, error, false, event), event);
}
