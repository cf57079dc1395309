/*
 * Loads, stores and atomics: the careful path, for lanes in several arrays or several spaces, and
 * for faults. It looks at each lane: it tells generic addresses apart by window and global ones by
 * region, and gives what is wrong its name.
 */
#include "access.h"
#include "../execute.h"

#include <stdio.h>

struct culprit {
    uint32_t mask; /* guilty lanes */
    struct simt_fault fault;
};

static const char *const access_words[] = {"load", "store", "atomic", "atomic"};

static int fail(struct warp *warp, const struct instruction *i, struct culprit *culprit,
                const char *what) {
    struct simt_fault *fault = &culprit->fault;
    const struct memory_details *memory = i->memory;
    char message[200];
    fault->mask = culprit->mask;
    fault->active = warp->mask;
    fault->lane = (uint32_t)first_lane(culprit->mask);
    fault->access = (enum simt_access_kind)memory->kind;
    fault->size = (uint8_t)(memory->size * memory->elements);
    snprintf(message, sizeof message, "%s of %u bytes at 0x%llx: %s", access_words[memory->kind],
             fault->size, (unsigned long long)fault->address, what);
    return raise_fault(warp, i, fault, message);
}

/* A store that would change no memory of the program's is reported once and left out: the kernel
 * goes on, and shows what else is wrong. Any other wrong access ends it. */
static int fail_or_leave_out(struct warp *warp, const struct instruction *i,
                             struct culprit *culprit, const char *what) {
    struct machine *machine = warp->machine;
    const bool ends = i->memory->kind != SIMT_STORE || machine->claimer != NULL;
    if (ends || machine->result->status == SIMT_OK) {
        fail(warp, i, culprit, what);
        machine->faulted = ends;
    }
    return ends ? STEP_FAULT : STEP_NEXT;
}

static struct culprit new_culprit(enum simt_space space, uint64_t address, int lane) {
    struct culprit culprit = {.mask = 1u << lane, .fault = fault_of(SIMT_FAULT_OUT_OF_BOUNDS, 0)};
    culprit.fault.space = space;
    culprit.fault.address = address;
    return culprit;
}

static bool misaligned(const struct instruction *i, uint64_t address) {
    uint32_t bytes = (uint32_t)i->memory->size * i->memory->elements;
    return (address & (bytes - 1)) != 0;
}

static int32_t variable_at(const struct machine *machine, uint64_t offset) {
    for (uint32_t v = 0; v < machine->event.shared_variable_count; v++) {
        const struct simt_shared_variable *variable = &machine->event.shared_variables[v];
        if (offset >= variable->offset && offset - variable->offset < variable->size) {
            return (int32_t)v;
        }
    }
    return -1;
}

