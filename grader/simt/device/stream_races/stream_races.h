/*
 * stream_races.h - work that nothing orders: of two streams, and of the host's.
 *
 * What a program asks for (kernels, copies, fills) are operations. The order that CUDA promises is
 * kept as sets: an operation's set holds all that ends before it begins. A stream's set is what its
 * next operation finds in front of it, an event's what it was recorded behind, the host's what the
 * host has waited for. The legacy default stream waits for all streams that are not non-blocking,
 * and they for it. Two operations neither of which is in the other's set may run at once. When
 * both have run, and one has written bytes that the other touched, that is a finding.
 *
 * Where documents leave it open whether a call waits (cudaMalloc, cudaMemcpy to the device), it
 * does: a right program must never be accused. Bytes are recorded only where an operation may meet
 * another: a program with one stream pays nothing.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct session;
struct unordered;
struct work;

/* NULL if memory is exhausted. */
struct unordered *unordered_create(void);
void unordered_destroy(struct unordered *unordered);
/* The device was reset: all has ended, no stream and no event is left. */
void unordered_reset(struct session *session);

/* The program asks for work; returns its operation's number, or -1 where it is not followed. It
 * begins and ends by unordered_begin and unordered_end, in that order, or by unordered_drop. */
int unordered_issue(struct session *session, const struct work *work);
void unordered_begin(struct session *session, int operation);
void unordered_end(struct session *session, const struct work *work);
void unordered_drop(struct session *session, int operation);

/* Streams and events, by index. */
void unordered_stream_made(struct session *session, uint32_t stream);
void unordered_record(struct session *session, uint32_t event, uint32_t stream);
void unordered_wait(struct session *session, uint32_t stream, uint32_t event);
void unordered_wait_unrecorded(struct session *session, uint32_t stream);

/* The host has waited for a stream, an event (indices, or -1: none) or, without both, for all. */
void unordered_host_waited(struct session *session, int stream, int event);
/* It is about to: what runs until then needs no bytes but for what is asked for already. */
void unordered_host_waits(struct session *session, bool waits);
/* All streams stand still for a call such as cudaMalloc: what comes later follows on all. */
void unordered_all_meet(struct session *session);
