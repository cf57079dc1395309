/* Allocation: device memory by address, host memory shared with the device by mapping its file. */
#include "graph_memory.h"
#include "graphs.h"
#include "../../array.h"
#include "../../client/guard.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { PAGE = 4096 };

static struct shared_range *ranges;
static size_t range_count, range_room;

bool client_find_shared(const void *pointer, size_t bytes, struct shared_range *range) {
    const unsigned char *address = pointer;
    bool found = false;
    client_lock();
    for (size_t i = 0; i < range_count && !found; i++) {
        size_t offset = (size_t)(address - ranges[i].address);
        found = address >= ranges[i].address && offset < ranges[i].bytes &&
                bytes <= ranges[i].bytes - offset;
        if (found) {
            *range = ranges[i];
        }
    }
    client_unlock();
    return found;
}

static bool remember(const struct shared_range *range) {
    if (!array_grow(&ranges, &range_room, range_count + 1)) {
        return false;
    }
    ranges[range_count++] = *range;
    client_name_work();
    return true;
}

/* Its pages are no range's own. */
void client_keep_variable(void *address, size_t bytes) {
    const struct shared_range range = {.base = address,
                                       .address = address,
                                       .bytes = bytes,
                                       .memory = WIRE_MANAGED_MEMORY,
                                       .descriptor = -1};
    client_lock();
    remember(&range);
    client_unlock();
}

/* Registered pages turn back into private ones with the same bytes: a private view of the same
 * file, which the device has let go of. */
static void make_private(const struct shared_range *range) {
    /* Where it fails, the pages stay the shared ones: nobody else has them any more. */
    (void)mmap(range->base, range->map_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_FIXED,
               range->descriptor, 0);
    close(range->descriptor);
}

bool client_shares_memory(void) {
    return range_count > 0;
}

/* Pages that hold other things, too, stay open; behind an array there is nothing. */
void client_guard(uint32_t number, const void *pointer, size_t bytes, bool reads) {
    struct shared_range range;
    if (number == 0 || !client_find_shared(pointer, bytes, &range)) {
        return;
    }
    const unsigned char *address = pointer;
    bool to_end = !range.registered && address + bytes == range.address + range.bytes;
    uintptr_t from = ((uintptr_t)pointer + PAGE - 1) / PAGE * PAGE;
    uintptr_t to = ((uintptr_t)pointer + bytes + (to_end ? PAGE - 1 : 0)) / PAGE * PAGE;
    if (from < to) {
        guard_pages(number, client_pointer(from), to - from, reads);
    }
}

static void drop(size_t index) {
    guard_drop(ranges[index].base, ranges[index].map_bytes);
    if (ranges[index].registered) {
        make_private(&ranges[index]);
    } else {
        munmap(ranges[index].base, ranges[index].map_bytes);
    }
    ranges[index] = ranges[--range_count];
}

void client_forget_shared(void) {
    client_lock();
    while (range_count) {
        drop(range_count - 1);
    }
    client_unlock();
}

static cudaError_t free_on_device(uint64_t address, uint32_t memory, bool registered) {
    return client_free(
        (struct wire_free_q){.address = address, .memory = memory, .registered = registered});
}

static cudaError_t ask(uint64_t bytes, enum wire_memory memory, unsigned int flags,
                       const char *file, unsigned int line, struct wire_address_r *reply,
                       int *descriptor) {
    struct wire_allocate_q question = {
        .bytes = bytes, .memory = memory, .flags = flags, .line = line};
    size_t length = file != NULL ? strlen(file) : 0;
    struct call call = {.operation = WIRE_ALLOCATE,
                        .body = &question,
                        .tail = file,
                        .tail_bytes = length < WIRE_NAME_MAX ? length : WIRE_NAME_MAX,
                        .reply = reply,
                        .descriptor = descriptor};
    return client_call(&call);
}

