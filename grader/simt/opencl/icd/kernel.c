/* Kernels and their arguments. */
#include "image.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct opencl_kernel *describe(cl_program program, const char *name) {
    for (size_t i = 0; i < program->kernels.count; i++) {
        if (!strcmp(program->kernels.items[i].name, name)) {
            return &program->kernels.items[i];
        }
    }
    return NULL;
}

static bool is_empty(const char *source) {
    return source != NULL && source[strspn(source, " \t\r\n")] == '\0';
}

/* Asks the device for the kernel's number, layout and needs. */
static cl_int look_up(cl_kernel kernel) {
    struct wire_kernel_r reply = {0};
    cl_int error = icd_error(
        client_describe_kernel(kernel->program->module, kernel->name, &reply, &kernel->layout));
    if (error == CL_INVALID_KERNEL_NAME) {
        client_why(is_empty(kernel->program->source) ? MESSAGE_WHY_EMPTY_SOURCE
                                                     : MESSAGE_WHY_NO_SUCH_KERNEL,
                   kernel->name, 0, 0, 0);
    }
    if (error) {
        return error;
    }
    kernel->handle = reply.kernel;
    kernel->argument_count = reply.parameters;
    kernel->parameter_bytes = reply.parameter_bytes;
    kernel->arguments = calloc(reply.parameters + 1, sizeof *kernel->arguments);
    kernel->parameters = calloc(reply.parameter_bytes + 1, 1);
    if (kernel->arguments == NULL || kernel->parameters == NULL) {
        return CL_OUT_OF_HOST_MEMORY;
    }
    for (uint32_t i = 0; i < reply.parameters; i++) {
        const struct wire_parameter *place = &kernel->layout[i];
        if (place->offset > reply.parameter_bytes ||
            place->bytes > reply.parameter_bytes - place->offset) {
            return CL_INVALID_KERNEL_DEFINITION;
        }
        kernel->arguments[i].kind = (enum wire_parameter_kind)place->kind;
    }
    struct wire_handle handle = {.handle = kernel->handle};
    return icd_ask(WIRE_KERNEL_INFO, &handle, &kernel->info);
}

static void clear(void *object) {
    cl_kernel kernel = object;
    free(kernel->name);
    free(kernel->layout);
    free(kernel->arguments);
    free(kernel->parameters);
    free(kernel->named);
    kernel->program->kernel_objects--;
    object_release(kernel->program);
}

static cl_kernel create(cl_program program, const char *name, cl_int *error) {
    cl_kernel kernel = object_create(OBJECT_KERNEL, sizeof *kernel, clear);
    if (!kernel) {
        return icd_null(error, CL_OUT_OF_HOST_MEMORY);
    }
    object_retain(program);
    program->kernel_objects++;
    kernel->program = program;
    kernel->description = describe(program, name);
    kernel->name = strdup(name);
    cl_int wrong = kernel->name != NULL ? look_up(kernel) : CL_OUT_OF_HOST_MEMORY;
    if (wrong) {
        object_release(kernel);
        return icd_null(error, wrong);
    }
    return kernel;
}

uint64_t kernel_local_bytes(cl_kernel kernel) {
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < kernel->argument_count; i++) {
        if (kernel->arguments[i].kind == WIRE_LOCAL) {
            bytes += (kernel->arguments[i].local_bytes + 15) / 16 * 16;
        }
    }
    return bytes;
}

cl_kernel clCreateKernel(cl_program program, const char *name, cl_int *error) {
    client_working();
    return MADE(LOCKED(!object_is(program, OBJECT_PROGRAM) ? icd_null(error, CL_INVALID_PROGRAM)
                       : !program_is_executable(program)
                           ? icd_null(error, CL_INVALID_PROGRAM_EXECUTABLE)
                       : name == NULL                 ? icd_null(error, CL_INVALID_VALUE)
                       : strlen(name) > WIRE_NAME_MAX ? icd_null(error, CL_INVALID_KERNEL_NAME)
                                                      : create(program, name, error)));
}

