/* Which device judges which kind of check, how, and in which build of the student's files. */
#ifndef LOCKSTEP_CHECK_DEVICES_H
#define LOCKSTEP_CHECK_DEVICES_H

#include "grading.h"

struct check_row {
    const char *device; /* as lab.yaml spells it */
    enum check_kind kind;
    const char *how; /* what judges, for the report */
    enum flavour flavour;
    check_run *run;
};

/* The row, or NULL where the device is not known or has no such check. */
const struct check_row *check_row_find(const char *device, enum check_kind kind);

/* The build that an exercise of the device cannot do without. */
enum flavour check_base_flavour(const char *device);

#endif
