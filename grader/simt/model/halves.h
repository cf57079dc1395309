/* halves.h - registers of PTX with 64 bits that hold numbers of 32. */
#ifndef LOCKSTEP_SIMT_HALVES_H
#define LOCKSTEP_SIMT_HALVES_H

#include "../machine.h"

/* By register: may its upper half be other than 0? The caller frees it; NULL without memory. */
bool *find_large(const struct ptx_function *ptx);

/* Is the operand a number of 32 bits without a sign, or a register that holds one? */
bool is_small(const bool *large, const struct ptx_operand *operand);

/* A mask of the lower half or of less: nobody sees the upper one. */
bool is_mask(const struct ptx_statement *statement);

/* Does the statement shift by half of its register's bits? Then it only renames one. */
bool shifts_half(const struct ptx_statement *statement);

#endif
