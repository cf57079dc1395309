/*
 * Shared virtual memory, coarse-grained: memory that lies at one address for the host and for
 * kernels. The host may look at it between a map and an unmap; both only wait for their turn. At
 * all other times a guard finds who does.
 */
#include "svm.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* ---- allocation ------------------------------------------------------------------------------ */

static void free_on_device(uint64_t address) {
    client_free((struct wire_free_q){.address = address, .memory = WIRE_MANAGED_MEMORY});
}

/* Maps what the device made at the address by which kernels know it. */
static void *map_at(const struct wire_address_r *reply, int descriptor) {
    void *wanted = client_pointer(reply->address);
    void *base = mmap(wanted, reply->bytes, PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_FIXED_NOREPLACE, descriptor, 0);
    if (base != MAP_FAILED && base != wanted) {
        munmap(base, reply->bytes);
    }
    return base == wanted ? base : NULL;
}

static void *allocate(cl_context context, size_t bytes) {
    struct wire_allocate_q question = {.bytes = bytes, .memory = WIRE_MANAGED_MEMORY};
    struct wire_address_r reply = {0};
    int descriptor = -1;
    struct call call = {
        .operation = WIRE_ALLOCATE, .body = &question, .reply = &reply, .descriptor = &descriptor};
    struct svm_memory *made = calloc(1, sizeof *made);
    if (made == NULL || icd_call(&call) != CL_SUCCESS || descriptor < 0) {
        free(made);
        return NULL;
    }
    *made = (struct svm_memory){.context = context,
                                .base = map_at(&reply, descriptor),
                                .bytes = bytes,
                                .map_bytes = reply.bytes};
    close(descriptor);
    if (made->base == NULL) {
        free_on_device(reply.address);
        free(made);
        return NULL;
    }
    object_retain(context);
    svm_add(made);
    return made->base;
}

/* Allocations begin at pages, so any alignment that a type has is met. */
void *clSVMAlloc(cl_context context, cl_svm_mem_flags flags, size_t bytes, cl_uint alignment) {
    const cl_svm_mem_flags access = CL_MEM_READ_WRITE | CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY;
    void *memory = NULL;
    client_working();
    client_lock();
    bool good = object_is(context, OBJECT_CONTEXT) && (flags & ~access) == 0 &&
                (flags & (flags - 1)) == 0 && bytes > 0 &&
                bytes <= device_properties()->global_bytes / 4 &&
                (alignment & (alignment - 1)) == 0 && alignment <= ICD_BASE_ALIGN;
    if (good) {
        memory = allocate(context, bytes);
    }
    if (memory != NULL) {
        client_from(__func__, __builtin_return_address(0));
        svm_close(*svm_find(memory, 0));
    }
    client_unlock();
    return memory;
}

static void give_back(void *pointer) {
    struct svm_memory **at = svm_find(pointer, 0);
    struct svm_memory *shared = *at;
    if (shared == NULL || shared->base != pointer) {
        return;
    }
    *at = shared->next;
    svm_open(shared);
    icd_drain();
    free_on_device((uint64_t)(uintptr_t)shared->base);
    munmap(shared->base, shared->map_bytes);
    object_release(shared->context);
    free(shared);
}

void clSVMFree(cl_context context, void *pointer) {
    client_lock();
    if (object_is(context, OBJECT_CONTEXT) && pointer != NULL) {
        give_back(pointer);
    }
    client_unlock();
}

/* ---- commands -------------------------------------------------------------------------------- */

/* The library itself uses the memory of a command, or has used it. */
static void library_uses(const void *pointer, bool begins) {
    struct svm_memory *shared = *svm_find(pointer, 0);
    if (shared != NULL && begins) {
        svm_open(shared);
    } else if (shared != NULL) {
        svm_close(shared);
    }
}

/* What the host is to see crosses to it, as of a buffer: read once more, so that it counts. */
static cl_int bring_back(const struct command *command, const void *from) {
    const size_t bytes = command->work.svm.bytes;
    struct transfer transfer = {.direction = BUFFER_READ,
                                .region = {bytes, 1, 1},
                                .address = (uint64_t)(uintptr_t)from,
                                .host = bytes > 0 ? malloc(bytes) : NULL};
    cl_int error =
        transfer.host != NULL ? transfer_now(&transfer, command->queue->stream) : CL_SUCCESS;
    free(transfer.host);
    return error;
}

static cl_int copy_run(struct command *command) {
    const struct svm *svm = &command->work.svm;
    cl_int error = icd_drain();
    if (!error && svm_holds(svm->from, svm->bytes) && !svm_holds(svm->to, svm->bytes)) {
        error = bring_back(command, svm->from);
    }
    if (!error) {
        library_uses(svm->to, true);
        library_uses(svm->from, true);
        memmove(svm->to, svm->from, svm->bytes);
        library_uses(svm->to, false);
        library_uses(svm->from, false);
    }
    return error;
}

