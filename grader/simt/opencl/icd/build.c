/* Building: in one go, or compiling with headers and linking. */
#include "icd.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

cl_int build_check_devices(cl_uint count, const cl_device_id *devices) {
    if ((count == 0) != (devices == NULL)) {
        return CL_INVALID_VALUE;
    }
    for (cl_uint i = 0; i < count; i++) {
        if (devices[i] != &icd_device) {
            return CL_INVALID_DEVICE;
        }
    }
    return CL_SUCCESS;
}

static bool keep_options(cl_program program, const char *options) {
    char *copy = strdup(options != NULL ? options : "");
    free(program->options);
    program->options = copy;
    return copy;
}

/* The log's first line that tells an error, or its first. */
static void explain_log(const char *log) {
    const char *line = log != NULL ? log : "";
    const char *error = strstr(line, "error:");
    while (error != NULL && error > line && error[-1] != '\n') {
        error--;
    }
    char text[200];
    line = error != NULL ? error : line;
    snprintf(text, sizeof text, "%.*s", (int)strcspn(line, "\n"), line);
    client_why(MESSAGE_WHY_BUILD_LOG, text, 0, 0, 0);
}

static cl_int build(cl_program program, const char *options) {
    cl_int error = CL_SUCCESS;
    if (!keep_options(program, options)) {
        return CL_OUT_OF_HOST_MEMORY;
    }
    if (program->source != NULL) {
        program_forget_build(program);
        error = program_compile(program, program->source, program->options, NULL);
    } else if (program->ptx == NULL) {
        error = CL_INVALID_BINARY;
    }
    if (!error && !program->loaded) {
        error = program_load(program);
    }
    program->unbuilt = false;
    program->status = error ? CL_BUILD_ERROR : CL_BUILD_SUCCESS;
    if (error == CL_BUILD_PROGRAM_FAILURE) {
        explain_log(program->log);
    }
    return error;
}

cl_int clBuildProgram(cl_program program, cl_uint count, const cl_device_id *devices,
                      const char *options, void(CL_CALLBACK *notify)(cl_program, void *),
                      void *data) {
    if (!object_is(program, OBJECT_PROGRAM)) {
        return END(CL_INVALID_PROGRAM);
    }
    cl_int error = build_check_devices(count, devices);
    if (error || (notify == NULL && data != NULL)) {
        return END(error ? error : CL_INVALID_VALUE);
    }
    client_lock();
    error = program->kernel_objects ? CL_INVALID_OPERATION : build(program, options);
    client_unlock();
    /* The build is done before this call ends, which the specification allows. */
    if (notify != NULL && error != CL_INVALID_OPERATION) {
        notify(program, data);
    }
    return END(error);
}

/* Headers by name, as files of a folder of their own. */
static bool write_headers(const char *folder, cl_uint count, const cl_program *headers,
                          const char **names) {
    for (cl_uint i = 0; i < count; i++) {
        char path[512];
        if ((size_t)snprintf(path, sizeof path, "%s/%s", folder, names[i]) >= sizeof path) {
            return false;
        }
        for (char *slash = strchr(path + strlen(folder) + 1, '/'); slash != NULL;
             slash = strchr(slash + 1, '/')) {
            *slash = 0;
            mkdir(path, 0700);
            *slash = '/';
        }
        FILE *file = fopen(path, "w");
        bool good = file != NULL && fputs(headers[i]->source, file) != EOF;
        if (file != NULL) {
            good = fclose(file) == 0 && good;
        }
        if (!good) {
            return false;
        }
    }
    return true;
}

static void remove_headers(const char *folder, cl_uint count, const char **names) {
    char path[512];
    for (cl_uint i = 0; i < count; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        do {
            remove(path);
        } while (*strrchr(path, '/') && (*strrchr(path, '/') = 0, strlen(path) > strlen(folder)));
    }
    rmdir(folder);
}

static cl_int compile(cl_program program, const char *options, cl_uint count,
                      const cl_program *headers, const char **names) {
    char folder[] = "/tmp/lockstep-headers-XXXXXX";
    if (!keep_options(program, options)) {
        return CL_OUT_OF_HOST_MEMORY;
    }
    if (count && mkdtemp(folder) == NULL) {
        return CL_OUT_OF_RESOURCES;
    }
    program_forget_build(program);
    cl_int error =
        count && !write_headers(folder, count, headers, names)
            ? CL_OUT_OF_RESOURCES
            : program_compile(program, program->source, program->options, count ? folder : NULL);
    if (count) {
        remove_headers(folder, count, names);
    }
    program->status = error ? CL_BUILD_ERROR : CL_BUILD_SUCCESS;
    program->binary_type =
        error ? CL_PROGRAM_BINARY_TYPE_NONE : CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT;
    return error == CL_BUILD_PROGRAM_FAILURE   ? CL_COMPILE_PROGRAM_FAILURE
           : error == CL_INVALID_BUILD_OPTIONS ? CL_INVALID_COMPILER_OPTIONS
                                               : error;
}