static void explain_size(cudaError_t error, size_t bytes) {
    struct wire_memory_r memory = {0};
    if (error == cudaErrorMemoryAllocation &&
        client_ask(WIRE_MEMORY, NULL, &memory) == cudaSuccess) {
        client_why(MESSAGE_WHY_NO_MEMORY, NULL, bytes < INT64_MAX ? (int64_t)bytes : INT64_MAX,
                   (int64_t)memory.free, 0);
    }
}

static cudaError_t allocate(void **pointer, size_t bytes, unsigned int flags, const char *file,
                            unsigned int line) {
    client_working();
    if (pointer == NULL) {
        return client_refuse(cudaErrorInvalidValue, MESSAGE_WHY_NULL, "address for the pointer");
    }
    struct wire_address_r reply = {0};
    cudaError_t error = ask(bytes, WIRE_DEVICE_MEMORY, flags, file, line, &reply, NULL);
    if (error == cudaSuccess) {
        *pointer = client_pointer(reply.address);
        pitch_forget(*pointer, bytes);
    }
    explain_size(error, bytes);
    return error;
}

/* How calls that allocate end: by the name that the program calls them. */
#define allocate_result(name, error)                                                               \
    client_end(name, __builtin_return_address(0), MESSAGE_RESULT_NOT_MADE, error)

cudaError_t lockstep_allocate_at(void **pointer, size_t bytes, const char *file,
                                 unsigned int line) {
    return allocate_result("cudaMalloc", allocate(pointer, bytes, 0, file, line));
}

/* For a texture or surface object. */
cudaError_t lockstep_object_at(void **pointer, size_t bytes, const char *file, unsigned int line) {
    return allocate_result("cudaCreateTextureObject",
                           allocate(pointer, bytes, WIRE_OBJECT, file, line));
}

/* Maps the file at the address that the device calls it by, so that one pointer serves both. */
static cudaError_t map_shared(void **pointer, size_t bytes, enum wire_memory memory,
                              unsigned int flags, const char *file, unsigned int line) {
    struct wire_address_r reply = {0};
    int descriptor = -1;
    cudaError_t error = ask(bytes, memory, flags, file, line, &reply, &descriptor);
    if (error != cudaSuccess || descriptor < 0) {
        if (descriptor >= 0) {
            close(descriptor);
        }
        *pointer = NULL;
        return error;
    }
    void *wanted = client_pointer(reply.address);
    void *base = mmap(wanted, reply.bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED_NOREPLACE,
                      descriptor, 0);
    close(descriptor);
    struct shared_range range = {.base = wanted,
                                 .map_bytes = reply.bytes,
                                 .address = wanted,
                                 .bytes = bytes,
                                 .memory = memory,
                                 .flags = flags};
    if (base != wanted || !remember(&range)) {
        if (base != MAP_FAILED) {
            munmap(base, reply.bytes);
        }
        free_on_device(reply.address, memory, false);
        return cudaErrorMemoryAllocation;
    }
    *pointer = wanted;
    return cudaSuccess;
}

static cudaError_t allocate_shared(void **pointer, size_t bytes, enum wire_memory memory,
                                   unsigned int flags, const char *file, unsigned int line) {
    client_working();
    if (pointer == NULL) {
        return client_refuse(cudaErrorInvalidValue, MESSAGE_WHY_NULL, "address for the pointer");
    }
    if (bytes == 0) {
        *pointer = NULL;
        return client_connect();
    }
    client_lock();
    cudaError_t error = map_shared(pointer, bytes, memory, flags, file, line);
    client_unlock();
    explain_size(error, bytes);
    return error;
}

static cudaError_t allocate_host(void **pointer, size_t bytes, unsigned int flags, const char *file,
                                 unsigned int line) {
    if (flags & ~(cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined)) {
        return client_refuse(cudaErrorInvalidValue, MESSAGE_WHY_FLAGS, NULL);
    }
    return allocate_shared(pointer, bytes, WIRE_HOST_MEMORY, flags, file, line);
}

