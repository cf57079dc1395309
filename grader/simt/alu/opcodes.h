/* opcodes.h - plain instructions as instructions.def has them: from an opcode to what runs it. */
#pragma once

#include "../machine.h"

/*
 * name: the opcode, with _ for its dots, without what the decoder handles itself (.ftz, .sat,
 * rounding modes).
 * operands: a character for each operand, destination first: its width in bytes (1, 2, 4, 8),
 * 'p' a predicate row, 'i' a constant that becomes instruction->immediate. Other constants become
 * rows of that width.
 */
struct opcode_row {
    const char *name;
    const char *operands;
    run_function run;
};

enum { OPCODE_SECTIONS = 5 };

/* The sections of instructions.def; each ends in a row whose name is NULL. */
struct opcode_tables {
    const struct opcode_row *sections[OPCODE_SECTIONS];
};

/* The copy of the tables that suits this processor best, or the one that any processor runs. */
const struct opcode_tables *opcode_tables(bool portable);
/* The copy for warps that only ever have lane 0. */
const struct opcode_tables *single_opcode_tables(void);
