/* Device memory: regions at addresses that are never given out twice. */
#include "../../array.h"
#include "../execute.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { ALIGN = 256, GAP = 4096, LARGE = 1 << 24 };

bool simt_memory_is_device(uint64_t address) {
    return address >= HEAP_BASE - GAP &&
           address < DEVICE_END; /* what lies just before is an index below 0 */
}

/* Index in by_address of the last region that starts at or below the address; -1 if none does. */
static int64_t position_below(const struct simt_device *device, uint64_t address) {
    int64_t low = 0, high = (int64_t)device->by_address_count - 1;
    while (low <= high) {
        int64_t middle = (low + high) / 2;
        if (device->regions[device->by_address[middle]]->seen.address <= address) {
            low = middle + 1;
        } else {
            high = middle - 1;
        }
    }
    return high;
}

struct region *region_below(const struct simt_device *device, uint64_t address) {
    int64_t at = position_below(device, address);
    return at < 0 ? NULL : device->regions[device->by_address[at]];
}

struct region *region_find(const struct simt_device *device, uint64_t address, bool freed_too) {
    struct region *region = region_below(device, address);
    if (region == NULL || address - region->seen.address >= region->seen.size ||
        (region->seen.freed && !freed_too)) {
        return NULL;
    }
    return region;
}

static bool overlaps(const struct simt_device *device, uint64_t address, uint64_t size) {
    const struct region *last = region_below(device, address + size - 1);
    return last != NULL && last->seen.address + last->seen.size > address;
}

static bool make_room(struct simt_device *device) {
    uint32_t capacity = device->region_capacity; /* of both */
    return array_grow(&device->by_address, &capacity, device->region_count + 1) &&
           array_grow(&device->regions, &device->region_capacity, device->region_count + 1);
}

static void insert(struct simt_device *device, struct region *region) {
    int64_t at = position_below(device, region->seen.address) + 1;
    memmove(&device->by_address[at + 1], &device->by_address[at],
            (device->by_address_count - (uint64_t)at) * sizeof *device->by_address);
    device->by_address[at] = region->seen.index;
    device->by_address_count++;
}

static void forget_address(struct simt_device *device, const struct region *region) {
    for (uint32_t n = 0; n < device->by_address_count; n++) {
        if (device->by_address[n] == region->seen.index) {
            memmove(&device->by_address[n], &device->by_address[n + 1],
                    (device->by_address_count - n - 1) * sizeof *device->by_address);
            device->by_address_count--;
            return;
        }
    }
}

/* Freed mappings keep their addresses until something else is mapped there. */
static bool clear_freed(struct simt_device *device, uint64_t address, uint64_t size) {
    while (overlaps(device, address, size)) {
        struct region *last = region_below(device, address + size - 1);
        if (!last->seen.freed) {
            return false;
        }
        forget_address(device, last);
    }
    return true;
}

static uint64_t next_address(struct simt_device *device, uint64_t size) {
    uint64_t address = device->next_address;
    uint64_t room = (size + ALIGN - 1) / ALIGN * ALIGN + GAP;
    if (room > HEAP_END - address) {
        return 0;
    }
    device->next_address += room;
    return address;
}

