/*
 * Calls the student's functions, and launches the student's kernels. Parameters, as oracle.c sets
 * them, are the enum below; all fields come with their ghost rows, and the functions get a pointer
 * to cell (0, 0).
 */
#include "run/runner.h"

#include "../shared/opencl_setup.h"
#include "stencil.h"

#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

/* On the CPU, commands are tasks of this process (shared/opencl_stand_in). */
#ifndef LOCKSTEP_OPENCL
#include "stand_in.h"
#endif

/* CHUNK is for loops on the CPU, MARKED for the host functions. */
enum { WIDTH, HEIGHT, LINE, STEPS, ROWS, THREADS, CHUNK, MARKED = CHUNK };
enum { SPLIT_HEIGHT, DEVICE_ROW, CPU_ROW, EXCHANGE };
enum { GHOST = 16, ALIGNMENT = 64, MOST_MEASUREMENTS = 60 };
enum { ERROR, RESULT }; /* outputs where the device is used */

/* The field of a call, as a runner and its exercise see it. */
struct field {
    int width, height, line;
    size_t floats, origin; /* origin: index of cell (0, 0) */
};

static struct field field_of(const struct runner_call *call) {
    struct field field = {.width = (int)call->parameter[WIDTH],
                          .height = (int)call->parameter[HEIGHT],
                          .line = (int)call->parameter[LINE]};
    field.floats = (call->parameter[HEIGHT] + 2) * call->parameter[LINE];
    field.origin = call->parameter[LINE] + GHOST;
    return field;
}

/* A static schedule (chunk 0: equal parts), so that who gets which row does not hang on time. */
static void prepare_threads(const struct runner_call *call, uint64_t chunk) {
    omp_set_num_threads((int)call->parameter[THREADS]);
#ifndef LOCKSTEP_MEASURE /* there OMP_SCHEDULE says which */
    omp_set_schedule(omp_sched_static, (int)chunk);
#else
    (void)chunk;
#endif
}

static void run_multi(const struct runner_call *call) {
    const struct field field = field_of(call);
    const float *A = call->input[0];
    float *B = call->output[0];
    prepare_threads(call, call->parameter[CHUNK]);
    stencil_multi(B + field.origin, A + field.origin, field.width, field.height, field.line);
}

/* Both fields start with the ghost cells of the input; what comes back must be one of the two. */
static void run_iterate(const struct runner_call *call) {
    const struct field field = field_of(call);
    const size_t bytes = field.floats * sizeof(float);
    float *A = call->output[0], *B = aligned_alloc(ALIGNMENT, bytes);
    if (B == NULL) {
        return;
    }
    prepare_threads(call, call->parameter[CHUNK]);
    memcpy(A, call->input[0], bytes);
    memcpy(B, call->input[0], bytes);
    for (int y = 0; y < field.height; y++) { /* cells of B hold garbage: a NaN */
        memset(B + field.origin + (size_t)y * call->parameter[LINE], 0xff,
               call->parameter[WIDTH] * sizeof *B);
    }
    const float *result = stencil_iterate(A + field.origin, B + field.origin, field.width,
                                          field.height, field.line, (int)call->parameter[STEPS]);
    if (result == B + field.origin) {
        memcpy(A, B, bytes);
    } else if (result != A + field.origin) {
        memset(A, 0, bytes); /* neither of the two */
    }
    free(B);
}

/* A machine of which everything is known: for best_split. It lies here, not behind the pointer that
 * the student's function hands on, so that nothing there changes what is counted. */
static struct {
    const struct runner_call *call;
    uint32_t measurements;
} machine;
static const char opaque; /* the pointer's target: nothing */

static uint64_t step_time(const struct runner_call *call, uint64_t device_rows) {
    const uint64_t height = call->parameter[SPLIT_HEIGHT];
    if (device_rows > height) {
        return UINT64_MAX;
    }
    const uint64_t device = device_rows * call->parameter[DEVICE_ROW];
    const uint64_t cpu = (height - device_rows) * call->parameter[CPU_ROW];
    const uint64_t exchange =
        device_rows > 0 && device_rows < height ? call->parameter[EXCHANGE] : 0;
    return exchange + (device > cpu ? device : cpu);
}

/* With another pointer than the one that was given: no time at all. */
static double measure(int device_rows, void *context) {
    machine.measurements++;
    return context == &opaque ? 1e-9 * (double)step_time(machine.call, (uint64_t)device_rows)
                              : (double)NAN;
}

