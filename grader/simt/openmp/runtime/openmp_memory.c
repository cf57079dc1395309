/*
 * Accesses of a thread: checked against the stretch of memory that the instruction hit last; only
 * when that fails does anybody look closer. Variables on stacks are stretches of their own.
 */
#include "../../../message_text.h"
#include "../../array.h"
#include "openmp_runtime.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const access_words[] = {"load", "store", "atomic", "atomic"};

struct extent *extent_of(const struct openmp *run, uint32_t region) {
    return region < run->by_region_count ? run->by_region[region] : NULL;
}

static bool extent_add(struct openmp *run, const struct region *region) {
    uint32_t index = region->seen.index;
    if (!array_grow(&run->by_region, &run->by_region_count, index + 1)) {
        return false;
    }
    struct extent *extent = calloc(1, sizeof *extent);
    if (extent == NULL) {
        return false;
    }
    *extent = (struct extent){.base = region->seen.address,
                              .size = region->seen.size,
                              .host = (uintptr_t)region->host - region->seen.address,
                              .region = index,
                              .read_only = region->seen.kind == SIMT_REGION_CONSTANT};
    free(run->by_region[index]);
    run->by_region[index] = extent;
    return true;
}

/* ---- what is wrong with an access ------------------------------------------------------------ */

struct wish {
    uint64_t address, bytes;
    enum simt_access_kind kind;
    bool range; /* many bytes, no alignment */
};

static int refuse(struct thread *thread, const struct instruction *i, const struct wish *wish,
                  struct simt_fault *event, const char *what) {
    char message[200];
    event->mask = 1;
    event->access = wish->kind;
    event->size = wish->bytes < 16 ? (uint8_t)wish->bytes : 16;
    event->space = SIMT_GLOBAL;
    event->address = wish->address;
    event->range = wish->range ? wish->bytes : 0;
    const struct extent *before = thread->run->hit[i->site];
    event->hit_region = before->size > 0 ? before->region : SIMT_MIXED_REGIONS;
    event->variable = event->hit_variable = -1;
    message_put(message, sizeof message, "%s of size %llu at 0x%llx: %s", access_words[wish->kind],
                (unsigned long long)wish->bytes, (unsigned long long)wish->address, what);
    const uint32_t shown = shown_site(thread, i->site);
    return raise_fault(&thread->warp, &thread->run->machine.code[shown], event, message);
}

static void blame_stack(struct thread *thread, const struct instruction *i, const struct wish *wish,
                        const struct thread *owner, const struct region *region) {
    struct extent *found = NULL;
    bool dead = false;
    char text[160];
    bool inside = stack_variable_at(owner, wish->address, &found, &dead);
    const struct extent *near = found, *before = thread->run->hit[i->site];
    if (!inside && found != NULL && !dead) {
        const bool usable = before->size > 0 && before->region == region->seen.index;
        near = usable ? before : stack_variable_meant(owner, found);
    }
    struct simt_variable variable = {.region = region->seen.index};
    struct simt_fault event = {.kind = dead ? SIMT_FAULT_USE_AFTER_FREE : SIMT_FAULT_OUT_OF_BOUNDS,
                               .region = region->seen.index};
    if (near != NULL) {
        variable.address = near->base;
        variable.bytes = dead ? near->old_size : near->size;
        variable.name = near->name;
        variable.shape = near->shape;
        event.stack = &variable;
    }
    if (near == NULL) {
        snprintf(text, sizeof text, "the stack holds no variable there");
    } else if (dead && inside) {
        message_put(text, sizeof text, "`%.60s` is gone: its scope has ended", near->name);
    } else {
        message_put(text, sizeof text, "outside of `%.60s`, the variable nearest to it",
                    near->name);
    }
    refuse(thread, i, wish, &event, text);
}

static struct thread *owner_of(const struct openmp *run, const struct region *region) {
    for (uint32_t t = 0; t < run->thread_count; t++) {
        if (run->threads[t]->stack.region == region) {
            return run->threads[t];
        }
    }
    return NULL;
}