struct region *region_create(struct simt_device *device, enum simt_region_kind kind, uint64_t size,
                             const char *name, void *backing, uint64_t address) {
    struct region *region = calloc(1, sizeof *region);
    if (region == NULL || !make_room(device)) {
        free(region);
        return NULL;
    }
    region->host = backing;
    if (backing == NULL) {
        region->host_bytes = (size + 4095) & ~UINT64_C(4095);
        void *host = mmap(NULL, region->host_bytes, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        region->host = host == MAP_FAILED ? NULL : host;
    }
    if (address == 0) {
        address = next_address(device, size);
    }
    if (region->host == NULL || address == 0) {
        region_release(region);
        free(region);
        return NULL;
    }
    region->seen = (struct simt_region){.index = device->region_count,
                                        .kind = kind,
                                        .address = address,
                                        .size = size,
                                        .name = name};
    device->regions[device->region_count++] = region;
    insert(device, region);
    return region;
}

void region_release(struct region *region) {
    if (region->host_bytes > 0 && region->host != NULL) {
        munmap(region->host, region->host_bytes);
    }
    region->host = NULL;
    region->host_bytes = 0;
}

/* Pages of one file of poison, copied where the program writes: what it does not touch takes no
 * memory and no time. */
static bool map_poison(const struct region *region) {
    enum { PIECE = 2 << 20 };
    int file = memfd_create("poison", MFD_CLOEXEC);
    void *piece = file >= 0 && ftruncate(file, PIECE) == 0
                      ? mmap(NULL, PIECE, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
                      : MAP_FAILED;
    bool good = piece != MAP_FAILED;
    if (good) {
        memset(piece, SIMT_POISON, PIECE);
        munmap(piece, PIECE);
    }
    for (size_t at = 0, bytes; good && at < region->host_bytes; at += bytes) {
        bytes = region->host_bytes - at < PIECE ? region->host_bytes - at : PIECE;
        good = mmap(region->host + at, bytes, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_FIXED | MAP_NORESERVE, file, 0) != MAP_FAILED;
    }
    if (file >= 0) {
        close(file);
    }
    return good;
}

void region_poison(const struct region *region) {
    if (region->host_bytes < LARGE || !map_poison(region)) {
        memset(region->host, SIMT_POISON, region->seen.size);
    }
}

void region_clear(const struct region *region) {
    if (region->host_bytes < LARGE ||
        madvise(region->host, region->host_bytes, MADV_DONTNEED) != 0) {
        memset(region->host, 0, region->seen.size);
    }
}

void regions_drop(struct simt_device *device, uint32_t first) {
    uint32_t kept = 0;
    for (uint32_t n = 0; n < device->by_address_count; n++) {
        if (device->by_address[n] < first) {
            device->by_address[kept++] = device->by_address[n];
        }
    }
    device->by_address_count = kept;
    for (uint32_t r = first; r < device->region_count; r++) {
        region_release(device->regions[r]);
        free(device->regions[r]);
    }
    device->region_count = first < device->region_count ? first : device->region_count;
}

enum simt_status simt_memory_allocate(struct simt_device *device, uint64_t size,
                                      uint64_t *address) {
    *address = 0;
    if (size == 0) {
        return SIMT_OK;
    }
    if (size > device->limits.global_bytes - device->used) {
        return SIMT_OUT_OF_MEMORY;
    }
    struct region *region = region_create(device, SIMT_REGION_HEAP, size, "", NULL, 0);
    if (region == NULL) {
        return SIMT_OUT_OF_MEMORY;
    }
    region_poison(region);
    device->used += size;
    *address = region->seen.address;
    NOTIFY(device, region_new, &region->seen);
    return SIMT_OK;
}

void simt_memory_kernel_heap(struct simt_device *device, uint64_t bytes) {
    device->kernel_heap = bytes;
}

uint64_t region_of_kernel(struct simt_device *device, uint64_t size) {
    uint64_t address = 0;
    if (size > device->kernel_heap - device->kernel_heap_used ||
        simt_memory_allocate(device, size, &address) != SIMT_OK) {
        device->kernel_heap_full = true;
        return 0;
    }
    if (address != 0) {
        struct region *region = region_find(device, address, false);
        region->seen.of_kernel = true;
        device->kernel_heap_used += size;
    }
    return address;
}

enum simt_status simt_memory_map(struct simt_device *device, void *backing, uint64_t size,
                                 uint64_t address, enum simt_region_kind kind, uint64_t *mapped) {
    if (backing == NULL || size == 0 || address + size < address || size >= UINT64_C(1) << 47 ||
        (address != 0 && (simt_memory_is_device(address) || !clear_freed(device, address, size)))) {
        return SIMT_INVALID_VALUE;
    }
    struct region *region = region_create(device, kind, size, "", backing, address);
    if (region == NULL) {
        return SIMT_OUT_OF_MEMORY;
    }
    if (mapped != NULL) {
        *mapped = region->seen.address;
    }
    NOTIFY(device, region_new, &region->seen);
    return SIMT_OK;
}

enum simt_status simt_module_place(struct simt_device *device, const char *name, uint64_t size,
                                   uint64_t address, void *backing) {
    if (backing == NULL || size == 0 || size >= UINT64_C(1) << 47 || address == 0 ||
        address + size < address || simt_memory_is_device(address) ||
        !clear_freed(device, address, size)) {
        return SIMT_INVALID_VALUE;
    }
    for (const struct place_of_variable *p = device->placements; p != NULL; p = p->next) {
        if (address < p->address + p->size && p->address < address + size) {
            return SIMT_INVALID_VALUE;
        }
    }
    struct place_of_variable *placement = malloc(sizeof *placement + strlen(name) + 1);
    if (placement == NULL) {
        return SIMT_OUT_OF_MEMORY;
    }
    *placement = (struct place_of_variable){
        .next = device->placements, .backing = backing, .size = size, .address = address};
    memcpy(placement->name, name, strlen(name) + 1);
    device->placements = placement;
    return SIMT_OK;
}

void regions_placed(struct simt_device *device) {
    while (device->placements != NULL) {
        struct place_of_variable *placement = device->placements;
        device->placements = placement->next;
        free(placement);
    }
}

void simt_module_displace(struct simt_device *device) {
    for (uint32_t r = 0; r < device->region_count; r++) {
        struct region *region = device->regions[r];
        if (region_is_placed(region)) {
            region->seen.freed = true;
            NOTIFY(device, region_freed, &region->seen);
        }
    }
}

enum simt_status simt_memory_free(struct simt_device *device, uint64_t address) {
    if (address == 0) {
        return SIMT_OK;
    }
    struct region *region = region_find(device, address, false);
    if (region == NULL || region->seen.address != address ||
        region->seen.kind == SIMT_REGION_VARIABLE || region->seen.kind == SIMT_REGION_CONSTANT) {
        return SIMT_INVALID_VALUE;
    }
    if (region->seen.kind == SIMT_REGION_HEAP) {
        device->used -= region->seen.size;
        device->kernel_heap_used -= region->seen.of_kernel ? region->seen.size : 0;
    }
    region->seen.freed = true;
    NOTIFY(device, region_freed, &region->seen);
    region_release(region);
    return SIMT_OK;
}

/* The region that holds all of [address, address + size), or NULL. */
static struct region *whole_range(const struct simt_device *device, uint64_t address,
                                  uint64_t size) {
    struct region *region = region_find(device, address, false);
    if (region == NULL || size > region->seen.size - (address - region->seen.address)) {
        return NULL;
    }
    return region;
}

static void tell_write(struct simt_device *device, struct region *region, uint64_t address,
                       uint64_t size, const struct region *from, uint64_t from_address) {
    const uint64_t start = address - region->seen.address, end = start + size;
    if ((from == NULL || region_is_written(from)) && start <= region->written &&
        end > region->written) {
        region->written = end;
    }
    struct simt_host_write event = {
        .region = region->seen.index,
        .offset = address - region->seen.address,
        .size = size,
        .from_region = from != NULL ? from->seen.index : SIMT_MIXED_REGIONS,
        .from_offset = from != NULL ? from_address - from->seen.address : 0};
    NOTIFY(device, host_write, &event);
}

/* What a call answers that moves nothing: no byte was asked for, or some that are not there. */
static enum simt_status without_bytes(uint64_t size) {
    return size == 0 ? SIMT_OK : SIMT_INVALID_VALUE;
}

enum simt_status simt_memory_read(struct simt_device *device, uint64_t address, void *to,
                                  uint64_t size) {
    const struct region *region = whole_range(device, address, size);
    if (size == 0 || region == NULL) {
        return without_bytes(size);
    }
    memcpy(to, region->host + (address - region->seen.address), size);
    return SIMT_OK;
}

enum simt_status simt_memory_write(struct simt_device *device, uint64_t address, const void *from,
                                   uint64_t size) {
    struct region *region = whole_range(device, address, size);
    if (size == 0 || region == NULL) {
        return without_bytes(size);
    }
    memcpy(region->host + (address - region->seen.address), from, size);
    tell_write(device, region, address, size, NULL, 0);
    return SIMT_OK;
}

enum simt_status simt_memory_copy(struct simt_device *device, uint64_t to, uint64_t from,
                                  uint64_t size) {
    struct region *target = whole_range(device, to, size);
    const struct region *source = whole_range(device, from, size);
    if (size == 0 || target == NULL || source == NULL) {
        return without_bytes(size);
    }
    memmove(target->host + (to - target->seen.address),
            source->host + (from - source->seen.address), size);
    tell_write(device, target, to, size, source, from);
    return SIMT_OK;
}

enum simt_status simt_memory_fill(struct simt_device *device, uint64_t address, uint8_t value,
                                  uint64_t size) {
    struct region *region = whole_range(device, address, size);
    if (size == 0 || region == NULL) {
        return without_bytes(size);
    }
    memset(region->host + (address - region->seen.address), value, size);
    tell_write(device, region, address, size, NULL, 0);
    return SIMT_OK;
}

const struct simt_region *simt_memory_find(const struct simt_device *device, uint64_t address,
                                           const struct simt_region **freed) {
    const struct region *region = region_find(device, address, true);
    if (freed != NULL) {
        *freed = region != NULL && region->seen.freed ? &region->seen : NULL;
    }
    return region != NULL && !region->seen.freed ? &region->seen : NULL;
}

const struct simt_region *simt_memory_region(const struct simt_device *device, uint32_t index) {
    return index < device->region_count ? &device->regions[index]->seen : NULL;
}

uint32_t simt_memory_region_count(const struct simt_device *device) {
    return device->region_count;
}

uint64_t simt_memory_used(const struct simt_device *device) {
    return device->used;
}
