/*
 * Runs the jail's tests once for every level and user that this machine allows, each in a fresh
 * process, and prints TAP. A level that cannot be had here is skipped with the reason.
 */
#pragma once

#include "../jail.h"

/* The place of one suite: folders on the host, and what the machine reached. */
struct harness {
    enum jail_level level;
    char directory[256]; /* scratch of this suite; box, out and secret lie in it */
    char box[300];       /* seen as /box: holds the program `attacks` */
    char out[300];       /* seen as /out, writable */
    char secret[300];    /* a file beside the box that nobody inside may read */
    struct jail_bind binds[2];
};

struct harness_test {
    const char *name;
    /* Returns NULL when all is well, else what is wrong (static or harness_say's). "SKIP why"
     * skips. */
    const char *(*run)(struct harness *harness);
};

/* main() of a test program. */
int harness_main(int count, char **arguments, const struct harness_test *tests, size_t test_count);

/* A one-line explanation, kept until the next call. */
__attribute__((format(printf, 1, 2))) const char *harness_say(const char *format, ...);

/* A spec for this command with the harness's folders and ordinary limits (5 s, 256 MiB, 16 MiB
 * files, 1 MiB output, 32 processes). */
struct jail_spec harness_spec(const struct harness *harness, const char *const *arguments);

/* How a run ended, in words, for harness_say. */
const char *harness_words(const struct jail_result *result);

/* A pipe whose write end goes into a run (as descriptor 9): harness_ended tells within
 * `milliseconds` whether all processes that had it are gone. */
struct lifeline {
    int watch, hold;
};
struct lifeline lifeline_open(void);
bool lifeline_ended(struct lifeline *lifeline, int milliseconds);

enum { LIFELINE_PLACE = 9 };