static void blame_nothing(struct thread *thread, const struct instruction *i,
                          const struct wish *wish) {
    const struct simt_device *device = thread->run->machine.device;
    const struct region *freed = region_find(device, wish->address, true);
    const struct region *below = region_below(device, wish->address);
    struct simt_fault event = {.region = below != NULL ? below->seen.index : SIMT_MIXED_REGIONS};
    const char *text = "outside of everything that was allocated";
    event.kind = SIMT_FAULT_OUT_OF_BOUNDS;
    if (freed != NULL && freed->seen.freed) {
        event.kind = SIMT_FAULT_USE_AFTER_FREE;
        event.region = freed->seen.index;
        text = "this memory has been freed";
    } else if (wish->address < 4096) {
        event.kind = SIMT_FAULT_NULL_POINTER;
        text = "a null pointer, or an index from one";
    } else if (!simt_memory_is_device(wish->address)) {
        event.kind = SIMT_FAULT_HOST_POINTER;
        text = "not an address of the program: a pointer that was never set?";
    }
    refuse(thread, i, wish, &event, text);
}

/* The extent that holds the address; NULL after a fault. */
static struct extent *resolve(struct thread *thread, const struct instruction *i,
                              const struct wish *wish) {
    struct openmp *run = thread->run;
    struct region *region = thread->stack.region;
    if (region == NULL || wish->address - region->seen.address >= region->seen.size) {
        region = region_find(run->machine.device, wish->address, false);
    }
    if (region == NULL) {
        blame_nothing(thread, i, wish);
        return NULL;
    }
    struct extent *extent = NULL;
    if (region->seen.kind == SIMT_REGION_STACK) {
        const struct thread *owner =
            region == thread->stack.region ? thread : owner_of(run, region);
        bool dead = false;
        if (owner == NULL || !stack_variable_at(owner, wish->address, &extent, &dead) || dead ||
            wish->address - extent->base + wish->bytes > extent->size) {
            blame_stack(thread, i, wish, owner, region);
            return NULL;
        }
    } else if ((extent = extent_of(run, region->seen.index)) == NULL) {
        if (!extent_add(run, region)) {
            no_memory(thread, i);
            return NULL;
        }
        extent = extent_of(run, region->seen.index);
    }
    struct simt_fault event = {.region = region->seen.index};
    if (!wish->range && (wish->address & (wish->bytes - 1)) != 0) {
        event.kind = SIMT_FAULT_MISALIGNED;
        refuse(thread, i, wish, &event, "not a multiple of the access's size");
        return NULL;
    }
    if (wish->address - extent->base + wish->bytes > extent->size) {
        event.kind = SIMT_FAULT_OUT_OF_BOUNDS;
        char text[160] = "past the end of the allocated memory";
        if (*region->seen.name != '\0') {
            message_put(text, sizeof text, "past the end of `%.60s`", region->seen.name);
        }
        refuse(thread, i, wish, &event, text);
        return NULL;
    }
    if (extent->read_only && wish->kind != SIMT_LOAD) {
        event.kind = SIMT_FAULT_READ_ONLY;
        refuse(thread, i, wish, &event, "a constant, or a string of the program, is read only");
        return NULL;
    }
    return extent;
}

static inline bool fits(const struct extent *extent, uint64_t address, uint64_t bytes) {
    return extent->size >= bytes && address - extent->base <= extent->size - bytes;
}

/* ---- the program's own accesses -------------------------------------------------------------- */

static void tell(struct thread *thread, const struct instruction *i, uint32_t region,
                 const uint64_t *address, uint32_t wrote, bool changed) {
    const struct memory_details *memory = i->memory;
    struct simt_access *event = &thread->access;
    uint64_t value = 0;
    bool has_value = memory->kind == SIMT_STORE && memory->elements == 1;
    if (has_value) {
        memcpy(&value, thread->warp.registers + memory->rows[0], memory->size);
    }
    uint8_t order = memory->order;
    if (memory->atomic != SIMT_ATOMIC_NONE && thread->atomic_order != 0) {
        order = (uint8_t)(thread->atomic_order - 1);
        thread->atomic_order = 0;
    }
    event->place.site = shown_site(thread, i->site);
    event->kind = (enum simt_access_kind)memory->kind;
    event->atomic = (enum simt_atomic_op)memory->atomic;
    event->order = (enum simt_order)order;
    event->scope = (enum simt_scope)memory->scope;
    event->increment = memory->increment;
    event->size = (uint8_t)(memory->size * memory->elements);
    event->elements = memory->elements;
    event->region = region;
    event->address = address;
    event->wrote = wrote;
    event->changed = changed;
    event->value = has_value ? &value : NULL;
    NOTIFY(thread->run->machine.device, access, event);
}

/* Counts an access that changed memory, or did not, for those who look for endless loops. */
static void count_change(struct thread *thread, const struct instruction *i, uint64_t address,
                         uint32_t bytes, bool changed) {
    struct openmp *run = thread->run;
    run->changes += run->doubt == NULL ? changed : doubt_access(thread, i, address, bytes, changed);
}

