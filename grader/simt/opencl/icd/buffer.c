/* Buffers and sub-buffers. */
#include "image.h"
#include "svm.h"

#include <stdlib.h>

static const cl_mem_flags access_flags = CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY;
static const cl_mem_flags host_flags =
    CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR;
static const cl_mem_flags host_access_flags =
    CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS;

static bool at_most_one(cl_mem_flags flags) {
    return (flags & (flags - 1)) == 0;
}

static bool flags_make_sense(cl_mem_flags flags) {
    return (flags & ~(access_flags | host_flags | host_access_flags)) == 0 &&
           at_most_one(flags & access_flags) && at_most_one(flags & host_access_flags) &&
           !((flags & CL_MEM_USE_HOST_PTR) &&
             (flags & (CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR)));
}

cl_int memory_check(cl_context context, cl_mem_flags flags, const void *host) {
    const bool takes_host = flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR);
    return !object_is(context, OBJECT_CONTEXT) ? CL_INVALID_CONTEXT
           : !flags_make_sense(flags) ? client_refuse(CL_INVALID_VALUE, MESSAGE_WHY_FLAGS, NULL)
           : takes_host != (host != NULL)
               ? client_refuse(CL_INVALID_HOST_PTR, MESSAGE_WHY_HOST_POINTER, NULL)
               : CL_SUCCESS;
}

cl_mem_flags memory_access(cl_mem_flags flags) {
    return flags & access_flags ? flags : flags | CL_MEM_READ_WRITE;
}

/* Everything that a fresh buffer gets from the host is there before the first command. */
static cl_int upload(cl_mem memory, void *from) {
    struct transfer transfer = {.direction = BUFFER_WRITE,
                                .region = {memory->bytes, 1, 1},
                                .address = memory->address,
                                .host = from};
    return transfer_now(&transfer, 0);
}

void memory_clear(void *object) {
    cl_mem memory = object;
    while (memory->destructors != NULL) {
        struct destructor_callback *callback = memory->destructors;
        memory->destructors = callback->next;
        callback->notify(memory, callback->data);
        free(callback);
    }
    while (memory->mappings != NULL) {
        struct mapping *mapping = memory->mappings;
        memory->mappings = mapping->next;
        free(mapping);
    }
    if ((!memory->parent || memory->image != NULL) && memory->address) {
        client_free((struct wire_free_q){.address = memory->address, .memory = WIRE_DEVICE_MEMORY});
    }
    map_shadow_open(memory);
    free(memory->shadow);
    free(memory->image);
    if (memory->parent) {
        memory->parent->parts--;
    }
    object_release(memory->parent);
    object_release(memory->context);
}

static cl_mem create(cl_context context, cl_mem_flags flags, size_t bytes, void *host,
                     cl_int *error) {
    cl_mem memory = object_create(OBJECT_MEMORY, sizeof *memory, memory_clear);
    if (!memory) {
        return icd_null(error, CL_OUT_OF_HOST_MEMORY);
    }
    object_retain(context);
    memory->context = context;
    memory->flags = memory_access(flags);
    memory->bytes = bytes;
    memory->host_pointer = flags & CL_MEM_USE_HOST_PTR ? host : NULL;
    svm_is_buffer(memory->host_pointer);
    struct wire_allocate_q question = {.bytes = bytes,
                                       .memory = WIRE_DEVICE_MEMORY,
                                       .flags = flags & CL_MEM_READ_ONLY    ? WIRE_READ_ONLY
                                                : flags & CL_MEM_WRITE_ONLY ? WIRE_WRITE_ONLY
                                                                            : 0};
    struct wire_address_r reply = {0};
    cl_int wrong = icd_ask(WIRE_ALLOCATE, &question, &reply);
    memory->address = reply.address;
    if (!wrong && host != NULL) {
        wrong = upload(memory, host);
    }
    host_pointer_made(memory);
    if (wrong) {
        object_release(memory);
        return icd_null(error, wrong);
    }
    return memory;
}

static cl_mem check_and_create(cl_context context, cl_mem_flags flags, size_t bytes, void *host,
                               cl_int *error) {
    const uint64_t most = device_properties()->global_bytes;
    cl_int wrong = memory_check(context, flags, host);
    if (!wrong && (bytes == 0 || bytes > most)) {
        client_why(MESSAGE_WHY_BUFFER_SIZE, NULL, (int64_t)most, (int64_t)bytes, 0);
        wrong = CL_INVALID_BUFFER_SIZE;
    }
    return wrong ? icd_null(error, wrong) : create(context, flags, bytes, host, error);
}

cl_mem clCreateBuffer(cl_context context, cl_mem_flags flags, size_t bytes, void *host,
                      cl_int *error) {
    client_working();
    return MADE(LOCKED(check_and_create(context, flags, bytes, host, error)));
}

bool memory_is_plain(const cl_mem_properties *properties) {
    return properties == NULL || properties[0] == 0;
}

cl_mem clCreateBufferWithProperties(cl_context context, const cl_mem_properties *properties,
                                    cl_mem_flags flags, size_t bytes, void *host, cl_int *error) {
    return memory_is_plain(properties) ? clCreateBuffer(context, flags, bytes, host, error)
                                       : MADE(icd_null(error, CL_INVALID_PROPERTY));
}