cudaError_t lockstep_host_allocate_at(void **pointer, size_t bytes, unsigned int flags,
                                      const char *file, unsigned int line) {
    return allocate_result("cudaHostAlloc", allocate_host(pointer, bytes, flags, file, line));
}

static cudaError_t allocate_managed(void **pointer, size_t bytes, unsigned int flags,
                                    const char *file, unsigned int line) {
    if (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost) {
        return client_refuse(cudaErrorInvalidValue, MESSAGE_WHY_FLAGS, NULL);
    }
    return allocate_shared(pointer, bytes, WIRE_MANAGED_MEMORY, flags, file, line);
}

cudaError_t lockstep_managed_allocate_at(void **pointer, size_t bytes, unsigned int flags,
                                         const char *file, unsigned int line) {
    return allocate_result("cudaMallocManaged",
                           allocate_managed(pointer, bytes, flags, file, line));
}

/* The plain C calls. */
cudaError_t cudaMalloc(void **pointer, size_t bytes) {
    return allocate_result(__func__, allocate(pointer, bytes, 0, NULL, 0));
}
cudaError_t cudaMallocAsync(void **pointer, size_t bytes, cudaStream_t stream) {
    cudaError_t error = allocate(pointer, bytes, WIRE_IN_STREAM, NULL, 0);
    if (error == cudaSuccess && graph_captures(stream)) {
        error = graph_captures_allocation(stream, *pointer);
    }
    return allocate_result(__func__, error);
}
cudaError_t cudaMallocHost(void **pointer, size_t bytes) {
    return allocate_result(__func__, allocate_host(pointer, bytes, cudaHostAllocDefault, NULL, 0));
}
cudaError_t cudaHostAlloc(void **pointer, size_t bytes, unsigned int flags) {
    return allocate_result(__func__, allocate_host(pointer, bytes, flags, NULL, 0));
}
cudaError_t cudaMallocManaged(void **pointer, size_t bytes, unsigned int flags) {
    return allocate_result(__func__, allocate_managed(pointer, bytes, flags, NULL, 0));
}

cudaError_t cudaMallocPitch(void **pointer, size_t *pitch, size_t width, size_t height) {
    enum { ROW_ALIGNMENT = 512 };
    if (pointer == NULL || pitch == NULL || width > SIZE_MAX - ROW_ALIGNMENT) {
        return client_result(cudaErrorInvalidValue);
    }
    size_t row = (width + ROW_ALIGNMENT - 1) / ROW_ALIGNMENT * ROW_ALIGNMENT;
    size_t bytes;
    if (__builtin_mul_overflow(row, height, &bytes)) {
        return client_result(cudaErrorMemoryAllocation);
    }
    *pitch = row;
    cudaError_t error = allocate(pointer, bytes, 0, NULL, 0);
    if (error == cudaSuccess) {
        pitch_note(*pointer, bytes, row);
    }
    return allocate_result(__func__, error);
}

/* Frees a piece of shared memory that starts at `pointer`; -1 if there is none of that kind. */
static int free_shared(void *pointer, bool registered, uint32_t memory) {
    int error = -1;
    client_lock();
    for (size_t i = 0; i < range_count; i++) {
        if (ranges[i].address != pointer || ranges[i].registered != registered ||
            ranges[i].memory != memory) {
            continue;
        }
        /* The device first: it finishes the work that may still use the memory. */
        error = free_on_device((uint64_t)(uintptr_t)pointer, memory, registered);
        drop(i);
        break;
    }
    client_unlock();
    return error;
}

/* `question` says where, for memory of the device's own. */
static cudaError_t free_anywhere(void *pointer, struct wire_free_q question) {
    cudaError_t ended = cudaSuccess;
    if (pointer != NULL && graph_memory_free(pointer, &ended)) {
        return ended;
    }
    int error = pointer != NULL ? free_shared(pointer, false, WIRE_MANAGED_MEMORY) : -1;
    if (error >= 0) {
        return (cudaError_t)error;
    }
    question.address = (uint64_t)(uintptr_t)pointer;
    question.memory = WIRE_DEVICE_MEMORY;
    return client_free(question);
}

