/*
 * The facts that a handout quotes: names, points, checks and hints of a lab, where each function
 * stands in its file, and measured numbers. They are written as TeX for handouts/lockstep.cls.
 */
#pragma once

#include "../error.h"
#include "../lab/lab.h"

#include <stdbool.h>
#include <stdio.h>

struct handout {
    const char *folder;    /* the folder of handouts: NAME.tex, data/, fr/NAME.po */
    const char *common;    /* the kit's own: fr/common.po, data/, what handouts have in common */
    const char *skeleton;  /* the lab's skeleton, and */
    const char *solution;  /* its reference solution; NULL for a sheet */
    const char *name;      /* the handout's name: a lab's, or that of a sheet */
    const char *language;  /* "en" or "fr" */
    const struct lab *lab; /* NULL for a sheet */
    bool strict;           /* a text without French is an error; else it stays English */
};

/* Writes all facts to `out`. False when the handout asks for what is not there. What has no French
 * yet goes to `untranslated` as a .po file, ready to be filled in. */
bool handout_write(const struct handout *handout, FILE *out, FILE *untranslated,
                   struct error *error);
