/* Device memory, and host memory that the program shares with the device. */
#include "session.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PAGE = 4096 };
/* Shared pieces lie at least this far apart, so that an overrun hits nothing. */
static const uint64_t SHARED_GAP = 1 << 16;
static const uint64_t USER_END = UINT64_C(1) << 47;

static uint64_t total(const struct session *session) {
    return simt_device_limits(session->device)->global_bytes;
}

static uint64_t used(const struct session *session) {
    uint64_t bytes = simt_memory_used(session->device) + session->shared_bytes;
    return bytes < total(session) ? bytes : total(session);
}

int memory_sealed_file(uint64_t bytes, void **mapping) {
    int file = memfd_create("lockstep", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (file < 0) {
        return -1;
    }
    if (ftruncate(file, (off_t)bytes) == 0 &&
        fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) == 0) {
        *mapping = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        if (*mapping != MAP_FAILED) {
            return file;
        }
    }
    *mapping = NULL;
    close(file);
    return -1;
}

/* Makes shared memory of `map_bytes`, of which kernels reach `bytes` from `offset`, at `address`.
 * The file's descriptor goes with the reply. */
static cudaError_t share(struct session *session, uint64_t address, uint64_t offset, uint64_t bytes,
                         uint64_t map_bytes, enum wire_memory memory, bool registered) {
    if (session->shared_count == SESSION_SHARED || map_bytes > total(session) - used(session) ||
        simt_memory_region_count(session->device) >= SESSION_REGIONS) {
        return cudaErrorMemoryAllocation;
    }
    struct shared_memory *shared = &session->shared[session->shared_count];
    *shared = (struct shared_memory){.address = address,
                                     .map_bytes = map_bytes,
                                     .offset = offset,
                                     .bytes = bytes,
                                     .memory = memory,
                                     .registered = registered};
    int file = memory_sealed_file(map_bytes, &shared->mapping);
    if (file < 0) {
        return cudaErrorMemoryAllocation;
    }
    enum simt_region_kind kind =
        memory == WIRE_MANAGED_MEMORY ? SIMT_REGION_MANAGED : SIMT_REGION_MAPPED;
    uint64_t mapped = 0;
    enum simt_status status = simt_memory_map(
        session->device, (unsigned char *)shared->mapping + offset, bytes, address, kind, &mapped);
    if (status != SIMT_OK) {
        munmap(shared->mapping, map_bytes);
        close(file);
        return status_of(status);
    }
    session->shared_count++;
    session->shared_bytes += map_bytes;
    session->reply_descriptor = file;
    return cudaSuccess;
}

static uint64_t round_up(uint64_t bytes, uint64_t unit) {
    return (bytes + unit - 1) / unit * unit;
}

/* Tells the detector which line asked for the memory: the name of its file, as plain text. */
static void label(struct session *session, uint64_t address,
                  const struct wire_allocate_q *question) {
    const struct simt_region *region = simt_memory_find(session->device, address, NULL);
    uint32_t bytes = wire_head(&session->in)->tail_bytes;
    const char *file = (const char *)wire_tail(&session->in, sizeof *question);
    char place[80];
    if (session->options->detector == NULL || region == NULL || bytes == 0 || question->line == 0) {
        return;
    }
    for (uint32_t i = bytes; i > 0; i--) {
        if (file[i - 1] == '/') {
            file += i;
            bytes -= i;
            break;
        }
    }
    int length = bytes < 64 ? (int)bytes : 64;
    snprintf(place, sizeof place, "%.*s:%u", length, file, question->line);
    for (char *c = place; *c; c++) {
        if (*c < ' ' || *c > '~') {
            *c = '?';
        }
    }
    detector_allocated_at(session->options->detector, region->index, place,
                          (question->flags & WIRE_OBJECT) != 0);
}

