/* Launches kernels/reduction_naive.cl over n elements (an argument). Status 0: the sum is right. */
#include "../../../kernels/reduction.h"
#include "../../../labs/shared/opencl_setup.h"

int main(int argc, char **argv) {
    const cl_uint n = argc > 1 ? (cl_uint)strtoul(argv[1], NULL, 10) : 0;
    const size_t work_group = REDUCTION_WORK_GROUP;
    const size_t items = REDUCTION_GROUPS(n, work_group, 1) * work_group;
    cl_uint *data = calloc(n + 1, sizeof *data), expected = 0, sum = 0;
    for (cl_uint i = 0; data != NULL && i < n; i++) {
        data[i] = i * 2654435761u;
        expected += data[i];
    }
    cl_device_id device;
    cl_context context = NULL;
    cl_command_queue queue = NULL;
    cl_program program = NULL;
    cl_int error = opencl_set_up(&device, &context, &queue, "kernels/reduction_naive.cl", &program);
    if (data == NULL || error != CL_SUCCESS) {
        fprintf(stderr, "OpenCL error %d\n", (int)error);
        free(data);
        return 2;
    }
    /* One element more than n would hide a read behind the end; only n = 0 needs it. */
    cl_mem src = clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                                (n > 0 ? n : 1) * sizeof *data, data, NULL);
    cl_mem total =
        clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof sum, &sum, NULL);
    cl_kernel kernel = clCreateKernel(program, "reduce_naive", NULL);
    clSetKernelArg(kernel, 0, sizeof(cl_mem), &src);
    clSetKernelArg(kernel, 1, sizeof n, &n);
    clSetKernelArg(kernel, 2, sizeof(cl_mem), &total);
    clSetKernelArg(kernel, 3, work_group * sizeof sum, NULL);
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, &work_group, 0, NULL, NULL);
    clEnqueueReadBuffer(queue, total, CL_TRUE, 0, sizeof sum, &sum, 0, NULL, NULL);
    clReleaseKernel(kernel);
    clReleaseMemObject(total);
    clReleaseMemObject(src);
    opencl_tear_down(context, queue, program);
    free(data);
    if (sum != expected) {
        fprintf(stderr, "%u instead of %u\n", sum, expected);
    }
    return sum != expected;
}