static cl_int create_all(cl_program program, cl_uint room, cl_kernel *kernels, cl_uint *count) {
    cl_int error = CL_SUCCESS;
    if (kernels != NULL && room < program->kernels.count) {
        return CL_INVALID_VALUE;
    }
    for (size_t i = 0; kernels != NULL && i < program->kernels.count && !error; i++) {
        kernels[i] = create(program, program->kernels.items[i].name, &error);
    }
    if (count != NULL) {
        *count = (cl_uint)program->kernels.count;
    }
    return error;
}

cl_int clCreateKernelsInProgram(cl_program program, cl_uint room, cl_kernel *kernels,
                                cl_uint *count) {
    return END(LOCKED(!object_is(program, OBJECT_PROGRAM) ? CL_INVALID_PROGRAM
                      : !program_is_executable(program)
                          ? CL_INVALID_PROGRAM_EXECUTABLE
                          : create_all(program, room, kernels, count)));
}

cl_int kernel_name_shared(cl_kernel kernel, const void *pointers, uint32_t count) {
    uint64_t *named = malloc((count + 1) * sizeof *named);
    if (named == NULL) {
        return CL_OUT_OF_HOST_MEMORY;
    }
    if (count > 0) {
        memcpy(named, pointers, count * sizeof *named);
    }
    free(kernel->named);
    kernel->named = named;
    kernel->named_count = count;
    return CL_SUCCESS;
}

/* With the same values as arguments. */
static cl_kernel make_clone(cl_kernel source, cl_int *error) {
    cl_kernel kernel = create(source->program, source->name, error);
    if (kernel != NULL) {
        memcpy(kernel->arguments, source->arguments,
               source->argument_count * sizeof *source->arguments);
        memcpy(kernel->parameters, source->parameters, source->parameter_bytes);
        kernel_name_shared(kernel, source->named, source->named_count); /* lost if it fails */
    }
    return kernel;
}

cl_kernel clCloneKernel(cl_kernel source, cl_int *error) {
    return MADE(LOCKED(object_is(source, OBJECT_KERNEL) ? make_clone(source, error)
                                                        : icd_null(error, CL_INVALID_KERNEL)));
}

/* What the source says of an argument; NULL if that is not known. */
static const struct opencl_argument *described(cl_kernel kernel, cl_uint index) {
    const struct opencl_kernel *description = kernel->description;
    return description != NULL && index < description->argument_count
               ? &description->arguments[index]
               : NULL;
}

static cl_int refuse(cl_kernel kernel, cl_uint index, cl_int error, enum message why, size_t wanted,
                     size_t given) {
    const struct opencl_argument *argument = described(kernel, index);
    char text[160] = "a value";
    if (argument != NULL) {
        snprintf(text, sizeof text, "a %s (%s)", argument->type, argument->name);
    }
    client_why(why, text, index, (int64_t)wanted, (int64_t)given);
    return error;
}

static cl_int refuse_image(const char *why) {
    return client_refuse(CL_INVALID_ARG_VALUE, MESSAGE_WHY_TEXT, why);
}

/* An image for a parameter that is one, a buffer for a pointer. */
static cl_int check_image(cl_mem memory, const struct opencl_argument *argument) {
    bool wanted = argument != NULL && !strncmp(argument->type, "image", 5);
    if (!wanted) {
        return memory && memory->image != NULL
                   ? refuse_image("an image was given for a pointer, which takes a buffer")
                   : CL_SUCCESS;
    }
    if (!memory || memory->image == NULL) {
        return refuse_image("a buffer, or nothing, was given for a parameter that is an image");
    }
    if (!image_fits(memory->image, argument->type)) {
        return refuse_image("the image is of another kind than the kernel's parameter");
    }
    if ((memory->flags & CL_MEM_READ_ONLY && strcmp(argument->access, "read_only") != 0) ||
        (memory->flags & CL_MEM_WRITE_ONLY && strcmp(argument->access, "write_only") != 0)) {
        return refuse_image("the image's CL_MEM_ flags do not let the kernel do that");
    }
    return CL_SUCCESS;
}

/* A buffer or an image, by a pointer to its handle; no pointer, or a handle of NULL, is a null
 * pointer. */