cudaError_t cudaFree(void *pointer) {
    return client_result_of(MESSAGE_RESULT_NOT_FREED,
                            free_anywhere(pointer, (struct wire_free_q){0}));
}

cudaError_t cudaFreeAsync(void *pointer, cudaStream_t stream) {
    struct wire_free_q question = {.later = 1};
    client_from(__func__, __builtin_return_address(0));
    if (graph_captures(stream)) {
        return client_result(graph_captures_free(stream, pointer));
    }
    if (!client_handle(stream, &question.stream)) {
        return client_result(client_explain_stream(cudaErrorInvalidResourceHandle, stream));
    }
    return client_result_of(MESSAGE_RESULT_NOT_FREED, free_anywhere(pointer, question));
}

cudaError_t cudaFreeHost(void *pointer) {
    if (pointer == NULL) {
        return client_result(client_connect());
    }
    int error = free_shared(pointer, false, WIRE_HOST_MEMORY);
    if (error < 0) {
        client_why(MESSAGE_WHY_NOT_HOST_ARRAY, NULL, 0, 0, 0);
    }
    return client_result_of(MESSAGE_RESULT_NOT_FREED,
                            error >= 0 ? (cudaError_t)error : cudaErrorInvalidValue);
}

/* Replaces the pages around [pointer, pointer + bytes) by shared ones with the same contents. */
static cudaError_t register_pages(unsigned char *pointer, size_t bytes, unsigned int flags) {
    uintptr_t first = (uintptr_t)pointer / PAGE * PAGE;
    uintptr_t end = ((uintptr_t)pointer + bytes + PAGE - 1) / PAGE * PAGE;
    struct wire_register_q question = {
        .page = first, .page_bytes = end - first, .address = (uintptr_t)pointer, .bytes = bytes};
    struct wire_address_r reply = {0};
    int descriptor = -1;
    struct call call = {
        .operation = WIRE_REGISTER, .body = &question, .reply = &reply, .descriptor = &descriptor};
    cudaError_t error = client_call(&call);
    if (error != cudaSuccess || descriptor < 0) {
        return error;
    }
    struct shared_range range = {.base = client_pointer(first),
                                 .map_bytes = end - first,
                                 .address = pointer,
                                 .bytes = bytes,
                                 .memory = WIRE_HOST_MEMORY,
                                 .flags = flags,
                                 .descriptor = descriptor,
                                 .registered = true};
    bool mapped = false;
    /* The pages may hold our own table, too: nothing may be written between the copy and the
     * mapping. The system call reports a bad source instead of crashing, and the sanitizers do not
     * watch it: whole pages hold their red zones, too. */
    bool remembered = remember(&range);
    if (remembered && syscall(SYS_pwrite64, descriptor, range.base, range.map_bytes, 0L) ==
                          (ssize_t)range.map_bytes) {
        mapped = mmap(range.base, range.map_bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED,
                      descriptor, 0) != MAP_FAILED;
    }
    if (remembered && !mapped) {
        range_count--;
    }
    if (!mapped) {
        close(descriptor);
        free_on_device((uint64_t)(uintptr_t)pointer, WIRE_HOST_MEMORY, true);
    }
    return mapped ? cudaSuccess : cudaErrorInvalidValue;
}

static bool overlaps_shared(const unsigned char *pointer, size_t bytes) {
    for (size_t i = 0; i < range_count; i++) {
        if (pointer < ranges[i].base + ranges[i].map_bytes && ranges[i].base < pointer + bytes) {
            return true;
        }
    }
    return false;
}

cudaError_t cudaHostRegister(void *pointer, size_t bytes, unsigned int flags) {
    if (pointer == NULL || bytes == 0 || bytes > UINT64_C(1) << 40) {
        return client_result(cudaErrorInvalidValue);
    }
    if (flags & ~(cudaHostRegisterPortable | cudaHostRegisterMapped | cudaHostRegisterReadOnly)) {
        return client_result(cudaErrorInvalidValue);
    }
    client_lock();
    cudaError_t error = overlaps_shared(pointer, bytes) ? cudaErrorHostMemoryAlreadyRegistered
                                                        : register_pages(pointer, bytes, flags);
    client_unlock();
    return client_result(error);
}

