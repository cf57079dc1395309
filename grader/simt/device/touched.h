/*
 * touched.h - which bytes of the device's memory a piece of work touched, and how.
 *
 * A table of pages of 4096 bytes. Of a page it holds, for each way of touching, a bit a byte, or
 * the word "all of it", which is what copies and most arrays come to.
 */
#pragma once

#include "../hash.h"
#include "../observe.h"

enum touch {
    TOUCH_READ,
    TOUCH_WRITE,
    TOUCH_LOOK, /* a volatile or atomic read whose value is used: perhaps a wait */
    TOUCH_TELL, /* a volatile or atomic write */
    TOUCH_COUNT
};

struct touched_page;
struct touched {
    struct hash pages;         /* struct touched_page, by number */
    struct touched_page *last; /* the page that was found last, or NULL */
    bool fenced; /* there was a fence for the whole system: what the caller sees, it sets */
};

/* Adds `bytes` bytes from `address`. What memory does not suffice for is left out: then findings
 * may be missing, and none is wrong. */
void touched_add(struct touched *touched, enum touch how, uint64_t address, uint64_t bytes);

/* Adds what the lanes of one access touch in global and constant memory. */
void touched_access(struct touched *touched, const struct simt_access *event);

/* No more is added for now: bits that are all set give way to the word. */
void touched_pack(struct touched *touched);

/* What the two have in common. */
struct touched_common {
    uint64_t bytes;      /* that one writes and the other touches, not both by atomics */
    uint64_t first;      /* address of the first of them */
    enum touch one, two; /* what each does there; a write, if it does both */
    bool tells;          /* one may have waited for what the other told it in memory */
};
struct touched_common touched_compare(const struct touched *one, const struct touched *two);

/* Whether all of these bytes were touched that way. */
bool touched_has(const struct touched *touched, enum touch how, uint64_t address, uint64_t bytes);
/* Whether there were accesses outside of [from, to), to the host's memory, that the host may wait
 * for: volatile ones, atomic ones of the system's scope, and, with a fence for the system, any
 * atomic one. An atomic of the device's scope alone tells the host nothing. */
bool touched_speaks(const struct touched *touched, uint64_t from, uint64_t to);

void touched_clear(struct touched *touched);
