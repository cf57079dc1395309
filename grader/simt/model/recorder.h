/* recorder.h - inside the recorder: a warp's entries before they are in their final order. */
#ifndef LOCKSTEP_SIMT_RECORDER_H
#define LOCKSTEP_SIMT_RECORDER_H

#include "loops.h"
#include "trace.h"

/* Where a load or store of global memory begins, and how its address was made: the value, and who
 * wrote it. Two of one value and writer reach different bytes if they begin far enough apart. */
struct draft_place {
    const struct model_step *base; /* what made the address; NULL: the access is another one */
    uint32_t writer;
    uint64_t first;
    uint8_t size;
};

struct draft {
    struct trace_entry entry;
    uint32_t producer[TRACE_SOURCES]; /* places in the draft + 1, 0: none */
    bool round;                       /* a loop has gone back to its beginning */
    struct draft_place place;
};

struct draft_warp {
    struct draft *drafts;
    uint32_t count, capacity;
};

enum { WARPS = 32, PENDING = 64 /* at first */, MERGING = 8, MERGED_BYTES = 16 };
enum {
    DIVISORS = 4,
    AROUND = 4,
    ASIDES = 64,
    FOLDED_WORDS = 256,
    PIECES = 256,
    CONSTANT_PAIRS = 32
};

/* A shared load that its neighbours of an unrolled loop may join. */
struct merge {
    uint32_t site, place; /* of the draft + 1 */
    uint64_t first, last; /* addresses of the first and the last lane */
    uint32_t bytes;
};

/* Sixteen bytes a lane of shared memory, of which an instruction has read some. */
struct piece {
    uint32_t base, writer; /* of the address: the value, and who made it */
    uint32_t place;        /* of the draft + 1; 0: none */
    uint32_t epoch;        /* nobody has stored since, where it is the recording's */
    uint64_t first, last;  /* addresses of the first and the last lane, of the piece */
    uint32_t bytes;        /* bits */
};

struct pending {
    uint32_t site;
    struct trace_entry entry;
    uint64_t first, last; /* addresses of the first and the last lane */
    uint8_t size;
    bool widens;   /* a load that is a part of the one before */
    bool releases; /* waits for all accesses before it, as a fence does */
    bool plain;    /* neither volatile nor atomic */
    bool scans;    /* sums on one word whose old values are made up again */
    bool alike;    /* all lanes lie alike in sixteen bytes */
};

/* Two words of constants that an instruction has read: it need not be read again before a branch.
 */
struct constant_pair {
    uint64_t number; /* + 1 */
    uint32_t epoch;
};

/* A number that was divided by: its value, and who made it. */
struct divisor {
    uint32_t value, writer;
};

/* A division or a root of the stretch that runs, and the way that it took (observe.h). */
struct aside {
    uint32_t site;
    uint8_t way;
};

/* A loop whose steady steps (steady.h) have run, and the rounds that it has made since. */
struct around {
    struct step_again loop;
    uint32_t rounds;
};

/* Of the rounds of a loop's lanes, those that do not fill an unrolled body. */
struct rest {
    uint32_t alone;    /* the most that a lane makes one by one */
    uint32_t together; /* bits of how many run together: four, eight */
};