/* Shared and local memory: one array of known size, perhaps narrowed to a variable. */
static int resolve_offsets(struct warp *warp, const struct instruction *i, enum simt_space space,
                           const uint64_t *address) {
    struct machine *machine = warp->machine;
    const struct bounds *bounds = &machine->bounds[i->site];
    uint64_t extent = space == SIMT_SHARED ? machine->shared_extent : machine->local_bytes;
    uint64_t start = space == SIMT_SHARED ? SIMT_SHARED_START : SIMT_LOCAL_START;
    uint64_t bytes = (uint64_t)i->memory->size * i->memory->elements;
    uint64_t offset[LANES] __attribute__((aligned(64)));
    const uint32_t all = warp->mask;
    uint32_t left_out = 0;
    for (LANES_OF(lane, all)) {
        struct culprit culprit = new_culprit(space, address[lane], lane);
        if (address[lane] < start / 4 && !bounds->fixed) {
            culprit.fault.kind = SIMT_FAULT_NULL_POINTER;
            return fail(warp, i, &culprit, "a null pointer, or an index from one");
        }
        if (bounds->fixed && space == SIMT_LOCAL &&
            (address[lane] < bounds->base || bounds->size < bytes ||
             address[lane] - bounds->base > bounds->size - bytes)) {
            culprit.fault.kind = SIMT_FAULT_OVERRUN;
            culprit.fault.part_address = bounds->base;
            culprit.fault.part_bytes = bounds->size;
            culprit.fault.part_exact = bounds->exact;
            if (fail_or_leave_out(warp, i, &culprit, "outside its local array") == STEP_FAULT) {
                return STEP_FAULT;
            }
            left_out |= 1u << lane;
            continue;
        }
        if (address[lane] < start || extent < bytes || address[lane] > extent - bytes) {
            int32_t last = (int32_t)machine->event.shared_variable_count - 1;
            int32_t next = address[lane] < start && last > 0 ? 0 : last;
            culprit.fault.kind = SIMT_FAULT_OUT_OF_BOUNDS;
            culprit.fault.variable = space != SIMT_SHARED ? -1
                                     : bounds->fixed      ? bounds->variable
                                                          : next;
            return fail(warp, i, &culprit,
                        space == SIMT_SHARED ? "outside the block's shared memory"
                                             : "outside the thread's local memory");
        }
        if (misaligned(i, address[lane])) {
            culprit.fault.kind = SIMT_FAULT_MISALIGNED;
            return fail(warp, i, &culprit, "not a multiple of the access size");
        }
        if (bounds->fixed && space == SIMT_SHARED &&
            (address[lane] < bounds->base || address[lane] - bounds->base + bytes > bounds->size)) {
            culprit.fault.kind = SIMT_FAULT_OVERRUN;
            culprit.fault.variable = bounds->variable;
            culprit.fault.hit_variable = variable_at(machine, address[lane]);
            return fail(warp, i, &culprit, "outside its shared array, in the memory of another");
        }
        offset[lane] = address[lane] + (space == SIMT_LOCAL ? (uint64_t)lane * extent : 0);
    }
    warp_set_mask(warp, all & ~left_out);
    uint32_t wrote =
        access_move(warp, i, (uintptr_t)(space == SIMT_SHARED ? machine->shared : warp->local),
                    offset, SIMT_UNKNOWN);
    if (machine->watch_access && warp->mask != 0) {
        access_tell(warp, i, space, address, SIMT_UNKNOWN, SIMT_MIXED_REGIONS, NULL, wrote);
    }
    warp_set_mask(warp, all);
    return STEP_NEXT;
}

/* Does a program of the host keep its memory there? Linux puts position-independent programs,
 * heaps, stacks and mappings above the first 4 GiB, and below the half of the kernel. */
static bool lies_with_the_host(uint64_t address) {
    return address >> 32 != 0 && address >> 48 == 0;
}

static int bad_global(struct warp *warp, const struct instruction *i, uint64_t address, int lane) {
    const struct simt_device *device = warp->machine->device;
    struct culprit culprit = new_culprit(SIMT_GLOBAL, address, lane);
    const struct region *freed = region_find(device, address, true);
    const struct region *below = region_below(device, address);
    const struct bounds *bounds = &warp->machine->bounds[i->site];
    if (freed != NULL && freed->seen.freed) {
        culprit.fault.kind = SIMT_FAULT_USE_AFTER_FREE;
        culprit.fault.region = freed->seen.index;
        return fail(warp, i, &culprit, "this memory has been freed");
    }
    culprit.fault.region = bounds->fixed   ? bounds->region
                           : below != NULL ? below->seen.index
                                           : SIMT_MIXED_REGIONS;
    if (address < 4096 && !bounds->fixed) {
        culprit.fault.kind = SIMT_FAULT_NULL_POINTER;
        return fail_or_leave_out(warp, i, &culprit, "a null pointer, or an index from one");
    }
    if (bounds->fixed || simt_memory_is_device(address)) {
        culprit.fault.kind = SIMT_FAULT_OUT_OF_BOUNDS;
        return fail(warp, i, &culprit, "outside every allocation");
    }
    culprit.fault.kind =
        lies_with_the_host(address) ? SIMT_FAULT_HOST_POINTER : SIMT_FAULT_WILD_POINTER;
    return fail(warp, i, &culprit, "not device memory: a pointer of the host?");
}

