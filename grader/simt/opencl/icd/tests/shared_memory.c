/* Shared virtual memory: a list whose pointers serve both sides, copies, fills, and calls that are
 * wrong. */
#include "tap.h"

struct node {
    int value;
    struct node *next;
};
enum { NODES = 10 };

static struct setting it;
static const char source[] =
    "struct node { int value; global struct node *next; };\n"
    "kernel void walk(global struct node *list, global int *sum, int at) {\n"
    "    int s = 0;\n"
    "    for (global struct node *n = list; n; n = n->next) {\n"
    "        s += n->value;\n"
    "        n->value *= 2;\n"
    "    }\n"
    "    sum[at] = s;\n"
    "}\n";

static void allocation(void) {
    OK(clSVMAlloc(it.context, CL_MEM_READ_WRITE, 0, 0) == NULL);
    OK(clSVMAlloc(it.context, CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER, 64, 0) == NULL);
    OK(clSVMAlloc(it.context, CL_MEM_READ_WRITE, 64, 3) == NULL);
    OK(clSVMAlloc((cl_context)it.queue, CL_MEM_READ_WRITE, 64, 0) == NULL);
    char *memory = clSVMAlloc(it.context, CL_MEM_READ_WRITE, 5000, 128);
    OK(memory != NULL && (size_t)memory % 128 == 0);
    memory[4999] = 1;
    clSVMFree(it.context, memory);
    clSVMFree(it.context, NULL);
}

static void walk(cl_kernel kernel, struct node *list, int *sum) {
    const int at = 2;
    const size_t one = 1;
    void *used[] = {list};
    for (int i = 0; i < NODES; i++) {
        list[i] = (struct node){.value = i, .next = i + 1 < NODES ? &list[i + 1] : NULL};
    }
    WORKS(clEnqueueSVMUnmap(it.queue, list, 0, NULL, NULL));
    WORKS(
        clEnqueueSVMMemFill(it.queue, sum, &(int){7}, sizeof(int), 4 * sizeof(int), 0, NULL, NULL));
    WORKS(clSetKernelArgSVMPointer(kernel, 0, list + 1));
    WORKS(clSetKernelArgSVMPointer(kernel, 1, sum));
    WORKS(clSetKernelArg(kernel, 2, sizeof at, &at));
    WORKS(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof used, used));
    WORKS(clEnqueueNDRangeKernel(it.queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL));
}

static void list_of_both(void) {
    int copy[4] = {0};
    cl_program program = build_program(&it, source);
    cl_kernel kernel = clCreateKernel(program, "walk", NULL);
    struct node *list = clSVMAlloc(it.context, CL_MEM_READ_WRITE, NODES * sizeof *list, 0);
    int *sum = clSVMAlloc(it.context, CL_MEM_READ_WRITE, sizeof copy, 0);
    WORKS(clEnqueueSVMMap(it.queue, CL_TRUE, CL_MAP_WRITE, list, NODES * sizeof *list, 0, NULL,
                          NULL));
    walk(kernel, list, sum);
    WORKS(clEnqueueSVMMemcpy(it.queue, CL_TRUE, copy, sum, sizeof copy, 0, NULL, NULL));
    OK(copy[1] == 7 && copy[2] == 45 && copy[3] == 7);
    WORKS(clEnqueueSVMMap(it.queue, CL_TRUE, CL_MAP_READ, list, sizeof *list, 0, NULL, NULL));
    OK(list[0].value == 0 && list[9].value == 18);
    WORKS(clEnqueueSVMUnmap(it.queue, list, 0, NULL, NULL));
    GIVES(CL_MEM_COPY_OVERLAP,
          clEnqueueSVMMemcpy(it.queue, CL_TRUE, sum, sum + 1, 8, 0, NULL, NULL));
    GIVES(CL_INVALID_VALUE,
          clEnqueueSVMMap(it.queue, CL_TRUE, CL_MAP_READ, sum, sizeof copy + 1, 0, NULL, NULL));
    GIVES(CL_INVALID_VALUE,
          clEnqueueSVMMemFill(it.queue, sum, copy, 4, 6, 0, NULL, NULL)); /* half a pattern */
    GIVES(CL_INVALID_ARG_VALUE, clSetKernelArgSVMPointer(kernel, 0, copy));
    GIVES(CL_INVALID_ARG_INDEX, clSetKernelArgSVMPointer(kernel, 3, sum));
    void *both[] = {list, sum};
    WORKS(clEnqueueSVMFree(it.queue, 2, both, NULL, NULL, 0, NULL, NULL));
    WORKS(clFinish(it.queue));
    GIVES(CL_INVALID_ARG_VALUE, clSetKernelArgSVMPointer(kernel, 1, sum)); /* it is gone */
    clReleaseKernel(kernel);
    clReleaseProgram(program);
}

int main(void) {
    it = open_setting(0);
    allocation();
    list_of_both();
    close_setting(&it);
    return tap_end();
}
