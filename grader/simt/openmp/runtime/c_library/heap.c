/* The program's heap: each allocation a region of its own, its bytes in arenas of the device. */
#include "../openmp_runtime.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { SMALLEST = 5, LARGEST_SHARED = 16, ARENA = 1 << 20 };

/* Small pieces come in powers of two, from arenas; larger ones from the system. */
static uint32_t class_of(uint64_t bytes) {
    uint32_t class = SMALLEST;
    while ((UINT64_C(1) << class) < bytes) {
        class ++;
    }
    return class;
}

static void *take(struct openmp *run, uint32_t class) {
    struct simt_device *device = run->machine.device;
    if (run->free_chunks[class] != NULL) {
        void *chunk = run->free_chunks[class];
        memcpy(&run->free_chunks[class], chunk, sizeof(void *));
        return chunk;
    }
    size_t bytes = (size_t)1 << class;
    if (device->arenas == NULL || device->arenas->used + bytes > device->arenas->bytes) {
        struct heap_piece *arena = mmap(NULL, ARENA, PROT_READ | PROT_WRITE,
                                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (arena == MAP_FAILED) {
            return NULL;
        }
        arena->next = device->arenas;
        arena->bytes = ARENA;
        arena->used = 64;
        device->arenas = arena;
    }
    void *chunk = (char *)device->arenas + device->arenas->used;
    device->arenas->used += bytes;
    return chunk;
}

static uint64_t allocate(struct openmp *run, uint64_t bytes, enum simt_region_kind kind,
                         const char *name, bool zeroed, struct region **made) {
    struct simt_device *device = run->machine.device;
    uint64_t size = bytes == 0 ? 1 : bytes;
    if (size > device->limits.global_bytes - device->used) {
        return 0;
    }
    charge(run, CHARGE_OBJECT + bytes / 512);
    uint32_t class = class_of(size);
    void *chunk = NULL;
    if (class <= LARGEST_SHARED && (chunk = take(run, class)) == NULL) {
        return 0;
    }
    struct region *region = region_create(device, kind, size, name, chunk, 0);
    if (region == NULL) {
        return 0;
    }
    if (kind == SIMT_REGION_HEAP) {
        device->used += size;
    }
    if (!zeroed) {
        region_poison(region);
    } else if (chunk != NULL) { /* what the system gives is zero */
        memset(region->host, 0, size);
    }
    NOTIFY(device, region_new, &region->seen);
    *made = region;
    return region->seen.address;
}

uint64_t heap_allocate(struct openmp *run, uint64_t bytes, enum simt_region_kind kind,
                       const char *name, struct region **made) {
    return allocate(run, bytes, kind, name, kind != SIMT_REGION_HEAP, made);
}

void heap_free(struct openmp *run, struct region *region) {
    struct extent *extent = extent_of(run, region->seen.index);
    uint8_t *chunk = region->host_bytes == 0 ? region->host : NULL;
    uint32_t class = class_of(region->seen.size);
    if (extent != NULL) {
        extent->size = 0;
    }
    simt_memory_free(run->machine.device, region->seen.address);
    if (chunk != NULL && class <= LARGEST_SHARED) {
        memcpy(chunk, &run->free_chunks[class], sizeof(void *));
        run->free_chunks[class] = chunk;
    }
}

/* ---- calls ----------------------------------------------------------------------------------- */

static void tell(struct thread *thread, const struct instruction *i, const struct region *region,
                 bool begins, bool zeroed) {
    struct simt_heap event = {.place = place_in(thread, i->site),
                              .strand = thread->task->strand,
                              .begins = begins,
                              .zeroed = zeroed,
                              .region = region->seen.index};
    NOTIFY(thread->run->machine.device, heap, &event);
}

static uint64_t make(struct thread *thread, const struct instruction *i, uint64_t bytes,
                     bool zeroed) {
    struct region *region;
    uint64_t address = allocate(thread->run, bytes, SIMT_REGION_HEAP, "", zeroed, &region);
    if (address != 0) {
        tell(thread, i, region, true, zeroed);
    }
    return address;
}

ANSWER(call_malloc, answer, make(thread, i, argument(thread, i, 0), false))
/* aligned_alloc(alignment, bytes). OpenMP's allocators are all the same heap here:
 * __kmpc_alloc(gtid, bytes, allocator). */
ANSWER(call_aligned, answer, make(thread, i, argument(thread, i, 1), false))

static int call_calloc(struct thread *thread, const struct instruction *i) {
    uint64_t bytes;
    bool over = __builtin_mul_overflow(argument(thread, i, 0), argument(thread, i, 1), &bytes);
    return answer(thread, i, over ? 0 : make(thread, i, bytes, true));
}

static int call_posix_memalign(struct thread *thread, const struct instruction *i) {
    uint64_t address = make(thread, i, argument(thread, i, 2), false);
    if (address == 0) {
        return answer(thread, i, ENOMEM);
    }
    if (!store_memory(thread, i, argument(thread, i, 0), &address, sizeof address)) {
        return STEP_FAULT;
    }
    return answer(thread, i, 0);
}

/* The live allocation that starts there; NULL after a fault. */
static struct region *freeable(struct thread *thread, const struct instruction *i, uint64_t address,
                               const char *call) {
    struct region *region = region_find(thread->run->machine.device, address, true);
    if (region == NULL) {
        fault(thread, i, SIMT_FAULT_BAD_FREE, "%s of a pointer that malloc() did not give", call);
    } else if (region->seen.freed) {
        fault(thread, i, SIMT_FAULT_BAD_FREE, "%s of memory that has already been freed", call);
    } else if (region->seen.kind != SIMT_REGION_HEAP) {
        fault(thread, i, SIMT_FAULT_BAD_FREE, "%s of %s, which malloc() did not give", call,
              region->seen.kind == SIMT_REGION_STACK ? "a local variable" : "a global variable");
    } else if (region->seen.address != address) {
        fault(thread, i, SIMT_FAULT_BAD_FREE, "%s of a pointer into the middle of an allocation",
              call);
    } else {
        return region;
    }
    return NULL;
}

static void give_back(struct thread *thread, const struct instruction *i, struct region *region) {
    tell(thread, i, region, false, false);
    heap_free(thread->run, region);
}

static int release(struct thread *thread, const struct instruction *i, uint64_t address) {
    if (address == 0) {
        return STEP_NEXT;
    }
    struct region *region = freeable(thread, i, address, "free()");
    if (region == NULL) {
        return STEP_FAULT;
    }
    give_back(thread, i, region);
    return STEP_NEXT;
}

ANSWER(call_free, release, argument(thread, i, 0))
ANSWER(call_kmpc_free, release, argument(thread, i, 1))

static int call_realloc(struct thread *thread, const struct instruction *i) {
    uint64_t old = argument(thread, i, 0), bytes = argument(thread, i, 1);
    if (old == 0) {
        return answer(thread, i, make(thread, i, bytes, false));
    }
    struct region *region = freeable(thread, i, old, "realloc()");
    if (region == NULL) {
        return STEP_FAULT;
    }
    uint64_t made = make(thread, i, bytes, false);
    if (made == 0) {
        return answer(thread, i, 0);
    }
    uint64_t moved = bytes < region->seen.size ? bytes : region->seen.size;
    if (moved > 0 && move_memory(thread, i, made, old, moved) != STEP_NEXT) {
        return STEP_FAULT;
    }
    give_back(thread, i, region);
    return answer(thread, i, made);
}

const struct runtime_call heap_calls[] = {{"malloc", call_malloc, 1, CHANGES},
                                          {"calloc", call_calloc, 2, CHANGES},
                                          {"aligned_alloc", call_aligned, 2, CHANGES},
                                          {"memalign", call_aligned, 2, CHANGES},
                                          {"posix_memalign", call_posix_memalign, 3, CHANGES},
                                          {"realloc", call_realloc, 2, CHANGES},
                                          {"free", call_free, 1, CHANGES},
                                          {"omp_alloc", call_malloc, 2, CHANGES},
                                          {"omp_calloc", call_calloc, 3, CHANGES},
                                          {"omp_free", call_free, 2, CHANGES},
                                          {"omp_target_alloc", call_malloc, 2, CHANGES},
                                          {"omp_target_free", call_free, 2, CHANGES},
                                          {"__kmpc_alloc", call_aligned, 3, CHANGES},
                                          {"__kmpc_free", call_kmpc_free, 3, CHANGES},
                                          {NULL, NULL, 0, 0}};
