#include "protocol.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* The header's lines up to an empty one; the length that they tell, or -1. */
static long read_header(FILE *in, bool *ended) {
    char line[256];
    long length = -1;
    static const char name[] = "Content-Length:";
    *ended = true;
    while (fgets(line, sizeof line, in) != NULL) {
        *ended = false;
        if (line[0] == '\r' || line[0] == '\n') {
            return length;
        }
        if (strncasecmp(line, name, sizeof name - 1) == 0) {
            length = strtol(line + sizeof name - 1, NULL, 10);
        }
    }
    return -1;
}

json_t *protocol_read(struct protocol *protocol, bool *malformed) {
    bool ended;
    long length = read_header(protocol->in, &ended);
    *malformed = !ended;
    if (length <= 0 || length > PROTOCOL_BYTES) {
        return NULL;
    }
    char *text = malloc((size_t)length);
    json_t *message = NULL;
    if (text != NULL && fread(text, 1, (size_t)length, protocol->in) == (size_t)length) {
        message = json_loadb(text, (size_t)length, 0, NULL);
    }
    free(text);
    *malformed = !json_is_object(message);
    if (*malformed) {
        json_decref(message);
        message = NULL;
    }
    return message;
}

/* Sends it with the next number; takes `message`. */
static void send_message(struct protocol *protocol, json_t *message) {
    json_object_set_new(message, "seq", json_integer(++protocol->sequence));
    char *text = json_dumps(message, JSON_COMPACT | JSON_PRESERVE_ORDER);
    if (text != NULL) {
        fprintf(protocol->out, "Content-Length: %zu\r\n\r\n%s", strlen(text), text);
        fflush(protocol->out);
    }
    free(text);
    json_decref(message);
}

static json_t *answer_to(const json_t *request, bool success) {
    const char *command = json_string_value(json_object_get(request, "command"));
    return json_pack("{s:s,s:I,s:b,s:s}", "type", "response", "request_seq",
                     json_integer_value(json_object_get(request, "seq")), "success", success,
                     "command", command != NULL ? command : "");
}

void protocol_answer(struct protocol *protocol, const json_t *request, json_t *body) {
    json_t *message = answer_to(request, true);
    if (body != NULL) {
        json_object_set_new(message, "body", body);
    }
    send_message(protocol, message);
}

void protocol_refuse(struct protocol *protocol, const json_t *request, const char *why) {
    json_t *message = answer_to(request, false);
    json_object_set_new(message, "message", json_string(why));
    send_message(protocol, message);
}

void protocol_event(struct protocol *protocol, const char *name, json_t *body) {
    json_t *message = json_pack("{s:s,s:s}", "type", "event", "event", name);
    if (body != NULL) {
        json_object_set_new(message, "body", body);
    }
    send_message(protocol, message);
}
