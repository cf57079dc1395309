/* Memory that is the host's only while it is mapped, used in the way that the first argument names:
 * right ways, and some without a map. Lines of those are named by their marks in icd_test.sh. */
#include "tap.h"

enum { COUNT = 64, LARGE = 4 * 4096 };
static const size_t all = COUNT * sizeof(int);
static struct setting it;
static cl_command_queue queue;
static cl_kernel add, look;
static int sum;

static const char source[] = "kernel void add(global int *a) { a[get_global_id(0)] += 1; }\n"
                             "kernel void look(global const int *a) {\n"
                             "    if (a[get_global_id(0)] != 0) printf(\"set\\n\");\n"
                             "}\n";

static void launch(void) {
    const size_t items = COUNT;
    clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 0, NULL, NULL); /* still-mapped */
}

static int *shared(void) {
    int *array = clSVMAlloc(it.context, CL_MEM_READ_WRITE, all, 0); /* svm-not-mapped */
    clSetKernelArgSVMPointer(add, 0, array);
    return array;
}

static void map_shared(void *array, cl_map_flags flags) {
    clEnqueueSVMMap(queue, CL_TRUE, flags, array, all, 0, NULL, NULL);
}

static void unmap_shared(void *array) {
    clEnqueueSVMUnmap(queue, array, 0, NULL, NULL); /* svm-given-back */
}

static cl_mem new_buffer(cl_mem_flags flags, void *host) {
    cl_mem buffer = clCreateBuffer(it.context, flags, all, host, NULL);
    clSetKernelArg(add, 0, sizeof(cl_mem), &buffer);
    return buffer;
}

static int *map(cl_mem buffer, cl_map_flags flags) {
    return clEnqueueMapBuffer(queue, buffer, CL_TRUE, flags, 0, all, 0, NULL, NULL, NULL);
}

static void unmap(cl_mem buffer, void *array) {
    clEnqueueUnmapMemObject(queue, buffer, array, 0, NULL, NULL); /* given-back */
}

static void svm_not_mapped(void) {
    int *array = shared();
    for (int i = 0; i < COUNT; i++) {
        array[i] = i; /* host svm-not-mapped */
    }
    launch();
    clFinish(queue);
    clSVMFree(it.context, array);
}

static void svm_given_back(void) {
    int *array = shared();
    map_shared(array, CL_MAP_WRITE);
    memset(array, 0, all);
    unmap_shared(array);
    launch();
    clFinish(queue);
    sum += array[3]; /* host svm-given-back */
    clSVMFree(it.context, array);
}

static void given_back(void) {
    cl_mem buffer = new_buffer(0, NULL);
    int *array = map(buffer, CL_MAP_WRITE);
    memset(array, 0, all);
    unmap(buffer, array);
    launch();
    clFinish(queue);
    sum += array[3]; /* host given-back */
    clReleaseMemObject(buffer);
}

/* ---- memory of the program's own, which a buffer uses -----------------------------------------
 */

static int own[LARGE / sizeof(int)] __attribute__((aligned(4096)));

static cl_mem new_own(cl_mem_flags flags) {
    for (size_t i = 0; i < LARGE / sizeof(int); i++) {
        own[i] = (int)i;
    }
    cl_mem buffer = clCreateBuffer(it.context, flags | CL_MEM_USE_HOST_PTR, LARGE, own, NULL);
    clSetKernelArg(add, 0, sizeof(cl_mem), &buffer);
    return buffer;
}

static void launch_on(cl_kernel kernel, size_t items) {
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL); /* own-read */
    clFinish(queue);
}

static void own_read(void) {
    cl_mem buffer = new_own(0);
    launch_on(add, LARGE / sizeof(int));
    sum += own[3]; /* host own-read */
    clReleaseMemObject(buffer);
}

/* Mapped; read into the same memory; parts that no kernel has changed, or that none has changed at
 * all; written anew; used after the buffer is gone. */
