/* tap.h - for the programs here: TAP lines, and a context, a queue and a program in a few words. */
#pragma once

#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int tap_count, tap_failed;

static inline void tap_ok(bool good, const char *name, int line) {
    printf("%sok %d - %s\n", good ? "" : "not ", ++tap_count, name);
    if (!good) {
        printf("# line %d\n", line);
    }
    tap_failed += !good;
}
#define OK(expression) tap_ok(expression, #expression, __LINE__)

static inline void tap_gives(cl_int gave, cl_int wanted, const char *name, int line) {
    tap_ok(gave == wanted, name, line);
    if (gave != wanted) {
        printf("# gave %d, not %d\n", gave, wanted);
    }
}
#define GIVES(wanted, expression)                                                                  \
    tap_gives(expression, wanted, #expression " gives " #wanted, __LINE__)
#define WORKS(expression) tap_gives(expression, CL_SUCCESS, #expression, __LINE__)

/* For calls that return an object and give the error through their last argument, &error. */
#define REFUSES(wanted, expression)                                                                \
    do {                                                                                           \
        cl_int error = 1;                                                                          \
        const void *made = (expression);                                                           \
        tap_gives(made != NULL ? CL_SUCCESS : error, wanted, #expression " gives " #wanted,        \
                  __LINE__);                                                                       \
    } while (0)

/* A query's answer: a number, or a text. The query is given without its last three arguments. */
#define TELLS(wanted, type, query, ...)                                                            \
    do {                                                                                           \
        type told;                                                                                 \
        memset(&told, 0x77, sizeof(type));                                                         \
        WORKS(query(__VA_ARGS__, sizeof(type), &told, NULL));                                      \
        OK(told == (wanted));                                                                      \
    } while (0)
#define TELLS_TEXT(wanted, query, ...)                                                             \
    do {                                                                                           \
        char told[512] = "";                                                                       \
        WORKS(query(__VA_ARGS__, sizeof told, told, NULL));                                        \
        OK(!strcmp(told, wanted));                                                                 \
    } while (0)

static inline int tap_end(void) {
    printf("1..%d\n", tap_count);
    return tap_failed != 0;
}

struct setting {
    cl_platform_id platform;
    cl_device_id device;
    cl_context context;
    cl_command_queue queue;
};

static inline struct setting open_setting(cl_command_queue_properties properties) {
    struct setting setting;
    cl_int error;
    if (clGetPlatformIDs(1, &setting.platform, NULL) ||
        clGetDeviceIDs(setting.platform, CL_DEVICE_TYPE_GPU, 1, &setting.device, NULL)) {
        exit(3);
    }
    setting.context = clCreateContext(NULL, 1, &setting.device, NULL, NULL, &error);
    setting.queue = clCreateCommandQueue(setting.context, setting.device, properties, &error);
    if (error) {
        exit(3);
    }
    return setting;
}

static inline void close_setting(const struct setting *setting) {
    clReleaseCommandQueue(setting->queue);
    clReleaseContext(setting->context);
}

static inline cl_program build_program(const struct setting *setting, const char *source) {
    cl_program program = clCreateProgramWithSource(setting->context, 1, &source, NULL, NULL);
    if (clBuildProgram(program, 1, &setting->device, "-cl-kernel-arg-info", NULL, NULL)) {
        char log[4096] = "";
        clGetProgramBuildInfo(program, setting->device, CL_PROGRAM_BUILD_LOG, sizeof log, log,
                              NULL);
        printf("# %s\n", log);
        exit(3);
    }
    return program;
}

/* Gives a kernel buffers, images, samplers or NULL, from its first argument on. */
static inline void set_objects(cl_kernel kernel, cl_uint count, const void *const *objects) {
    for (cl_uint i = 0; i < count; i++) {
        WORKS(clSetKernelArg(kernel, i, sizeof(void *), &objects[i]));
    }
}
#define SET_OBJECTS(kernel, ...)                                                                   \
    set_objects(kernel, sizeof((const void *[]){__VA_ARGS__}) / sizeof(void *),                    \
                (const void *[]){__VA_ARGS__})

static inline void release_objects(size_t count, const cl_mem *objects) {
    for (size_t i = 0; i < count; i++) {
        clReleaseMemObject(objects[i]);
    }
}
#define RELEASE(...)                                                                               \
    release_objects(sizeof((cl_mem[]){__VA_ARGS__}) / sizeof(cl_mem), (cl_mem[]){__VA_ARGS__})
