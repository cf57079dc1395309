/* `_Generic` in a student's file: does it choose the same for gcc and for clang? */
#ifndef LOCKSTEP_GENERIC_H
#define LOCKSTEP_GENERIC_H

/* What a preprocessor left: of the student's own lines, without directives, and of all files. */
struct generic_text {
    const char *own, *whole;
};

/* NULL when each `_Generic` in the student's lines chooses by the type of variables, members,
 * elements and numbers, which is the same for all compilers; else the place of one that might not,
 * such as by a field of bits. */
const char *generic_find(const struct generic_text *texts);

#endif
