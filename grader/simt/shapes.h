/* shapes.h - what variables and memory of an OpenMP program are made of, for the names of their
 * elements and members (openmp/translate/variable_shapes.c writes it,
 * openmp/runtime/answered_names.c reads it). */
#pragma once

#include <stdint.h>

/* As the program's text says it: hostile. */
struct simt_shape {
    const struct simt_shape *next;
    uint32_t number; /* from 1 */
    const char *text;
};

/* "variable grid" or "memory tree.c:12", and the number of its shape, 0: not known. */
struct simt_shaped {
    const struct simt_shaped *next;
    const char *what;
    uint32_t number;
};

struct simt_shapes {
    const struct simt_shape *shapes;
    const struct simt_shaped *shaped;
};

struct simt_module;
/* Lives as long as the module; NULL for none. */
const struct simt_shapes *simt_module_shapes(const struct simt_module *module);
