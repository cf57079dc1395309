/* What a fault that ends a kernel is called. */
#pragma once

#include "../../observe.h"
#include "../reports/finding.h"

struct fault_words {
    enum finding_kind kind;
    enum message message, advice;
};

/* The words of a fault in a kernel; NULL for one that is no finding of its own. An OpenMP program
 * has its own for some (openmp/openmp_faults.c). */
const struct fault_words *fault_words(enum simt_fault_kind kind);
