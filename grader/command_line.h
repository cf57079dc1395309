/* command_line.h - command lines of compilers, word by word. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "error.h"

/* A list of owned strings that ends in NULL; `failed` says that memory ran out, and sticks. */
struct words {
    char **items;
    size_t count;
    bool failed;
};

/* Appends a word, as printf writes it. */
__attribute__((format(printf, 2, 3))) void words_add(struct words *words, const char *format, ...);

/* Appends a word from malloc, which the list then owns; NULL counts as no memory. */
void words_take(struct words *words, char *text);

/* Appends `count` words as they are. */
void words_add_all(struct words *words, const char *const *texts, size_t count);

/* Appends the words of a format, which blanks part. `%s`, all that it knows, is put in after that:
 * blanks of an argument part nothing. */
__attribute__((format(printf, 2, 3))) void words_add_text(struct words *words, const char *format,
                                                          ...);

/* Appends what clang's optimiser may not do to a kernel: with `source`, loads, stores and branches
 * stay as they are written, so that counts follow from the source. */
void words_add_preset(struct words *words, bool source);

/* Runs the command, shown first if `verbose`; its own messages go to stderr. `what` is built by it,
 * and the error says whether that or the command itself failed. */
bool words_run(const struct words *words, bool verbose, const char *what, struct error *error);

/* Frees the words; the list is then empty. */
void words_clear(struct words *words);
