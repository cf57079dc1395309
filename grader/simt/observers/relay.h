/*
 * relay.h - observers that work on other processor cores than the machine.
 *
 *     struct simt_relay *relay = simt_relay_create(observers, count, threads);
 *     simt_device_attach(device, simt_relay_observer(relay));    in place of the observers
 *
 * The machine goes on with the launch while the observers still look at what happened before. Each
 * receives the same events in the same order as without, from one thread at a time: so what it
 * finds and counts is the same, bit for bit, whatever the number of threads. A launch ends when
 * they have seen all of it. Small launches, and events that need the machine to stand still, stay
 * on the machine's own thread.
 */
#pragma once

#include "../observe.h"

struct simt_relay;

enum { SIMT_RELAY_OBSERVERS = 4 };

/* For up to SIMT_RELAY_OBSERVERS observers, which must outlive it, and `threads` threads, the
 * machine's among them; the observers that take longest first. NULL without memory, or where an
 * observer asks for what only programs with OpenMP do (observe_openmp.h). The caller owns
 * it; it must outlive the device. */
struct simt_relay *simt_relay_create(const struct simt_observer *const *observers, unsigned count,
                                     unsigned threads);
void simt_relay_destroy(struct simt_relay *relay);
const struct simt_observer *simt_relay_observer(struct simt_relay *relay);