static cl_int svm_fill_run(struct command *command) {
    const struct svm *svm = &command->work.svm;
    cl_int error = icd_drain();
    library_uses(svm->to, true);
    for (size_t i = 0; i < svm->bytes && !error; i += svm->pattern_bytes) {
        memcpy((unsigned char *)svm->to + i, command->owned, svm->pattern_bytes);
    }
    library_uses(svm->to, false);
    return error;
}

/* The memory may be gone by now. */
static cl_int map_run(struct command *command) {
    cl_int error = icd_drain();
    struct svm_memory *shared = *svm_find(command->work.svm.to, 0);
    if (shared != NULL && !error) {
        svm_open(shared);
        error = bring_back(command, command->work.svm.to);
    }
    return error;
}

/* Unmapping, moving: only the turn matters. */
static cl_int turn_run(struct command *command) {
    (void)command;
    return icd_drain();
}

static cl_int free_run(struct command *command) {
    const struct svm *svm = &command->work.svm;
    void **pointers = command->owned;
    if (svm->notify != NULL) {
        client_unlock();
        svm->notify(command->queue, (cl_uint)svm->bytes, pointers, svm->data);
        client_lock();
        return CL_SUCCESS;
    }
    for (size_t i = 0; i < svm->bytes; i++) {
        give_back(pointers[i]);
    }
    return CL_SUCCESS;
}

cl_int clEnqueueSVMMemcpy(cl_command_queue queue, cl_bool blocking, void *to, const void *from,
                          size_t bytes, cl_uint wait_count, const cl_event *waits,
                          cl_event *event) {
    cl_int error;
    struct command *command =
        enqueue_begin(queue, CL_COMMAND_SVM_MEMCPY, wait_count, waits, &error);
    if (command != NULL) {
        const unsigned char *a = to, *b = from;
        if (to == NULL || from == NULL || bytes == 0) {
            error = CL_INVALID_VALUE;
        } else if ((a < b && bytes > (size_t)(b - a)) || (b <= a && bytes > (size_t)(a - b))) {
            error = CL_MEM_COPY_OVERLAP;
        }
        command->run = copy_run;
        command->work.svm = (struct svm){.to = to, .from = from, .bytes = bytes};
    }
    return ENQUEUED(enqueue_end(command, error, blocking, event), event);
}

cl_int clEnqueueSVMMemFill(cl_command_queue queue, void *to, const void *pattern,
                           size_t pattern_bytes, size_t bytes, cl_uint wait_count,
                           const cl_event *waits, cl_event *event) {
    cl_int error;
    struct command *command =
        enqueue_begin(queue, CL_COMMAND_SVM_MEMFILL, wait_count, waits, &error);
    if (command != NULL) {
        bool power = pattern_bytes > 0 && (pattern_bytes & (pattern_bytes - 1)) == 0;
        if (to == NULL || pattern == NULL || !power || pattern_bytes > ICD_BASE_ALIGN ||
            bytes == 0 || bytes % pattern_bytes != 0 || (uintptr_t)to % pattern_bytes != 0) {
            error = CL_INVALID_VALUE;
        } else if ((command->owned = malloc(pattern_bytes)) == NULL) {
            error = CL_OUT_OF_HOST_MEMORY;
        } else {
            memcpy(command->owned, pattern, pattern_bytes);
        }
        command->run = svm_fill_run;
        command->work.svm = (struct svm){.to = to, .bytes = bytes, .pattern_bytes = pattern_bytes};
    }
    return ENQUEUED(enqueue_end(command, error, false, event), event);
}

cl_int clEnqueueSVMMap(cl_command_queue queue, cl_bool blocking, cl_map_flags flags, void *pointer,
                       size_t bytes, cl_uint wait_count, const cl_event *waits, cl_event *event) {
    const cl_map_flags known = CL_MAP_READ | CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION;
    cl_int error;
    struct command *command = enqueue_begin(queue, CL_COMMAND_SVM_MAP, wait_count, waits, &error);
    if (command != NULL) {
        if (pointer == NULL || bytes == 0 || (flags & ~known) || !svm_holds(pointer, bytes)) {
            error = CL_INVALID_VALUE;
        } else {
            struct svm_memory *shared = *svm_find(pointer, bytes);
            shared->maps++;
            shared->written |= (flags & ~(cl_map_flags)CL_MAP_READ) != 0 && bytes == shared->bytes;
        }
        command->run = map_run;
        const bool reads = (flags & CL_MAP_WRITE_INVALIDATE_REGION) == 0;
        command->work.svm = (struct svm){.to = pointer, .bytes = reads ? bytes : 0};
    }
    return ENQUEUED(enqueue_end(command, error, blocking, event), event);
}

