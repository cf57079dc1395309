/* undefined.h - what the files that follow undefined values share (undefined.c). */
#pragma once

#include "../execute.h"

/* In a site where a value came from: it came through shared memory, from some thread. */
#define THROUGH_SHARED (UINT32_C(1) << 31)

/* Which lanes of a row, or of a byte, are undefined. */
struct origin_of {
    uint32_t lanes, source;
    uint32_t members;  /* those of the lanes that hold a structure's member as it was */
    uint32_t computed; /* … what was computed from such a value */
    uint32_t read;     /* … the site that did so first */
    uint64_t bits;     /* that are undefined, in one of the lanes at least */
};

/* The registers of a function that runs. */
struct followed {
    struct followed *next;
    const struct activation *owner;
    uint32_t rows; /* of 4 bytes */
    uint32_t live; /* rows that have undefined lanes */
    /* By row / 4. What a call passes is bytes, a lane's after the other's: its first rows stand for
     * the bytes of each lane. */
    struct origin_of row[];
};

struct undefined {
    struct followed *all;
    struct followed *here; /* of the function that runs now; NULL: nothing undefined came to it */
    uint32_t live;         /* bytes of own memory that have undefined lanes */
    uint32_t source;       /* site where the last one that was used or moved came from */
    uint32_t read;         /* site that computed something from it first, if `computed` */
    bool member, computed; /* so is that one: a structure's as it was, or computed */
    uint64_t moved;        /* bits of that one that are undefined */
    uint32_t bytes;        /* of a thread's own memory */
    struct origin_of *memory; /* by byte */
};

/* The function that runs. */
static inline struct activation *undefined_current(const struct warp *warp) {
    return warp->group->frames[warp->group->depth - 1].activation;
}

/* Lanes where a row is undefined. */
static inline uint32_t undefined_lanes_of(const struct undefined *undefined, uint32_t row) {
    const struct followed *here = undefined->here;
    return here != NULL && row / 4 < here->rows ? here->row[row / 4].lanes : 0;
}
/* The same, and remembers where the value came from if one of these lanes has none. */
uint32_t undefined_traced(struct undefined *undefined, uint32_t row, uint32_t mask);
/* As undefined_keep, of a row. Row 0 is no register's: an operand that is not there. */
void undefined_set_lanes(const struct undefined *undefined, uint32_t row, uint32_t mask,
                         uint32_t lanes);
/* Follows the function that runs. False if memory is exhausted: then nothing is followed. */
bool undefined_follow_here(struct warp *warp);
/* A function's registers; NULL if nothing undefined came to it, or memory is exhausted. */
struct followed *undefined_find(const struct undefined *undefined, const struct activation *owner);
struct followed *undefined_find_or_make(struct undefined *undefined,
                                        const struct activation *owner);
/* The lanes of `mask` get the moved value, which is undefined in `lanes`. `live` counts those of
 * the held that have undefined lanes. */
void undefined_keep(const struct undefined *undefined, struct origin_of *held, uint32_t *live,
                    uint32_t mask, uint32_t lanes);

/* What a register of a warp holds. A mask beside it says in which lanes bits are undefined. */
struct undefined_value {
    uint64_t bits;
    uint32_t source, members;
};

/* For undefined_shared.c: the warp is followed from now on, false without memory; what lanes of
 * `mask` have no value in a row; these lanes of a row have none any more; where a lane reaches. */
bool undefined_begin(struct warp *warp);
uint32_t undefined_in_row(const struct warp *warp, uint32_t row, uint32_t mask,
                          struct undefined_value *value);
void undefined_set_row(struct warp *warp, uint32_t row, uint32_t lanes,
                       const struct undefined_value *value);
uint64_t undefined_address(const struct warp *warp, const struct instruction *i, int lane);

/* undefined_shared.c: a load, a store or an atomic operation, of these lanes. */
void undefined_follow_shared(struct warp *warp, const struct instruction *i, uint32_t mask);
bool undefined_is_shared(const struct warp *warp, const struct instruction *i, int lane);

/* undefined_bits.c: may a store copy the result, whose undefined bits were moved, as it is? A
 * structure's member, or a vector in one register of whose elements some are set. */
bool undefined_is_copy(const struct warp *warp, const struct instruction *i);
bool undefined_is_member(const struct warp *warp, const struct instruction *i);
/* Is its `e` a source (bfi's length), and not a second result? */
bool undefined_reads_fourth(const struct warp *warp, const struct instruction *i);
/* An operand: lanes where it is undefined, and its undefined bits there. */
struct undefined_operand {
    uint32_t row, lanes;
    uint64_t bits;
};
/* Lanes where the result is undefined, and its bits there. */
uint32_t undefined_result(const struct warp *warp, const struct instruction *i,
                          const struct undefined_operand operand[4], uint64_t *bits);
