/* Reads, writes, copies and fills of images. */
#include "../image.h"

#include <stdlib.h>
#include <string.h>

cl_int enqueue_check_image(cl_command_queue queue, cl_mem memory) {
    cl_int error = enqueue_check_memory(queue, memory);
    if (!error && memory->image == NULL) {
        client_why(MESSAGE_WHY_TEXT, "the memory object is a buffer, not an image", 0, 0, 0);
        error = CL_INVALID_MEM_OBJECT;
    }
    return error;
}

bool enqueue_image_region(cl_mem memory, const size_t *origin, const size_t *region) {
    bool within = origin != NULL && region != NULL;
    for (int i = 0; i < 3 && within; i++) {
        size_t extent = memory->image->extent[i];
        within = region[i] > 0 && origin[i] <= extent && region[i] <= extent - origin[i];
    }
    if (!within) {
        client_why(MESSAGE_WHY_TEXT, "the origin and the region do not lie in the image", 0, 0, 0);
    }
    return within;
}

struct transfer enqueue_image_transfer(cl_mem memory, enum direction direction,
                                       const size_t *origin, const size_t *region) {
    const struct image *image = memory->image;
    return (struct transfer){.direction = direction,
                             .region = {region[0] * image->texel_bytes, region[1], region[2]},
                             .address = image->data + origin[2] * image->slice_bytes +
                                        origin[1] * image->row_bytes +
                                        origin[0] * image->texel_bytes,
                             .row_pitch = image->row_bytes,
                             .slice_pitch = image->slice_bytes};
}

struct host_place {
    size_t row_pitch, slice_pitch;
    const void *memory;
};

static cl_int prepare_host(struct command *command, cl_mem memory, enum direction direction,
                           const size_t *origin, const size_t *region,
                           const struct host_place *host) {
    cl_int error = enqueue_check_image(command->queue, memory);
    if (error) {
        return error;
    }
    if (host->memory == NULL) {
        return client_refuse(CL_INVALID_VALUE, MESSAGE_WHY_NULL, "host's memory");
    }
    if (!enqueue_image_region(memory, origin, region)) {
        return CL_INVALID_VALUE;
    }
    struct transfer transfer = enqueue_image_transfer(memory, direction, origin, region);
    if (!image_host_pitches(memory->image, region, host->row_pitch, host->slice_pitch,
                            &transfer.other_row_pitch, &transfer.other_slice_pitch)) {
        client_why(MESSAGE_WHY_PITCH, NULL, (int64_t)transfer.region[0], (int64_t)host->row_pitch,
                   0);
        return CL_INVALID_VALUE;
    }
    const size_t bytes = transfer.other_slice_pitch * (region[2] - 1) +
                         transfer.other_row_pitch * (region[1] - 1) + transfer.region[0];
    const size_t room = client_host_room(host->memory);
    if (bytes > room) {
        client_why(MESSAGE_WHY_PAST_HEAP, NULL, (int64_t)room, (int64_t)bytes, 0);
        return CL_INVALID_VALUE;
    }
    error = enqueue_host_access(memory, direction);
    if (error) {
        return error;
    }
    transfer.host = (unsigned char *)host->memory;
    return enqueue_transfer(command, memory, NULL, &transfer);
}

cl_int clEnqueueReadImage(cl_command_queue queue, cl_mem image, cl_bool blocking,
                          const size_t *origin, const size_t *region, size_t row_pitch,
                          size_t slice_pitch, void *host, cl_uint wait_count, const cl_event *waits,
                          cl_event *event) {
    const struct host_place place = {row_pitch, slice_pitch, host};
    return ENQUEUE(CL_COMMAND_READ_IMAGE, blocking,
                   prepare_host(command, image, BUFFER_READ, origin, region, &place));
}

cl_int clEnqueueWriteImage(cl_command_queue queue, cl_mem image, cl_bool blocking,
                           const size_t *origin, const size_t *region, size_t row_pitch,
                           size_t slice_pitch, const void *host, cl_uint wait_count,
                           const cl_event *waits, cl_event *event) {
    const struct host_place place = {row_pitch, slice_pitch, host};
    return ENQUEUE(CL_COMMAND_WRITE_IMAGE, blocking,
                   prepare_host(command, image, BUFFER_WRITE, origin, region, &place));
}

/* One row of the colour goes to every row of the region. */
static cl_int prepare_fill(struct command *command, cl_mem memory, const void *colour,
                           const size_t *origin, const size_t *region) {
    unsigned char texel[IMAGE_TEXEL_MOST];
    cl_int error = enqueue_check_image(command->queue, memory);
    if (error) {
        return error;
    }
    if (colour == NULL || !enqueue_image_region(memory, origin, region)) {
        return CL_INVALID_VALUE;
    }
    const size_t bytes = memory->image->texel_bytes;
    command->owned = malloc(region[0] * bytes);
    if (command->owned == NULL) {
        return CL_OUT_OF_HOST_MEMORY;
    }
    image_encode(&memory->image->format, colour, texel);
    for (size_t i = 0; i < region[0]; i++) {
        memcpy((unsigned char *)command->owned + i * bytes, texel, bytes);
    }
    struct transfer transfer = enqueue_image_transfer(memory, BUFFER_WRITE, origin, region);
    transfer.host = command->owned;
    return enqueue_transfer(command, memory, NULL, &transfer);
}

