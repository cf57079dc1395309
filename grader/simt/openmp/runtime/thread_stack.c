/*
 * A thread's stack: variables come and go in order, with gaps between them. What has gone is known
 * for a while, and its place is not given away at once, so that a late use is seen.
 */
#include "../../array.h"
#include "openmp_runtime.h"

#include <stdlib.h>
#include <string.h>

enum { GAP = 16, QUARANTINE = 64 * 1024 };

/* The last entry of entries[from, to) that begins at or below the address, or NULL. */
static struct extent *below(const struct stack *stack, uint32_t from, uint32_t to,
                            uint64_t address) {
    struct extent *best = NULL;
    while (from < to) {
        uint32_t middle = from + (to - from) / 2;
        if (stack->entries[middle]->base <= address) {
            best = stack->entries[middle];
            from = middle + 1;
        } else {
            to = middle;
        }
    }
    return best;
}

bool stack_variable_at(const struct thread *thread, uint64_t address, struct extent **found,
                       bool *dead) {
    const struct stack *stack = &thread->stack;
    struct extent *live = below(stack, 0, stack->count, address);
    *found = live;
    *dead = live != NULL && live->size == 0;
    if (live != NULL && address - live->base < (*dead ? live->old_size : live->size)) {
        return true;
    }
    for (uint32_t n = stack->count; n < stack->high; n++) {
        struct extent *gone = stack->entries[n];
        if (address - gone->base < gone->old_size) {
            *found = gone;
            *dead = true;
            return true;
        }
    }
    for (uint32_t n = 0; stack->gone != NULL && n < stack->gone_count && n < MOST_GONE; n++) {
        struct extent *gone = &stack->gone[n];
        if (address - gone->base < gone->old_size) {
            *found = gone;
            *dead = true;
            return true;
        }
    }
    return false;
}

/* What the compiler adds has no name, or one that no name in C is. */
static bool is_named(const struct extent *extent) {
    return extent->name[0] != '\0' && extent->name[0] != '.';
}

const struct extent *stack_variable_meant(const struct thread *owner, const struct extent *near) {
    const struct stack *stack = &owner->stack;
    uint32_t n = stack->count;
    while (n > 0 && stack->entries[n - 1] != near) {
        n--;
    }
    while (n > 0 && (!is_named(stack->entries[n - 1]) || stack->entries[n - 1]->size == 0)) {
        n--;
    }
    return n > 0 ? stack->entries[n - 1] : near;
}

/* Another variable gets the entry of a dead one, which keeps its place for a while. */
static void keep_gone(struct stack *stack, const struct extent *dead) {
    if (stack->gone == NULL) {
        stack->gone = calloc(MOST_GONE, sizeof *stack->gone);
    }
    if (stack->gone != NULL && dead->old_size > 0) {
        stack->gone[stack->gone_count++ % MOST_GONE] = *dead;
    }
}

static bool make_region(struct thread *thread) {
    struct simt_device *device = thread->run->machine.device;
    uint64_t bytes = thread->number == 0 ? MAIN_STACK : WORKER_STACK;
    struct region *region = region_create(device, SIMT_REGION_STACK, bytes, "", NULL, 0);
    if (region == NULL) {
        return false;
    }
    thread->stack.region = region;
    thread->stack.next = region->seen.address;
    NOTIFY(device, region_new, &region->seen);
    return true;
}

void stack_release(struct thread *thread) {
    struct stack *stack = &thread->stack;
    if (stack->region != NULL) {
        simt_memory_free(thread->run->machine.device, stack->region->seen.address);
    }
    for (uint32_t n = 0; n < stack->high; n++) {
        free(stack->entries[n]);
    }
    free(stack->entries);
    free(stack->gone);
}

static void tell(struct thread *thread, const struct instruction *i, const struct extent *extent,
                 bool begins) {
    struct simt_variable event = {.place = place_in(thread, i->site),
                                  .strand = thread->task->strand,
                                  .begins = begins,
                                  .region = extent->region,
                                  .address = extent->base,
                                  .bytes = begins ? extent->size : extent->old_size,
                                  .name = extent->name,
                                  .shape = extent->shape};
    NOTIFY(thread->run->machine.device, variable, &event);
}

static void poison(const struct extent *extent) {
    memset((void *)(extent->host + extent->base), SIMT_POISON, extent->size);
}

/* The entry for the next variable: a dead one's place in the list, or a new one. */
static struct extent *next_entry(struct stack *stack) {
    if (stack->count < stack->high) {
        keep_gone(stack, stack->entries[stack->count]);
        return stack->entries[stack->count++];
    }
    if (!array_grow(&stack->entries, &stack->capacity, stack->high + 1)) {
        return NULL;
    }
    struct extent *extent = calloc(1, sizeof *extent);
    if (extent != NULL) {
        stack->entries[stack->high++] = extent;
        stack->count = stack->high;
    }
    return extent;
}

