/* What this device has not: images, samplers, native kernels, and all of OpenCL 2.0 and later.
 * Each call says so by its error. */
#include "icd.h"

cl_mem clCreateImage(cl_context context, cl_mem_flags flags, const cl_image_format *format,
                     const cl_image_desc *description, void *host, cl_int *error) {
    (void)flags, (void)format, (void)description, (void)host;
    return icd_null(error,
                    object_is(context, OBJECT_CONTEXT) ? CL_INVALID_OPERATION : CL_INVALID_CONTEXT);
}
cl_mem clCreateImage2D(cl_context context, cl_mem_flags flags, const cl_image_format *format,
                       size_t width, size_t height, size_t pitch, void *host, cl_int *error) {
    (void)width, (void)height, (void)pitch;
    return clCreateImage(context, flags, format, NULL, host, error);
}
cl_mem clCreateImage3D(cl_context context, cl_mem_flags flags, const cl_image_format *format,
                       size_t width, size_t height, size_t depth, size_t row_pitch,
                       size_t slice_pitch, void *host, cl_int *error) {
    (void)width, (void)height, (void)depth, (void)row_pitch, (void)slice_pitch;
    return clCreateImage(context, flags, format, NULL, host, error);
}

cl_int clGetSupportedImageFormats(cl_context context, cl_mem_flags flags, cl_mem_object_type type,
                                  cl_uint room, cl_image_format *formats, cl_uint *count) {
    (void)flags, (void)type, (void)room, (void)formats;
    if (!object_is(context, OBJECT_CONTEXT)) {
        return CL_INVALID_CONTEXT;
    }
    if (count != NULL) {
        *count = 0;
    }
    return CL_SUCCESS;
}

cl_int clGetImageInfo(cl_mem image, cl_image_info name, size_t room, void *to, size_t *needed) {
    (void)image, (void)name, (void)room, (void)to, (void)needed;
    return CL_INVALID_MEM_OBJECT;
}

cl_sampler clCreateSampler(cl_context context, cl_bool normalized, cl_addressing_mode addressing,
                           cl_filter_mode filter, cl_int *error) {
    (void)normalized, (void)addressing, (void)filter;
    return icd_null(error,
                    object_is(context, OBJECT_CONTEXT) ? CL_INVALID_OPERATION : CL_INVALID_CONTEXT);
}
cl_int clRetainSampler(cl_sampler sampler) {
    (void)sampler;
    return CL_INVALID_SAMPLER;
}
cl_int clReleaseSampler(cl_sampler sampler) {
    (void)sampler;
    return CL_INVALID_SAMPLER;
}
cl_int clGetSamplerInfo(cl_sampler sampler, cl_sampler_info name, size_t room, void *to,
                        size_t *needed) {
    (void)sampler, (void)name, (void)room, (void)to, (void)needed;
    return CL_INVALID_SAMPLER;
}

/* Commands that need an image, which nobody can have: the queue is all there is to check. */
static cl_int no_image(cl_command_queue queue) {
    return object_is(queue, OBJECT_QUEUE) ? CL_INVALID_MEM_OBJECT : CL_INVALID_COMMAND_QUEUE;
}

cl_int clEnqueueReadImage(cl_command_queue queue, cl_mem image, cl_bool blocking,
                          const size_t *origin, const size_t *region, size_t row_pitch,
                          size_t slice_pitch, void *host, cl_uint wait_count, const cl_event *waits,
                          cl_event *event) {
    (void)image, (void)blocking, (void)origin, (void)region, (void)row_pitch, (void)slice_pitch;
    (void)host, (void)wait_count, (void)waits, (void)event;
    return no_image(queue);
}
cl_int clEnqueueWriteImage(cl_command_queue queue, cl_mem image, cl_bool blocking,
                           const size_t *origin, const size_t *region, size_t row_pitch,
                           size_t slice_pitch, const void *host, cl_uint wait_count,
                           const cl_event *waits, cl_event *event) {
    (void)image, (void)blocking, (void)origin, (void)region, (void)row_pitch, (void)slice_pitch;
    (void)host, (void)wait_count, (void)waits, (void)event;
    return no_image(queue);
}
cl_int clEnqueueFillImage(cl_command_queue queue, cl_mem image, const void *colour,
                          const size_t *origin, const size_t *region, cl_uint wait_count,
                          const cl_event *waits, cl_event *event) {
    (void)image, (void)colour, (void)origin, (void)region, (void)wait_count, (void)waits;
    (void)event;
    return no_image(queue);
}
cl_int clEnqueueCopyImage(cl_command_queue queue, cl_mem from, cl_mem to, const size_t *from_origin,
                          const size_t *to_origin, const size_t *region, cl_uint wait_count,
                          const cl_event *waits, cl_event *event) {
    (void)from, (void)to, (void)from_origin, (void)to_origin, (void)region, (void)wait_count;
    (void)waits, (void)event;
    return no_image(queue);
}
cl_int clEnqueueCopyImageToBuffer(cl_command_queue queue, cl_mem from, cl_mem to,
                                  const size_t *origin, const size_t *region, size_t offset,
                                  cl_uint wait_count, const cl_event *waits, cl_event *event) {
    (void)from, (void)to, (void)origin, (void)region, (void)offset, (void)wait_count, (void)waits;
    (void)event;
    return no_image(queue);
}
cl_int clEnqueueCopyBufferToImage(cl_command_queue queue, cl_mem from, cl_mem to, size_t offset,
                                  const size_t *origin, const size_t *region, cl_uint wait_count,
                                  const cl_event *waits, cl_event *event) {
    (void)from, (void)to, (void)offset, (void)origin, (void)region, (void)wait_count, (void)waits;
    (void)event;
    return no_image(queue);
}
void *clEnqueueMapImage(cl_command_queue queue, cl_mem image, cl_bool blocking, cl_map_flags flags,
                        const size_t *origin, const size_t *region, size_t *row_pitch,
                        size_t *slice_pitch, cl_uint wait_count, const cl_event *waits,
                        cl_event *event, cl_int *error) {
    (void)image, (void)blocking, (void)flags, (void)origin, (void)region, (void)row_pitch;
    (void)slice_pitch, (void)wait_count, (void)waits, (void)event;
    return icd_null(error, no_image(queue));
}

cl_int clEnqueueNativeKernel(cl_command_queue queue, void(CL_CALLBACK *function)(void *),
                             void *arguments, size_t bytes, cl_uint count, const cl_mem *buffers,
                             const void **places, cl_uint wait_count, const cl_event *waits,
                             cl_event *event) {
    (void)function, (void)arguments, (void)bytes, (void)count, (void)buffers, (void)places;
    (void)wait_count, (void)waits, (void)event;
    return object_is(queue, OBJECT_QUEUE) ? CL_INVALID_OPERATION : CL_INVALID_COMMAND_QUEUE;
}
