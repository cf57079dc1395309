/* Fills a speedup sheet for this machine: what `make speedup` does. */
#pragma once

#include "../compile/kit.h"
#include "../lab/lab.h"
#include "columns.h"

struct sweep_options {
    const char *submission; /* folder with the files to measure */
    const char *sheet;      /* what is in it already is kept; saved after every row */
    const char *profile;    /* of the simulated GPU: no other device then; NULL: a choice */
    bool quick;             /* fewer runs, and only the first way to compile */
    FILE *progress;
};

/* Measures what the lab asks for and the sheet does not have. Rows that cannot be measured here
 * keep empty times and a note that says why. False when nothing could be done. */
bool sweep(const struct kit *kit, const struct lab *lab, const struct sweep_options *options,
           struct error *error);
