/* A launch that runs once more, on a copy of memory, with its blocks and warps in turn. */
#include "execute.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { PART = 8 }; /* of a warp's budget */

/* A region as it is, and the memory that takes the place of its own. */
struct kept_region {
    struct region as_it_is;
    struct region *region;
    uint8_t *copy;
    size_t bytes;
};

struct simt_kept {
    uint32_t regions; /* that the device had, freed ones too */
    uint32_t count;
    struct kept_region kept[];
};

bool simt_module_takes_tickets(const struct simt_module *module) {
    for (uint32_t n = 0; n < module->count; n++) {
        const struct memory_details *memory = module->code[n].memory;
        if (memory != NULL && memory->kind == SIMT_ATOMIC) {
            return true;
        }
    }
    return false;
}

static uint64_t live_bytes(const struct simt_device *device) {
    uint64_t bytes = 0;
    for (uint32_t r = 0; r < device->region_count; r++) {
        bytes += device->regions[r]->seen.freed ? 0 : device->regions[r]->seen.size;
    }
    return bytes;
}

/* Whole pages, as regions have them, for a kernel may release one. */
static bool keep_region(struct kept_region *kept, struct region *region) {
    kept->region = region;
    kept->bytes = (region->seen.size + 4095) & ~UINT64_C(4095);
    void *copy = mmap(NULL, kept->bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (copy == MAP_FAILED) {
        return false;
    }
    kept->copy = copy;
    memcpy(kept->copy, region->host, region->seen.size);
    return true;
}

struct simt_kept *simt_memory_keep(struct simt_device *device, uint64_t most) {
    struct simt_kept *kept =
        live_bytes(device) > most
            ? NULL
            : calloc(1, sizeof *kept + device->region_count * sizeof kept->kept[0]);
    bool good = kept != NULL;
    for (uint32_t r = 0; good && r < device->region_count; r++) {
        if (!device->regions[r]->seen.freed && device->regions[r]->seen.size > 0) {
            good = keep_region(&kept->kept[kept->count], device->regions[r]);
            kept->count += good;
        }
    }
    if (kept != NULL) {
        kept->regions = device->region_count;
    }
    if (!good) {
        simt_memory_drop(kept);
        return NULL;
    }
    return kept;
}

void simt_memory_drop(struct simt_kept *kept) {
    for (uint32_t n = 0; kept != NULL && n < kept->count; n++) {
        if (kept->kept[n].copy != NULL) {
            munmap(kept->kept[n].copy, kept->kept[n].bytes);
        }
    }
    free(kept);
}

static void lay_in(struct simt_kept *kept) {
    for (uint32_t n = 0; n < kept->count; n++) {
        struct kept_region *each = &kept->kept[n];
        each->as_it_is = *each->region;
        if (!each->region->seen.freed) {
            each->region->host = each->copy;
            each->region->host_bytes = each->bytes;
        }
    }
}

static void take_out(struct simt_kept *kept) {
    for (uint32_t n = 0; n < kept->count; n++) {
        struct kept_region *each = &kept->kept[n];
        if (!each->as_it_is.seen.freed && each->region->host == NULL) {
            each->copy = NULL; /* the kernel has released it */
        }
        *each->region = each->as_it_is;
    }
}

/* All of the device that a launch changes, but for memory. */
static void put_back(struct simt_device *device, const struct simt_device *before) {
    regions_drop(device, before->region_count);
    memcpy(device->observers, before->observers, sizeof device->observers);
    device->observer_count = before->observer_count;
    device->print = before->print;
    device->company = before->company;
    device->launches = before->launches;
    device->sticky = before->sticky;
    device->used = before->used;
    device->kernel_heap_used = before->kernel_heap_used;
    device->kernel_heap_full = before->kernel_heap_full;
    device->next_address = before->next_address;
}

enum simt_status simt_launch_in_turns(struct simt_device *device, struct simt_kept *kept,
                                      struct simt_module *module, const struct simt_launch *launch,
                                      const struct simt_observer *observer) {
    struct simt_launch turns = *launch;
    struct simt_result result;
    if (device->region_count != kept->regions || launch->cooperative) {
        return SIMT_INVALID_VALUE;
    }
    const struct simt_device before = *device;
    turns.schedule = SIMT_TURNS;
    /* Blocks that share work have less to do each, and a wait without end shall be short. */
    turns.budget = (launch->budget != 0 ? launch->budget : SIMT_DEFAULT_BUDGET) / PART;
    turns.patience = 0;
    device->observers[0] = observer;
    device->observer_count = 1;
    device->print = NULL;
    device->company = NULL;
    lay_in(kept);
    const enum simt_status status = simt_launch(device, module, &turns, &result);
    take_out(kept);
    put_back(device, &before);
    return status;
}
