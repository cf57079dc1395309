/*
 * ticket_queue.h - blocks that take their work from a queue.
 *
 * The machine runs one block after the other, so the first one takes all of the work. On a GPU they
 * take it in turn. This finds such launches: warps ask the same counter for a ticket again and
 * again, and the block that runs first executes far more than any other.
 */
#pragma once

#include "../../observe.h"

struct queue {
    uint64_t ticket;      /* address + 1 of the last atomic whose old value somebody wants */
    uint64_t warp;        /* whose that was + 1 */
    bool again;           /* a warp has asked twice */
    uint64_t first, most; /* instructions of the block that ran first, and most of any other */
};

/* Forgets everything: before a launch. */
void queue_clear(struct queue *queue);
/* An atomic operation of a warp (any number that tells it from others). */
void queue_atomic(struct queue *queue, const struct simt_access *access, uint64_t warp);
/* A block is done; `number` counts them from 1, in the order in which they ran. */
void queue_block(struct queue *queue, uint64_t number, uint64_t instructions);
/* Has the first block taken what all blocks would share? */
bool queue_was_taken(const struct queue *queue);
