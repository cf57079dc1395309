/*
 * Launches the student's kernel, and calls the student's host functions. Parameters, as oracle.c
 * sets them: n, work_group, groups, turns, broken, no_double, log_bytes, no_gpu.
 */
#include "run/no_double.h"
#include "run/runner.h"

#include "../shared/opencl_setup.h"
#include "sum.h"

#include <string.h>

enum { N, WORK_GROUP, GROUPS, TURNS, BROKEN, NO_DOUBLE, LOG_BYTES, NO_GPU };
enum { ERROR, RESULT, PLACES };
enum { CERTAINLY_TOO_MANY = 65536 };
enum { NOTHING_OPENED = -2002 }; /* oracle.c explains it */

/* ---- sum_open, with a program of the runner's own ---- */

static const char probe_program[] = "__kernel void probe(__global double *data) {\n"
                                    "    data[get_global_id(0)] *= 2;\n"
                                    "}\n";
static const char broken_program[] = "__kernel void probe(__global double *data) {\n"
                                     "    data[get_global_id(0)] *= a_name_that_nobody_declared;\n"
                                     "}\n";

/* Doubles the numbers at the place: it works. */
static cl_int try_place(const struct sum_place *place, const double *data, size_t n,
                        double *result) {
    cl_int error;
    cl_mem buffer = NULL;
    cl_kernel kernel = clCreateKernel(place->program, "probe", &error);
    if (error == CL_SUCCESS) {
        buffer = clCreateBuffer(place->context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                                n * sizeof *data, (void *)data, &error);
    }
    if (error == CL_SUCCESS) {
        error = clSetKernelArg(kernel, 0, sizeof(cl_mem), &buffer);
    }
    if (error == CL_SUCCESS) {
        error = clEnqueueNDRangeKernel(place->queue, kernel, 1, NULL, &n, NULL, 0, NULL, NULL);
    }
    if (error == CL_SUCCESS) {
        error = clEnqueueReadBuffer(place->queue, buffer, CL_TRUE, 0, n * sizeof *result, result, 0,
                                    NULL, NULL);
    }
    if (buffer != NULL) {
        clReleaseMemObject(buffer);
    }
    if (kernel != NULL) {
        clReleaseKernel(kernel);
    }
    return error;
}

/* The line of the compiler's messages that tells the mistake in the broken program, asked for anew:
 * it is the same whatever the options, and whoever copies the source has another. */
static void ask_for_mistake(char *line, size_t size) {
    enum { ROOM = 8192 };
    static char messages[ROOM];
    const char *text = broken_program;
    struct sum_place own = {0};
    line[0] = '\0';
    if (opencl_open(&own.device, &own.context, &own.queue) == CL_SUCCESS &&
        (own.program = clCreateProgramWithSource(own.context, 1, &text, NULL, NULL)) != NULL &&
        clBuildProgram(own.program, 1, &own.device, "-cl-std=CL1.2", NULL, NULL) != CL_SUCCESS &&
        clGetProgramBuildInfo(own.program, own.device, CL_PROGRAM_BUILD_LOG, ROOM, messages,
                              NULL) == CL_SUCCESS) {
        char *rest = NULL, *next = strtok_r(messages, "\n", &rest);
        while (next != NULL && strstr(next, "a_name_that_nobody_declared") == NULL) {
            next = strtok_r(NULL, "\n", &rest);
        }
        snprintf(line, size, "%s", next != NULL ? next : "");
    }
    if (own.program != NULL) {
        clReleaseProgram(own.program);
    }
    if (own.queue != NULL) {
        clReleaseCommandQueue(own.queue);
    }
    if (own.context != NULL) {
        clReleaseContext(own.context);
    }
}

/* What became of the log: 0 left alone, 1 tells the mistake, 2 tells something else, 3 has no end,
 * or goes on behind it. */
static cl_uint judge_log(const char *log, size_t size, size_t room, char fill) {
    size_t untouched = 0;
    while (untouched < room && log[untouched] == fill) {
        untouched++;
    }
    if (untouched == room) {
        return 0;
    }
    for (size_t i = size; i < room; i++) {
        if (log[i] != fill) {
            return 3;
        }
    }
    if (memchr(log, '\0', size) == NULL) {
        return 3;
    }
    char mistake[512];
    ask_for_mistake(mistake, sizeof mistake);
    /* A short log holds the beginning of the message only. */
    const int is_short = size < 256 && strlen(log) + 1 == size;
    const int is_source = strncmp(log, broken_program, strlen(log)) == 0;
    return (is_short && !is_source) || (mistake[0] != '\0' && strstr(log, mistake) != NULL) ? 1 : 2;
}

