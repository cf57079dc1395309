/* Command lines as lists of words, and running a trusted one. */
#pragma once

#include "../arena.h"
#include "../error.h"

#include <stddef.h>

enum { COMMAND_MAX_WORDS = 96 };

/* A command line; starts as {.arena = …}. Words past the limit are a mistake in the kit's own
 * tables: they are dropped, and the command fails. */
struct command_line {
    struct arena *arena;
    size_t count;
    const char *words[COMMAND_MAX_WORDS + 1]; /* NULL-terminated */
};

/* Adds one word, made by printf's rules. */
__attribute__((format(printf, 2, 3))) void command_add(struct command_line *line,
                                                       const char *format, ...);

/* Adds the words of `text`, split at blanks. */
void command_split(struct command_line *line, const char *text);

/* Runs the command without a shell, waits, and gives its exit status (128 + signal where one ended
 * it) and its output, standard error included (the arena's, at most 64 KiB). False when it cannot
 * be started. */
bool command_run(const struct command_line *line, int *status, const char **output,
                 struct error *error);

/* The first line of what the command prints (the arena's); NULL where it fails. */
const char *command_first_line(const struct command_line *line);
