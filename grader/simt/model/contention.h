/*
 * contention.h - compare-and-swap by threads that run at the same time.
 *
 * The machine runs warps one after the other, so a swap fails only where lanes of one warp meet. On
 * a GPU every thread that read the old value tries, and one of them succeeds. This counts who meets
 * at each word, and says how long they would keep each other waiting. A thread that finds a value
 * which it need not change (a minimum, say) gives up after one try.
 */
#ifndef LOCKSTEP_SIMT_CONTENTION_H
#define LOCKSTEP_SIMT_CONTENTION_H

#include "profile.h"

#include <stdint.h>

struct contention;

/* NULL without memory. The caller owns it. */
struct contention *contention_create(void);
void contention_destroy(struct contention *contention);
/* Forgets everything: before a launch. */
void contention_clear(struct contention *contention);

/* Lanes of a warp (any number that tells it from others) compare and swap words of `size` bytes;
 * the swap of those in `stored` succeeds. */
void contention_swap(struct contention *contention, const uint64_t *address, uint32_t mask,
                     uint32_t stored, unsigned size, uint64_t warp);
/* They load such words, or write them (they give a lock back). Others are no matter. */
void contention_load(struct contention *contention, const uint64_t *address, uint32_t mask);
void contention_write(struct contention *contention, const uint64_t *address, uint32_t mask);

/* Cycles until all swaps of the busiest line have succeeded, when `resident` of the launch's
 * `threads` run at once. 0 without swaps. */
double contention_cycles(struct contention *contention, const struct profile *profile,
                         double resident, double threads);

#endif