static cl_int set_buffer(cl_kernel kernel, cl_uint index, size_t bytes, const void *value) {
    struct argument *argument = &kernel->arguments[index];
    cl_mem buffer = NULL;
    if (bytes != sizeof(cl_mem)) {
        return refuse(kernel, index, CL_INVALID_ARG_SIZE, MESSAGE_WHY_ARGUMENT_BUFFER_SIZE,
                      sizeof(cl_mem), bytes);
    }
    if (value != NULL) {
        memcpy(&buffer, value, sizeof(cl_mem));
    }
    if (buffer && !object_is(buffer, OBJECT_MEMORY)) {
        return client_reason_is(MESSAGE_WHY_RELEASED)
                   ? CL_INVALID_MEM_OBJECT
                   : refuse(kernel, index, CL_INVALID_MEM_OBJECT, MESSAGE_WHY_ARGUMENT_NOT_BUFFER,
                            0, 0);
    }
    cl_int error = check_image(buffer, described(kernel, index));
    if (error) {
        return error;
    }
    argument->buffer = buffer;
    argument->address = buffer ? buffer->address : 0;
    return CL_SUCCESS;
}

static cl_int set_sampler(cl_kernel kernel, cl_uint index, size_t bytes, const void *value) {
    cl_sampler sampler = NULL;
    if (bytes != sizeof(cl_sampler)) {
        return refuse(kernel, index, CL_INVALID_ARG_SIZE, MESSAGE_WHY_ARGUMENT_SIZE,
                      sizeof(cl_sampler), bytes);
    }
    if (value == NULL) {
        return refuse(kernel, index, CL_INVALID_ARG_VALUE, MESSAGE_WHY_ARGUMENT_NULL, 0, 0);
    }
    memcpy(&sampler, value, sizeof(cl_sampler));
    if (!object_is(sampler, OBJECT_SAMPLER)) {
        return CL_INVALID_SAMPLER;
    }
    kernel->arguments[index].buffer = NULL;
    kernel->arguments[index].address = sampler->bits;
    return CL_SUCCESS;
}

static cl_int set_local(cl_kernel kernel, cl_uint index, size_t bytes, const void *value) {
    if (value != NULL || bytes == 0) {
        return refuse(kernel, index, value != NULL ? CL_INVALID_ARG_VALUE : CL_INVALID_ARG_SIZE,
                      MESSAGE_WHY_ARGUMENT_LOCAL, 0, 0);
    }
    kernel->arguments[index].local_bytes = bytes;
    return CL_SUCCESS;
}

/* The handle of a buffer, where a number of its size is due: the arguments are in a wrong order. */
static bool is_buffer(size_t bytes, const void *value) {
    const void *handle = NULL;
    if (bytes == sizeof handle) {
        memcpy(&handle, value, sizeof handle);
    }
    return handle != NULL && object_lives(handle, OBJECT_MEMORY);
}

static cl_int set_value(cl_kernel kernel, cl_uint index, size_t bytes, const void *value) {
    const struct wire_parameter *place = &kernel->layout[index];
    if (value == NULL) {
        return refuse(kernel, index, CL_INVALID_ARG_VALUE, MESSAGE_WHY_ARGUMENT_NULL, 0, 0);
    }
    if (bytes != place->bytes) {
        return refuse(kernel, index, CL_INVALID_ARG_SIZE, MESSAGE_WHY_ARGUMENT_SIZE, place->bytes,
                      bytes);
    }
    if (is_buffer(bytes, value)) {
        return refuse(kernel, index, CL_INVALID_ARG_VALUE, MESSAGE_WHY_ARGUMENT_IS_BUFFER, 0, 0);
    }
    memcpy(kernel->parameters + place->offset, value, bytes);
    return CL_SUCCESS;
}

cl_int kernel_argument(cl_kernel kernel, cl_uint index, struct argument **argument) {
    if (!object_is(kernel, OBJECT_KERNEL)) {
        return CL_INVALID_KERNEL;
    }
    if (index >= kernel->argument_count) {
        client_why(MESSAGE_WHY_ARGUMENT_INDEX, kernel->name, kernel->argument_count, index, 0);
        return CL_INVALID_ARG_INDEX;
    }
    *argument = &kernel->arguments[index];
    return CL_SUCCESS;
}

