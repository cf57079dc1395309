/*
 * Kernels that a kernel launches: noted while it runs, and run when it has ended, each with all
 * that it launches itself before the next one, in the order of the launches; those that are to come
 * last (cudaStreamTailLaunch) behind the others. CUDA allows that order, unless the kernel waits
 * for them and goes on to use what they did: that is refused. Observers learn which of them CUDA
 * orders: those of one block in one stream, and all before a wait of the block.
 */
#include "dynamic_launch.h"
#include "claims.h"

#include <stdlib.h>
#include <string.h>

enum { SHAPE_ARGUMENTS = 8, MAX_CHILDREN = 1 << 20 };

/* lockstep_children.h */
enum { TAIL_LAUNCH = 3, FIRE_AND_FORGET = 4 };

/* Streams, and blocks, go by a hash: where two have the same, what they launch is ordered. */
enum { CHAINS = 1 << 12 };

struct child_shape {
    uint32_t grid[3], block[3];
    uint64_t shared, stream;
    bool given; /* and not yet used */
};

struct child {
    struct child *next;
    const struct function *kernel;
    struct child_shape shape;
    uint64_t number, after; /* struct simt_launch_event */
    uint8_t *parameters;
};

struct children {
    struct child *first, **last;
    uint32_t count;
    uint64_t block;                               /* that launched the last one */
    uint64_t in_stream[CHAINS], of_block[CHAINS]; /* the last one's number */
    uint64_t waited[CHAINS];                      /* of_block, when the block last waited */
    struct child_shape shapes[MAX_WARPS * LANES];
};

static int refuse_child(struct warp *warp, const struct instruction *i, int lane) {
    return stop_lanes(warp, i, SIMT_FAULT_CHILD, 1u << lane,
                      "a kernel cannot be launched like that from a kernel");
}

static bool in_window(uint64_t address, uint64_t window) {
    return address >= window && address - window < WINDOW_SIZE;
}

/* Is one of the parameters a pointer to memory that only the parent's thread, or block, has? CUDA
 * forbids to pass such a pointer, used or not. */
static bool passes_own_memory(const struct function *kernel, const uint8_t *parameters) {
    const struct ptx_variable *parameter = kernel->ptx->parameters;
    for (; parameter != NULL; parameter = parameter->next) {
        uint64_t address;
        if (parameter->size == sizeof address) {
            memcpy(&address, parameters + parameter->address, sizeof address);
            if (in_window(address, LOCAL_WINDOW) || in_window(address, SHARED_WINDOW)) {
                return true;
            }
        }
    }
    return false;
}

static void free_child(struct child *child) {
    if (child != NULL) {
        free(child->parameters);
        free(child);
    }
}

static struct children *children_of(struct machine *machine) {
    if (machine->claimer != NULL) {
        return NULL; /* then the block runs again, alone */
    }
    if (machine->children == NULL) {
        machine->children = calloc(1, sizeof *machine->children);
        if (machine->children != NULL) {
            machine->children->last = &machine->children->first;
        }
    }
    return machine->children;
}

/* ---- launches -------------------------------------------------------------------------------- */

int run_child_shape(struct warp *warp, const struct instruction *i) {
    struct children *children = children_of(warp->machine);
    for (LANES_OF(lane, warp->mask)) {
        if (children == NULL) {
            return refuse_child(warp, i, lane);
        }
        struct child_shape *shape = &children->shapes[warp->index * LANES + (uint32_t)lane];
        for (uint32_t n = 0; n < 3; n++) {
            shape->grid[n] = (uint32_t)call_argument(warp, i, n, lane);
            shape->block[n] = (uint32_t)call_argument(warp, i, n + 3, lane);
        }
        shape->shared = call_argument(warp, i, SHAPE_ARGUMENTS - 2, lane);
        shape->stream = call_argument(warp, i, SHAPE_ARGUMENTS - 1, lane);
        shape->given = true;
    }
    return STEP_NEXT;
}

