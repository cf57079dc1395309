/* Which device judges which kind of check, how, and in which build of the student's files. */
#ifndef LOCKSTEP_CHECK_DEVICES_H
#define LOCKSTEP_CHECK_DEVICES_H

#include "grading.h"

/*
 * What the files of a lab are says by which door its programs reach a device: a lab with a .cl file
 * speaks OpenCL, one with a .cu file CUDA. Host code in C and OpenMP may stand beside either.
 */
struct check_row {
    const char *device; /* as lab.yaml spells it */
    const char *files;  /* the lab hands in files that end so; NULL: whatever they are */
    enum check_kind kind;
    const char *how; /* what judges, for the report */
    enum flavour flavour;
    check_run *run;
};

/* The row, or NULL where the device is not known, is not for such a lab, or has no such check. */
const struct check_row *check_row_find(const struct lab *lab, const char *device,
                                       enum check_kind kind);

/* The build that an exercise of the device cannot do without. */
enum flavour check_base_flavour(const struct lab *lab, const char *device);

#endif
