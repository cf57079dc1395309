/*
 * For runners of OpenCL labs: what students' kernels need around them. The first platform that the
 * ICD loader shows is the one to grade on; the grader sees to it that it is the right one.
 */
#pragma once

#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 120
#endif
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>

/* The text of a file, to be freed, or NULL. */
static inline char *opencl_source(const char *path) {
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    if (file != NULL && fseek(file, 0, SEEK_END) == 0) {
        const long size = ftell(file);
        rewind(file);
        text = size >= 0 ? calloc((size_t)size + 1, 1) : NULL;
        if (text != NULL && fread(text, 1, (size_t)size, file) != (size_t)size) {
            free(text);
            text = NULL;
        }
    }
    if (file != NULL) {
        fclose(file);
    }
    return text;
}

/* What the compiler said, to stderr. */
static inline void opencl_print_log(cl_program program, cl_device_id device) {
    size_t size = 0;
    if (program == NULL || clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, NULL,
                                                 &size) != CL_SUCCESS) {
        return;
    }
    char *log = calloc(size + 1, 1);
    if (log != NULL) {
        clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, size, log, NULL);
        fputs(log, stderr);
    }
    free(log);
}

/* Compiles the texts, one behind the other, with these options; what the compiler says goes to
 * stderr. */
static inline cl_int opencl_build_as(cl_context context, cl_device_id device, cl_uint count,
                                     const char **texts, const char *options, cl_program *program) {
    cl_int error;
    *program = clCreateProgramWithSource(context, count, texts, NULL, &error);
    if (error == CL_SUCCESS) {
        error = clBuildProgram(*program, 1, &device, options, NULL, NULL);
    }
    if (error != CL_SUCCESS) {
        opencl_print_log(*program, device);
    }
    return error;
}

static inline cl_int opencl_build_texts(cl_context context, cl_device_id device, cl_uint count,
                                        const char **texts, cl_program *program) {
    return opencl_build_as(context, device, count, texts, "-cl-std=CL1.2", program);
}

/* Compiles the file with these options. */
static inline cl_int opencl_build_file_as(cl_context context, cl_device_id device, const char *path,
                                          const char *options, cl_program *program) {
    char *text = opencl_source(path);
    if (text == NULL) {
        fprintf(stderr, "%s cannot be read\n", path);
        return CL_INVALID_VALUE;
    }
    const char *texts[] = {text};
    const cl_int error = opencl_build_as(context, device, 1, texts, options, program);
    free(text);
    return error;
}

/* Compiles the file. */
static inline cl_int opencl_build(cl_context context, cl_device_id device, const char *path,
                                  cl_program *program) {
    return opencl_build_file_as(context, device, path, "-cl-std=CL1.2", program);
}

/* The same with kernel `name` from the text `given` in place of the file's own: host functions are
 * to be judged also where the student's kernel is still wrong. Where the file does not compile,
 * there is the given kernel alone. */
static inline cl_int opencl_build_given(cl_context context, cl_device_id device, const char *path,
                                        const char *name, const char *given, cl_program *program) {
    char *text = opencl_source(path);
#ifdef LOCKSTEP_MEASURE /* what is measured is the student's own */
    free(text);
    (void)name, (void)given;
    return opencl_build(context, device, path, program);
#endif
    char before[256], after[256];
    snprintf(before, sizeof before, "#define %s %s_of_the_student\n#line 1 \"%s\"\n", name, name,
             path);
    snprintf(after, sizeof after, "\n#undef %s\n#line 1 \"given\"\n", name);
    const char *texts[] = {before, text, after, given};
    cl_int error = CL_INVALID_VALUE;
    if (text != NULL) {
        error = opencl_build_texts(context, device, 4, texts, program);
    }
    if (error != CL_SUCCESS && text != NULL && *program != NULL) {
        clReleaseProgram(*program);
    }
    if (error != CL_SUCCESS) {
        const char *alone[] = {"#line 1 \"given\"\n", given};
        error = opencl_build_texts(context, device, 2, alone, program);
    }
    free(text);
    return error;
}

/* A device, a context and an in-order queue on it; all NULL before. On an error what was made so
 * far is set. */
static inline cl_int opencl_open(cl_device_id *device, cl_context *context,
                                 cl_command_queue *queue) {
    static const cl_device_type types[] = {CL_DEVICE_TYPE_GPU, CL_DEVICE_TYPE_ALL};
    enum { MOST = 64 };
    cl_device_id devices[MOST];
    cl_platform_id first;
    cl_int error = clGetPlatformIDs(1, &first, NULL);
    if (error != CL_SUCCESS) {
        return error;
    }
    const cl_context_properties there[] = {CL_CONTEXT_PLATFORM, (cl_context_properties)first, 0};
    error = CL_DEVICE_NOT_FOUND;
    for (int i = 0; i < 2 && error != CL_SUCCESS; i++) {
        cl_context made = clCreateContextFromType(there, types[i], NULL, NULL, &error);
        *context = error == CL_SUCCESS ? made : NULL; /* PoCL returns more than it says */
    }
    if (error == CL_SUCCESS) {
        error = clGetContextInfo(*context, CL_CONTEXT_DEVICES, sizeof devices, devices, NULL);
    }
    if (error == CL_SUCCESS) {
        *device = devices[0];
    }
    if (error == CL_SUCCESS) {
        *queue = clCreateCommandQueue(*context, *device, 0, &error);
    }
    return error;
}

/* The same, and the program in the file. */
static inline cl_int opencl_set_up(cl_device_id *device, cl_context *context,
                                   cl_command_queue *queue, const char *path, cl_program *program) {
    const cl_int error = opencl_open(device, context, queue);
    return error == CL_SUCCESS ? opencl_build(*context, *device, path, program) : error;
}

static inline void opencl_tear_down(cl_context context, cl_command_queue queue,
                                    cl_program program) {
    if (program != NULL) {
        clReleaseProgram(program);
    }
    if (queue != NULL) {
        clReleaseCommandQueue(queue);
    }
    if (context != NULL) {
        clReleaseContext(context);
    }
}
