/* Programs: from source or PTX, compiled by clang in this process's own jail, loaded by the
 * device. */
#include "icd.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../../utf8.h"
#include "../opencl_compile.h"

/* The kit's folder: LOCKSTEP_HOME, or the one that this library lies in. */
static bool find_home(char home[PATH_MAX]) {
    const char *given = getenv("LOCKSTEP_HOME");
    Dl_info info;
    if (given != NULL) {
        return (size_t)snprintf(home, PATH_MAX, "%s", given) < PATH_MAX;
    }
    if (!dladdr(&icd_device, &info) || realpath(info.dli_fname, home) == NULL) {
        return false;
    }
    *strrchr(home, '/') = 0;
    return true;
}

void program_forget_build(cl_program program) {
    opencl_kernels_clear(&program->kernels);
    free(program->ptx);
    free(program->log);
    program->ptx = program->log = NULL;
    program->ptx_bytes = 0;
    program->loaded = false;
    program->binary_type = CL_PROGRAM_BINARY_TYPE_NONE;
}

/* Adds a line to the build log. */
static void add_to_log(cl_program program, const char *line, size_t length) {
    char *log = NULL;
    const char *before = program->log != NULL ? program->log : "";
    if (length == 0 || asprintf(&log, "%s%.*s\n", before, (int)length, line) < 0) {
        return;
    }
    free(program->log);
    program->log = log;
}

/* Takes over what the compiler made. */
static cl_int take(cl_program program, struct opencl_program *built) {
    static const cl_int errors[] = {[OPENCL_BUILT] = CL_SUCCESS,
                                    [OPENCL_REFUSED] = CL_BUILD_PROGRAM_FAILURE,
                                    [OPENCL_BAD_OPTION] = CL_INVALID_BUILD_OPTIONS};
    program->ptx = built->ptx;
    program->ptx_bytes = built->ptx_bytes;
    program->log = built->log;
    built->ptx = built->log = NULL;
    return errors[built->outcome];
}

cl_int program_compile(cl_program program, const char *source, const char *options,
                       const char *headers) {
    char home[PATH_MAX];
    struct opencl_program built = {0};
    struct error error = {0};
    char *name = source_name(source);
    struct opencl_source request = {.text = source,
                                    .name = name,
                                    .length = strlen(source),
                                    .options = options,
                                    .headers = headers,
                                    .home = home,
                                    .notes = getenv("LOCKSTEP_NOTES") != NULL};
    bool good = find_home(home) && opencl_compile(&request, &built, &error);
    free(name);
    if (!good) {
        const char *why = error.message[0] ? error.message : "the kit's folder is not there";
        add_to_log(program, why, strlen(why));
        client_complain("%s", why);
        opencl_program_clear(&built);
        return CL_COMPILER_NOT_AVAILABLE;
    }
    cl_int result = take(program, &built);
    if (result == CL_INVALID_BUILD_OPTIONS) { /* a log that few programs ask for */
        client_complain("%s", program->log);
    }
    opencl_program_clear(&built);
    return result;
}

cl_int program_load(cl_program program) {
    char complaint[CLIENT_COMPLAINT_MAX];
    cudaError_t status =
        client_load_module(program->ptx, program->ptx_bytes, &program->module, complaint);
    add_to_log(program, complaint, strlen(complaint));
    if (status == cudaErrorMemoryAllocation || status == cudaErrorNoDevice) {
        return CL_OUT_OF_RESOURCES;
    }
    if (status != cudaSuccess) {
        return CL_BUILD_PROGRAM_FAILURE;
    }
    program->loaded = true;
    program->binary_type = CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
    return opencl_kernels_read(program->ptx, &program->kernels) ? CL_SUCCESS
                                                                : CL_OUT_OF_HOST_MEMORY;
}

bool program_is_executable(cl_program program) {
    if (!program->loaded && program->source == NULL && program->ptx != NULL && !program->unbuilt) {
        program_load(program);
    }
    if (!program->loaded) {
        client_why(MESSAGE_WHY_NOT_BUILT, NULL, 0, 0, 0);
    }
    return program->loaded;
}

static void clear(void *object) {
    cl_program program = object;
    program_forget_build(program);
    free(program->source);
    free(program->options);
    object_release(program->context);
}

