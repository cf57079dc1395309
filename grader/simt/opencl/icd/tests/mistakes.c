/* Host code with one mistake, named by the first argument, that looks at no status: what is said of
 * it, and of which line, is in icd_test.sh. Lines are named by their marks there. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static const char *const source = "__kernel void scale(__global float *a, uint n, float f) {\n"
                                  "    uint i = get_global_id(0);\n"
                                  "    if (i < n) a[i] *= f;\n"
                                  "}\n";
static const char *mistake;

static bool is(const char *name) {
    return strcmp(mistake, name) == 0;
}

int main(int argc, char **argv) {
    mistake = argc > 1 ? argv[1] : "none";
    cl_platform_id platform;
    cl_device_id device;
    float values[64];
    for (int i = 0; i < 64; i++) {
        values[i] = (float)i;
    }
    const float factor = 2;
    const size_t items = 64, group = is("group") ? 48 : 32;
    const cl_uint n = 64;
    clGetPlatformIDs(1, &platform, NULL);
    clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL);
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
    cl_command_queue queue = clCreateCommandQueue(
        context, device,
        is("order") || is("never-waited") ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0, NULL);
    const char *text = is("empty") ? "\n" : source;
    cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, NULL);
    clBuildProgram(program, 1, &device, is("build") ? "-Dn=+" : "", NULL, NULL);       /* build */
    cl_kernel kernel = clCreateKernel(program, is("name") ? "scales" : "scale", NULL); /* name */
    const cl_mem_flags access = is("read-only")    ? CL_MEM_READ_ONLY
                                : is("write-only") ? CL_MEM_WRITE_ONLY
                                                   : CL_MEM_READ_WRITE;
    cl_mem buffer =
        clCreateBuffer(context, access | CL_MEM_COPY_HOST_PTR, sizeof values, values, NULL);
    clSetKernelArg(kernel, 0, sizeof(cl_mem), &buffer);
    clSetKernelArg(kernel, 1, is("size") ? sizeof items : sizeof n, &n); /* size */
    if (!is("unset")) {
        clSetKernelArg(kernel, 2, sizeof factor, &factor);
    }
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, &group, 0, NULL, NULL); /* launch */
    if (is("never-set")) {
        cl_event go = clCreateUserEvent(context, NULL); /* never */
        clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, &group, 1, &go, NULL);
        puts("enqueued");
    }
    memset(values, 0, sizeof values);
    const size_t bytes = is("long") ? 2 * sizeof values : sizeof values;
    clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, bytes, values, 0, NULL, NULL); /* read */
    printf("%g\n", (double)values[3]);
    if (is("box")) {
        const size_t start[3] = {0, 0, 0}, region[3] = {32, 8, 1};
        cl_mem small = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof values / 2, NULL, NULL);
        clEnqueueCopyBufferRect(queue, buffer, small, start, start, region, 0, 0, 0, 0, 0, NULL,
                                NULL);
        clReleaseMemObject(small);
    }
    if (!is("never-waited")) {
        clFinish(queue);
    }
    if (is("twice")) {
        clReleaseMemObject(buffer);
    }
    clReleaseMemObject(buffer); /* release */
    if (is("left")) {
        return 0;
    }
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    return 0;
}
