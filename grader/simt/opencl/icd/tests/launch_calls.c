/* Launches: ranges of one to three dimensions, offsets, sizes left open, and what is refused. */
#include "tap.h"

static struct setting it;

static const char source[] =
    "kernel void where(global uint *out) {\n"
    "    size_t x = get_global_id(0) - get_global_offset(0);\n"
    "    size_t y = get_global_id(1) - get_global_offset(1);\n"
    "    size_t z = get_global_id(2) - get_global_offset(2);\n"
    "    size_t i = (z * get_global_size(1) + y) * get_global_size(0) + x;\n"
    "    out[i] = get_global_id(0) + 100 * get_global_id(1) + 10000 * get_global_id(2) +\n"
    "             1000000 * get_work_dim();\n"
    "}\n"
    "kernel void group(global uint *out) {\n"
    "    if (get_global_id(0) + get_global_id(1) + get_global_id(2) == 0) {\n"
    "        out[0] = get_local_size(0); out[1] = get_local_size(1); out[2] = get_local_size(2);\n"
    "        out[3] = get_num_groups(0); out[4] = get_num_groups(1); out[5] = get_num_groups(2);\n"
    "    }\n"
    "}\n"
    "kernel __attribute__((reqd_work_group_size(8, 2, 1))) void shaped(global uint *out) {\n"
    "    out[get_local_id(1) * 8 + get_local_id(0)] = 5;\n"
    "}\n";

enum { COUNT = 4096 };
static unsigned out[COUNT];
static cl_mem room;
static cl_kernel where, group, shaped;

static cl_kernel make(cl_program program, const char *name) {
    cl_kernel kernel = clCreateKernel(program, name, NULL);
    clSetKernelArg(kernel, 0, sizeof(cl_mem), &room);
    return kernel;
}

static cl_int launch(cl_kernel kernel, cl_uint dimensions, const size_t *offset,
                     const size_t *global, const size_t *local) {
    cl_int error =
        clEnqueueNDRangeKernel(it.queue, kernel, dimensions, offset, global, local, 0, NULL, NULL);
    return error ? error
                 : clEnqueueReadBuffer(it.queue, room, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL);
}

static bool all_there(cl_uint dimensions, const size_t offset[3], const size_t global[3]) {
    const size_t sizes[3] = {global[0], dimensions > 1 ? global[1] : 1,
                             dimensions > 2 ? global[2] : 1};
    const size_t starts[3] = {offset[0], dimensions > 1 ? offset[1] : 0,
                              dimensions > 2 ? offset[2] : 0};
    for (size_t z = 0, i = 0; z < sizes[2]; z++) {
        for (size_t y = 0; y < sizes[1]; y++) {
            for (size_t x = 0; x < sizes[0]; x++, i++) {
                if (out[i] != x + starts[0] + 100 * (y + starts[1]) + 10000 * (z + starts[2]) +
                                  1000000 * dimensions) {
                    return false;
                }
            }
        }
    }
    return true;
}

static void ranges(void) {
    const size_t none[3] = {0}, offset[3] = {7, 5, 3}, global[3] = {24, 6, 4}, local[3] = {8, 3, 2};
    for (cl_uint dimensions = 1; dimensions <= 3; dimensions++) {
        WORKS(launch(where, dimensions, NULL, global, local));
        OK(all_there(dimensions, none, global));
        WORKS(launch(where, dimensions, offset, global, local));
        OK(all_there(dimensions, offset, global));
        WORKS(launch(where, dimensions, offset, global, NULL));
        OK(all_there(dimensions, offset, global));
    }
    const size_t far[1] = {((size_t)1 << 32) + 5}, few[1] = {4};
    WORKS(launch(where, 1, far, few, few));
    OK(out[0] == 1000005 && out[3] == 1000008);
}

static bool chosen(cl_uint dimensions, const size_t *global, unsigned x, unsigned y, unsigned z) {
    return !launch(group, dimensions, NULL, global, NULL) && out[0] == x && out[1] == y &&
           out[2] == z;
}

static void open_sizes(void) {
    OK(chosen(1, (size_t[]){1024}, 256, 1, 1));
    OK(chosen(1, (size_t[]){997}, 1, 1, 1)); /* a prime */
    OK(chosen(1, (size_t[]){97}, 97, 1, 1));
    OK(chosen(2, (size_t[]){1000, 8}, 250, 1, 1));
    OK(chosen(3, (size_t[]){8, 8, 100}, 8, 8, 4));
}