static cl_program create(cl_context context, cl_int *error) {
    cl_program program = object_create(OBJECT_PROGRAM, sizeof *program, clear);
    if (!program) {
        return icd_null(error, CL_OUT_OF_HOST_MEMORY);
    }
    object_retain(context);
    program->context = context;
    program->status = CL_BUILD_NONE;
    return program;
}

/* The strings as one text, without the mark (U+FEFF) that Windows editors put before the first,
 * since the compiler reads the kit's headers before it; a length of 0, or no lengths: up to the
 * NUL. */
static char *join(cl_uint count, const char **strings, const size_t *lengths) {
    size_t total = 0, at = 0;
    for (cl_uint i = 0; i < count; i++) {
        total += lengths != NULL && lengths[i] ? lengths[i] : strlen(strings[i]);
    }
    char *text = malloc(total + 1);
    for (cl_uint i = 0; i < count && text != NULL; i++) {
        size_t length = lengths != NULL && lengths[i] ? lengths[i] : strlen(strings[i]);
        memcpy(text + at, strings[i], length);
        at += length;
    }
    if (text != NULL) {
        text[at] = 0;
        const size_t mark =
            strncmp(text, UTF8_MARK, sizeof UTF8_MARK - 1) == 0 ? sizeof UTF8_MARK - 1 : 0;
        memmove(text, text + mark, at + 1 - mark);
    }
    return text;
}

cl_program clCreateProgramWithSource(cl_context context, cl_uint count, const char **strings,
                                     const size_t *lengths, cl_int *error) {
    if (!object_is(context, OBJECT_CONTEXT)) {
        return MADE(icd_null(error, CL_INVALID_CONTEXT));
    }
    if (count == 0 || strings == NULL) {
        return MADE(icd_null(error, CL_INVALID_VALUE));
    }
    for (cl_uint i = 0; i < count; i++) {
        if (strings[i] == NULL) {
            return MADE(icd_null(error, CL_INVALID_VALUE));
        }
    }
    client_lock();
    cl_program program = create(context, error);
    if (program != NULL && (program->source = join(count, strings, lengths)) == NULL) {
        object_release(program);
        program = icd_null(error, CL_OUT_OF_HOST_MEMORY);
    }
    client_unlock();
    return MADE(program);
}

cl_program program_from_ptx(cl_context context, const char *ptx, size_t bytes, cl_int *error) {
    cl_program program = create(context, error);
    if (!program) {
        return NULL;
    }
    program->ptx = malloc(bytes + 1);
    if (program->ptx == NULL) {
        object_release(program);
        return icd_null(error, CL_OUT_OF_HOST_MEMORY);
    }
    memcpy(program->ptx, ptx, bytes);
    program->ptx[bytes] = 0;
    program->ptx_bytes = strlen(program->ptx);
    program->binary_type = CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
    return program;
}

cl_program clCreateProgramWithBinary(cl_context context, cl_uint count, const cl_device_id *devices,
                                     const size_t *lengths, const unsigned char **binaries,
                                     cl_int *statuses, cl_int *error) {
    if (!object_is(context, OBJECT_CONTEXT)) {
        return MADE(icd_null(error, CL_INVALID_CONTEXT));
    }
    if (count == 0 || devices == NULL || lengths == NULL || binaries == NULL) {
        return MADE(icd_null(error, CL_INVALID_VALUE));
    }
    if (count != 1 || devices[0] != &icd_device) {
        return MADE(icd_null(error, CL_INVALID_DEVICE));
    }
    bool given = lengths[0] && binaries[0] != NULL;
    bool is_ptx = given && memmem(binaries[0], lengths[0], ".version", 8) != NULL;
    if (statuses != NULL) {
        *statuses = !given ? CL_INVALID_VALUE : is_ptx ? CL_SUCCESS : CL_INVALID_BINARY;
    }
    if (!is_ptx) {
        return MADE(icd_null(error, given ? CL_INVALID_BINARY : CL_INVALID_VALUE));
    }
    client_lock();
    cl_program program = program_from_ptx(context, (const char *)binaries[0], lengths[0], error);
    if (program != NULL) {
        program->unbuilt = true;
    }
    client_unlock();
    return MADE(program);
}

cl_program clCreateProgramWithBuiltInKernels(cl_context context, cl_uint count,
                                             const cl_device_id *devices, const char *names,
                                             cl_int *error) {
    (void)count, (void)devices, (void)names; /* there are none */
    return icd_null(error,
                    object_is(context, OBJECT_CONTEXT) ? CL_INVALID_VALUE : CL_INVALID_CONTEXT);
}