cudaError_t cudaHostUnregister(void *pointer) {
    int error = free_shared(pointer, true, WIRE_HOST_MEMORY);
    if (error < 0) {
        client_why(MESSAGE_WHY_NOT_HOST_ARRAY, NULL, 0, 0, 0);
    }
    return client_result(error >= 0 ? (cudaError_t)error : cudaErrorHostMemoryNotRegistered);
}

cudaError_t cudaHostGetDevicePointer(void **device, void *host, unsigned int flags) {
    struct shared_range range;
    if (device == NULL || flags || !client_find_shared(host, 1, &range) ||
        range.memory != WIRE_HOST_MEMORY) {
        return client_result(
            client_refuse(cudaErrorInvalidValue, MESSAGE_WHY_NOT_HOST_ARRAY, NULL));
    }
    *device = host;
    return client_result(cudaSuccess);
}

cudaError_t cudaHostGetFlags(unsigned int *flags, void *host) {
    struct shared_range range;
    if (flags == NULL || !client_find_shared(host, 1, &range) || range.memory != WIRE_HOST_MEMORY) {
        return client_result(cudaErrorInvalidValue);
    }
    /* Under unified addressing all pinned memory is mapped, as the hardware reports it. */
    *flags = range.flags | cudaHostAllocMapped;
    return client_result(cudaSuccess);
}

cudaError_t cudaMemGetInfo(size_t *free_bytes, size_t *total_bytes) {
    struct wire_memory_r reply = {0};
    if (free_bytes == NULL || total_bytes == NULL) {
        return client_result(cudaErrorInvalidValue);
    }
    cudaError_t error = client_ask(WIRE_MEMORY, NULL, &reply);
    *free_bytes = reply.free;
    *total_bytes = reply.total;
    return client_result(error);
}

cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *attributes,
                                     const void *pointer) {
    struct wire_pointer_q question = {.address = (uint64_t)(uintptr_t)pointer};
    struct wire_pointer_r reply = {0};
    if (attributes == NULL) {
        return client_result(cudaErrorInvalidValue);
    }
    cudaError_t error = client_ask(WIRE_POINTER, &question, &reply);
    if (error != cudaSuccess) {
        return client_result(error);
    }
    static const enum cudaMemoryType types[] = {[WIRE_DEVICE_MEMORY] = cudaMemoryTypeDevice,
                                                [WIRE_HOST_MEMORY] = cudaMemoryTypeHost,
                                                [WIRE_MANAGED_MEMORY] = cudaMemoryTypeManaged};
    bool known = reply.known == WIRE_POINTER_KNOWN && reply.memory <= WIRE_MANAGED_MEMORY;
    *attributes = (struct cudaPointerAttributes){
        .type = known ? types[reply.memory] : cudaMemoryTypeUnregistered,
        .device = known ? 0 : -2,
        .devicePointer = known ? (void *)pointer : NULL,
        .hostPointer = known && reply.memory == WIRE_DEVICE_MEMORY ? NULL : (void *)pointer};
    return client_result(cudaSuccess);
}

/* Managed memory is plain: there is nothing to move or to prefer. */
cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t bytes, int device,
                                 cudaStream_t stream) {
    struct shared_range range;
    (void)stream;
    bool managed =
        client_find_shared(pointer, bytes, &range) && range.memory == WIRE_MANAGED_MEMORY;
    if (device != 0 && device != cudaCpuDeviceId) {
        return client_result(cudaErrorInvalidDevice);
    }
    return client_result(managed ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaMemAdvise(const void *pointer, size_t bytes, enum cudaMemoryAdvise advice,
                          int device) {
    (void)advice;
    return cudaMemPrefetchAsync(pointer, bytes, device, 0);
}
