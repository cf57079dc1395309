/* labs/<lab>/variants/: right and wrong programs, each the solution with some of its text replaced.
 * Right ones must get full marks. A wrong one is a mistake (an attack: grader/tests/hostile), which
 * must get its verdict from its check, and its report must say what helps.
 *
 *     === exercise gm                 what follows concerns this exercise only
 *     === wrong one-bin-too-many      or `=== right NAME`; a name stands once in a lab
 *     verdict: correct out-of-bounds  of a wrong one: its check, and what that must find
 *     why: bins go from 0 to 256      what somebody who writes it believes
 *     says: too far by one            a regular expression that the report must have
 *     --- histogram.cu edit           lines with - become those with +, others stay
 *     --- histogram.cu gm merge       these functions give way to the text that follows
 *     --- histogram.cu                the text that follows is the whole file
 *
 * An edit ends at an empty line. `says` may spread over lines of the report, as text and as JSON.
 * Outside of a text, empty lines and those that begin with # mean nothing. */
#pragma once

#include "../arena.h"
#include "../error.h"
#include "../verdict.h"
#include "lab.h"

/* Whole lines, which are there once, and those that take their place. */
struct variant_edit {
    const char *find, *replace;
    int line;
    struct variant_edit *next;
};

/* What becomes of a file. */
struct variant_change {
    const char *file;
    struct variant_edit *edits; /* NULL: `text` stands for `functions`, or for the file */
    const char *functions;      /* their names, with blanks between them; NULL: the file */
    const char *text;
    int line;
    struct variant_change *next;
};

struct variant {
    const char *name;
    const char *exercise;   /* NULL, of a right one: it may differ in all of them */
    const char *check;      /* NULL: it is right */
    enum verdict verdict;   /* VERDICT_PASS: it is right */
    const char *why, *says; /* NULL: none */
    struct variant_change *changes;
    const char *path; /* of the file that holds it */
    int line;
    struct variant *next;
};

/* Reads `lab->directory`/variants/ *.variants, in the order of their names; *variants hangs on
 * `arena`. On a mistake the message names file and line. */
bool variants_load(const struct lab *lab, struct arena *arena, struct variant **variants,
                   struct error *error);

/* Is it a right program? */
bool variant_is_right(const struct variant *variant);

/* The text of a solution's file with the change, the arena's. NULL with an error that names file
 * and line where the change finds no place, more than one, or changes nothing. */
const char *variant_apply(const struct variant *variant, const struct variant_change *change,
                          const char *text, struct arena *arena, struct error *error);