/* Flags of a sub-buffer may narrow its buffer's, and are taken over where they say nothing. */
static bool inherit_flags(cl_mem buffer, cl_mem_flags *flags) {
    static const struct {
        cl_mem_flags of_buffer;
        cl_mem_flags forbidden;
    } rows[] = {
        {CL_MEM_WRITE_ONLY, CL_MEM_READ_WRITE | CL_MEM_READ_ONLY},
        {CL_MEM_READ_ONLY, CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY},
        {CL_MEM_HOST_WRITE_ONLY, CL_MEM_HOST_READ_ONLY},
        {CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_WRITE_ONLY},
        {CL_MEM_HOST_NO_ACCESS, CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY},
    };
    if (*flags & host_flags || !flags_make_sense(*flags)) {
        return false;
    }
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if ((buffer->flags & rows[i].of_buffer) && (*flags & rows[i].forbidden)) {
            return false;
        }
    }
    if (!(*flags & access_flags)) {
        *flags |= buffer->flags & access_flags;
    }
    if (!(*flags & host_access_flags)) {
        *flags |= buffer->flags & host_access_flags;
    }
    *flags |= buffer->flags & host_flags;
    return true;
}

static cl_mem create_part(cl_mem buffer, cl_mem_flags flags, const cl_buffer_region *region,
                          cl_int *error) {
    if (buffer->parent || buffer->image != NULL) {
        return icd_null(error, CL_INVALID_MEM_OBJECT);
    }
    if (region == NULL || !inherit_flags(buffer, &flags) || region->origin > buffer->bytes ||
        region->size > buffer->bytes - region->origin) {
        return icd_null(error, CL_INVALID_VALUE);
    }
    if (region->size == 0) {
        return icd_null(error, CL_INVALID_BUFFER_SIZE);
    }
    if (region->origin % ICD_BASE_ALIGN) {
        return icd_null(error, CL_MISALIGNED_SUB_BUFFER_OFFSET);
    }
    cl_mem memory = object_create(OBJECT_MEMORY, sizeof *memory, memory_clear);
    if (!memory) {
        return icd_null(error, CL_OUT_OF_HOST_MEMORY);
    }
    object_retain(buffer->context);
    object_retain(buffer);
    memory->context = buffer->context;
    memory->parent = buffer;
    buffer->parts++;
    memory->origin = region->origin;
    memory->flags = flags;
    memory->bytes = region->size;
    memory->address = buffer->address + region->origin;
    if (buffer->host_pointer != NULL) {
        memory->host_pointer = (unsigned char *)buffer->host_pointer + region->origin;
    }
    return memory;
}

cl_mem clCreateSubBuffer(cl_mem buffer, cl_mem_flags flags, cl_buffer_create_type type,
                         const void *info, cl_int *error) {
    return MADE(LOCKED(!object_is(buffer, OBJECT_MEMORY) ? icd_null(error, CL_INVALID_MEM_OBJECT)
                       : type != CL_BUFFER_CREATE_TYPE_REGION
                           ? icd_null(error, CL_INVALID_VALUE)
                           : create_part(buffer, flags, info, error)));
}

cl_int clRetainMemObject(cl_mem memory) {
    return END(object_retain_call(memory, OBJECT_MEMORY, CL_INVALID_MEM_OBJECT));
}
/* Commands hold their buffers: the memory goes when the last of them is done. */
cl_int clReleaseMemObject(cl_mem memory) {
    cl_int error = object_release_call(memory, OBJECT_MEMORY, CL_INVALID_MEM_OBJECT);
    if (!error && command_keeps(memory)) {
        client_why(MESSAGE_WHY_RELEASED_WHILE_USED, "buffer", 0, 0, 0);
        client_tell_wrong(&(struct client_wrong){.what = WIRE_DOUBTFUL,
                                                 .call = __func__,
                                                 .caller = __builtin_return_address(0),
                                                 .error = "",
                                                 .text = "",
                                                 .result = MESSAGE_RESULT_NONE});
    }
    return END(error);
}

cl_int clSetMemObjectDestructorCallback(cl_mem memory, void(CL_CALLBACK *notify)(cl_mem, void *),
                                        void *data) {
    if (!object_is(memory, OBJECT_MEMORY)) {
        return END(CL_INVALID_MEM_OBJECT);
    }
    if (notify == NULL) {
        return END(CL_INVALID_VALUE);
    }
    struct destructor_callback *callback = malloc(sizeof *callback);
    if (callback == NULL) {
        return END(CL_OUT_OF_HOST_MEMORY);
    }
    client_lock();
    *callback = (struct destructor_callback){memory->destructors, notify, data};
    memory->destructors = callback; /* called in the reverse order */
    client_unlock();
    return END(CL_SUCCESS);
}

cl_int clGetMemObjectInfo(cl_mem memory, cl_mem_info name, size_t room, void *to, size_t *needed) {
    if (!object_is(memory, OBJECT_MEMORY)) {
        return CL_INVALID_MEM_OBJECT;
    }
    const struct info_row answers[] = {
        ANSWER(CL_MEM_TYPE, cl_mem_object_type,
               memory->image != NULL ? memory->image->asked.image_type
                                     : (cl_mem_object_type)CL_MEM_OBJECT_BUFFER),
        ANSWER(CL_MEM_FLAGS, cl_mem_flags, memory->flags),
        ANSWER(CL_MEM_SIZE, size_t, memory->bytes),
        ANSWER(CL_MEM_HOST_PTR, void *, memory->host_pointer),
        ANSWER(CL_MEM_MAP_COUNT, cl_uint, memory->map_count),
        ANSWER(CL_MEM_REFERENCE_COUNT, cl_uint, memory->object.references),
        ANSWER(CL_MEM_CONTEXT, cl_context, memory->context),
        ANSWER(CL_MEM_ASSOCIATED_MEMOBJECT, cl_mem, memory->parent),
        ANSWER(CL_MEM_OFFSET, size_t, memory->origin),
        ANSWER(CL_MEM_USES_SVM_POINTER, cl_bool,
               memory->host_pointer != NULL && svm_holds(memory->host_pointer, memory->bytes)),
        {CL_MEM_PROPERTIES, NULL, 0},
    };
    return ANSWERED(answers);
}