static void keep_from_kernels(struct session *session, uint64_t address, uint32_t flags) {
    const struct simt_region *region = simt_memory_find(session->device, address, NULL);
    if (session->options->detector != NULL && region != NULL) {
        detector_one_way(session->options->detector, region->index, (flags & WIRE_READ_ONLY) != 0);
    }
}

cudaError_t on_allocate(struct session *session, const struct wire_allocate_q *question,
                        struct wire_address_r *answer) {
    if (question->bytes > total(session) - used(session) ||
        simt_memory_region_count(session->device) >= SESSION_REGIONS) {
        return cudaErrorMemoryAllocation;
    }
    if ((question->flags & WIRE_IN_STREAM) == 0) {
        unordered_all_meet(session);
    }
    if (question->memory == WIRE_DEVICE_MEMORY) {
        enum simt_status status =
            simt_memory_allocate(session->device, question->bytes, &answer->address);
        if (status == SIMT_OK) {
            label(session, answer->address, question);
            modelled_allocation(session, question->bytes);
        }
        if (status == SIMT_OK && (question->flags & (WIRE_READ_ONLY | WIRE_WRITE_ONLY)) != 0) {
            keep_from_kernels(session, answer->address, question->flags);
        }
        return status_of(status);
    }
    if (question->memory > WIRE_MANAGED_MEMORY || question->bytes == 0) {
        return cudaErrorInvalidValue;
    }
    uint64_t pages = round_up(question->bytes, PAGE);
    if (pages > WIRE_SHARED_END - session->shared_next) {
        return cudaErrorMemoryAllocation;
    }
    cudaError_t error = share(session, session->shared_next, 0, question->bytes, pages,
                              (enum wire_memory)question->memory, false);
    if (error != cudaSuccess) {
        return error;
    }
    answer->address = session->shared_next;
    answer->bytes = pages;
    label(session, answer->address, question);
    session->shared_next += round_up(pages, SHARED_GAP) + SHARED_GAP;
    return cudaSuccess;
}

bool memory_is_program_range(uint64_t address, uint64_t bytes) {
    return bytes > 0 && address >= PAGE && address % PAGE == 0 && bytes % PAGE == 0 &&
           address < USER_END && bytes <= USER_END - address && !simt_memory_is_device(address) &&
           !simt_memory_is_device(address + bytes - 1) &&
           (address + bytes <= WIRE_SHARED_BASE || address >= WIRE_SHARED_END);
}

cudaError_t on_register(struct session *session, const struct wire_register_q *question,
                        struct wire_address_r *answer) {
    if (!memory_is_program_range(question->page, question->page_bytes) ||
        question->address < question->page ||
        question->address - question->page >= question->page_bytes || question->bytes == 0 ||
        question->bytes > question->page_bytes - (question->address - question->page)) {
        return cudaErrorInvalidValue;
    }
    answer->address = question->address;
    answer->bytes = question->page_bytes;
    return share(session, question->address, question->address - question->page, question->bytes,
                 question->page_bytes, WIRE_HOST_MEMORY, true);
}

static void unshare(struct session *session, uint32_t index) {
    struct shared_memory *shared = &session->shared[index];
    simt_memory_free(session->device, shared->address);
    munmap(shared->mapping, shared->map_bytes);
    session->shared_bytes -= shared->map_bytes;
    *shared = session->shared[--session->shared_count];
}

void memory_release(struct session *session) {
    while (session->shared_count) {
        unshare(session, session->shared_count - 1);
    }
}

/* Only heap memory may be freed by its address: variables and shared memory may not. */
static cudaError_t free_heap(struct session *session, uint64_t address) {
    if (address == 0) {
        return cudaSuccess;
    }
    const struct simt_region *freed = NULL;
    const struct simt_region *region = simt_memory_find(session->device, address, &freed);
    if (region == NULL || region->kind != SIMT_REGION_HEAP || region->address != address) {
        bool host = region != NULL && region->kind == SIMT_REGION_MAPPED;
        enum message what = host             ? MESSAGE_FREE_OF_HOST
                            : region != NULL ? MESSAGE_FREE_INSIDE
                            : freed != NULL && freed->kind == SIMT_REGION_HEAP
                                ? MESSAGE_FREE_TWICE
                                : MESSAGE_FREE_UNKNOWN;
        serving_note(session, FINDING_WRONG_POINTER, "", what,
                     host ? MESSAGE_FREE_OF_HOST_ADVICE : MESSAGE_FREE_ADVICE);
        session->note_wants_code = true;
        return cudaErrorInvalidValue;
    }
    modelled_free(session, region->size);
    return status_of(simt_memory_free(session->device, address));
}

