/* values.h - numbers for what the instructions of a function read and write. */
#pragma once

#include "assemble.h"

/* Numbers the values of a function in the order in which they are met: [first, next). */
struct numbering {
    uint16_t *of_row;
    uint32_t rows;
    uint32_t first, next; /* `first` is at least 1: 0 is no value */
};

/* False without memory. The caller closes it. */
bool numbering_open(const struct function *function, uint32_t first, struct numbering *numbering);
void numbering_close(struct numbering *numbering);

/* The number of what a row holds, a new one if it has none; 0: none. */
uint16_t value_of_row(struct numbering *numbering, uint32_t row);

/* Fills sources and targets of an instruction's step. */
void values_list(struct numbering *numbering, const struct instruction *i, struct model_step *step);

/* The constant that a row of a function's frame holds; false if it holds none. */
bool row_constant(const struct function *function, uint32_t row, int64_t *value);
