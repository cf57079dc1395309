/*
 * Calls the student's functions. Parameters, as oracle.c sets them: n, threads, work_group, time,
 * broken. Each build of the lab has one exercise: the one with OpenCL, with OpenMP, or with CUDA.
 */
#include "run/runner.h"

#include "first_steps.h"

#include <stdbool.h>
#include <string.h>

enum { N, THREADS, WORK_GROUP, TIME, BROKEN };
enum { SQUARES, SUM };
enum { ERROR, RESULT, TIMED };

enum { NO_TIME, TIME_OF_KERNEL, ANOTHER_TIME, BELOW_ZERO };

/* Whether the simulated GPU has told the program that its kernel took so long; a real one cannot
 * say. */
typedef bool told_kernel_time(double nanoseconds);

#if defined LOCKSTEP_OPENCL

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>

static const char exercise[] = "opencl";

static uint32_t kind_of_time(uint64_t nanoseconds) {
    cl_platform_id platform = NULL;
    told_kernel_time *told = NULL;
    if (nanoseconds == UINT64_MAX) {
        return NO_TIME;
    }
    if (nanoseconds > INT64_MAX) { /* the start less the end, as an unsigned number */
        return BELOW_ZERO;
    }
    if (clGetPlatformIDs(1, &platform, NULL) == CL_SUCCESS) {
        told = (told_kernel_time *)clGetExtensionFunctionAddressForPlatform(
            platform, "lockstep_told_kernel_time");
    }
    return told == NULL || told((double)nanoseconds) ? TIME_OF_KERNEL : ANOTHER_TIME;
}

static const char broken_program[] =
    "__kernel void square(__global const uint *data, __global uint *squares, uint n) {\n"
    "    squares[0] = a_name_that_nobody_declared;\n"
    "}\n";

/* The text of square.cl, or "" where it cannot be read. */
static const char *source_text(void) {
    enum { MOST_TEXT = 65536 };
    static char text[MOST_TEXT + 1];
    FILE *file = fopen("square.cl", "rb");
    if (file != NULL) {
        text[fread(text, 1, MOST_TEXT, file)] = '\0';
        fclose(file);
    }
    return text;
}

static void run(const struct runner_call *call) {
    const int broken = call->parameter[BROKEN] != 0;
    uint64_t nanoseconds = UINT64_MAX;
    const int error =
        square_vector(broken ? broken_program : source_text(), call->input[0], call->output[RESULT],
                      call->parameter[N], call->parameter[WORK_GROUP], &nanoseconds);
    /* Where the kernel does not compile, any error is right: 1 stands for it. */
    *(int *)call->output[ERROR] = broken ? error != 0 : error;
    *(uint32_t *)call->output[TIMED] =
        call->parameter[TIME] != 0 ? kind_of_time(nanoseconds) : NO_TIME;
}

#elif defined _OPENMP

#include <omp.h>

static const char exercise[] = "loop";

static void run(const struct runner_call *call) {
    omp_set_num_threads((int)call->parameter[THREADS]);
    loop_squares(call->input[0], call->parameter[N], call->output[SQUARES], call->output[SUM]);
}

#else

static const char exercise[] = "cuda";

__attribute__((weak)) told_kernel_time lockstep_told_kernel_time;

/* What no time is, so that it shows whether one was written. */
enum { UNTIMED = -4096 };

static uint32_t kind_of_time(float milliseconds) {
    bool right = lockstep_told_kernel_time == NULL || lockstep_told_kernel_time(milliseconds * 1e6);
    return milliseconds == UNTIMED ? NO_TIME
           : milliseconds < 0      ? BELOW_ZERO
           : right                 ? TIME_OF_KERNEL
                                   : ANOTHER_TIME;
}

static void run(const struct runner_call *call) {
    enum { MOST_THREADS = 1024 };
    const unsigned threads = (unsigned)call->parameter[THREADS];
    float milliseconds = UNTIMED;
    const int error = add_vectors(call->input[0], call->input[1], call->output[RESULT],
                                  call->parameter[N], threads, &milliseconds);
    /* Where the launch cannot be made, any error is right: 1 stands for it. */
    *(int *)call->output[ERROR] = threads > MOST_THREADS ? error != 0 : error;
    *(uint32_t *)call->output[TIMED] =
        call->parameter[TIME] != 0 ? kind_of_time(milliseconds) : NO_TIME;
}

#endif

int runner_call(const struct runner_call *call) {
    if (strcmp(call->exercise, exercise) != 0) {
        return 1;
    }
    run(call);
    return 0;
}