/* cudaFreeAsync takes its place in a stream: the memory goes when all before it has ended. */
static struct work freeing(struct session *session, const struct wire_free_q *question) {
    const struct simt_region *region = simt_memory_find(session->device, question->address, NULL);
    uint64_t bytes = region != NULL ? region->size : 0;
    int stream = stream_index(session, question->stream);
    return (struct work){
        .kind = WORK_FREE,
        .stream = stream > 0 ? (uint32_t)stream : 0,
        .operation = -1,
        .fill = {.to = question->address, .width = bytes, .height = 1, .pitch = bytes}};
}

static int issue_free(struct session *session, const struct wire_free_q *question) {
    const struct work work = freeing(session, question);
    return work.fill.width > 0 ? unordered_issue(session, &work) : -1;
}

static void end_free(struct session *session, const struct wire_free_q *question, int operation) {
    struct work work = freeing(session, question);
    work.operation = operation;
    unordered_begin(session, operation);
    unordered_end(session, &work);
}

cudaError_t on_free(struct session *session, const struct wire_free_q *question,
                    struct wire_nothing *answer) {
    (void)answer;
    int operation = question->later ? issue_free(session, question) : -1;
    unordered_host_waits(session, !question->later);
    cudaError_t error = queue_drain(session);
    unordered_host_waits(session, false);
    clock_join_all(session);
    if (operation >= 0) {
        end_free(session, question, operation);
    }
    if (error != cudaSuccess) {
        return error;
    }
    if (!question->later) {
        unordered_host_waited(session, -1, -1);
    }
    if (question->memory == WIRE_DEVICE_MEMORY) {
        return free_heap(session, question->address);
    }
    for (uint32_t i = 0; i < session->shared_count; i++) {
        const struct shared_memory *shared = &session->shared[i];
        if (shared->address != question->address || shared->memory != question->memory ||
            shared->registered != (question->registered != 0)) {
            continue;
        }
        unshare(session, i);
        return cudaSuccess;
    }
    return cudaErrorInvalidValue;
}

cudaError_t on_pointer(struct session *session, const struct wire_pointer_q *question,
                       struct wire_pointer_r *answer) {
    static const enum wire_memory memories[] = {
        [SIMT_REGION_HEAP] = WIRE_DEVICE_MEMORY,     [SIMT_REGION_MAPPED] = WIRE_HOST_MEMORY,
        [SIMT_REGION_VARIABLE] = WIRE_DEVICE_MEMORY, [SIMT_REGION_CONSTANT] = WIRE_DEVICE_MEMORY,
        [SIMT_REGION_MANAGED] = WIRE_MANAGED_MEMORY,
    };
    const struct simt_region *freed = NULL;
    const struct simt_region *region = simt_memory_find(session->device, question->address, &freed);
    if (region == NULL) {
        answer->known = freed != NULL ? WIRE_POINTER_FREED : WIRE_POINTER_UNKNOWN;
        return cudaSuccess;
    }
    answer->known = WIRE_POINTER_KNOWN;
    answer->memory = memories[region->kind];
    answer->base = region->address;
    answer->bytes = region->size;
    return cudaSuccess;
}

cudaError_t on_memory(struct session *session, const struct wire_nothing *question,
                      struct wire_memory_r *answer) {
    (void)question;
    answer->total = total(session);
    answer->free = total(session) - used(session);
    return cudaSuccess;
}