/* One lane's region; NULL after a fault, or where its store is left out. */
static struct region *resolve_lane(struct warp *warp, const struct instruction *i, uint64_t address,
                                   int lane) {
    const struct machine *machine = warp->machine;
    const struct bounds *bounds = &machine->bounds[i->site];
    const struct memory_details *memory = i->memory;
    uint64_t bytes = (uint64_t)memory->size * memory->elements;
    struct region *region = region_find(machine->device, address, false);
    if (region == NULL) {
        bad_global(warp, i, address, lane);
        return NULL;
    }
    struct culprit culprit = new_culprit(SIMT_GLOBAL, address, lane);
    if (bounds->fixed && region->seen.index != bounds->region) {
        culprit.fault.kind = SIMT_FAULT_OVERRUN;
        culprit.fault.region = bounds->region;
        culprit.fault.hit_region = region->seen.index;
        fail(warp, i, &culprit, "outside its array, in the memory of another");
        return NULL;
    }
    culprit.fault.region = region->seen.index;
    if (bounds->part && (address < bounds->base || bounds->size < bytes ||
                         address - bounds->base > bounds->size - bytes)) {
        culprit.fault.kind = SIMT_FAULT_OVERRUN;
        culprit.fault.part_address = bounds->base;
        culprit.fault.part_bytes = bounds->size;
        fail(warp, i, &culprit, "outside its sub-buffer, in the rest of the buffer");
        return NULL;
    }
    if (misaligned(i, address)) {
        culprit.fault.kind = SIMT_FAULT_MISALIGNED;
        fail(warp, i, &culprit, "not a multiple of the access size");
        return NULL;
    }
    if (region->seen.size < bytes || address - region->seen.address > region->seen.size - bytes) {
        culprit.fault.kind = SIMT_FAULT_OUT_OF_BOUNDS;
        fail(warp, i, &culprit, "reaches over the end of its array");
        return NULL;
    }
    if (region->seen.kind == SIMT_REGION_CONSTANT && memory->kind != SIMT_LOAD) {
        culprit.fault.kind = SIMT_FAULT_READ_ONLY;
        fail_or_leave_out(warp, i, &culprit, "constant memory is read only");
        return NULL;
    }
    return region;
}

static enum simt_space space_of(const struct region *region) {
    return region->seen.kind == SIMT_REGION_CONSTANT ? SIMT_CONSTANT : SIMT_GLOBAL;
}

static void remember(struct bounds *bounds, const struct region *region) {
    if (bounds->part) {
        return; /* it stays what it is */
    }
    *bounds = (struct bounds){.base = region->seen.address,
                              .size = region->seen.size,
                              .host = region->host,
                              .region = region->seen.index,
                              .space = (uint8_t)space_of(region),
                              .fixed = bounds->fixed,
                              .variable = -1};
}

/* Lanes in several regions: one region after the other, one event for all. */
static int move_regions(struct warp *warp, const struct instruction *i, const uint64_t *address,
                        struct region *const *lane_region) {
    uint32_t all = warp->mask, wrote = 0;
    uint32_t regions[LANES] = {0};
    uint64_t offset[LANES] __attribute__((aligned(64)));
    for (uint32_t left = all; left != 0;) {
        struct region *region = lane_region[first_lane(left)];
        uint32_t mask = 0;
        for (LANES_OF(lane, left)) {
            if (lane_region[lane] == region) {
                mask |= 1u << lane;
                offset[lane] = address[lane] - region->seen.address;
                regions[lane] = region->seen.index;
            }
        }
        warp_set_mask(warp, mask);
        uint32_t stored;
        if (!access_global(warp, i, region->seen.index, (uintptr_t)region->host, offset,
                           SIMT_UNKNOWN, &stored)) {
            return STEP_FAULT;
        }
        wrote |= stored;
        left &= ~mask;
    }
    warp_set_mask(warp, all);
    if (warp->machine->watch_access) {
        access_tell(warp, i, SIMT_GLOBAL, address, SIMT_UNKNOWN, SIMT_MIXED_REGIONS, regions,
                    wrote);
    }
    return STEP_NEXT;
}