cl_int clCompileProgram(cl_program program, cl_uint count, const cl_device_id *devices,
                        const char *options, cl_uint header_count, const cl_program *headers,
                        const char **names, void(CL_CALLBACK *notify)(cl_program, void *),
                        void *data) {
    if (!object_is(program, OBJECT_PROGRAM)) {
        return END(CL_INVALID_PROGRAM);
    }
    cl_int error = build_check_devices(count, devices);
    if (error || (notify == NULL && data != NULL) || (header_count == 0) != (headers == NULL) ||
        (header_count == 0) != (names == NULL)) {
        return END(error ? error : CL_INVALID_VALUE);
    }
    for (cl_uint i = 0; i < header_count; i++) {
        if (!object_is(headers[i], OBJECT_PROGRAM) || headers[i]->source == NULL ||
            names[i] == NULL || strstr(names[i], "..") != NULL || names[i][0] == '/') {
            return END(CL_INVALID_PROGRAM);
        }
    }
    if (program->source == NULL || program->kernel_objects) {
        return END(CL_INVALID_OPERATION);
    }
    client_lock();
    error = compile(program, options, header_count, headers, names);
    client_unlock();
    if (notify != NULL) {
        notify(program, data);
    }
    return END(error);
}

/* "first;second" */
static char *kernel_names(cl_program program) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    for (size_t i = 0; out != NULL && i < program->kernels.count; i++) {
        fprintf(out, "%s%s", i ? ";" : "", program->kernels.items[i].name);
    }
    return out != NULL && fclose(out) == 0 ? text : NULL;
}

static cl_int kernel_names_info(cl_program program, size_t room, void *to, size_t *needed) {
    char *names = kernel_names(program);
    cl_int error = names != NULL ? info_text(names, room, to, needed) : CL_OUT_OF_HOST_MEMORY;
    free(names);
    return error;
}

static cl_int binaries_info(cl_program program, size_t room, void *to, size_t *needed) {
    unsigned char **binaries = to;
    if (to != NULL && room < sizeof *binaries) {
        return CL_INVALID_VALUE;
    }
    if (to != NULL && binaries[0] != NULL && program->ptx != NULL) {
        memcpy(binaries[0], program->ptx, program->ptx_bytes);
    }
    if (needed != NULL) {
        *needed = sizeof *binaries;
    }
    return CL_SUCCESS;
}

cl_int clGetProgramInfo(cl_program program, cl_program_info name, size_t room, void *to,
                        size_t *needed) {
    if (!object_is(program, OBJECT_PROGRAM)) {
        return CL_INVALID_PROGRAM;
    }
    const bool of_kernels = name == CL_PROGRAM_NUM_KERNELS || name == CL_PROGRAM_KERNEL_NAMES;
    if (of_kernels && !program->loaded) {
        return CL_INVALID_PROGRAM_EXECUTABLE;
    }
    if (name == CL_PROGRAM_BINARIES) {
        return binaries_info(program, room, to, needed);
    }
    if (name == CL_PROGRAM_KERNEL_NAMES) {
        return kernel_names_info(program, room, to, needed);
    }
    const struct info_row answers[] = {
        ANSWER(CL_PROGRAM_REFERENCE_COUNT, cl_uint, program->object.references),
        ANSWER(CL_PROGRAM_CONTEXT, cl_context, program->context),
        ANSWER(CL_PROGRAM_NUM_DEVICES, cl_uint, 1),
        ANSWER(CL_PROGRAM_DEVICES, cl_device_id, &icd_device),
        TEXT_ANSWER(CL_PROGRAM_SOURCE, program->source != NULL ? program->source : ""),
        ANSWER(CL_PROGRAM_BINARY_SIZES, size_t, program->ptx_bytes),
        ANSWER(CL_PROGRAM_NUM_KERNELS, size_t, program->kernels.count),
        {CL_PROGRAM_IL, NULL, 0},
        ANSWER(CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT, cl_bool, CL_FALSE),
        ANSWER(CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT, cl_bool, CL_FALSE),
    };
    return ANSWERED(answers);
}

cl_int clGetProgramBuildInfo(cl_program program, cl_device_id device, cl_program_build_info name,
                             size_t room, void *to, size_t *needed) {
    if (!object_is(program, OBJECT_PROGRAM)) {
        return CL_INVALID_PROGRAM;
    }
    if (device != &icd_device) {
        return CL_INVALID_DEVICE;
    }
    if (name == CL_PROGRAM_BUILD_LOG && to != NULL) {
        client_looked(CL_BUILD_PROGRAM_FAILURE);
    }
    const struct info_row answers[] = {
        ANSWER(CL_PROGRAM_BUILD_STATUS, cl_build_status, program->status),
        TEXT_ANSWER(CL_PROGRAM_BUILD_OPTIONS, program->options != NULL ? program->options : ""),
        TEXT_ANSWER(CL_PROGRAM_BUILD_LOG, program->log != NULL ? program->log : ""),
        ANSWER(CL_PROGRAM_BINARY_TYPE, cl_program_binary_type, program->binary_type),
        ANSWER(CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE, size_t, 0),
    };
    return ANSWERED(answers);
}
