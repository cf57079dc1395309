/* What `show` and `profile` share: whose program is looked at, and by which inputs. */
#pragma once

#include "../compile/kit.h"
#include "../check/grade.h"
#include "mutate.h"
#include "options.h"

/* Filled in by options (LOOKING_ROWS), then by looking_open(). */
struct looking {
    const char *check, *out, *labs, *secret_file, *mutant;
    const char *since; /* the last report, which names the exercise where nobody does, or NULL */
    uint64_t seed;
    /* from looking_open() on */
    struct kit kit;
    struct lab lab;
    struct secret secret;
    const char *exercise, *submission;
    struct mutated mutated;
};

/* Rows of an option table, for a `struct looking *` (OPTIONS_READ fills it). */
// clang-format off
#define LOOKING_ROWS(looking)                                                                      \
    {"--mutant", OPTION_TEXT, &(looking)->mutant, "M",                                             \
     "the solution with this mistake of the lab's variants/"},                                            \
    {"--seed", OPTION_NUMBER, &(looking)->seed, "S", "the number that makes the inputs"},                              \
    {"--secret", OPTION_TEXT, &(looking)->secret_file, "FILE",                                     \
     "the secret that hidden inputs depend on"},                                               \
    {"--labs", OPTION_TEXT, &(looking)->labs, "DIR", "a folder of labs of your own"}
// clang-format on

/* Opens the lab and finds the files: `submission`, else (NULL) the mutant that was asked for, else
 * work/LAB, else the solution. A mutant says which exercise (and check) where nobody did.
 * looking_close is due on success only. */
bool looking_open(struct looking *looking, const char *lab, const char *exercise,
                  const char *submission, struct error *error);
void looking_close(struct looking *looking);

/* False, and what to do, where all exercises of the result are as the skeleton has them. */
bool looking_begun(const struct looking *looking, const struct result *result, struct error *error);

/* Records a check of LAB EXERCISE [SUBMISSION] (the first three of `arguments`; NULL: not given)
 * and writes the page that replays it. `language` is en or fr, or NULL. */
bool show_check(struct looking *looking, const char *language, const char *const *arguments,
                struct error *error);

/* The page's name where none was asked for: "LAB-EXERCISE[-MUTANT]ENDING"; of a student's own
 * work in work/LAB/pages, which is made. The kit's arena's. */
const char *looking_page(struct looking *looking, const char *ending);