static void run_open(const struct runner_call *call) {
    enum { ROOM = 8192 };
    static char log[ROOM];
    const size_t size = call->parameter[LOG_BYTES];
    cl_int *error = call->output[ERROR];
    cl_uint *told = call->output[PLACES];
    struct sum_place place;
    memset(&place, 0x5a, sizeof place);
    memset(log, '~', ROOM);
    runner_hide_double(call->parameter[NO_DOUBLE] != 0);
    runner_hide_gpu(call->parameter[NO_GPU] != 0);
    const struct sum_place before = place;
    *error = sum_open(call->parameter[BROKEN] ? broken_program : probe_program, &place, log, size);
    runner_hide_double(0);
    runner_hide_gpu(0);
    *told = judge_log(log, size, ROOM, '~');
    if (*error == CL_SUCCESS && (place.context == before.context || place.queue == before.queue ||
                                 place.program == before.program)) {
        *error = NOTHING_OPENED;
    }
    if (*error == CL_SUCCESS && !call->parameter[BROKEN] && !call->parameter[NO_DOUBLE]) {
        *error = try_place(&place, call->input[0], call->parameter[N], call->output[RESULT]);
    }
    if (*error == CL_SUCCESS) {
        sum_close(&place);
    }
}

/* ---- everything else, at a place that was made here ---- */

/* A sum_groups that is right, for the host functions. */
static const char given_kernel[] =
    "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"
    "__kernel void sum_groups(__global const double *input, ulong n,\n"
    "                         __global double *partial_sums, __local double *local_sums) {\n"
    "    const uint local_id = get_local_id(0);\n"
    "    local_sums[local_id] = get_global_id(0) < n ? input[get_global_id(0)] : 0;\n"
    "    for (uint values = get_local_size(0); values > 1;) {\n"
    "        const uint stride = (values + 1) / 2;\n"
    "        barrier(CLK_LOCAL_MEM_FENCE);\n"
    "        if (local_id + stride < values) {\n"
    "            local_sums[local_id] += local_sums[local_id + stride];\n"
    "        }\n"
    "        values = stride;\n"
    "    }\n"
    "    if (local_id == 0) {\n"
    "        partial_sums[get_group_id(0)] = local_sums[0];\n"
    "    }\n"
    "}\n";

/* Made once for all calls, which are all of one exercise. */
static cl_int find_place(int with_given_kernel, struct sum_place **place) {
    static struct sum_place made;
    static cl_int error = 1;
    if (error == 1) {
        error = opencl_open(&made.device, &made.context, &made.queue);
        if (error == CL_SUCCESS) {
            error = with_given_kernel
                        ? opencl_build_given(made.context, made.device, "sum.cl", "sum_groups",
                                             given_kernel, &made.program)
                        : opencl_build(made.context, made.device, "sum.cl", &made.program);
        }
    }
    *place = &made;
    return error;
}

static cl_mem make_buffer(const struct sum_place *place, cl_mem_flags access, const void *data,
                          size_t bytes, cl_int *error) {
    static double nothing;
    return clCreateBuffer(place->context, access | CL_MEM_COPY_HOST_PTR,
                          bytes > 0 ? bytes : sizeof nothing, bytes > 0 ? (void *)data : &nothing,
                          error);
}

static cl_int launch_kernel(const struct sum_place *place, cl_kernel kernel, cl_mem input,
                            cl_mem partial, const struct runner_call *call) {
    const cl_ulong n = call->parameter[N];
    const size_t work_group = call->parameter[WORK_GROUP];
    const size_t items = call->parameter[GROUPS] * work_group;
    cl_int error = clSetKernelArg(kernel, 0, sizeof(cl_mem), &input);
    if (error == CL_SUCCESS) {
        error = clSetKernelArg(kernel, 1, sizeof n, &n);
    }
    if (error == CL_SUCCESS) {
        error = clSetKernelArg(kernel, 2, sizeof(cl_mem), &partial);
    }
    if (error == CL_SUCCESS) {
        error = clSetKernelArg(kernel, 3, work_group * sizeof(double), NULL);
    }
    if (error == CL_SUCCESS) {
        error = clEnqueueNDRangeKernel(place->queue, kernel, 1, NULL, &items, &work_group, 0, NULL,
                                       NULL);
    }
    return error;
}