/* The number in the string that follows one's end; 0: none does. */
static uint32_t shape_behind(const char *name_end, const char *end) {
    uint32_t number = 0;
    for (const char *digit = name_end + 1; digit < end && *digit >= '0' && *digit <= '9'; digit++) {
        number = number * 10 + (uint32_t)(*digit - '0');
    }
    return number;
}

/* ptr lockstep_stack_allocate(i64 bytes, i32 align, ptr name) */
static int allocate(struct thread *thread, const struct instruction *i) {
    struct stack *stack = &thread->stack;
    uint64_t bytes = argument(thread, i, 0), align = argument(thread, i, 1);
    const uint64_t text = argument(thread, i, 2);
    const struct region *named = region_find(thread->run->machine.device, text, false);
    const uint64_t at = named != NULL ? text - named->seen.address : 0;
    const uint64_t left = named != NULL ? named->seen.size - at : 0;
    const char *name = named != NULL ? (const char *)named->host + at : NULL;
    const char *name_end = name != NULL ? memchr(name, '\0', left) : NULL;
    if (name_end == NULL) {
        name = NULL;
    }
    align = align < STACK_UNIT ? STACK_UNIT : align;
    if (stack->region == NULL && !make_region(thread)) {
        return no_memory(thread, i);
    }
    const struct region *region = stack->region;
    uint64_t end = region->seen.address + region->seen.size;
    uint64_t base = (stack->next + align - 1) / align * align;
    if (bytes > region->seen.size || base > end - bytes) {
        return fault(thread, i, SIMT_FAULT_STACK,
                     "no room for %llu bytes: the thread's stack has %llu MB",
                     (unsigned long long)bytes, (unsigned long long)(region->seen.size >> 20));
    }
    struct extent *extent = next_entry(stack);
    if (extent == NULL) {
        return no_memory(thread, i);
    }
    *extent = (struct extent){.base = base,
                              .size = bytes,
                              .host = (uintptr_t)region->host - region->seen.address,
                              .region = region->seen.index,
                              .name = name != NULL ? name : "",
                              .shape = name != NULL ? shape_behind(name_end, name + left) : 0,
                              .old_size = bytes};
    stack->next = base + bytes + GAP;
    poison(extent);
    tell(thread, i, extent, true);
    return answer(thread, i, base);
}

/* i64 lockstep_stack_mark() */
static int mark(struct thread *thread, const struct instruction *i) {
    return answer(thread, i, thread->stack.count);
}

/* lockstep_stack_release(i64 mark) */
static int release(struct thread *thread, const struct instruction *i) {
    struct stack *stack = &thread->stack;
    uint64_t to = argument(thread, i, 0);
    while (stack->count > to) {
        struct extent *extent = stack->entries[--stack->count];
        if (extent->size > 0) {
            extent->size = 0;
            tell(thread, i, extent, false);
        }
    }
    uint64_t live = stack->region != NULL ? stack->region->seen.address : 0;
    if (stack->count > 0) {
        const struct extent *last = stack->entries[stack->count - 1];
        live = last->base + last->old_size + GAP;
    }
    if (stack->next - live > QUARANTINE) {
        stack->next = live;
        stack->gone_count = 0;
    }
    return STEP_NEXT;
}

static struct extent *exact(struct thread *thread, uint64_t address) {
    struct extent *extent = below(&thread->stack, 0, thread->stack.count, address);
    return extent != NULL && extent->base == address ? extent : NULL;
}

/* lockstep_stack_begin(ptr, i64 bytes), lockstep_stack_end(ptr, i64 bytes) */
static int begin(struct thread *thread, const struct instruction *i) {
    struct extent *extent = exact(thread, argument(thread, i, 0));
    if (extent != NULL) {
        extent->size = extent->old_size;
        poison(extent);
        tell(thread, i, extent, true);
    }
    return STEP_NEXT;
}

static int end(struct thread *thread, const struct instruction *i) {
    struct extent *extent = exact(thread, argument(thread, i, 0));
    if (extent != NULL && extent->size > 0) {
        extent->size = 0;
        tell(thread, i, extent, false);
    }
    return STEP_NEXT;
}

const struct runtime_call stack_calls[] = {
    {"lockstep_stack_allocate", allocate, 3, QUIET}, {"lockstep_stack_mark", mark, 0, QUIET},
    {"lockstep_stack_release", release, 1, QUIET},   {"lockstep_stack_begin", begin, 2, QUIET},
    {"lockstep_stack_end", end, 2, QUIET},           {NULL, NULL, 0, 0}};
