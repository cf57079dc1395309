/* call_places.h - where calls of the program stand, as requests say it. */
#pragma once

#include "client.h"

/* Finds the call that returns to `caller` (NULL: unknown): its code, 0 where that is unknown, and
 * the file that it lies in. */
void call_place_find(const void *caller, uint64_t *code, char object[512]);

/* Adds a text to a request's tail, cut to its share of WIRE_WRONG_BYTES. */
void call_place_add(char *tail, size_t *bytes, const char *text);
