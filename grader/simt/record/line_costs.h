/*
 * line_costs.h - what each instruction and each line of the source cost: what `lockstep profile`
 * shows.
 *
 * An observer that keeps, for each instruction, how often it ran and with how many lanes, what its
 * accesses asked of memory, and two accesses as they were: the worst, and one as most of them are.
 */
#pragma once

#include <jansson.h>

#include "../observe.h"

/* An access by the lanes of a warp. */
struct cost_sample {
    uint32_t mask;
    uint32_t price; /* sectors, or wavefronts */
    uint8_t size;
    uint64_t address[SIMT_WARP_SIZE];
};

enum cost {
    COST_EXECUTIONS, /* by warps; of a line: those of its busiest instruction */
    COST_LANES,      /* that were active in them, in all */
    COST_ACCESSES,
    COST_SECTORS, /* of global memory */
    COST_IDEAL,   /* sectors that the bytes asked for fill */
    COST_WAVEFRONTS,
    COST_CONFLICTS, /* wavefronts beyond those of a conflict-free access */
    COST_ATOMICS,   /* by warps */
    COST_QUEUED,    /* lanes that waited for another lane's atomic on the same address */
    COST_BARRIERS,
    COST_BRANCHES,
    COST_DIVERGENT,
    COST_COUNT
};

struct costs;

/* NULL without memory. The caller owns it; it must outlive the device. */
struct costs *costs_create(void);
void costs_destroy(struct costs *costs);
const struct simt_observer *costs_observer(struct costs *costs);

/* The rows of a profile: {"files":[name…],"lines":[{"file","line",each cost by its name}…],
 * "sites":[{"file","line","opcode","space","kind",costs,"worst","typical"}…],
 * "shared":[{"kernel","name","offset","bytes"}…]}; lines by rising file and line. NULL without
 * memory. */
json_t *costs_json(const struct costs *costs);
