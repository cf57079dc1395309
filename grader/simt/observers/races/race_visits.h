/*
 * race_visits.h - how an access is laid against the shadow: single words here and there, all lanes
 * at one place, neighbouring cells (race_words.c); and the usual access to words of shared memory,
 * in few steps (race_shared_words.c).
 */
#pragma once

#include "race_finding.h"
#include "../detectors/detector.h"

/* Is nothing to be said of a cell of shared memory? It is older than the last barrier, or the
 * thread's own. */
static inline bool calm(shadow_cell cell, shadow_cell mine, shadow_cell barrier) {
    const shadow_cell own = SHADOW_THREAD_MASK | SHADOW_MANY_LANES | SHADOW_MANY_WARPS;
    return (cell < barrier) | (((cell ^ mine) & own) == 0);
}

/* All lanes load one place: the last of them stands for all, since each joins the one before.
 * Writers must lie in [low, high). False, and nothing done, if they do not. */
bool visit_loaded_place(const struct race_visit *visit, const struct shadow_page *page, size_t cell,
                        shadow_cell low, shadow_cell high);

/* Words of shared memory, a cell a lane, in a page that is prepared. */
void visit_words(const struct race_visit *visit, const struct stretch *stretch);

/* A word of global memory in a page of words that is prepared. Most often nobody has been there in
 * this launch, or atomics meet atomics. */
void visit_word(const struct race_visit *visit, const struct stretch *stretch, size_t cell,
                unsigned lane);

/* All lanes access one place of global memory: where nothing is to be said of them, one stands for
 * all. False, and nothing done, otherwise. */
bool visit_one_place(const struct race_visit *visit, const struct shadow_page *page,
                     uint64_t offset);

enum { MOST_CELLS = SIMT_WARP_SIZE * 16 };

/* The lanes of `stretch`, each with as many cells from `cell` on, in a page that is prepared. */
void visit_run(const struct race_visit *visit, const struct stretch *stretch, size_t cell,
               unsigned cells_a_lane);

/* A plain load or store of a word a lane. False if there is something to
 * be said of it, or if it is otherwise: then it is to be visited from the start, as race_cell.h
 * says. What has been noted of it by then changes nothing of that. */
bool visit_calm_words(const struct detector *detector, struct shadow_page *page,
                      const struct simt_access *event);