static bool is_possible(const struct machine *machine, const struct function *kernel,
                        const struct child_shape *shape) {
    const struct simt_limits *limits = &machine->device->limits;
    const uint64_t threads = simt_block_threads(limits, shape->grid, shape->block);
    return shape->given && threads > 0 && threads <= limits->threads_per_block &&
           shape->shared + kernel->static_shared <= limits->shared_per_block;
}

/* The lane's arguments, as the kernel's parameters lie; the caller frees them. */
static uint8_t *take_parameters(const struct warp *warp, const struct call_details *call,
                                int lane) {
    const struct ptx_function *ptx = call->callee->ptx;
    const struct ptx_variable *parameter = ptx->parameters;
    uint8_t *bytes = calloc(1, ptx->parameter_bytes + 16);
    for (uint32_t n = 0; bytes != NULL && n < call->argument_count;
         n++, parameter = parameter->next) {
        const struct ptx_variable *given = call->arguments[n];
        size_t size = given->size < parameter->size ? given->size : parameter->size;
        memcpy(bytes + parameter->address,
               warp->registers + given->row + (size_t)lane * given->size, size);
    }
    return bytes;
}

static uint32_t chain_of(uint64_t block, uint64_t stream) {
    return (uint32_t)((block * 0x9e3779b97f4a7c15U ^ (stream + 1) * 0xbf58476d1ce4e5b9U) >> 52) %
           CHAINS;
}

/* Gives the child its number and its place among the others, and tells of it. */
static void take_place(struct machine *machine, struct children *children, struct child *child) {
    const uint64_t block = machine->state.number, stream = child->shape.stream;
    const uint32_t of_block = chain_of(block, 0), in_stream = chain_of(block, stream + 1);
    child->number = ++machine->device->children;
    child->after = children->waited[of_block];
    if (stream != FIRE_AND_FORGET) {
        const uint64_t before = children->in_stream[in_stream];
        child->after = before > child->after ? before : child->after;
        children->in_stream[in_stream] = child->number;
    }
    children->of_block[of_block] = child->number;
    const struct simt_child event = {.number = child->number};
    NOTIFY(machine->device, child, &event);
}

int run_child(struct warp *warp, const struct instruction *i) {
    struct machine *machine = warp->machine;
    struct children *children = children_of(machine);
    const struct function *kernel = i->call->callee;
    for (LANES_OF(lane, warp->mask)) {
        struct child_shape *shape =
            children != NULL ? &children->shapes[warp->index * LANES + (uint32_t)lane] : NULL;
        struct child *child = calloc(1, sizeof *child);
        if (child == NULL || shape == NULL || children->count == MAX_CHILDREN ||
            machine->device->depth >= SIMT_MAX_CHILD_DEPTH ||
            !is_possible(machine, kernel, shape) ||
            (child->parameters = take_parameters(warp, i->call, lane)) == NULL) {
            free_child(child);
            return refuse_child(warp, i, lane);
        }
        if (passes_own_memory(kernel, child->parameters)) {
            free_child(child);
            return stop_lanes(warp, i, SIMT_FAULT_CHILD_POINTER, 1u << lane,
                              "a pointer to memory of the launching kernel");
        }
        child->kernel = kernel;
        child->shape = *shape;
        shape->given = false;
        take_place(machine, children, child);
        *children->last = child;
        children->last = &child->next;
        children->count++;
        children->block = machine->state.number;
    }
    return STEP_NEXT;
}

/* ---- waiting for them ------------------------------------------------------------------------ */

/* What may run after a wait: instructions still to be looked at. */
struct kernel_search {
    const struct machine *machine;
    bool *seen;
    uint32_t *left;
    uint32_t count;
};

static void look_later(struct kernel_search *search, uint32_t at) {
    if (!search->seen[at]) {
        search->seen[at] = true;
        search->left[search->count++] = at;
    }
}

