/*
 * alu_table.h - from here on the rows of instructions.def make entries of a table.
 *
 * Included between a section's functions and its table (alu_*.c): no guard against a second time is
 * needed, as every name is defined anew.
 */
#include "flavour.h"
#include "opcodes.h"

#undef UNARY
#undef BINARY
#undef BINARY_AS
#undef TERNARY
#undef TERNARY_IMMEDIATE
#undef QUATERNARY
#undef ALIAS
#undef CARRY_2
#undef CARRY_3
#undef BY_ONE_DIVISOR
#undef CLAMP
#undef SETP
#undef TEST
#undef SELECT
#undef LOGIC_1
#undef LOGIC_2

#define ALIAS(NAME, OTHER) {#NAME, shape_##OTHER, run_##OTHER},
#define ENTRY(NAME, ...)   {#NAME, shape_##NAME, run_##NAME},
#define UNARY              ENTRY
#define BINARY             ENTRY
#define BINARY_AS          ENTRY
#define TERNARY            ENTRY
#define TERNARY_IMMEDIATE  ENTRY
#define QUATERNARY         ENTRY
#define CARRY_2            ENTRY
#define CARRY_3            ENTRY
#define BY_ONE_DIVISOR     ENTRY
#define CLAMP              ENTRY
#define SETP               ENTRY
#define TEST               ENTRY
#define SELECT             ENTRY
#define LOGIC_1            ENTRY
#define LOGIC_2            ENTRY
