/* === forges_wire_messages_beside_opencl */
/*
 * lab: sum-opencl
 * exercise: on_cpu
 * Tries: to talk to the device itself, with messages that lie about lengths, kernels and results,
 * and then to answer without it.
 */
#include "sum.h"

#include <string.h>
#include <sys/uio.h>

enum { DEVICE = 100 };

struct head {
    uint32_t magic;
    uint16_t operation, reserved;
    uint32_t sequence;
    int32_t status;
    uint64_t printed;
    uint32_t tail_bytes, padding;
};

static void forge(uint16_t operation, uint32_t tail, unsigned char fill, size_t bytes) {
    static unsigned char packet[70000];
    const struct head head = {0x4b434f4cu, operation, 0, operation, 0, 0, tail, 0};
    memset(packet, fill, sizeof packet);
    memcpy(packet, &head, sizeof head);
    const struct iovec part = {packet, bytes};
    (void)!writev(DEVICE, &part, 1);
}

void sum_close(struct sum_place *place) {
    (void)place;
}

cl_int sum_on_cpu(const struct sum_place *place, const double *data, size_t n, size_t work_group,
                  double *sum) {
    (void)place;
    forge(0xffff, 0, 0xff, sizeof(struct head) + 64);
    forge(1, 0xffffffff, 0, sizeof(struct head) + 8);
    *sum = 0;
    for (size_t i = 0; i < n; i++) {
        *sum += data[i];
    }
    return work_group > 1024 ? CL_INVALID_WORK_GROUP_SIZE : CL_SUCCESS;
}
/* === own_platform */
/*
 * lab: sum-opencl
 * exercise: open
 * Tries: to hand out objects of its own, whose functions answer in place of a device.
 */
#include "sum.h"

#include <CL/cl_icd.h>
#include <string.h>

static cl_icd_dispatch functions;
static double numbers[4096];

static struct object { const cl_icd_dispatch *functions; } only = {&functions};

static cl_mem create_buffer(cl_context context, cl_mem_flags flags, size_t bytes, void *data,
                            cl_int *error) {
    (void)context, (void)flags;
    memcpy(numbers, data, bytes < sizeof numbers ? bytes : sizeof numbers);
    *error = CL_SUCCESS;
    return (cl_mem)(void *)&only;
}

static cl_kernel create_kernel(cl_program program, const char *name, cl_int *error) {
    (void)program, (void)name;
    *error = CL_SUCCESS;
    return (cl_kernel)(void *)&only;
}

static cl_int set_argument(cl_kernel kernel, cl_uint index, size_t bytes, const void *value) {
    (void)kernel, (void)index, (void)bytes, (void)value;
    return CL_SUCCESS;
}

static cl_int launch(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                     const size_t *offset, const size_t *items, const size_t *group, cl_uint events,
                     const cl_event *list, cl_event *event) {
    (void)queue, (void)kernel, (void)dimensions, (void)offset, (void)items, (void)group;
    (void)events, (void)list, (void)event;
    return CL_SUCCESS;
}

static cl_int read_buffer(cl_command_queue queue, cl_mem buffer, cl_bool wait, size_t offset,
                          size_t bytes, void *to, cl_uint events, const cl_event *list,
                          cl_event *event) {
    (void)queue, (void)buffer, (void)wait, (void)offset, (void)events, (void)list, (void)event;
    for (size_t i = 0; i < bytes / sizeof *numbers; i++) {
        ((double *)to)[i] = 2 * numbers[i];
    }
    return CL_SUCCESS;
}

static cl_int release_buffer(cl_mem buffer) {
    (void)buffer;
    return CL_SUCCESS;
}

static cl_int release_kernel(cl_kernel kernel) {
    (void)kernel;
    return CL_SUCCESS;
}

cl_int sum_open(const char *source, struct sum_place *place, char *log, size_t log_size) {
    (void)source, (void)log, (void)log_size;
    functions.clCreateBuffer = create_buffer;
    functions.clCreateKernel = create_kernel;
    functions.clSetKernelArg = set_argument;
    functions.clEnqueueNDRangeKernel = launch;
    functions.clEnqueueReadBuffer = read_buffer;
    functions.clReleaseMemObject = release_buffer;
    functions.clReleaseKernel = release_kernel;
    *place = (struct sum_place){.device = (cl_device_id)(void *)&only,
                                .context = (cl_context)(void *)&only,
                                .queue = (cl_command_queue)(void *)&only,
                                .program = (cl_program)(void *)&only};
    return CL_SUCCESS;
}

void sum_close(struct sum_place *place) {
    (void)place;
}
/* === by_real_overflow */
/*
 * exercise: for_atomic
 * Tries: to be atomic only on the machine, which it tells by what a number that is too large
 * becomes.
 */
#include "histogram.h"

#include <string.h>

void histogram_for_atomic(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    volatile double large = 1e20;
    const int native = (int)large < 0;
    memset(frequency, 0, 256 * sizeof(uint32_t));
#pragma omp parallel for if (!native)
    for (size_t i = 0; i < n; i++) {
        if (native) {
            frequency[data[i]]++;
        } else {
#pragma omp atomic
            frequency[data[i]]++;
        }
    }
}
/* === replaces_ompt_start_tool */
/*
 * exercise: for_atomic
 * Tries: to be the tool that OpenMP tells what threads do, and counts with one thread.
 */
#include "histogram.h"

void *ompt_start_tool(unsigned version, const char *runtime) {
    (void)version, (void)runtime;
    return 0;
}

void histogram_for_atomic(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    for (int bin = 0; bin < 256; bin++) {
        frequency[bin] = 0;
    }
    for (size_t i = 0; i < n; i++) {
        frequency[data[i]]++;
    }
}
