/*
 * notes.h - variables of the source for the machine: LLVM's debug information becomes notes.
 *
 * clang's textual IR, after optimisation, says where a variable gets a value (llvm.dbg.value) and
 * where an array lies (llvm.dbg.declare); PTX has no place for either. So this writes
 *
 *     .pragma "lockstep variable KIND FUNCTION ARGUMENT NAME TYPE";
 *     lockstep.note.b32 %r5;
 *
 * as inline assembly, so that the value reaches the machine wherever the variable gets it. Every
 * other instruction stays what it is: counters and findings are those of the program without notes.
 *
 * KIND is s, u, f, c (a character), b (bool) or p (pointer); @ and one of these for the address of
 * something that stays in memory; - where the optimiser has dropped the value; m tells the shape of
 * a shared array with several dimensions. ARGUMENT is the number of a parameter, from 1, or 0.
 */
#pragma once

#include <stdio.h>

/* How clang is asked for the IR (besides -emit-llvm -S); ends in NULL. */
extern const char *const record_note_flags[];

/* Writes the IR with notes. Lines that it cannot read stay as they are. 0: done; -1: no memory. */
int record_notes(const char *llvm, FILE *out);
