/* Commands that share a buffer, in the way that the first argument names: right ones, and some that
 * nothing orders. Lines of those are named by their marks in icd_test.sh. */
#include "tap.h"

static struct setting it;
static cl_command_queue one, two, loose;
static cl_kernel add;
static cl_mem buffer, other;
static int values[64];
enum { COUNT = 64 };
static const size_t all = sizeof values;

static const char source[] = "kernel void add(global int *a) { a[get_global_id(0)] += 1; }\n";

static void launch(cl_command_queue queue, cl_mem memory, cl_uint waits, const cl_event *list,
                   cl_event *event) {
    const size_t items = COUNT;
    clSetKernelArg(add, 0, sizeof(cl_mem), &memory);
    clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, waits, list, event);
}
#define LAUNCH(queue, ...) launch(queue, buffer, __VA_ARGS__)

static void two_queues(void) {
    LAUNCH(one, 0, NULL, NULL);
    clFlush(one);
    clEnqueueReadBuffer(two, buffer, CL_TRUE, 0, all, values, 0, NULL, NULL); /* two-queues */
    clFinish(one);
}

static void out_of_order(void) {
    const int zero = 0;
    clEnqueueFillBuffer(loose, buffer, &zero, 4, 0, all, 0, NULL, NULL); /* out-of-order */
    LAUNCH(loose, 0, NULL, NULL);
    clFinish(loose);
}

/* The list names another command than the one that writes. */
static void wrong_event(void) {
    cl_event first;
    launch(loose, other, 0, NULL, &first);
    LAUNCH(loose, 0, NULL, NULL);
    clEnqueueReadBuffer(loose, buffer, CL_FALSE, 0, all, values, 1, &first, NULL); /* wrong-event */
    clFinish(loose);
    clReleaseEvent(first);
}

static void wait_lists(void) {
    cl_event written, added;
    clEnqueueWriteBuffer(one, buffer, CL_FALSE, 0, sizeof values, values, 0, NULL, &written);
    LAUNCH(loose, 1, &written, &added);
    clEnqueueReadBuffer(two, buffer, CL_TRUE, 0, sizeof values, values, 1, &added, NULL);
    clReleaseEvent(written);
    clReleaseEvent(added);
}

static void barriers(void) {
    LAUNCH(loose, 0, NULL, NULL);
    clEnqueueBarrierWithWaitList(loose, 0, NULL, NULL);
    LAUNCH(loose, 0, NULL, NULL);
    cl_event marked;
    clEnqueueMarkerWithWaitList(loose, 0, NULL, &marked);
    LAUNCH(one, 1, &marked, NULL);
    clReleaseEvent(marked);
    clFinish(one);
}

static void host_waits(void) {
    cl_event event;
    cl_int status = CL_QUEUED;
    LAUNCH(one, 0, NULL, NULL);
    clFinish(one);
    LAUNCH(two, 0, NULL, &event);
    clWaitForEvents(1, &event);
    clReleaseEvent(event);
    LAUNCH(loose, 0, NULL, &event);
    while (status != CL_COMPLETE) {
        clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL);
    }
    clReleaseEvent(event);
    clEnqueueReadBuffer(one, buffer, CL_TRUE, 0, sizeof values, values, 0, NULL, NULL);
    LAUNCH(two, 0, NULL, NULL);
    clFinish(two);
}

static void readers(void) {
    static int again[COUNT];
    clEnqueueReadBuffer(one, buffer, CL_FALSE, 0, sizeof values, values, 0, NULL, NULL);
    clEnqueueReadBuffer(two, buffer, CL_FALSE, 0, sizeof again, again, 0, NULL, NULL);
    clFinish(one);
    clFinish(two);
}

static void halves(void) {
    const size_t half = sizeof values / 2;
    clEnqueueWriteBuffer(one, buffer, CL_FALSE, 0, half, values, 0, NULL, NULL);
    clEnqueueWriteBuffer(two, buffer, CL_FALSE, half, half, values, 0, NULL, NULL);
    clFinish(one);
    clFinish(two);
}

/* What the program waited for before it let the second go on is in front of it. */
static void by_user(void) {
    cl_event go = clCreateUserEvent(it.context, NULL);
    LAUNCH(one, 0, NULL, NULL);
    LAUNCH(two, 1, &go, NULL);
    clFinish(one);
    clSetUserEventStatus(go, CL_COMPLETE);
    clFinish(two);
    clReleaseEvent(go);
}

/* What a write that does not block reads is its own until it is done. */
static void source_reused(void) {
    clEnqueueWriteBuffer(one, buffer, CL_FALSE, 0, all, values, 0, NULL, NULL); /* source-reused */
    values[7]++;
    clFinish(one);
}

static void target_cleared(void) {
    clEnqueueReadBuffer(one, buffer, CL_FALSE, 0, all, values, 0, NULL, NULL); /* target-cleared */
    memset(values, -1, sizeof values);
    clFinish(one);
}

/* Through the host's memory, in order, and beside it. */
static void through_host(void) {
    static int table[2 * COUNT];
    clEnqueueReadBuffer(one, buffer, CL_FALSE, 0, all, table, 0, NULL, NULL);
    clEnqueueWriteBuffer(one, other, CL_FALSE, 0, all, table, 0, NULL, NULL);
    table[COUNT] = 1;
    clFinish(one);
    table[0] = 1;
    clEnqueueReadBuffer(one, other, CL_FALSE, 0, all, table, 0, NULL, NULL);
    clEnqueueReadBuffer(one, buffer, CL_FALSE, 0, all, table, 0, NULL, NULL);
    clFinish(one);
}

