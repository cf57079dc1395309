/* recorder.h - inside the recorder: a warp's entries before they are in their final order. */
#ifndef LOCKSTEP_SIMT_RECORDER_H
#define LOCKSTEP_SIMT_RECORDER_H

#include "trace.h"

struct draft {
    struct trace_entry entry;
    uint32_t producer[TRACE_SOURCES]; /* places in the draft + 1, 0: none */
};

struct draft_warp {
    struct draft *drafts;
    uint32_t count, capacity;
};

/* Puts the drafts of a warp into an assembler's order: between two places where nothing is moved
 * across, each as early as what it waits for allows, and as there are registers for loads. Then
 * fills entries' `from`. False without memory. */
bool draft_order(struct draft_warp *warp, uint32_t registers);

#endif
