/*
 * OpenCL kernels that an earlier grading of a student's own folder compiled, and that are the same
 * still: who edits the host's half need not wait for the kernels. They lie beside what kept.h
 * keeps, below a mark for the bytes of everything that the compiler read: grader, compilers, lab,
 * and all of the student's files that are not C. The program's text and options are in each file's
 * own name.
 */
#ifndef LOCKSTEP_KEPT_KERNELS_H
#define LOCKSTEP_KEPT_KERNELS_H

#include "grading.h"

/* Brings what is kept into the box, where the platform looks for it. */
void kept_kernels_bring(const struct grading *grading);

/* Keeps what the box has now, and nothing else. What cannot be written is not kept. */
void kept_kernels_keep(const struct grading *grading);

#endif
