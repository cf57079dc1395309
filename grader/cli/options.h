/* Command lines, read against a table: the same flags spell and fail the same way in every
 * subcommand. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum option_type { OPTION_FLAG, OPTION_TEXT, OPTION_NUMBER };

struct option_row {
    const char *name; /* "--seed" */
    enum option_type type;
    void *target;      /* bool *, const char ** or uint64_t * */
    const char *value; /* "S": how help names the value; NULL for flags */
    const char *help;
};

struct usage {
    const char *line; /* "lockstep grade LAB SUBMISSION [options]" */
    const char *about;
    const struct option_row *options;
    size_t option_count;
    size_t min_arguments, max_arguments;
};

/* What follows line and about: a table of options, and how many arguments there are. */
#define OPTIONS_AND_ARGUMENTS(rows, least, most)                                                   \
    (rows), sizeof(rows) / sizeof *(rows), (least), (most)

enum { OPTIONS_MAX_ARGUMENTS = 1024 };

/* Reads argv[1]…; what is no option goes to `arguments` (NULL behind the last). False when the
 * command ends here, with `*status`: 0 after it has printed help, 2 after one line to standard
 * error that says what is wrong. `--name value` and `--name=value`. */
bool options_read(int argc, char **argv, const struct usage *usage,
                  const char *arguments[OPTIONS_MAX_ARGUMENTS + 1], int *status);
