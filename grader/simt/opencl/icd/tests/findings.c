/* A program with one mistake, chosen by its argument; what `lockstep simt` says of it is the test.
 */
#include "tap.h"

static struct setting it;

static const char source[] =
    "kernel void copy(global const int *in, global int *out, local int *t) {\n"
    "    int i = get_local_id(0);\n"
    "    t[i] = in[i];\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    out[i] = t[i ^ 1];\n"
    "}\n"
    "kernel void race(global const int *in, global int *out, local int *t) {\n"
    "    int i = get_local_id(0);\n"
    "    t[i] = in[i];\n"
    "    out[i] = t[i ^ 1];\n"
    "}\n"
    "kernel void beyond(global const int *in, global int *out, local int *t) {\n"
    "    int i = get_local_id(0);\n"
    "    t[i] = in[i];\n"
    "    out[i + 1] = t[i];\n"
    "}\n"
    "kernel void turn(read_only image2d_t from, write_only image2d_t to) {\n"
    "    int2 at = (int2)(get_global_id(0) % 8, get_global_id(0) / 8);\n"
    "    write_imagef(to, at.yx, read_imagef(from, at));\n"
    "}\n"
    "kernel void apart(global const int *in, global int *out, local int *t) {\n"
    "    int i = get_local_id(0);\n"
    "    for (int n = 0; n < 9000; n++) {\n" /* long enough to be told to other cores */
    "        t[i] = in[i];\n"
    "    }\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    event_t copied = async_work_group_copy(t + i % 2, in, 4, 0);\n"
    "    wait_group_events(1, &copied);\n"
    "    out[i] = t[i];\n"
    "}\n";

enum { COUNT = 64 };
static int data[COUNT];

/* The image is not square, so what is turned does not fit. */
static int turn(cl_program program) {
    const cl_image_format format = {CL_R, CL_FLOAT};
    const cl_image_desc sides = {
        .image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 8, .image_height = 4};
    const size_t size = 32;
    float texels[32] = {0};
    cl_kernel kernel = clCreateKernel(program, "turn", NULL);
    cl_mem from = clCreateImage(it.context, CL_MEM_COPY_HOST_PTR, &format, &sides, texels, NULL);
    cl_mem to = clCreateImage(it.context, CL_MEM_WRITE_ONLY, &format, &sides, NULL, NULL);
    clSetKernelArg(kernel, 0, sizeof(cl_mem), &from);
    clSetKernelArg(kernel, 1, sizeof(cl_mem), &to);
    clEnqueueNDRangeKernel(it.queue, kernel, 1, NULL, &size, NULL, 0, NULL, NULL);
    return clFinish(it.queue);
}

int main(int argc, char **argv) {
    const char *mistake = argc > 1 ? argv[1] : "none";
    const char *names[] = {"race", "beyond", "apart"};
    const char *name = "copy";
    for (int i = 0; i < 3; i++) {
        if (!strcmp(mistake, names[i])) {
            name = names[i];
        }
    }
    FILE *file = argc > 2 ? fopen(argv[2], "w") : NULL; /* the source as a file, too */
    if (file != NULL) {
        fputs(source, file);
        fclose(file);
    }
    it = open_setting(0);
    cl_program program = build_program(&it, source);
    if (!strcmp(mistake, "turn")) {
        return turn(program) == CL_SUCCESS;
    }
    cl_kernel kernel = clCreateKernel(program, name, NULL);
    cl_mem in = clCreateBuffer(it.context, CL_MEM_COPY_HOST_PTR, sizeof data, data, NULL);
    cl_mem out = clCreateBuffer(it.context, 0, sizeof data, NULL, NULL);
    const size_t size = COUNT,
                 bytes = strcmp(mistake, "local") != 0 ? sizeof data : sizeof data / 2;
    clSetKernelArg(kernel, 0, sizeof(cl_mem), &in);
    clSetKernelArg(kernel, 1, sizeof(cl_mem), &out);
    clSetKernelArg(kernel, 2, bytes, NULL);
    if (!strcmp(mistake, "released")) {
        clReleaseMemObject(in);
    }
    cl_int error = clEnqueueNDRangeKernel(it.queue, kernel, 1, NULL, &size, &size, 0, NULL, NULL);
    if (!strcmp(mistake, "unwaited")) {
        return error;
    }
    error = clFinish(it.queue);
    printf("clFinish: %d\n", error);
    if (!strcmp(mistake, "unread")) {
        clEnqueueReadBuffer(it.queue, out, CL_FALSE, 0, sizeof data, data, 0, NULL, NULL);
    }
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    clReleaseMemObject(in);
    if (strcmp(mistake, "leak") != 0) {
        clReleaseMemObject(out);
    }
    close_setting(&it);
    return 0;
}
