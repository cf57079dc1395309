/*
 * observe_messages.h - events as bytes, for observers that hear of them later or on another thread.
 *
 * A writer is an observer that makes a message of each event inside a launch, with all that the
 * event points to. Whoever reads the messages tells them to other observers, in the same order.
 */
#pragma once

#include "observe.h"

/* Observers that receive the same events. */
struct simt_audience {
    const struct simt_observer *const *observers;
    unsigned count;
};

/* Calls each of them that listens to an event. */
#define SIMT_TELL(audience, callback, ...)                                                         \
    for (unsigned o_ = 0; o_ < (audience)->count; o_++) {                                          \
        const struct simt_observer *observer_ = (audience)->observers[o_];                         \
        if (observer_->callback != NULL) {                                                         \
            observer_->callback(observer_->self, __VA_ARGS__);                                     \
        }                                                                                          \
    }

struct simt_message_writer {
    struct simt_observer face; /* its own `self` is the writer */
    /* Room for a message of `bytes`, a multiple of 8 and at most 64 KiB; NULL: it is left out. */
    unsigned char *(*room)(void *context, size_t bytes);
    void *context;
    const struct simt_launch_event *launch; /* NULL, or what messages name as their launch */
};

/* Gives the writer's face its callbacks; a caller may take away those that nobody asks for. */
void simt_messages_write(struct simt_message_writer *writer);

/* Hands the messages in the first `used` of these bytes on to the audience. */
void simt_messages_tell(const struct simt_audience *audience, const unsigned char *bytes,
                        size_t used);
