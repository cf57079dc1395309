/*
 * messages.h - the catalogue of messages: all that findings, reports and notes say, by id.
 *
 * The texts stand in messages.def alone, a row a message, a column for each language that programs
 * are written in; to reword one, edit its row.
 */
#pragma once

#include <stddef.h>

#include "../../../message_value.h"
#include "../../simt.h"

enum message {
#define WORD(name, cuda, opencl, openmp)
#define MESSAGE(id, cuda, opencl, openmp) MESSAGE_##id,
#include "messages.def"
    MESSAGE_COUNT
};

/* Writes the message in the dialect's words, cut to `size`, with a zero at its end. The values may
 * be NULL if it takes none. Returns the length that it has uncut. */
size_t message_write(char *text, size_t size, enum simt_dialect dialect, enum message message,
                     const struct message_value *values);

/* The same of a pattern that stands elsewhere. */
size_t message_compose(char *text, size_t size, enum simt_dialect dialect, const char *pattern,
                       const struct message_value *values);

/* The row's name in messages.def ("RACE_IN_BLOCK"). */
const char *message_name(enum message message);

/* The message as it stands in the catalogue; for one without braces, all there is to say. */
const char *message_pattern(enum simt_dialect dialect, enum message message);

/* The dictionary's word ("thread" → "work-item"), or NULL if it has none by that name. `length` is
 * that of the name. */
const char *message_word(enum simt_dialect dialect, const char *name, size_t length);