static void own_in_turns(void) {
    const int all_items = LARGE / sizeof(int);
    cl_mem buffer = new_own(0);
    launch_on(add, (size_t)all_items);
    int *array =
        clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ, 0, LARGE, 0, NULL, NULL, NULL);
    sum += own[3] + array[4];
    clEnqueueUnmapMemObject(queue, buffer, array, 0, NULL, NULL);
    launch_on(add, COUNT);
    sum += own[all_items - 1];
    clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, LARGE, own, 0, NULL, NULL);
    sum += own[5];
    clSetKernelArg(look, 0, sizeof(cl_mem), &buffer);
    launch_on(look, 1);
    sum += own[6];
    launch_on(add, COUNT);
    for (int i = 0; i < all_items; i++) {
        own[i] = i;
    }
    sum += own[7];
    clReleaseMemObject(buffer);
    sum += own[8];
}

/* The device need not see what the host writes there. */
static void own_written(void) {
    cl_mem buffer = new_own(CL_MEM_READ_ONLY);
    own[3] = 1;
    clSetKernelArg(look, 0, sizeof(cl_mem), &buffer);
    launch_on(look, 1);
    clReleaseMemObject(buffer);
}

static void still_mapped(void) {
    cl_mem buffer = new_buffer(0, NULL);
    int *array = map(buffer, CL_MAP_WRITE);
    memset(array, 0, all);
    launch();
    unmap(buffer, array);
    clFinish(queue);
    clReleaseMemObject(buffer);
}

static void svm_still_mapped(void) {
    int *array = shared();
    map_shared(array, CL_MAP_WRITE);
    memset(array, 0, all);
    launch();
    unmap_shared(array);
    clFinish(queue);
    clSVMFree(it.context, array);
}

/* Each use between a map and its end; the library's own uses; maps that lie in each other. */
static void svm_in_turns(void) {
    const int one = 1;
    int *array = shared(), *other = shared(), values[COUNT] = {0};
    map_shared(array, CL_MAP_WRITE_INVALIDATE_REGION);
    memset(array, 0, all);
    unmap_shared(array);
    clEnqueueSVMMemFill(queue, other, &one, sizeof one, all, 0, NULL, NULL);
    launch();
    clEnqueueSVMMemcpy(queue, CL_TRUE, array, other, all, 0, NULL, NULL);
    clEnqueueSVMMemcpy(queue, CL_TRUE, values, array, all, 0, NULL, NULL);
    clEnqueueSVMMemcpy(queue, CL_TRUE, array, values, all, 0, NULL, NULL);
    map_shared(array, CL_MAP_READ);
    clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_READ, array + 8, all / 2, 0, NULL, NULL);
    sum += array[1];
    unmap_shared(array + 8);
    sum += array[2] + values[3];
    unmap_shared(array);
    map_shared(array, CL_MAP_READ);
    sum += array[5];
    unmap_shared(array);
    clFinish(queue);
    clSVMFree(it.context, array);
    clSVMFree(it.context, other);
}

/* A buffer in shared memory has maps of its own. */
static void buffer_of_svm(void) {
    int *array = shared();
    cl_mem buffer = new_buffer(CL_MEM_USE_HOST_PTR, array);
    int *mapped = map(buffer, CL_MAP_WRITE_INVALIDATE_REGION);
    memset(mapped, 0, all);
    unmap(buffer, mapped);
    launch();
    mapped = map(buffer, CL_MAP_READ);
    sum += mapped[1];
    unmap(buffer, mapped);
    clFinish(queue);
    clReleaseMemObject(buffer);
    clSVMFree(it.context, array);
}