/* The partial sums start as the output does: as poison. */
static cl_int run_kernel(const struct sum_place *place, const struct runner_call *call) {
    const size_t bytes = call->parameter[GROUPS] * sizeof(double);
    cl_int error;
    cl_mem input = NULL, partial = NULL;
    cl_kernel kernel = clCreateKernel(place->program, "sum_groups", &error);
    if (error == CL_SUCCESS) {
        input = make_buffer(place, CL_MEM_READ_ONLY, call->input[0],
                            call->parameter[N] * sizeof(double), &error);
    }
    if (error == CL_SUCCESS) {
        partial = make_buffer(place, CL_MEM_READ_WRITE, call->output[RESULT], bytes, &error);
    }
    if (error == CL_SUCCESS) {
        error = launch_kernel(place, kernel, input, partial, call);
    }
    if (error == CL_SUCCESS) {
        error = clEnqueueReadBuffer(place->queue, partial, CL_TRUE, 0, bytes, call->output[RESULT],
                                    0, NULL, NULL);
    }
    if (partial != NULL) {
        clReleaseMemObject(partial);
    }
    if (input != NULL) {
        clReleaseMemObject(input);
    }
    if (kernel != NULL) {
        clReleaseKernel(kernel);
    }
    return error;
}

static cl_int run_on_cpu(const struct sum_place *place, const struct runner_call *call) {
    return sum_on_cpu(place, call->input[0], call->parameter[N], call->parameter[WORK_GROUP],
                      call->output[RESULT]);
}

/* The data comes back afterwards: it must be as it was. That waits for the queue, so a sum which
 * has not arrived when the function returns does not count. */
static cl_int run_on_device(const struct sum_place *place, const struct runner_call *call) {
    static double sum; /* a read that nobody waits for may still come */
    const size_t n = call->parameter[N];
    double *const result = call->output[RESULT];
    cl_int error;
    cl_mem data = make_buffer(place, CL_MEM_READ_WRITE, call->input[0], n * sizeof(double), &error);
    if (error != CL_SUCCESS) {
        return error;
    }
    sum = *result;
    error = sum_on_device(place, data, n, call->parameter[WORK_GROUP], &sum);
    *result = sum;
#ifndef LOCKSTEP_MEASURE /* no part of the work */
    if (error == CL_SUCCESS && n > 0) {
        error = clEnqueueReadBuffer(place->queue, data, CL_TRUE, 0, n * sizeof(double),
                                    call->output[PLACES], 0, NULL, NULL);
    }
#endif
    clReleaseMemObject(data);
    return error;
}

static cl_int run_in_loop(const struct sum_place *place, const struct runner_call *call) {
    return sum_in_loop(place, call->input[0], call->parameter[N], call->parameter[WORK_GROUP],
                       (unsigned)call->parameter[TURNS], call->output[RESULT]);
}

static cl_int run_extremes(const struct sum_place *place, const struct runner_call *call) {
    double *values = call->output[RESULT];
    uint64_t *places = call->output[PLACES];
    struct sum_extremes found = {values[0], values[1], places[0], places[1]};
    cl_int error = sum_find_extremes(place, call->input[0], call->parameter[N],
                                     call->parameter[WORK_GROUP], &found);
    values[0] = found.minimum;
    values[1] = found.maximum;
    places[0] = found.minimum_at;
    places[1] = found.maximum_at;
    return error;
}

static const struct {
    const char *exercise;
    cl_int (*run)(const struct sum_place *place, const struct runner_call *call);
} rows[] = {
    {"kernel", run_kernel}, {"on_cpu", run_on_cpu},     {"on_device", run_on_device},
    {"loop", run_in_loop},  {"extremes", run_extremes},
};

int runner_call(const struct runner_call *call) {
    if (strcmp(call->exercise, "open") == 0) {
        run_open(call);
        return 0;
    }
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (strcmp(call->exercise, rows[i].exercise) == 0) {
            struct sum_place *place;
            cl_int error = find_place(rows[i].run != run_kernel, &place);
            cl_int *result = call->output[ERROR];
            if (error == CL_SUCCESS) {
                error = rows[i].run(place, call);
            }
            /* Where the launch cannot be made, any error is right: 1 stands for it. */
            *result = call->parameter[WORK_GROUP] == CERTAINLY_TOO_MANY ? error != 0 : error;
            return 0;
        }
    }
    return 1;
}
