/* opcodes.h - the tables of plain instructions: from an opcode's text to the function that runs it.
 */
#ifndef LOCKSTEP_SIMT_OPCODES_H
#define LOCKSTEP_SIMT_OPCODES_H

#include "../machine.h"

/*
 * key: opcode without what the decoder handles itself (.ftz, .sat, rounding modes).
 * operands: a character for each operand, destination first: its width in bytes (1, 2, 4, 8),
 * 'p' a predicate row, '-' none. Immediate operands become constant rows of that width.
 */
struct opcode_row {
    const char *key;
    const char *operands;
    run_function run;
    uint8_t op; /* instruction->op, for functions that serve several opcodes */
};

/* Each ends in a row whose key is NULL. */
struct opcode_tables {
    const struct opcode_row *integers;
    const struct opcode_row *floats;
    const struct opcode_row *compares;
    const struct opcode_row *conversions;
    const struct opcode_row *bits;
};

/* The copy of the tables that suits this processor best. */
const struct opcode_tables *opcode_tables(void);

/* For tests: modules loaded from now on use the copy that runs on any processor. */
void opcodes_only_portable(bool only);

/* Copies for each instruction set (simt.mk compiles the files that include lanes.h several times).
 */
#ifndef ISA
#define ISA portable
#endif
#define FLAVOUR_2(name, isa) name##_##isa
#define FLAVOUR_1(name, isa) FLAVOUR_2(name, isa)
#define FLAVOUR(name)        FLAVOUR_1(name, ISA)

#endif