static cl_int set(cl_kernel kernel, cl_uint index, size_t bytes, const void *value) {
    struct argument *argument;
    cl_int error = kernel_argument(kernel, index, &argument);
    if (error) {
        return error;
    }
    const struct opencl_argument *source = described(kernel, index);
    bool is_sampler = source != NULL && !strcmp(source->type, "sampler_t");
    error = is_sampler                     ? set_sampler(kernel, index, bytes, value)
            : argument->kind == WIRE_VALUE ? set_value(kernel, index, bytes, value)
            : argument->kind == WIRE_LOCAL ? set_local(kernel, index, bytes, value)
                                           : set_buffer(kernel, index, bytes, value);
    argument->set = argument->set || !error;
    return error;
}

cl_int clSetKernelArg(cl_kernel kernel, cl_uint index, size_t bytes, const void *value) {
    client_working();
    return END(LOCKED(set(kernel, index, bytes, value)));
}

cl_int clGetKernelInfo(cl_kernel kernel, cl_kernel_info name, size_t room, void *to,
                       size_t *needed) {
    if (!object_is(kernel, OBJECT_KERNEL)) {
        return CL_INVALID_KERNEL;
    }
    const struct info_row answers[] = {
        TEXT_ANSWER(CL_KERNEL_FUNCTION_NAME, kernel->name),
        ANSWER(CL_KERNEL_NUM_ARGS, cl_uint, kernel->argument_count),
        ANSWER(CL_KERNEL_REFERENCE_COUNT, cl_uint, kernel->object.references),
        ANSWER(CL_KERNEL_CONTEXT, cl_context, kernel->program->context),
        ANSWER(CL_KERNEL_PROGRAM, cl_program, kernel->program),
        TEXT_ANSWER(CL_KERNEL_ATTRIBUTES,
                    kernel->description != NULL ? kernel->description->attributes : ""),
    };
    return ANSWERED(answers);
}

cl_int clGetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id device,
                                cl_kernel_work_group_info name, size_t room, void *to,
                                size_t *needed) {
    size_t required[3] = {0, 0, 0};
    if (!object_is(kernel, OBJECT_KERNEL)) {
        return CL_INVALID_KERNEL;
    }
    if (device && device != &icd_device) {
        return CL_INVALID_DEVICE;
    }
    for (int i = 0; i < 3 && kernel->description != NULL; i++) {
        required[i] = kernel->description->required[i];
    }
    const struct info_row answers[] = {
        ANSWER(CL_KERNEL_WORK_GROUP_SIZE, size_t, kernel->info.max_threads),
        {CL_KERNEL_COMPILE_WORK_GROUP_SIZE, required, sizeof required},
        ANSWER(CL_KERNEL_LOCAL_MEM_SIZE, cl_ulong,
               kernel->info.static_shared + kernel_local_bytes(kernel)),
        ANSWER(CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, size_t, 32),
        ANSWER(CL_KERNEL_PRIVATE_MEM_SIZE, cl_ulong, kernel->info.local_bytes),
    };
    return ANSWERED(answers);
}

struct kernel_word {
    const char *text;
    cl_uint value;
};

/* The value of the row that has the text, else of the last one. */
static cl_uint find_word(const struct kernel_word *words, const char *text) {
    while (words->text != NULL && strcmp(words->text, text) != 0) {
        words++;
    }
    return words->value;
}

static cl_ulong qualifiers(const char *text) {
    return (strstr(text, "const") != NULL ? CL_KERNEL_ARG_TYPE_CONST : 0) |
           (strstr(text, "restrict") != NULL ? CL_KERNEL_ARG_TYPE_RESTRICT : 0) |
           (strstr(text, "volatile") != NULL ? CL_KERNEL_ARG_TYPE_VOLATILE : 0);
}

