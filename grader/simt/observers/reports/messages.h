/*
 * messages.h - the catalogue of messages: all that findings, reports and notes say, by id.
 *
 * The texts stand in messages.def alone, a row a message, a column for each language that programs
 * are written in; to reword one, edit its row.
 */
#ifndef LOCKSTEP_SIMT_MESSAGES_H
#define LOCKSTEP_SIMT_MESSAGES_H

#include <stddef.h>

#include "../../simt.h"

enum message {
#define WORD(name, cuda, opencl, openmp)
#define MESSAGE(id, cuda, opencl, openmp) MESSAGE_##id,
#include "messages.def"
    MESSAGE_COUNT
};

/* What stands in the place of {name}: `text`, or `number` where that is NULL. */
struct message_value {
    const char *name;
    const char *text;
    long long number;
};

/* The values of one message, for the calls below: MESSAGE_VALUES(message_number("bytes", 4)). */
#define MESSAGE_VALUES(...) ((const struct message_value[]){__VA_ARGS__, {NULL, NULL, 0}})

static inline struct message_value message_number(const char *name, long long number) {
    return (struct message_value){name, NULL, number};
}

static inline struct message_value message_string(const char *name, const char *text) {
    return (struct message_value){name, text, 0};
}

/* Writes the message in the dialect's words, cut to `size`, with a zero at its end. The values may
 * be NULL if it takes none. Returns the length that it has uncut. */
size_t message_write(char *text, size_t size, enum simt_dialect dialect, enum message message,
                     const struct message_value *values);

/* The message as it stands in the catalogue; for one without braces, that is all there is to say.
 */
const char *message_pattern(enum simt_dialect dialect, enum message message);

/* The dictionary's word ("thread" → "work-item"), or NULL if it has none by that name. `length` is
 * that of the name. */
const char *message_word(enum simt_dialect dialect, const char *name, size_t length);

#endif