cl_int clEnqueueFillImage(cl_command_queue queue, cl_mem image, const void *colour,
                          const size_t *origin, const size_t *region, cl_uint wait_count,
                          const cl_event *waits, cl_event *event) {
    return ENQUEUE(CL_COMMAND_FILL_IMAGE, false,
                   prepare_fill(command, image, colour, origin, region));
}

static bool overlap(const size_t *a, const size_t *b, const size_t *region) {
    bool together = true;
    for (int i = 0; i < 3; i++) {
        together = together && a[i] < b[i] + region[i] && b[i] < a[i] + region[i];
    }
    return together;
}

static cl_int prepare_copy(struct command *command, cl_mem from, cl_mem to,
                           const size_t *from_origin, const size_t *to_origin,
                           const size_t *region) {
    cl_int error = enqueue_check_image(command->queue, from);
    error = error ? error : enqueue_check_image(command->queue, to);
    if (error) {
        return error;
    }
    if (memcmp(&from->image->format, &to->image->format, sizeof from->image->format) != 0) {
        return client_refuse(CL_IMAGE_FORMAT_MISMATCH, MESSAGE_WHY_TEXT,
                             "the images' formats differ");
    }
    if (!enqueue_image_region(from, from_origin, region) ||
        !enqueue_image_region(to, to_origin, region)) {
        return CL_INVALID_VALUE;
    }
    if (from == to && overlap(from_origin, to_origin, region)) {
        return client_refuse(CL_MEM_COPY_OVERLAP, MESSAGE_WHY_OVERLAP, NULL);
    }
    struct transfer transfer = enqueue_image_transfer(from, BUFFER_COPY, from_origin, region);
    const struct transfer target = enqueue_image_transfer(to, BUFFER_COPY, to_origin, region);
    transfer.other = target.address;
    transfer.other_row_pitch = target.row_pitch;
    transfer.other_slice_pitch = target.slice_pitch;
    return enqueue_transfer(command, from, to, &transfer);
}

cl_int clEnqueueCopyImage(cl_command_queue queue, cl_mem from, cl_mem to, const size_t *from_origin,
                          const size_t *to_origin, const size_t *region, cl_uint wait_count,
                          const cl_event *waits, cl_event *event) {
    return ENQUEUE(CL_COMMAND_COPY_IMAGE, false,
                   prepare_copy(command, from, to, from_origin, to_origin, region));
}

/* Between an image's region and a buffer's bytes, which lie row behind row. */
static cl_int prepare_packed(struct command *command, cl_mem image, cl_mem buffer,
                             const size_t *origin, const size_t *region, size_t offset,
                             bool to_buffer) {
    cl_int error = enqueue_check_image(command->queue, image);
    error = error ? error : enqueue_check_buffer(command->queue, buffer);
    if (error) {
        return error;
    }
    if (!enqueue_image_region(image, origin, region)) {
        return CL_INVALID_VALUE;
    }
    struct transfer transfer = enqueue_image_transfer(image, BUFFER_COPY, origin, region);
    const struct transfer texels = transfer;
    const size_t slice = transfer.region[0] * region[1];
    if (!enqueue_lies_within(buffer, offset, slice * region[2])) {
        return CL_INVALID_VALUE;
    }
    transfer.other = buffer->address + offset;
    transfer.other_row_pitch = transfer.region[0];
    transfer.other_slice_pitch = slice;
    if (!to_buffer) {
        transfer.address = transfer.other;
        transfer.row_pitch = transfer.other_row_pitch;
        transfer.slice_pitch = transfer.other_slice_pitch;
        transfer.other = texels.address;
        transfer.other_row_pitch = texels.row_pitch;
        transfer.other_slice_pitch = texels.slice_pitch;
    }
    return enqueue_transfer(command, image, buffer, &transfer);
}

cl_int clEnqueueCopyImageToBuffer(cl_command_queue queue, cl_mem from, cl_mem to,
                                  const size_t *origin, const size_t *region, size_t offset,
                                  cl_uint wait_count, const cl_event *waits, cl_event *event) {
    return ENQUEUE(CL_COMMAND_COPY_IMAGE_TO_BUFFER, false,
                   prepare_packed(command, from, to, origin, region, offset, true));
}

cl_int clEnqueueCopyBufferToImage(cl_command_queue queue, cl_mem from, cl_mem to, size_t offset,
                                  const size_t *origin, const size_t *region, cl_uint wait_count,
                                  const cl_event *waits, cl_event *event) {
    return ENQUEUE(CL_COMMAND_COPY_BUFFER_TO_IMAGE, false,
                   prepare_packed(command, to, from, origin, region, offset, false));
}