/* Does it use memory that others can reach? */
static bool uses_memory(const struct instruction *i) {
    return (i->memory != NULL && (i->memory->generic || i->memory->space == SIMT_GLOBAL)) ||
           (i->call != NULL && i->call->callee == NULL);
}

/* True if an instruction that may follow uses global memory. */
static bool find_use(struct kernel_search *search) {
    while (search->count > 0) {
        uint32_t at = search->left[--search->count];
        const struct instruction *i = &search->machine->code[at];
        if (uses_memory(i)) {
            return true;
        }
        if (i->call != NULL && i->call->callee->ptx->defined && !i->call->callee->entry) {
            look_later(search, i->call->callee->first);
        }
        for (uint32_t e = 0; e < i->edge_count; e++) {
            look_later(search, i->edges[e].target);
        }
        if (i->flow == FLOW_NEXT) {
            look_later(search, at + 1);
        }
    }
    return false;
}

int run_children_join(struct warp *warp, const struct instruction *i) {
    struct children *children = warp->machine->children;
    const uint32_t of_block = chain_of(warp->machine->state.number, 0);
    (void)i;
    if (children != NULL) {
        children->waited[of_block] = children->of_block[of_block];
    }
    return STEP_NEXT;
}

int run_children_wait(struct warp *warp, const struct instruction *i) {
    const struct machine *machine = warp->machine;
    const struct group *group = warp->group;
    if (machine->children == NULL || machine->children->count == 0 ||
        machine->children->block != machine->state.number) {
        return STEP_NEXT;
    }
    run_children_join(warp, i);
    struct kernel_search search = {.machine = machine,
                                   .seen = calloc(machine->module->count + 1, sizeof *search.seen),
                                   .left = calloc(machine->module->count + 1, sizeof *search.left)};
    bool used = search.seen == NULL || search.left == NULL;
    if (!used) {
        look_later(&search, i->site + 1);
        for (uint32_t depth = 0; depth + 1 < group->depth; depth++) {
            look_later(&search, group->frames[depth].resume);
        }
        used = find_use(&search);
    }
    free(search.seen);
    free(search.left);
    if (used) {
        return stop_lanes(warp, i, SIMT_FAULT_CHILD_WAIT, warp->mask,
                          "waits for kernels that it launched");
    }
    return STEP_NEXT;
}

/* ---- running them ---------------------------------------------------------------------------- */

static void run_one(const struct child_launches *all, const struct child *child) {
    const struct simt_launch *parent = all->parent;
    struct simt_launch launch = {.kernel = child->kernel->ptx->name,
                                 .dynamic_shared = (uint32_t)child->shape.shared,
                                 .parameters = child->parameters,
                                 .parameter_bytes = child->kernel->ptx->parameter_bytes,
                                 .budget = parent->budget,
                                 .patience = parent->patience,
                                 .schedule = parent->schedule,
                                 .child = child->number,
                                 .after = child->after,
                                 .after_all = child->shape.stream == TAIL_LAUNCH};
    const struct simt_child ended = {.number = child->number, .ended = true};
    memcpy(launch.grid, child->shape.grid, sizeof launch.grid);
    memcpy(launch.block, child->shape.block, sizeof launch.block);
    all->device->depth++;
    all->launch(all->device, all->module, &launch, all->result);
    all->device->depth--;
    NOTIFY(all->device, child, &ended);
}

/* Runs those that are to come last, or the others. */
static void run_part(const struct child_launches *all, const struct child *child, bool last) {
    for (; child != NULL && all->result->status == SIMT_OK; child = child->next) {
        if ((child->shape.stream == TAIL_LAUNCH) == last) {
            run_one(all, child);
        }
    }
}

void children_run(const struct child_launches *all, struct children *children) {
    struct child *child = children != NULL ? children->first : NULL;
    run_part(all, child, false);
    run_part(all, child, true);
    while (child != NULL) {
        struct child *next = child->next;
        free_child(child);
        child = next;
    }
    free(children);
}
