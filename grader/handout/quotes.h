/*
 * What a handout asks of measured data, answered before TeX runs. In the .tex:
 *
 *   \datum{FILE}{FILTER}{COLUMN}              one cell; FILTER fits exactly one row
 *   \quotient{FILE}{FILTER}{FILTER}{COLUMN}   the first row's number by the second's
 *   \plotseries[…]{FILE}{FILTER}{X}{Y}        points of all rows that fit, for pgfplots
 *   \ranges[…]{FILE}{FILTER}{X}{Y}{Y}        the same of two columns, for a band between them
 *   \provenance{FILE}                         where, when and how it was measured
 *   \whenmeasured{FILE}{…}                    all this only where the file is there
 *
 * FILE is below data/, beside the handout or in the kit. FILTER is "column=value;column=value".
 * COLUMN may be scaled and rounded: "median_us/1000:2" is in thousandths, with two decimals, and
 * "n*8/median_us" a rate. An empty cell was not measured: \datum is a dash then, and \plotseries
 * has no such point.
 */
#pragma once

#include "../error.h"
#include "handout.h"

#include <stdbool.h>
#include <stdio.h>

/* Writes an answer to each question of the handout's .tex; its language decides on how numbers
 * look. */
bool quotes_write(const struct handout *handout, FILE *out, struct error *error);