static void move(struct thread *thread, const struct instruction *i, uintptr_t host,
                 const uint64_t *address, uint32_t bytes) {
    const struct memory_details *memory = i->memory;
    struct warp *warp = &thread->warp;
    const void *place = (const void *)(host + *address);
    uint8_t old[16] = {0};
    const bool stores = memory->kind == SIMT_STORE;
    warp->progressed |= stores;
    warp->waits += memory->kind == SIMT_LOAD;
    if (stores) {
        memcpy(old, place, bytes < sizeof old ? bytes : sizeof old);
    }
    for (uint32_t e = 0; e < memory->elements; e++) {
        memory->move(warp, warp->registers + memory->rows[e], host + e * memory->size, address,
                     SIMT_UNKNOWN);
    }
    count_change(thread, i, *address, bytes,
                 stores && (bytes > sizeof old || memcmp(old, place, bytes) != 0));
}

int thread_access(struct warp *warp, const struct instruction *i) {
    struct thread *thread = (struct thread *)warp;
    const struct memory_details *memory = i->memory;
    struct openmp *run = thread->run;
    uint64_t address;
    memcpy(&address, warp->registers + i->a, sizeof address);
    address += (uint64_t)i->immediate;
    const uint32_t bytes = (uint32_t)memory->size * memory->elements;
    const struct extent *extent = run->hit[i->site];
    if (!fits(extent, address, bytes) || (address & (bytes - 1)) != 0 ||
        (extent->read_only && memory->kind != SIMT_LOAD)) {
        if (memory->narrow_address ||
            (!memory->generic && memory->space != SIMT_GLOBAL && memory->space != SIMT_CONSTANT)) {
            run->changes++;
            return run_load(warp, i);
        }
        if (memory->generic && address >= LOCAL_WINDOW && address < LOCAL_WINDOW + WINDOW_SIZE) {
            run->changes++;
            return run_load(warp, i);
        }
        struct wish wish = {
            .address = address, .bytes = bytes, .kind = (enum simt_access_kind)memory->kind};
        extent = resolve(thread, i, &wish);
        if (extent == NULL) {
            return STEP_FAULT;
        }
        run->hit[i->site] = extent;
    }
    uint32_t wrote = 1;
    bool changed = false;
    if (memory->update != NULL) {
        const uint64_t before = warp->waits;
        wrote = memory->update(warp, i, extent->host, &address);
        run->result->contention = OPENMP_CONTENTION;
        changed = warp->waits == before;
        count_change(thread, i, address, bytes, changed);
    } else {
        move(thread, i, extent->host, &address, bytes);
    }
    if (run->machine.watch_access) {
        tell(thread, i, extent->region, &address, wrote, changed);
        if (run->crossing != NULL) {
            crossing_access(thread, i, address, (const void *)(extent->host + address));
        }
    }
    if (--thread->switch_at == 0 || (memory->update != NULL && run->turns)) {
        run->progress++;
        return STEP_YIELD;
    }
    return STEP_NEXT;
}

/* ---- accesses of runtime calls --------------------------------------------------------------- */

static void tell_one(struct thread *thread, const struct instruction *i, uint32_t region,
                     uint64_t address, uint32_t bytes, enum simt_access_kind kind,
                     enum simt_order order, const uint64_t *value) {
    if (!thread->run->machine.watch_access) {
        return;
    }
    struct simt_access event = {.place = place_in(thread, i->site),
                                .space = SIMT_GLOBAL,
                                .kind = kind,
                                .order = order,
                                .scope = order == SIMT_WEAK ? SIMT_SCOPE_NONE : SIMT_SCOPE_SYSTEM,
                                .size = (uint8_t)bytes,
                                .elements = 1,
                                .mask = 1,
                                .region = region,
                                .address = &address,
                                .wrote = kind != SIMT_LOAD,
                                .changed = kind != SIMT_LOAD,
                                .value = kind == SIMT_STORE && bytes <= 8 ? value : NULL};
    NOTIFY(thread->run->machine.device, access, &event);
}

const struct extent *reach_range(struct thread *thread, const struct instruction *i,
                                 uint64_t address, uint64_t bytes, bool write) {
    struct wish wish = {
        .address = address, .bytes = bytes, .kind = write ? SIMT_STORE : SIMT_LOAD, .range = true};
    return resolve(thread, i, &wish);
}

