/*
 * relay_ring.h - bytes that one thread writes, and several readers read, each all of it in order.
 *
 * Bytes are written one message after the other into batches of a ring. A batch that is full may be
 * read, by any thread for any reader; each reader has its batches in order, and one thread at a
 * time. The writer's thread reads, too, where the ring is full: so all threads have work while
 * there is any.
 */
#ifndef LOCKSTEP_SIMT_RELAY_RING_H
#define LOCKSTEP_SIMT_RELAY_RING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { RELAY_READERS = 4 };

struct relay_ring;

/* Reads the messages of `bytes` for the readers whose bits of `readers` are set. */
typedef void relay_read(void *self, uint32_t readers, const unsigned char *bytes, size_t used);

/* For up to RELAY_READERS readers and `threads` threads, the writer's among them. NULL without
 * memory. The caller owns it. */
struct relay_ring *relay_ring_create(unsigned readers, unsigned threads, relay_read *read,
                                     void *self);
void relay_ring_destroy(struct relay_ring *ring);

/* Starts the threads, unless they run. False if there are none, or none can be had. */
bool relay_ring_start(struct relay_ring *ring);

/* Room for a message of `bytes`, a multiple of 8 and at most 64 KiB, which the caller fills before
 * it calls anything here. */
unsigned char *relay_ring_write(struct relay_ring *ring, size_t bytes);

/* Everybody has read everything when this returns. */
void relay_ring_settle(struct relay_ring *ring);

#endif