static void run_best_split(const struct runner_call *call) {
    machine.call = call;
    machine.measurements = 0;
    const int split =
        stencil_best_split((int)call->parameter[SPLIT_HEIGHT], measure, (void *)&opaque);
    const uint32_t measurements = machine.measurements;
    *(uint64_t *)call->output[0] = step_time(call, (uint64_t)split);
    *(uint32_t *)call->output[1] =
        measurements > MOST_MEASUREMENTS ? measurements - MOST_MEASUREMENTS : 0;
}

/* ---- the device ---- */

/* Opened once in a process. */
static struct stencil_device device;

#ifdef LOCKSTEP_OPENCL
static cl_program kernels; /* the student's */

/* One step, for the host functions: these are to be judged also where the student's kernels are
 * still wrong. The second one is marked: its rows are told from the CPU's (oracle.c). A launch that
 * begins at a row that the contract does not allow leaves NaN. */
static const char step_source[] =
    "#line 1 \"given\"\n"
    "static void step(float own, __global float *B, __global const float *A, int width,\n"
    "                 int height, int line) {\n"
    "    const int x = get_global_id(0), y = get_global_id(1), i = (y + 1) * line + 16 + x;\n"
    "    if (x < width && y < height) {\n"
    "        B[i] = own * A[i] + 0.25f * (A[i - 1] + A[i + 1] + A[i - line] + A[i + line]);\n"
    "        if (get_global_offset(1) % 16 != 0) {\n"
    "            B[i] = NAN;\n"
    "        }\n"
    "    }\n"
    "}\n"
    "__kernel void one_step(__global float *B, __global const float *A, int width, int height,\n"
    "                       int line) {\n"
    "    step(0.75f, B, A, width, height, line);\n"
    "}\n"
    "__kernel void a_step(__global float *B, __global const float *A, int width, int height,\n"
    "                     int line) {\n"
    "    step(0.5f, B, A, width, height, line);\n"
    "}\n";
static cl_kernel steps[2];

static cl_int open_step(void) {
    const char *text = step_source;
    cl_int error;
    cl_program program = clCreateProgramWithSource(device.context, 1, &text, NULL, &error);
    if (error == CL_SUCCESS) {
        error = clBuildProgram(program, 1, &device.id, "-cl-std=CL1.2", NULL, NULL);
    }
    if (error == CL_SUCCESS) {
        steps[0] = clCreateKernel(program, "one_step", &error);
    }
    if (error == CL_SUCCESS) {
        steps[1] = clCreateKernel(program, "a_step", &error);
    }
    return error;
}

/* The host functions' part of the device, and the student's kernels where they are asked for. */
static cl_int open_device(int with_kernels) {
    cl_int error = CL_SUCCESS;
    if (device.queue == NULL) {
        error = opencl_open(&device.id, &device.context, &device.queue);
    }
    if (error == CL_SUCCESS && with_kernels && kernels == NULL) {
        error = opencl_build(device.context, device.id, "stencil.cl", &kernels);
        kernels = error == CL_SUCCESS ? kernels : NULL;
    }
    if (error == CL_SUCCESS && !with_kernels && steps[1] == NULL) {
        error = open_step();
    }
    return error;
}

/* How the kernels are launched: cells of a work-item and work-items of a group, in x and y. */
static const struct launch {
    const char *exercise, *kernel;
    size_t cells[2], local[2];
} launches[] = {
    {"naive", "stencil_naive", {1, 1}, {16, 16}},
    {"tile", "stencil_tile", {1, 4}, {16, 4}},
    {"conflict_free", "stencil_conflict_free", {1, 4}, {16, 4}},
    {"marching", "stencil_marching", {4, 4}, {32, 2}},
};

static cl_int launch(const struct launch *how, const struct field *field, cl_kernel kernel,
                     cl_mem B, cl_mem A) {
    const size_t cells[2] = {(size_t)field->width, (size_t)field->height};
    size_t global[2];
    for (int i = 0; i < 2; i++) {
        const size_t items = (cells[i] + how->cells[i] - 1) / how->cells[i];
        global[i] = (items + how->local[i] - 1) / how->local[i] * how->local[i];
    }
    const struct {
        size_t size;
        const void *value;
    } arguments[] = {{sizeof(cl_mem), &B},
                     {sizeof(cl_mem), &A},
                     {sizeof(int), &field->width},
                     {sizeof(int), &field->height},
                     {sizeof(int), &field->line}};
    cl_int error = CL_SUCCESS;
    for (cl_uint i = 0; i < sizeof arguments / sizeof *arguments && error == CL_SUCCESS; i++) {
        error = clSetKernelArg(kernel, i, arguments[i].size, arguments[i].value);
    }
    return error == CL_SUCCESS ? clEnqueueNDRangeKernel(device.queue, kernel, 2, NULL, global,
                                                        how->local, 0, NULL, NULL)
                               : error;
}

