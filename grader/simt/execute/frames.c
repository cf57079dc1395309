/* Rows of special registers and constants, and the registers of called functions. */
#include "execute.h"

#include <stdlib.h>
#include <string.h>

/* Coordinates of the lane's thread, x fastest. */
static uint32_t thread_coordinate(const struct warp *warp, int lane, int axis) {
    const uint32_t *block = warp->machine->launch->block;
    uint32_t linear = warp->index * LANES + (uint32_t)lane;
    return axis == 0   ? linear % block[0]
           : axis == 1 ? linear / block[0] % block[1]
                       : linear / block[0] / block[1];
}

static uint64_t parameter_value(const struct machine *machine, const struct special_row *row) {
    uint64_t value = 0;
    memcpy(&value, machine->parameters + row->addend, row->load);
    if (row->is_signed && row->load < 8) {
        uint64_t sign = UINT64_C(1) << (row->load * 8 - 1);
        value = (value ^ sign) - sign;
    }
    return value;
}

static uint64_t special_value(const struct warp *warp, const struct activation *activation,
                              const struct special_row *row, int lane) {
    const struct machine *machine = warp->machine;
    uint32_t bit = 1u << lane;
    if (row->special < SPECIAL_LANEID) { /* of four kinds, along x, y and z */
        const uint32_t axis = row->special % 3;
        const uint64_t of[] = {thread_coordinate(warp, lane, (int)axis),
                               machine->launch->block[axis], machine->state.position[axis],
                               machine->launch->grid[axis]};
        return of[row->special / 3];
    }
    switch (row->special) {
    case SPECIAL_LANEID:
        return (uint64_t)lane;
    case SPECIAL_WARPID:
        return warp->index;
    case SPECIAL_NWARPID:
        return machine->warp_count;
    case SPECIAL_SMID:
        return machine->state.number % 132;
    case SPECIAL_NSMID:
        return 132;
    case SPECIAL_GRIDID:
        return machine->event.number;
    case SPECIAL_LANEMASK_EQ:
        return bit;
    case SPECIAL_LANEMASK_LE:
        return bit | (bit - 1);
    case SPECIAL_LANEMASK_LT:
        return bit - 1;
    case SPECIAL_LANEMASK_GE:
        return ~(bit - 1);
    case SPECIAL_LANEMASK_GT:
        return ~(bit | (bit - 1));
    case SPECIAL_DYNAMIC_SHARED:
        return machine->launch->dynamic_shared;
    case SPECIAL_TOTAL_SHARED:
        return machine->event.shared_bytes;
    case SPECIAL_ENVIRONMENT:
        return machine->launch->environment[row->addend];
    case SPECIAL_LOCAL_ADDRESS:
        return activation->local_base + (uint64_t)row->addend;
    case SPECIAL_DYNAMIC_OFFSET:
        return machine->dynamic_offset + (uint64_t)row->addend;
    case SPECIAL_PARAMETER:
        return parameter_value(machine, row);
    case SPECIAL_CONSTANT:
        return (uint64_t)row->addend;
    default: /* SPECIAL_ZERO */
        return 0;
    }
}

static void fill_row(struct warp *warp, struct activation *activation,
                     const struct special_row *row) {
    char *to = activation->registers + row->row;
    for (int lane = 0; lane < LANES; lane++) {
        uint64_t value = special_value(warp, activation, row, lane);
        memcpy(to + lane * row->bytes, &value, row->bytes);
    }
}

void frame_fill(struct warp *warp, struct activation *activation) {
    const struct function *function = activation->function;
    for (uint32_t s = 0; s < function->special_count; s++) {
        fill_row(warp, activation, &function->specials[s]);
    }
    activation->block = warp->machine->state.number;
}

void frame_fill_block(struct warp *warp, struct activation *activation) {
    const struct function *function = activation->function;
    for (uint32_t s = 0; s < function->block_special_count; s++) {
        const struct special_row *row = &function->block_specials[s];
        uint64_t value = special_value(warp, activation, row, 0);
        char *to = activation->registers + row->row;
        if (row->bytes == 4) {
            for (int lane = 0; lane < LANES; lane++) {
                ((uint32_t *)(void *)to)[lane] = (uint32_t)value;
            }
            continue;
        }
        for (int lane = 0; lane < LANES; lane++) {
            memcpy(to + lane * row->bytes, &value, row->bytes);
        }
    }
    activation->block = warp->machine->state.number;
}

struct activation *frame_new(struct function *function) {
    struct activation *activation = calloc(1, sizeof *activation);
    if (activation == NULL) {
        return NULL;
    }
    activation->function = function;
    activation->registers = aligned_alloc(ROW_ALIGN, (function->frame_bytes + 4095) & ~4095u);
    if (activation->registers == NULL) {
        free(activation);
        return NULL;
    }
    memset(activation->registers, 0, function->frame_bytes);
    return activation;
}

static struct activation *take_from_pool(struct warp *warp, const struct function *function) {
    for (struct activation **at = &warp->pool; *at != NULL; at = &(*at)->next) {
        if ((*at)->function == function) {
            struct activation *found = *at;
            *at = found->next;
            return found;
        }
    }
    return NULL;
}

struct activation *frame_enter(struct warp *warp, struct activation *parent,
                               struct function *function, uint32_t call_site, uint32_t lanes) {
    struct activation *activation = parent != NULL ? parent->children : NULL;
    while (activation != NULL &&
           (activation->function != function || activation->call_site != call_site)) {
        activation = activation->next;
    }
    if (activation != NULL) {
        activation->lanes |= lanes;
        return activation;
    }
    uint32_t base =
        parent != NULL ? parent->local_base + parent->function->local_bytes : SIMT_LOCAL_START;
    activation = take_from_pool(warp, function);
    bool fresh = activation == NULL;
    if (fresh && (activation = frame_new(function)) == NULL) {
        return NULL;
    }
    activation->parent = parent;
    activation->call_site = call_site;
    activation->lanes = lanes;
    if (fresh || activation->local_base != base) {
        activation->local_base = base;
        frame_fill(warp, activation);
    } else if (activation->block != warp->machine->state.number) {
        frame_fill_block(warp, activation);
    }
    if (parent != NULL) {
        activation->next = parent->children;
        parent->children = activation;
    }
    return activation;
}

void frame_leave(struct warp *warp, struct activation *activation, uint32_t lanes) {
    activation->lanes &= ~lanes;
    if (warp->undefined != NULL) {
        undefined_leave(warp, activation, lanes);
    }
    if (activation->lanes != 0 || activation->parent == NULL) {
        return;
    }
    for (struct activation **at = &activation->parent->children; *at != NULL; at = &(*at)->next) {
        if (*at == activation) {
            *at = activation->next;
            break;
        }
    }
    activation->next = warp->pool;
    warp->pool = activation;
}