static int resolve_global(struct warp *warp, const struct instruction *i, const uint64_t *address) {
    struct bounds *bounds = &warp->machine->bounds[i->site];
    struct region *lane_region[LANES] = {0};
    struct region *first = NULL;
    bool mixed = false;
    const uint32_t all = warp->mask;
    uint32_t left_out = 0;
    for (LANES_OF(lane, all)) {
        lane_region[lane] = resolve_lane(warp, i, address[lane], lane);
        if (lane_region[lane] == NULL && warp->machine->faulted) {
            return STEP_FAULT;
        }
        if (lane_region[lane] == NULL) {
            left_out |= 1u << lane;
            continue;
        }
        first = first == NULL ? lane_region[lane] : first;
        mixed |= lane_region[lane] != first;
    }
    warp_set_mask(warp, all & ~left_out);
    int step = STEP_NEXT;
    uint32_t wrote;
    if (mixed) {
        step = move_regions(warp, i, address, lane_region);
    } else if (first != NULL) {
        remember(bounds, first);
        if (!access_global(warp, i, first->seen.index, (uintptr_t)first->host - first->seen.address,
                           address, SIMT_UNKNOWN, &wrote)) {
            return STEP_FAULT;
        }
        if (warp->machine->watch_access) {
            access_tell(warp, i, space_of(first), address, SIMT_UNKNOWN, first->seen.index, NULL,
                        wrote);
        }
    }
    warp_set_mask(warp, all);
    return step;
}

/* A kernel's parameters through a generic address: read only, told to nobody. */
static int resolve_parameters(struct warp *warp, const struct instruction *i,
                              const uint64_t *address) {
    const struct machine *machine = warp->machine;
    uint64_t bytes = (uint64_t)i->memory->size * i->memory->elements;
    for (LANES_OF(lane, warp->mask)) {
        struct culprit culprit = new_culprit(SIMT_CONSTANT, address[lane], lane);
        if (machine->parameter_bytes < bytes || address[lane] > machine->parameter_bytes - bytes ||
            i->memory->kind != SIMT_LOAD) {
            culprit.fault.kind =
                i->memory->kind != SIMT_LOAD ? SIMT_FAULT_READ_ONLY : SIMT_FAULT_OUT_OF_BOUNDS;
            return fail(warp, i, &culprit, "outside the kernel's parameters, which are read only");
        }
    }
    access_move(warp, i, (uintptr_t)machine->parameters, address, SIMT_UNKNOWN);
    return STEP_NEXT;
}

static const struct {
    uint64_t window;
    enum simt_space space;
    bool parameters;
} windows[] = {{SHARED_WINDOW, SIMT_SHARED, false},
               {LOCAL_WINDOW, SIMT_LOCAL, false},
               {PARAM_WINDOW, SIMT_CONSTANT, true}};

static int resolve_generic(struct warp *warp, const struct instruction *i,
                           const uint64_t *address) {
    uint32_t all = warp->mask, global = all;
    uint64_t own[LANES] __attribute__((aligned(64)));
    int step = STEP_NEXT;
    for (size_t w = 0; w < sizeof windows / sizeof *windows && step == STEP_NEXT; w++) {
        uint32_t mask = 0;
        for (LANES_OF(lane, all)) {
            own[lane] = address[lane] - windows[w].window;
            mask |= address[lane] >= windows[w].window && own[lane] < WINDOW_SIZE ? 1u << lane : 0;
        }
        if (mask == 0) {
            continue;
        }
        global &= ~mask;
        warp_set_mask(warp, mask);
        if (windows[w].parameters) {
            step = resolve_parameters(warp, i, own);
        } else {
            step = resolve_offsets(warp, i, windows[w].space, own);
        }
        if (step == STEP_NEXT && windows[w].space == SIMT_SHARED && mask == all &&
            !warp->machine->bounds[i->site].fixed) {
            warp->machine->bounds[i->site] =
                (struct bounds){.base = SHARED_WINDOW + SIMT_SHARED_START,
                                .size = warp->machine->shared_extent - SIMT_SHARED_START,
                                .host = warp->machine->shared + SIMT_SHARED_START,
                                .window = SHARED_WINDOW,
                                .region = SIMT_MIXED_REGIONS,
                                .space = SIMT_SHARED,
                                .variable = -1};
        }
    }
    if (step == STEP_NEXT && global != 0) {
        warp_set_mask(warp, global);
        step = resolve_global(warp, i, address);
    }
    warp_set_mask(warp, all);
    return step;
}

int access_resolve(struct warp *warp, const struct instruction *i, const uint64_t *address) {
    const struct memory_details *memory = i->memory;
    if (memory->generic) {
        return resolve_generic(warp, i, address);
    }
    if (memory->space == SIMT_SHARED || memory->space == SIMT_LOCAL) {
        return resolve_offsets(warp, i, memory->space, address);
    }
    return resolve_global(warp, i, address);
}