/* A page and more is guarded until the read is done. */
enum { LARGE = 1 << 16 };

static int *large_array(cl_mem *memory) {
    int *array = calloc(LARGE, sizeof *array);
    *memory = clCreateBuffer(it.context, CL_MEM_COPY_HOST_PTR, LARGE * sizeof *array, array, NULL);
    return array;
}

static void read_early(void) {
    cl_mem memory;
    int *array = large_array(&memory), sum = 0;
    clEnqueueReadBuffer(one, memory, CL_FALSE, 0, LARGE * sizeof *array, array, 0, NULL, NULL);
    sum += array[LARGE / 2]; /* read-early */
    clFinish(one);
    printf("%d\n", sum);
    clReleaseMemObject(memory);
    free(array);
}

/* Library functions are the program, too. */
static void copied_early(void) {
    cl_mem memory;
    static int kept[LARGE];
    int *array = large_array(&memory);
    clEnqueueReadBuffer(one, memory, CL_FALSE, 0, LARGE * sizeof *array, array, 0, NULL, NULL);
    memcpy(kept, array, sizeof kept); /* copied-early */
    clFinish(one);
    printf("%d\n", kept[LARGE - 1]);
    clReleaseMemObject(memory);
    free(array);
}

/* Every way to wait; what lies beside the piece is the program's all the time. */
static void read_in_time(void) {
    cl_mem memory;
    cl_event done;
    cl_int status = CL_QUEUED;
    int *array = large_array(&memory), sum = 0;
    const size_t half = LARGE / 2, bytes = half * sizeof *array;
    clEnqueueReadBuffer(one, memory, CL_FALSE, 0, bytes, array, 0, NULL, NULL);
    array[half] = 1;
    clEnqueueReadBuffer(one, memory, CL_FALSE, 4096, bytes - 4096, array, 0, NULL, NULL);
    clEnqueueWriteBuffer(one, memory, CL_FALSE, 0, bytes, array, 0, NULL, NULL);
    clFinish(one);
    sum += array[0] + array[half];
    clEnqueueReadBuffer(two, memory, CL_FALSE, 0, bytes, array, 0, NULL, &done);
    clWaitForEvents(1, &done);
    clReleaseEvent(done);
    sum += array[half - 1];
    clEnqueueReadBuffer(one, memory, CL_FALSE, 0, bytes, array, 0, NULL, NULL);
    clEnqueueReadBuffer(one, memory, CL_TRUE, 0, 4, &sum, 0, NULL, NULL);
    sum += array[100];
    clEnqueueReadBuffer(two, memory, CL_FALSE, 0, bytes, array, 0, NULL, &done);
    while (status != CL_COMPLETE) {
        clGetEventInfo(done, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL);
    }
    clReleaseEvent(done);
    memset(array, 0, LARGE * sizeof *array);
    clReleaseMemObject(memory);
    free(array);
}

/* A map that does not block, of less than a page. */
static int mapped(bool waits, bool all_of_it) {
    cl_event done;
    const size_t first = all_of_it ? 0 : 64;
    const int *array = clEnqueueMapBuffer(one, buffer, CL_FALSE, CL_MAP_READ, first,
                                          all - 2 * first, 0, NULL, &done, NULL);
    if (waits) {
        clWaitForEvents(1, &done);
    }
    int sum = array[1]; /* map-early */
    clEnqueueUnmapMemObject(one, buffer, (void *)array, 0, NULL, NULL);
    clFinish(one);
    clReleaseEvent(done);
    return sum;
}

static void map_early(void) {
    printf("%d\n", mapped(false, true));
}

/* Also while another map of the same buffer waits, and is not looked at. */
static void map_in_time(void) {
    int sum = mapped(true, true) + mapped(true, false);
    int *whole =
        clEnqueueMapBuffer(one, buffer, CL_FALSE, CL_MAP_WRITE, 0, all, 0, NULL, NULL, NULL);
    sum += mapped(true, false);
    whole[0] = sum;
    clEnqueueUnmapMemObject(one, buffer, whole, 0, NULL, NULL);
    clFinish(one);
}

int main(int argc, char **argv) {
    static const struct {
        const char *name;
        void (*run)(void);
    } ways[] = {{"two-queues", two_queues},
                {"out-of-order", out_of_order},
                {"wrong-event", wrong_event},
                {"wait-lists", wait_lists},
                {"barriers", barriers},
                {"host-waits", host_waits},
                {"readers", readers},
                {"halves", halves},
                {"by-user", by_user},
                {"source-reused", source_reused},
                {"target-cleared", target_cleared},
                {"through-host", through_host},
                {"read-early", read_early},
                {"copied-early", copied_early},
                {"read-in-time", read_in_time},
                {"map-early", map_early},
                {"map-in-time", map_in_time}};
    it = open_setting(0);
    one = it.queue;
    two = clCreateCommandQueue(it.context, it.device, 0, NULL);
    loose =
        clCreateCommandQueue(it.context, it.device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, NULL);
    cl_program program = build_program(&it, source);
    add = clCreateKernel(program, "add", NULL);
    buffer = clCreateBuffer(it.context, CL_MEM_COPY_HOST_PTR, sizeof values, values, NULL);
    other = clCreateBuffer(it.context, CL_MEM_COPY_HOST_PTR, sizeof values, values, NULL);
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        if (argc > 1 && strcmp(argv[1], ways[i].name) == 0) {
            ways[i].run();
        }
    }
    RELEASE(buffer, other);
    clReleaseKernel(add);
    clReleaseProgram(program);
    clReleaseCommandQueue(two);
    clReleaseCommandQueue(loose);
    close_setting(&it);
    return 0;
}
