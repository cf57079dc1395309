/* trace_recorder.h - inside the recorder: a warp's entries before they are in their final order. */
#pragma once

#include "../../array.h"
#include "../assembly/loops.h"
#include "trace.h"

struct draft {
    struct trace_entry entry;
    uint32_t producer[TRACE_SOURCES]; /* places in the draft + 1, 0: none */
};

struct draft_warp {
    struct draft *drafts;
    uint32_t count, capacity;
};

enum { WARPS = 32, PENDING = 64 /* at first */, MERGING = 8, MERGED_BYTES = 16 };
enum {
    DIVISORS = 4,
    FOLDED_WORDS = 256,
};

/* A shared load that its neighbours of an unrolled loop may join. */
struct merge {
    uint32_t site, place; /* of the draft + 1 */
    uint64_t first, last; /* addresses of the first and the last lane */
    uint32_t bytes;
};

struct pending_loads {
    uint32_t site;
    struct trace_entry entry;
    uint64_t first, last; /* addresses of the first and the last lane */
    uint8_t size;
};

/* A number that was divided by: its value, and who made it. */
struct divisor {
    uint32_t value, writer;
};

/* The rounds of a loop that do not fill an unrolled body. */
struct rest {
    uint32_t alone;    /* the most that a lane makes one by one */
    uint32_t together; /* bits of how many run together: four, eight */
};

struct trace_recording {
    struct draft_warp draft;
    uint32_t *writer;              /* by value: the draft that it comes from + 1 */
    struct pending_loads *pending; /* accesses of the stretch that runs */
    uint32_t pending_count, pending_capacity;
    struct step_side side[2]; /* of the predicate that was met last: those that nobody has run */
    uint32_t target;          /* and where they end */
    uint32_t mask;            /* of the last stretch */
    uint32_t
        before; /* and of the one that ended in that predicate: they meet again at its target */
    bool predicated;             /* which ended in a predicate */
    uint32_t control;            /* site of the last unrolled loop's branch */
    uint32_t credit;             /* sixteenths of instructions that have not made one yet */
    uint32_t rounds;             /* since the last branch of an unrolled loop */
    uint32_t round[UNROLL_TINY]; /* the drafts that these begin with */
    uint32_t turns, turning;     /* of that loop: rounds, and the lanes that made the last one */
    struct rest rest;            /* of the lanes' rounds */
    bool partly;                 /* its rounds are not known when it is compiled */
    bool apart;                  /* nothing is moved across here */
    struct merge merge[MERGING];
    struct divisor divisors[DIVISORS];
    uint32_t in_register[FOLDED_WORDS]; /* drafts + 1 of array elements that live in registers */
    uint32_t element_words;
    uint64_t recorded, executed; /* instructions of PTX */
};

struct recorder {
    struct trace trace;
    const struct assembly *assembly;
    uint32_t values;
    uint32_t warps;
    uint32_t limit;
    uint32_t registers; /* for loads that are on their way */
    struct trace_recording recordings[WARPS];
};

/* Room for `more` items behind those of the trace; false, and the trace is full, without memory. */
#define RESERVE(trace, item, items, more)                                                          \
    (array_grow(&(trace)->items, &(trace)->item##_capacity, (trace)->item##_count + (more)) ||     \
     !((trace)->full = true))

/* Lanes leave the unrolled loop that the recording is in, after so many rounds. */
void lanes_leave(struct trace_recording *recording, uint32_t rounds);
/* That loop, if there is one, is over: marks where nothing is moved across in its last rounds. */
void leave_loop(struct recorder *recorder, struct trace_recording *recording);
/* Puts the drafts of a warp into an assembler's order: between two places where nothing is moved
 * across, each as early as what it waits for allows, and as there are registers for loads. False
 * without memory. */
bool draft_order(struct draft_warp *warp, uint32_t registers);

/* Fills entries' `from`, when the drafts have their places. */
void draft_link(struct draft_warp *warp);