cl_int clGetKernelArgInfo(cl_kernel kernel, cl_uint index, cl_kernel_arg_info name, size_t room,
                          void *to, size_t *needed) {
    static const struct kernel_word spaces[] = {{"global", CL_KERNEL_ARG_ADDRESS_GLOBAL},
                                                {"constant", CL_KERNEL_ARG_ADDRESS_CONSTANT},
                                                {"local", CL_KERNEL_ARG_ADDRESS_LOCAL},
                                                {NULL, CL_KERNEL_ARG_ADDRESS_PRIVATE}};
    static const struct kernel_word accesses[] = {{"read_only", CL_KERNEL_ARG_ACCESS_READ_ONLY},
                                                  {"write_only", CL_KERNEL_ARG_ACCESS_WRITE_ONLY},
                                                  {"read_write", CL_KERNEL_ARG_ACCESS_READ_WRITE},
                                                  {NULL, CL_KERNEL_ARG_ACCESS_NONE}};
    if (!object_is(kernel, OBJECT_KERNEL)) {
        return CL_INVALID_KERNEL;
    }
    if (index >= kernel->argument_count) {
        return CL_INVALID_ARG_INDEX;
    }
    /* As the specification has it, only programs that ask for the information have it. */
    const char *options = kernel->program->options;
    const struct opencl_argument *argument = described(kernel, index);
    if (argument == NULL ||
        (kernel->program->source != NULL && strstr(options, "-cl-kernel-arg-info") == NULL)) {
        return CL_KERNEL_ARG_INFO_NOT_AVAILABLE;
    }
    const struct info_row answers[] = {
        ANSWER(CL_KERNEL_ARG_ADDRESS_QUALIFIER, cl_kernel_arg_address_qualifier,
               find_word(spaces, argument->space)),
        ANSWER(CL_KERNEL_ARG_ACCESS_QUALIFIER, cl_kernel_arg_access_qualifier,
               find_word(accesses, argument->access)),
        TEXT_ANSWER(CL_KERNEL_ARG_TYPE_NAME, argument->type),
        ANSWER(CL_KERNEL_ARG_TYPE_QUALIFIER, cl_kernel_arg_type_qualifier,
               qualifiers(argument->qualifiers)),
        TEXT_ANSWER(CL_KERNEL_ARG_NAME, argument->name),
    };
    return ANSWERED(answers);
}

/* The work-group size that the program gives, as a number of work-items; 0 if it is none. */
static size_t items_of(size_t bytes, const void *value) {
    size_t sizes[3] = {1, 1, 1};
    if (value == NULL || bytes == 0 || bytes > sizeof sizes || bytes % sizeof sizes[0] != 0) {
        return 0;
    }
    memcpy(sizes, value, bytes);
    return sizes[0] * sizes[1] * sizes[2];
}

cl_int clGetKernelSubGroupInfo(cl_kernel kernel, cl_device_id device, cl_kernel_sub_group_info name,
                               size_t input_bytes, const void *input, size_t room, void *to,
                               size_t *needed) {
    enum { LANES = 32 };
    size_t sizes[3] = {1, 1, 1}, number = 0;
    if (!object_is(kernel, OBJECT_KERNEL)) {
        return CL_INVALID_KERNEL;
    }
    if (device && device != &icd_device) {
        return CL_INVALID_DEVICE;
    }
    const size_t most = kernel->info.max_threads, items = items_of(input_bytes, input);
    switch (name) {
    case CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE:
        return items ? INFO(size_t, items < LANES ? items : LANES) : CL_INVALID_VALUE;
    case CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE:
        return items ? INFO(size_t, (items + LANES - 1) / LANES) : CL_INVALID_VALUE;
    case CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT:
        if (input == NULL || input_bytes != sizeof number) {
            return CL_INVALID_VALUE;
        }
        memcpy(&number, input, sizeof number);
        sizes[0] = number * LANES <= most ? number * LANES : 0;
        return info_bytes(sizes, sizeof sizes, room, to, needed);
    case CL_KERNEL_MAX_NUM_SUB_GROUPS:
        return INFO(size_t, (most + LANES - 1) / LANES);
    case CL_KERNEL_COMPILE_NUM_SUB_GROUPS:
        return INFO(size_t, 0);
    default:
        return CL_INVALID_VALUE;
    }
}
