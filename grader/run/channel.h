/*
 * The two pipes between the parent and the worker, seen from the parent: sending never blocks and
 * never raises SIGPIPE, receiving takes whatever comes until the other side ends.
 */
#pragma once

#include "../error.h"
#include "protocol.h"

#include <stdbool.h>
#include <stddef.h>

struct channel {
    int command, answer;         /* the parent's ends; -1 once closed */
    int far_command, far_answer; /* the worker's ends, until they are handed over */
    unsigned char pending[sizeof(struct call_answer)]; /* the part of an answer that has come */
    size_t received;
};

enum channel_event {
    CHANNEL_ANSWER,  /* *answer is filled: untrusted */
    CHANNEL_NOTHING, /* no whole answer yet */
    CHANNEL_CLOSED   /* none will ever come */
};

/* Makes the pipes. On false nothing is held. */
bool channel_open(struct channel *channel, struct error *error);

/* Closes the worker's ends once the worker has its own. */
void channel_hand_over(struct channel *channel);

/* Sends the command; false when the other side does not listen any more. */
bool channel_send(struct channel *channel, const struct call_command *command);

/* Takes what has come, without waiting. */
enum channel_event channel_receive(struct channel *channel, struct call_answer *answer);

/* Closes both ends, those that are still open. */
void channel_close(struct channel *channel);
