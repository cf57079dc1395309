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
/* The copy for warps that only ever have lane 0. */
const struct opcode_tables *single_opcode_tables(void);

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

/* moves.c, per instruction set as well: how a warp's loads and stores move data. */
struct move_tables {
    /* [log2 of bytes in memory][log2 of bytes of a register][sign extended] */
    move_function load[4][4][2];
    move_function store[4][4];
    /* [log2 of bytes of a register]: lanes as 64 bits each, of which `keep` stay */
    void (*widen[4])(const void *row, uint64_t keep, uint64_t *value);
    /* The lanes' addresses: the row itself, or `buffer` filled with the row widened and displaced.
     * *inside tells whether all active ones lie in the bounds and are aligned to `bytes`. */
    const uint64_t *(*place)(const struct warp *warp, const void *row, bool narrow,
                             int64_t displacement, const struct bounds *bounds, uint32_t bytes,
                             uint64_t *buffer, bool *inside);
};
const struct move_tables *move_tables(void);
const struct move_tables *single_move_tables(void);

#endif
