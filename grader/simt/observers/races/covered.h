/*
 * covered.h - plain writes that atomics cover. An atomic takes a cell of the shadow from a plain
 * write that is ordered before it; the plain write is kept here, since the atomics of other blocks
 * may race with it all the same. Kept for one launch.
 */
#ifndef LOCKSTEP_SIMT_COVERED_H
#define LOCKSTEP_SIMT_COVERED_H

#include "shadow.h"

struct covered;

struct covered *covered_create(void);
void covered_destroy(struct covered *covered);
/* A launch begins: nothing is covered. */
void covered_forget(struct covered *covered);
/* Keeps what a cell told of; a later one at the same key takes its place. False without memory. */
bool covered_keep(struct covered *covered, uint64_t key, shadow_cell cell);
/* The cell that is kept for the key, or 0. */
shadow_cell covered_find(const struct covered *covered, uint64_t key);

#endif