void tell_range(struct thread *thread, const struct instruction *i, const struct extent *extent,
                uint64_t address, uint64_t bytes, enum simt_access_kind kind) {
    charge(thread->run, bytes / 8);
    if (!thread->run->machine.watch_access) {
        return;
    }
    while (bytes > 0) {
        uint32_t piece = 16;
        while (piece > bytes || (address & (piece - 1)) != 0) {
            piece /= 2;
        }
        uint64_t value = 0;
        memcpy(&value, (const void *)(extent->host + address), piece < 8 ? piece : 8);
        tell_one(thread, i, extent->region, address, piece, kind, SIMT_WEAK, &value);
        address += piece;
        bytes -= piece;
    }
}

bool load_memory(struct thread *thread, const struct instruction *i, uint64_t address, void *to,
                 uint32_t bytes) {
    const struct extent *extent = reach_range(thread, i, address, bytes, false);
    if (extent == NULL) {
        return false;
    }
    memcpy(to, (const void *)(extent->host + address), bytes);
    thread->run->changes += doubt_reads(thread->run, address, bytes);
    tell_range(thread, i, extent, address, bytes, SIMT_LOAD);
    return true;
}

bool store_memory(struct thread *thread, const struct instruction *i, uint64_t address,
                  const void *from, uint32_t bytes) {
    const struct extent *extent = reach_range(thread, i, address, bytes, true);
    if (extent == NULL) {
        return false;
    }
    thread->run->changes += memcmp((void *)(extent->host + address), from, bytes) != 0;
    memcpy((void *)(extent->host + address), from, bytes);
    tell_range(thread, i, extent, address, bytes, SIMT_STORE);
    thread->warp.progressed = true;
    return true;
}

bool access_atomically(struct thread *thread, const struct instruction *i,
                       enum simt_access_kind kind, uint64_t address, void *value, uint32_t bytes,
                       uint32_t order) {
    struct wish wish = {.address = address, .bytes = bytes, .kind = kind};
    const struct extent *extent = resolve(thread, i, &wish);
    if (extent == NULL) {
        return false;
    }
    void *place = (void *)(extent->host + address);
    uint8_t old[16];
    memcpy(old, place, bytes);
    if (kind != SIMT_LOAD) {
        const bool changed = memcmp(old, value, bytes) != 0;
        thread->warp.progressed |= changed;
        thread->run->changes += changed;
        memcpy(place, value, bytes);
    } else {
        memcpy(value, old, bytes);
        thread->run->changes += doubt_reads(thread->run, address, bytes);
    }
    thread->warp.waits++;
    uint64_t written = 0;
    memcpy(&written, place, bytes < 8 ? bytes : 8);
    tell_one(thread, i, extent->region, address, bytes, kind, (enum simt_order)order, &written);
    return true;
}

/* ---- looking without touching ---------------------------------------------------------------- */

const uint8_t *peek(const struct thread *thread, uint64_t address, uint64_t *left) {
    const struct openmp *run = thread->run;
    const struct region *region = region_find(run->machine.device, address, false);
    *left = 0;
    if (region == NULL) {
        return NULL;
    }
    uint64_t base = region->seen.address, size = region->seen.size;
    if (region->seen.kind == SIMT_REGION_STACK) {
        const struct thread *owner = owner_of(run, region);
        struct extent *extent = NULL;
        bool dead = false;
        if (owner == NULL || !stack_variable_at(owner, address, &extent, &dead) || dead) {
            return NULL;
        }
        base = extent->base;
        size = extent->size;
    }
    *left = size - (address - base);
    return region->host + (address - region->seen.address);
}

const char *read_string(struct thread *thread, const struct instruction *i, uint64_t address,
                        uint64_t *length) {
    return read_start_of_string(thread, i, address, UINT64_MAX, length);
}

const char *read_start_of_string(struct thread *thread, const struct instruction *i,
                                 uint64_t address, uint64_t most, uint64_t *length) {
    if (most == 0) {
        *length = 0;
        return "";
    }
    const struct extent *extent = reach_range(thread, i, address, 1, false);
    if (extent == NULL) {
        return NULL;
    }
    const char *text = (const char *)(extent->host + address);
    uint64_t left = extent->size - (address - extent->base);
    *length = strnlen(text, most < left ? most : left);
    /* No end: the byte after the last one is what goes wrong. */
    if (*length == left && left < most) {
        reach_range(thread, i, address + left, 1, false);
        if (!thread->run->machine.faulted) {
            fault(thread, i, SIMT_FAULT_OUT_OF_BOUNDS, "a text that does not end in its array");
        }
        return NULL;
    }
    tell_range(thread, i, extent, address, *length + (*length < most), SIMT_LOAD);
    return text;
}
