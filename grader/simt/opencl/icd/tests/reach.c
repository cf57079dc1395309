/* What kernels may reach: sub-buffers, and shared virtual memory that a launch names. The first
 * argument says how; icd_test.sh knows which ways are right. */
#include "tap.h"

enum { COUNT = 128, PART = 64, NODES = 3 };

static const char source[] =
    "typedef struct node { global struct node *next; int value; } node;\n"
    "kernel void fill(global int *part, int n) {\n"
    "    int i = get_global_id(0);\n"
    "    if (i < n) part[i] = i;\n"
    "}\n"
    "kernel void before(global int *part) { part[(int)get_global_id(0) - 1] = 0; }\n"
    "kernel void both(global int *low, global int *high) {\n"
    "    int i = get_global_id(0);\n"
    "    global int *to = i % 2 ? low : high;\n"
    "    to[i / 2] = i;\n"
    "}\n"
    "kernel void walk(global node *at, global int *sum) {\n"
    "    for (; at != 0; at = at->next) *sum += at->value;\n"
    "}\n";

struct node {
    struct node *next;
    int value;
};

static struct setting it;
static cl_program program;

static void run(cl_kernel kernel, size_t items) {
    clEnqueueNDRangeKernel(it.queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL);
    printf("clFinish: %d\n", clFinish(it.queue));
    clReleaseKernel(kernel);
}

static cl_mem part_of(cl_mem buffer, size_t origin, size_t bytes) {
    const cl_buffer_region region = {origin, bytes};
    return clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, NULL);
}

static void parts(const char *way) {
    static int zeroes[2 * COUNT];
    const size_t half = COUNT * sizeof(int);
    const int n = strcmp(way, "past") == 0 ? COUNT : PART, all = COUNT;
    cl_mem buffer = clCreateBuffer(it.context, CL_MEM_COPY_HOST_PTR, 2 * half, zeroes, NULL);
    cl_mem low = part_of(buffer, 0, PART * sizeof(int)), high = part_of(buffer, half, half);
    bool two = strcmp(way, "two") == 0, before = strcmp(way, "before") == 0;
    cl_kernel kernel = clCreateKernel(program, two ? "both" : before ? "before" : "fill", NULL);
    cl_mem *first = two || strcmp(way, "past") == 0 || strcmp(way, "inside") == 0 ? &low : &high;
    clSetKernelArg(kernel, 0, sizeof(cl_mem), strcmp(way, "whole") == 0 ? &buffer : first);
    if (two) {
        clSetKernelArg(kernel, 1, sizeof(cl_mem), &high);
    } else if (!before) {
        clSetKernelArg(kernel, 1, sizeof n, strcmp(way, "whole") == 0 ? &all : &n);
    }
    run(kernel, COUNT);
    RELEASE(low, high, buffer);
}

static void chain(bool named) {
    const int zero = 0;
    struct node *nodes[NODES];
    cl_mem sum = clCreateBuffer(it.context, CL_MEM_COPY_HOST_PTR, sizeof zero, (void *)&zero, NULL);
    cl_kernel kernel = clCreateKernel(program, "walk", NULL);
    for (int i = 0; i < NODES; i++) {
        nodes[i] = clSVMAlloc(it.context, CL_MEM_READ_WRITE, sizeof(struct node), 0);
    }
    for (int i = 0; i < NODES; i++) {
        clEnqueueSVMMap(it.queue, CL_TRUE, CL_MAP_WRITE, nodes[i], sizeof **nodes, 0, NULL, NULL);
        *nodes[i] = (struct node){i + 1 < NODES ? nodes[i + 1] : NULL, i};
        clEnqueueSVMUnmap(it.queue, nodes[i], 0, NULL, NULL);
    }
    clSetKernelArgSVMPointer(kernel, 0, nodes[0]);
    clSetKernelArg(kernel, 1, sizeof(cl_mem), &sum);
    if (named) {
        clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, 2 * sizeof(void *), nodes + 1);
    }
    run(kernel, 1);
    for (int i = 0; i < NODES; i++) {
        clSVMFree(it.context, nodes[i]);
    }
    clReleaseMemObject(sum);
}

int main(int argc, char **argv) {
    const char *way = argc > 1 ? argv[1] : "inside";
    it = open_setting(0);
    program = build_program(&it, source);
    if (strncmp(way, "chain", 5) == 0) {
        chain(strcmp(way, "chain-named") == 0);
    } else {
        parts(way);
    }
    clReleaseProgram(program);
    close_setting(&it);
    return 0;
}
