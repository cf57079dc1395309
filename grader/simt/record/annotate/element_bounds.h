/*
 * element_bounds.h - which part of a thread's own variable may an access reach?
 *
 * PTX knows a variable as a whole. The IR, before it is optimised, also says which array in it an
 * index belongs to. Each such access becomes a line of the module:
 *
 *     .pragma "lockstep bounds 7 14 28 4 2";
 *
 * What is accessed on line 7, column 14 of a variable of 28 bytes lies in the 2 bytes from its 4th.
 * And what is accessed there lies in an array of structures, vectors or integers of 16 bytes:
 *
 *     .pragma "lockstep element 7 14 16";
 */
#pragma once

#include <stdio.h>

#include "ir_lines.h"

/* Writes such lines for all accesses of a function that ir_look() has looked at; `llvm` is the text
 * of the whole module. */
void record_element_bounds(const char *llvm, const struct ir_function *in, FILE *out);
