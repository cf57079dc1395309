/* Memory for observers that show what it holds. */
#include "../execute.h"

#include <stddef.h>
#include <string.h>

/* Every launch event that observers get is a part of its machine. */
static const struct machine *machine_of(const struct simt_launch_event *event) {
    return (const struct machine *)(const void *)((const char *)event -
                                                  offsetof(struct machine, event));
}

static const uint8_t *global_bytes(const struct machine *machine, const struct simt_access *access,
                                   uint32_t lane) {
    uint32_t index = access->region == SIMT_MIXED_REGIONS && access->regions != NULL
                         ? access->regions[lane]
                         : access->region;
    if (index >= machine->device->region_count) {
        return NULL;
    }
    const struct region *region = machine->device->regions[index];
    uint64_t offset = access->address[lane] - region->seen.address;
    bool inside = region->seen.size >= access->size && offset <= region->seen.size - access->size;
    return region->host != NULL && inside ? region->host + offset : NULL;
}

bool simt_peek(const struct simt_access *access, uint32_t lane, void *bytes) {
    const struct machine *machine = machine_of(access->place.launch);
    const uint8_t *from = NULL;
    if (access->space == SIMT_GLOBAL || access->space == SIMT_CONSTANT) {
        from = global_bytes(machine, access, lane);
    } else if (access->space == SIMT_SHARED && machine->shared != NULL) {
        from = machine->shared + access->address[lane];
    } else if (access->space == SIMT_LOCAL && machine->state.warps != NULL) {
        from = machine->state.warps[access->place.warp].local +
               (size_t)lane * machine->local_bytes + access->address[lane];
    }
    if (from != NULL) {
        memcpy(bytes, from, access->size);
    }
    return from != NULL;
}