static void refusals(void) {
    const size_t zero[3] = {0, 1, 1}, ten[3] = {10, 1, 1}, three[1] = {3}, big[3] = {2048, 1, 1};
    const size_t deep[3] = {1, 1, 128}, wide[3] = {64, 64, 1}, end[1] = {SIZE_MAX};
    const size_t shape[2] = {16, 4}, ten_by_two[2] = {10, 2}, group_shape[2] = {8, 2},
                 other[2] = {4, 4};
    GIVES(CL_INVALID_WORK_DIMENSION, launch(where, 0, NULL, ten, NULL));
    GIVES(CL_INVALID_WORK_DIMENSION, launch(where, 4, NULL, ten, NULL));
    GIVES(CL_INVALID_GLOBAL_WORK_SIZE, launch(where, 1, NULL, NULL, NULL));
    GIVES(CL_INVALID_GLOBAL_WORK_SIZE, launch(where, 1, NULL, zero, NULL));
    GIVES(CL_INVALID_GLOBAL_OFFSET, launch(where, 1, end, ten, NULL));
    GIVES(CL_INVALID_WORK_GROUP_SIZE, launch(where, 1, NULL, ten, three));
    GIVES(CL_INVALID_WORK_GROUP_SIZE, launch(where, 1, NULL, ten, zero));
    GIVES(CL_INVALID_WORK_ITEM_SIZE, launch(where, 1, NULL, big, big));
    GIVES(CL_INVALID_WORK_ITEM_SIZE, launch(where, 3, NULL, deep, deep));
    GIVES(CL_INVALID_WORK_GROUP_SIZE, launch(where, 2, NULL, wide, wide));
    WORKS(launch(shaped, 2, NULL, shape, NULL));
    GIVES(CL_INVALID_WORK_GROUP_SIZE, launch(shaped, 2, NULL, ten_by_two, NULL));
    GIVES(CL_INVALID_WORK_GROUP_SIZE, launch(shaped, 2, NULL, shape, other));
    WORKS(launch(shaped, 2, NULL, shape, group_shape));
    GIVES(CL_INVALID_KERNEL,
          clEnqueueNDRangeKernel(it.queue, (cl_kernel)room, 1, NULL, ten, NULL, 0, NULL, NULL));
    GIVES(CL_INVALID_COMMAND_QUEUE,
          clEnqueueNDRangeKernel((cl_command_queue)room, where, 1, NULL, ten, NULL, 0, NULL, NULL));
    WORKS(clEnqueueTask(it.queue, group, 0, NULL, NULL));
    GIVES(CL_INVALID_OPERATION,
          clEnqueueNativeKernel(it.queue, NULL, NULL, 0, 0, NULL, NULL, 0, NULL, NULL));
    WORKS(clFinish(it.queue));
}

/* A clone has its own arguments, with the values of the kernel it was made from. */
static void clones(void) {
    cl_int error = CL_SUCCESS;
    cl_mem other = clCreateBuffer(it.context, 0, sizeof out, NULL, NULL);
    const size_t one[1] = {1};
    WORKS(clSetKernelArg(where, 0, sizeof(cl_mem), &room));
    cl_kernel clone = clCloneKernel(where, &error);
    OK(clone != NULL && clone != where && error == CL_SUCCESS);
    WORKS(clSetKernelArg(where, 0, sizeof(cl_mem), &other));
    WORKS(clEnqueueFillBuffer(it.queue, room, &(int){0}, 4, 0, sizeof out, 0, NULL, NULL));
    WORKS(clEnqueueNDRangeKernel(it.queue, clone, 1, (size_t[]){7}, one, NULL, 0, NULL, NULL));
    WORKS(clEnqueueReadBuffer(it.queue, room, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL));
    OK(out[0] == 1000007);
    WORKS(clReleaseKernel(clone));
    clReleaseMemObject(other);
    REFUSES(CL_INVALID_KERNEL, clCloneKernel((cl_kernel)room, &error));
    REFUSES(CL_INVALID_OPERATION, clCreateProgramWithIL(it.context, "", 1, &error));
    REFUSES(CL_INVALID_CONTEXT, clCreateProgramWithIL(NULL, "", 1, &error));
}

/* By the name that the extension gives it. */
static void sub_groups(cl_platform_id platform) {
    __typeof__(&clGetKernelSubGroupInfo) query =
        (__typeof__(query))clGetExtensionFunctionAddressForPlatform(platform,
                                                                    "clGetKernelSubGroupInfoKHR");
    size_t count = 0;
    OK(query != NULL && query(where, NULL, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, sizeof(size_t),
                              &(size_t){70}, sizeof count, &count, NULL) == CL_SUCCESS);
    OK(count == 3);
}

int main(void) {
    it = open_setting(0);
    room = clCreateBuffer(it.context, 0, sizeof out, NULL, NULL);
    clEnqueueFillBuffer(it.queue, room, &(int){0}, 4, 0, sizeof out, 0, NULL, NULL);
    cl_program program = build_program(&it, source);
    where = make(program, "where");
    group = make(program, "group");
    shaped = make(program, "shaped");
    ranges();
    open_sizes();
    refusals();
    clones();
    sub_groups(it.platform);
    clReleaseKernel(where);
    clReleaseKernel(group);
    clReleaseKernel(shaped);
    clReleaseProgram(program);
    clReleaseMemObject(room);
    close_setting(&it);
    return tap_end();
}