static cl_int run_kernel(const struct runner_call *call, const struct launch *how) {
    const struct field field = field_of(call);
    const size_t bytes = field.floats * sizeof(float);
    cl_int error = open_device(1);
    if (error != CL_SUCCESS) {
        return error;
    }
    cl_kernel kernel = clCreateKernel(kernels, how->kernel, &error);
    if (error != CL_SUCCESS) {
        return error;
    }
    cl_mem B = NULL, A = clCreateBuffer(device.context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                                        bytes, (void *)call->input[0], &error);
    if (error == CL_SUCCESS) { /* starts as the output did, so that what nobody writes shows */
        B = clCreateBuffer(device.context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes,
                           call->output[RESULT], &error);
    }
    if (error == CL_SUCCESS) {
        error = launch(how, &field, kernel, B, A);
    }
    if (error == CL_SUCCESS) {
        error = clEnqueueReadBuffer(device.queue, B, CL_TRUE, 0, bytes, call->output[RESULT], 0,
                                    NULL, NULL);
    }
    if (A != NULL) {
        clReleaseMemObject(A);
    }
    if (B != NULL) {
        clReleaseMemObject(B);
    }
    clReleaseKernel(kernel);
    return error;
}
#endif

/* ---- host functions ---- */

/* A call of a host function, on a field that is worked on in place. */
struct host_call {
    const struct runner_call *call;
    int hybrid;
    float *returned; /* the field as it was when the function returned */
};

static cl_int call_host(const void *context) {
    const struct host_call *host = context;
    const struct runner_call *call = host->call;
    const struct field field = field_of(call);
    const size_t bytes = field.floats * sizeof(float);
    const int steps = (int)call->parameter[STEPS], rows = (int)call->parameter[ROWS];
    float *result = call->output[RESULT], *cells = result + field.origin;
    prepare_threads(call, 0);
    memcpy(result, call->input[0], bytes);
#ifdef LOCKSTEP_MEASURE
    runner_time(1);
#endif
    const cl_int error =
        host->hybrid
            ? stencil_hybrid(&device, cells, field.width, field.height, field.line, steps, rows)
            : stencil_device_steps(&device, cells, field.width, field.height, field.line, steps);
#ifdef LOCKSTEP_MEASURE
    runner_time(0);
#endif
    memcpy(host->returned, result, bytes);
    return error;
}

/* The same beside the device. When it returns, the device has nothing more to do. */
static cl_int call_beside_device(const struct host_call *host) {
#ifndef LOCKSTEP_OPENCL
    const cl_int error = stand_in_open(&device, host->call->parameter[MARKED] != 0);
    return error == CL_SUCCESS ? stand_in_call(call_host, host) : error;
#else
    cl_int error = open_device(0);
    if (error == CL_SUCCESS) {
        device.step = steps[host->call->parameter[MARKED]];
        error = call_host(host);
        clFinish(device.queue);
    }
    return error;
#endif
}

/* What has not arrived when the function returns does not count. */
static cl_int run_host(const struct runner_call *call, int hybrid) {
    const size_t bytes = field_of(call).floats * sizeof(float);
    const struct host_call host = {call, hybrid, calloc(bytes, 1)};
    cl_int error = CL_OUT_OF_HOST_MEMORY;
    if (host.returned != NULL) {
        error = call_beside_device(&host);
        memcpy(call->output[RESULT], host.returned, bytes);
    }
    free(host.returned);
    return error;
}

static void run_device_steps(const struct runner_call *call) {
    *(cl_int *)call->output[ERROR] = run_host(call, 0);
}

static void run_hybrid(const struct runner_call *call) {
    *(cl_int *)call->output[ERROR] = run_host(call, 1);
}

static const struct {
    const char *exercise;
    void (*run)(const struct runner_call *call);
} functions[] = {
    {"stencil_multi", run_multi},       {"iterate", run_iterate}, {"best_split", run_best_split},
    {"device_steps", run_device_steps}, {"hybrid", run_hybrid},   {"hybrid_threads", run_hybrid},
};

int runner_call(const struct runner_call *call) {
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        if (strcmp(call->exercise, functions[i].exercise) == 0) {
            functions[i].run(call);
            return 0;
        }
    }
#ifdef LOCKSTEP_OPENCL
    for (size_t i = 0; i < sizeof launches / sizeof *launches; i++) {
        if (strcmp(call->exercise, launches[i].exercise) == 0) {
            *(cl_int *)call->output[ERROR] = run_kernel(call, &launches[i]);
            return 0;
        }
    }
#endif
    return 1;
}
