/* webs.h - values of a function. Values that do not live at the same time share a row of registers:
 * what is written in several places is one value only as far as somebody reads it from both. */
#ifndef LOCKSTEP_SIMT_WEBS_H
#define LOCKSTEP_SIMT_WEBS_H

#include "../machine.h"

struct webs;

enum { ROWS_OF_INSTRUCTION = 24 };

struct rows {
    uint32_t rows[ROWS_OF_INSTRUCTION], count;
};

/* The rows of the function's frame that the instruction writes, and those that it reads. */
void rows_written(const struct function *function, const struct instruction *i, struct rows *rows);
void rows_read(const struct function *function, const struct instruction *i, struct rows *rows);

/* NULL without memory. The caller closes it. */
struct webs *webs_open(const struct simt_module *module, const struct function *function);
void webs_close(struct webs *webs);

/* One more than the highest number of a value. */
uint32_t webs_count(const struct webs *webs);

/* The number, at least 1, of the value that instruction n of the function reads from its row `r` of
 * those in rows_read, or writes to a row; and of what a row holds at the beginning, 0 of row 0. */
uint32_t webs_read(const struct webs *webs, uint32_t n, uint32_t r);
uint32_t webs_written(const struct webs *webs, uint32_t n, uint32_t row);
uint32_t webs_beginning(struct webs *webs, uint32_t row);

#endif
