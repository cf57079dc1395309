/*
 * Building: the kit's own objects once, the student's files in the jail, once for every flavour
 * that a lab's checks need. Safe to call from several threads, one flavour each.
 *
 * In: a box with the staged files (stage.h) and a flavour (flavour.h). Out: struct built: the
 * program's path, the compiler's warnings, or the finding that says why there is none.
 *
 * How it goes. script.c writes what the jail's shell does, one jail a flavour; source/ looks at the
 * student's text: what is forbidden is found in the preprocessed text before anything runs, and
 * what gcc and clang would understand differently is refused.
 *
 * What can go wrong. A file may not compile: the finding quotes the compiler, with its line. A
 * compiler may crash or run out of time: that is `unavailable`, and no fault of the student's.
 *
 * Promised: compilers see nothing but the kit and the staged files.
 */
#pragma once

#include "../lab/lab.h"
#include "../finding.h"
#include "flavour.h"
#include "kit.h"
#include "stage.h"

/* What came of building one flavour. */
struct built {
    struct arena arena;
    bool ok;                 /* box->output holds an executable of the flavour's name */
    struct finding *finding; /* where not: why (build-error, forbidden, unavailable) */
    const char *warnings;    /* what the compiler said of the student's files, or NULL */
    const char *defined;     /* names that the student's objects define, each followed by '\n' */
    const char *kernels; /* the same of the student's .cl files; NULL where no clang could look */
    double seconds, cpu_seconds; /* by the clock; of the compilers */
};

/* Source number i, below grader/, of the kit's objects that programs of that flavour and lab are
 * linked with; NULL behind the last. */
const char *build_kit_source(const struct lab *lab, enum flavour flavour, int i);

/* Compiles the kit's objects of a flavour for a lab (runner, worker…) below kit->build where they
 * are missing or older than their sources. The code is the kit's own: no jail. False when the
 * compiler is missing or refuses. */
bool build_prepare(const struct kit *kit, const struct lab *lab, enum flavour flavour,
                   struct error *error);

/* Compiles labs/<lab>/oracle.c to a shared object where needed; `path` (PATH_MAX bytes) gets its
 * place. Without the source labs/<lab>/oracle.so serves. */
bool build_oracle(const struct kit *kit, const struct lab *lab, char *path, struct error *error);

/* Compiles and links the staged files in the jail. `native`, unless NULL, is that flavour, built in
 * the same box and ok: its objects may serve. False only when the grader itself failed; what
 * is wrong with the student's files is in built->finding. What it fills in is built->arena's, the
 * caller's to free in both cases. */
bool build_flavour(const struct kit *kit, const struct lab *lab, const struct box *box,
                   enum flavour flavour, const struct built *native, struct built *built,
                   struct error *error);