struct recording {
    struct draft_warp draft;
    uint32_t *writer;                /* by value: the draft that it comes from + 1… */
    const struct model_step **maker; /* …and the step that made it */
    struct pending *pending;         /* accesses of the stretch that runs */
    uint32_t pending_count, pending_capacity;
    struct aside asides[ASIDES]; /* of that stretch, too */
    uint32_t aside_count;
    struct merge merge[MERGING];
    struct piece piece[PIECES]; /* by a hash of value and address */
    uint32_t epoch;             /* counts what stores to shared memory, and barriers */
    uint32_t load;              /* the last draft of a load from global memory + 1 */
    struct step_side side[2];   /* of the predicate that was met last: those that nobody has run */
    uint32_t target;            /* and where they end */
    uint32_t mask;              /* of the last stretch */
    uint32_t
        before; /* and of the one that ended in that predicate: they meet again at its target */
    bool predicated;             /* which ended in a predicate */
    uint32_t control;            /* site of the last unrolled loop's branch */
    uint32_t credit;             /* sixteenths of instructions that have not made one yet */
    uint32_t rounds;             /* since the last branch of an unrolled loop */
    uint32_t round[UNROLL_TINY]; /* the drafts that these begin with */
    uint32_t polls;              /* the site of a poll whose loop has not been left, + 1 */
    uint32_t turns, turning;     /* of that loop: rounds, and the lanes that made the last one */
    struct rest rest;            /* of the lanes' rounds */
    bool leaves;                 /* that loop is over */
    bool partly;                 /* its rounds are not known when it is compiled */
    bool apart;                  /* nothing is moved across here */
    bool round_begins;           /* a loop goes back to its beginning here */
    uint32_t begun;              /* the site of the last stretch */
    struct divisor divisors[DIVISORS];
    struct around around[AROUND];       /* by its first site */
    uint32_t in_register[FOLDED_WORDS]; /* drafts + 1 of array elements that live in registers */
    uint32_t element_words;
    struct constant_pair constants[CONSTANT_PAIRS];
    uint32_t constants_read[FETCHED_PIECES / 32]; /* bits of pieces */
    uint64_t recorded, executed;                  /* instructions of PTX */
};

struct recorder {
    struct trace trace;
    const struct assembly *assembly;
    uint32_t values;
    uint32_t warps;
    uint32_t limit;
    uint32_t registers; /* for loads that are on their way */
    const struct simt_kernel_info *kernel;
    struct recording recordings[WARPS];
};

/* Room for `more` items behind `count`; false, and the trace is full, without memory. */
bool recorder_reserve(struct trace *trace, void **items, uint32_t *capacity, uint32_t count,
                      uint32_t more, size_t size);

#define RESERVE(trace, items, more)                                                                \
    recorder_reserve(trace, (void **)&(trace)->items##s, &(trace)->items##_capacity,               \
                     (trace)->items##_count, more, sizeof *(trace)->items##s)

/* Lanes leave the unrolled loop that the recording is in, after so many rounds. */
void lanes_leave(struct recording *recording, uint32_t rounds);
/* That loop, if there is one, is over: marks where nothing is moved across in its last rounds. */
void leave_loop(struct recorder *recorder, struct recording *recording);
/* Has the loop around made a round since it first ran the step? Then its result is there. */
bool round_repeats(struct recording *recording, const struct step_again *again);
/* A stretch begins at the site: loops that go on to their next round here, and those that are over.
 */
void rounds_follow(struct recording *recording, uint32_t site);
/* Has the code read these bytes of shared memory before, or others beside them in the 16 bytes
 * where all lanes begin alike, and has nothing been stored since? Then that load brings these, too:
 * its place + 1. Else 0: the load is the next draft. */
uint32_t pieces_read(struct recording *recording, const struct model_step *step,
                     const struct pending *pending);

/* The piece of constants + 1, if the warp has not read it before; else 0. */
uint16_t constants_first_read(struct recording *recording, const struct pending *pending);

/* Puts the drafts of a warp into an assembler's order: between two places where nothing is moved
 * across, each as early as what it waits for allows, and as there are registers for loads. False
 * without memory. */
bool draft_order(struct draft_warp *warp, uint32_t registers);

/* Stores and loads what `registers` cannot hold: whose next use is farthest goes. *spilled: words
 * of a thread's own memory. False without memory. */
bool draft_spill(struct draft_warp *warp, uint32_t registers, uint32_t *spilled);

/* Makes those wait for more than they need whose sources share a scoreboard with other results.
 * False without memory. */
bool draft_share(struct draft_warp *warp);

/* Fills entries' `from`, when the drafts have their places. */
void draft_link(struct draft_warp *warp);

#endif
