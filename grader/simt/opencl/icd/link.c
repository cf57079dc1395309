/* Linking compiled programs: their PTX becomes one text. */
#include "icd.h"
#include "../../client/link_texts.h"

#include <stdlib.h>
#include <string.h>

static char *join(cl_uint count, const cl_program *inputs) {
    // NOLINTNEXTLINE(bugprone-sizeof-expression): an array of pointers is meant
    const char **texts = calloc(count, sizeof *texts);
    for (cl_uint i = 0; texts != NULL && i < count; i++) {
        texts[i] = inputs[i]->ptx;
    }
    char *text = texts != NULL ? link_texts(texts, count) : NULL;
    free(texts);
    return text;
}

static cl_program link_all(cl_context context, const char *options, cl_uint count,
                           const cl_program *inputs, cl_int *error) {
    bool library = strstr(options, "-create-library");
    char *text = join(count, inputs);
    cl_program program = text != NULL ? program_from_ptx(context, text, strlen(text), error)
                                      : icd_null(error, CL_OUT_OF_HOST_MEMORY);
    free(text);
    if (!program) {
        return NULL;
    }
    program->options = strdup(options);
    if (library) {
        program->binary_type = CL_PROGRAM_BINARY_TYPE_LIBRARY;
    } else {
        *error = program_load(program);
    }
    if (*error == CL_BUILD_PROGRAM_FAILURE) {
        *error = CL_LINK_PROGRAM_FAILURE;
    }
    program->status = *error ? CL_BUILD_ERROR : CL_BUILD_SUCCESS;
    return program;
}

/* Every word must be one that linking knows. */
static bool are_link_options(const char *options) {
    static const char *const known[] = {"-create-library", "-enable-link-options", "-cl-"};
    for (options += strspn(options, " "); *options; options += strspn(options, " ")) {
        bool found = false;
        for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
            found = found || !strncmp(options, known[i], strlen(known[i]));
        }
        if (!found) {
            return false;
        }
        options += strcspn(options, " ");
    }
    return true;
}

/* Compiled, a library, or a binary that may have been either. */
static bool is_linkable(cl_program program) {
    bool compiled = program->binary_type == CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT ||
                    program->binary_type == CL_PROGRAM_BINARY_TYPE_LIBRARY;
    return program->ptx != NULL && (compiled || (program->source == NULL && !program->loaded));
}

static cl_int check(cl_context context, cl_uint count, const cl_device_id *devices,
                    const char *options, cl_uint input_count, const cl_program *inputs) {
    cl_int error = build_check_devices(count, devices);
    if (!object_is(context, OBJECT_CONTEXT)) {
        return CL_INVALID_CONTEXT;
    }
    if (error || input_count == 0 || inputs == NULL) {
        return error ? error : CL_INVALID_VALUE;
    }
    for (cl_uint i = 0; i < input_count; i++) {
        if (!object_is(inputs[i], OBJECT_PROGRAM)) {
            return CL_INVALID_PROGRAM;
        } else if (!is_linkable(inputs[i])) {
            return CL_INVALID_OPERATION;
        }
    }
    return are_link_options(options) ? CL_SUCCESS : CL_INVALID_LINKER_OPTIONS;
}

cl_program clLinkProgram(cl_context context, cl_uint count, const cl_device_id *devices,
                         const char *options, cl_uint input_count, const cl_program *inputs,
                         void(CL_CALLBACK *notify)(cl_program, void *), void *data, cl_int *error) {
    const char *given = options != NULL ? options : "";
    cl_program program = NULL;
    client_lock();
    cl_int wrong = check(context, count, devices, given, input_count, inputs);
    if (!wrong && notify == NULL && data != NULL) {
        wrong = CL_INVALID_VALUE;
    }
    if (!wrong) {
        program = link_all(context, given, input_count, inputs, &wrong);
    }
    client_unlock();
    if (notify != NULL && program) {
        notify(program, data);
    }
    icd_null(error, wrong);
    program = MADE(program);
    icd_null(error, wrong); /* of a program that was made, but not linked */
    return program;
}
