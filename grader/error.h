/*
 * Errors travel as values: a function that can fail takes a struct error, writes one line that
 * names the thing and what to do, and returns false (or NULL). Only `main` prints it, as "lockstep:
 * <message>".
 */
#pragma once

#include <stdbool.h>

struct error {
    char message[512];
    const char *format; /* of the message, whose values these are (message_text.h) */
    char values[512];
};

/* Writes the message (printf's format, cut at 511 bytes, without blanks at its end) and returns
 * false, so that callers can `return error_set(…)`. */
__attribute__((format(printf, 2, 3))) bool error_set(struct error *error, const char *format, ...);
