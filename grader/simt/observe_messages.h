/*
 * observe_messages.h - events as bytes, which are told later or on another thread.
 *
 * A writer is an observer that makes a message of each event inside a launch, with all that the
 * event points to. Whoever reads the messages tells them to other observers, in the same order.
 */
#ifndef LOCKSTEP_SIMT_OBSERVE_MESSAGES_H
#define LOCKSTEP_SIMT_OBSERVE_MESSAGES_H

#include "observe.h"

struct simt_message_writer {
    struct simt_observer face; /* its own `self` is the writer */
    /* Room for a message of `bytes`, a multiple of 8 and at most 64 KiB; NULL: it is left out. */
    unsigned char *(*room)(void *context, size_t bytes);
    void *context;
    const struct simt_launch_event *launch; /* NULL, or what messages name as their launch */
};

/* Gives the writer's face its callbacks; a caller may take away those that nobody asks for. */
void simt_messages_write(struct simt_message_writer *writer);

/* Tells the messages of `bytes`, `used` of them, to `count` observers. */
void simt_messages_tell(const struct simt_observer *const *observers, unsigned count,
                        const unsigned char *bytes, size_t used);

#endif