cl_int clEnqueueSVMUnmap(cl_command_queue queue, void *pointer, cl_uint wait_count,
                         const cl_event *waits, cl_event *event) {
    cl_int error;
    struct command *command = enqueue_begin(queue, CL_COMMAND_SVM_UNMAP, wait_count, waits, &error);
    if (command != NULL) {
        struct svm_memory *shared = pointer != NULL ? *svm_find(pointer, 0) : NULL;
        error = shared != NULL ? CL_SUCCESS : CL_INVALID_VALUE;
        if (shared != NULL) {
            shared->maps -= shared->maps > 0;
            shared->written = shared->written && shared->maps > 0;
            svm_close(shared);
        }
        command->run = turn_run;
    }
    return ENQUEUED(enqueue_end(command, error, false, event), event);
}

cl_int clEnqueueSVMMigrateMem(cl_command_queue queue, cl_uint count, const void **pointers,
                              const size_t *sizes, cl_mem_migration_flags flags, cl_uint wait_count,
                              const cl_event *waits, cl_event *event) {
    const cl_mem_migration_flags known =
        CL_MIGRATE_MEM_OBJECT_HOST | CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED;
    cl_int error;
    struct command *command =
        enqueue_begin(queue, CL_COMMAND_SVM_MIGRATE_MEM, wait_count, waits, &error);
    if (command != NULL) {
        if (count == 0 || pointers == NULL || (flags & ~known)) {
            error = CL_INVALID_VALUE;
        }
        for (cl_uint i = 0; i < count && !error; i++) {
            error = svm_holds(pointers[i], sizes != NULL ? sizes[i] : 0) ? CL_SUCCESS
                                                                         : CL_INVALID_VALUE;
        }
        command->run = turn_run;
    }
    return ENQUEUED(enqueue_end(command, error, false, event), event);
}

cl_int clEnqueueSVMFree(cl_command_queue queue, cl_uint count, void *pointers[],
                        void(CL_CALLBACK *notify)(cl_command_queue queue, cl_uint count,
                                                  void *pointers[], void *data),
                        void *data, cl_uint wait_count, const cl_event *waits, cl_event *event) {
    cl_int error;
    struct command *command = enqueue_begin(queue, CL_COMMAND_SVM_FREE, wait_count, waits, &error);
    if (command != NULL) {
        if (count == 0 || pointers == NULL) {
            error = CL_INVALID_VALUE;
        } else if ((command->owned = malloc(count * sizeof *pointers)) == NULL) {
            error = CL_OUT_OF_HOST_MEMORY;
        } else {
            memcpy(command->owned, pointers, count * sizeof *pointers);
        }
        command->run = free_run;
        command->work.svm = (struct svm){.bytes = count, .notify = notify, .data = data};
    }
    return ENQUEUED(enqueue_end(command, error, false, event), event);
}

/* ---- kernels --------------------------------------------------------------------------------- */

static cl_int set_pointer(cl_kernel kernel, cl_uint index, const void *pointer) {
    struct argument *argument;
    cl_int error = kernel_argument(kernel, index, &argument);
    if (error) {
        return error;
    }
    bool takes_pointer = argument->kind != WIRE_VALUE && argument->kind != WIRE_LOCAL;
    if (!takes_pointer || (pointer != NULL && !svm_holds(pointer, 0))) {
        return client_refuse(CL_INVALID_ARG_VALUE, MESSAGE_WHY_TEXT,
                             !takes_pointer
                                 ? "the kernel's parameter is not a pointer to global memory"
                                 : "the pointer does not come from clSVMAlloc");
    }
    argument->buffer = NULL;
    argument->address = (uint64_t)(uintptr_t)pointer;
    argument->set = true;
    return CL_SUCCESS;
}

cl_int clSetKernelArgSVMPointer(cl_kernel kernel, cl_uint index, const void *pointer) {
    client_working();
    return END(LOCKED(set_pointer(kernel, index, pointer)));
}

/* Kernels reach all shared memory; what they use and the program has not named becomes a note. A
 * list takes the place of the one before it. */
cl_int clSetKernelExecInfo(cl_kernel kernel, cl_kernel_exec_info name, size_t bytes,
                           const void *value) {
    return END(LOCKED(!object_is(kernel, OBJECT_KERNEL) ? CL_INVALID_KERNEL
                      : value == NULL || bytes == 0     ? CL_INVALID_VALUE
                      : name == CL_KERNEL_EXEC_INFO_SVM_PTRS && bytes % sizeof(void *) == 0
                          ? kernel_name_shared(kernel, value, (uint32_t)(bytes / sizeof(void *)))
                      : name != CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM ? CL_INVALID_VALUE
                      : *(const cl_bool *)value                           ? CL_INVALID_OPERATION
                                                                          : CL_SUCCESS));
}
