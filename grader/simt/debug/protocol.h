/* protocol.h - messages of the Debug Adapter Protocol: a header with a length, then JSON. */
#pragma once

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

enum { PROTOCOL_BYTES = 8 << 20 };

struct protocol {
    FILE *in, *out;
    json_int_t sequence; /* of the last message that was sent */
};

/* The next message; NULL at the end of the input, or where it is no message (*malformed). */
json_t *protocol_read(struct protocol *protocol, bool *malformed);

/* An answer to a request; takes `body`, which may be NULL. */
void protocol_answer(struct protocol *protocol, const json_t *request, json_t *body);

/* An answer that says that the request failed, and why. */
void protocol_refuse(struct protocol *protocol, const json_t *request, const char *why);

/* An event; takes `body`, which may be NULL. */
void protocol_event(struct protocol *protocol, const char *name, json_t *body);