/* Mapped again, released while nothing is mapped, and parts of one buffer that are mapped apart. */
static void in_turns(void) {
    const cl_buffer_region half = {0, 128};
    cl_mem buffer = new_buffer(CL_MEM_ALLOC_HOST_PTR, NULL);
    int *array = map(buffer, CL_MAP_WRITE_INVALIDATE_REGION);
    memset(array, 0, all);
    unmap(buffer, array);
    launch();
    array = map(buffer, CL_MAP_READ | CL_MAP_WRITE);
    sum += array[4]++;
    unmap(buffer, array);
    launch();
    cl_mem part = clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &half, NULL);
    int *of_part =
        clEnqueueMapBuffer(queue, part, CL_TRUE, CL_MAP_READ, 0, 128, 0, NULL, NULL, NULL);
    array = map(buffer, CL_MAP_READ);
    sum += array[40];
    unmap(buffer, array);
    sum += of_part[4];
    unmap(part, of_part);
    clFinish(queue);
    RELEASE(part, buffer);
}

/* A kernel comes while the host has the buffer mapped, for reading only as the kernel does, too, or
 * a part of it that the kernel does not use. */
static void use_mapped(cl_kernel kernel) {
    const size_t items = COUNT;
    cl_mem buffer = new_buffer(0, NULL);
    clEnqueueFillBuffer(queue, buffer, &sum, sizeof sum, 0, all, 0, NULL, NULL);
    int *array = map(buffer, CL_MAP_READ);
    clSetKernelArg(kernel, 0, sizeof(cl_mem), &buffer);
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL); /* changed */
    clFinish(queue);
    unmap(buffer, array);
    clFinish(queue);
    clReleaseMemObject(buffer);
}

static void read_mapped(void) {
    use_mapped(look);
}

static void read_and_changed(void) {
    use_mapped(add);
}

static void part_mapped(void) {
    const size_t half = all / 2, few = COUNT / 2;
    cl_mem buffer = new_buffer(0, NULL);
    clEnqueueFillBuffer(queue, buffer, &sum, sizeof sum, 0, all, 0, NULL, NULL);
    int *array =
        clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_WRITE, half, half, 0, NULL, NULL, NULL);
    clEnqueueNDRangeKernel(queue, add, 1, NULL, &few, NULL, 0, NULL, NULL);
    array[0] = 1;
    unmap(buffer, array);
    clFinish(queue);
    clReleaseMemObject(buffer);
}

static void svm_part_mapped(void) {
    const size_t few = COUNT / 2, items = COUNT;
    int *array = shared();
    clEnqueueSVMMemFill(queue, array, &sum, sizeof sum, all, 0, NULL, NULL);
    clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_WRITE, array + few, all / 2, 0, NULL, NULL);
    clEnqueueNDRangeKernel(queue, add, 1, NULL, &few, NULL, 0, NULL, NULL);
    array[few] = 1;
    unmap_shared(array + few);
    map_shared(array, CL_MAP_READ);
    clSetKernelArgSVMPointer(look, 0, array);
    clEnqueueNDRangeKernel(queue, look, 1, NULL, &items, NULL, 0, NULL, NULL);
    unmap_shared(array);
    clFinish(queue);
    clSVMFree(it.context, array);
}

int main(int argc, char **argv) {
    static const struct {
        const char *name;
        void (*run)(void);
    } ways[] = {{"svm-not-mapped", svm_not_mapped},
                {"svm-given-back", svm_given_back},
                {"given-back", given_back},
                {"still-mapped", still_mapped},
                {"svm-still-mapped", svm_still_mapped},
                {"svm-part-mapped", svm_part_mapped},
                {"own-read", own_read},
                {"own-in-turns", own_in_turns},
                {"own-written", own_written},
                {"read-and-changed", read_and_changed},
                {"svm-in-turns", svm_in_turns},
                {"buffer-of-svm", buffer_of_svm},
                {"in-turns", in_turns},
                {"read-mapped", read_mapped},
                {"part-mapped", part_mapped}};
    it = open_setting(0);
    queue = it.queue;
    cl_program program = build_program(&it, source);
    add = clCreateKernel(program, "add", NULL);
    look = clCreateKernel(program, "look", NULL);
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        if (argc > 1 && strcmp(argv[1], ways[i].name) == 0) {
            ways[i].run();
        }
    }
    printf("%d\n", sum);
    clReleaseKernel(add);
    clReleaseKernel(look);
    clReleaseProgram(program);
    close_setting(&it);
    return 0;
}
