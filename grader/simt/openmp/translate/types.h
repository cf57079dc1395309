/* types.h - what debug information says of types, from the text of a module. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct types {
    const char **lines; /* of metadata, by number; the text that they lie in is the caller's */
    size_t room;
};

/* Takes a line "!12 = …". False without memory. */
bool types_add(struct types *types, const char *line);
/* The number behind `key`, as "type: !", in the metadata of that number; 0: none. */
unsigned long types_field(const struct types *types, unsigned long number, const char *key);
/* What a pointer points to; 0: the type is no pointer. */
unsigned long types_pointee(const struct types *types, unsigned long number);
/* What a reference of clang's refers to; 0: it is none. */
unsigned long types_referred(const struct types *types, unsigned long number);
/* The type of the member that begins there, in the structure of that name; 0: there is none, or
 * several structures have that name. */
unsigned long types_member(const struct types *types, const char *structure, uint64_t offset);
/* The type of that number as types.c explains. False if it is a scalar, or cannot be said. */
bool types_describe(const struct types *types, unsigned long number, char *bytes, size_t size);
void types_release(struct types *types);
