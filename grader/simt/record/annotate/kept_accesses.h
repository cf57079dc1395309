/*
 * kept_accesses.h - accesses of the source that an optimiser would take away.
 *
 * A race or an index out of bounds is as wrong where nobody uses the result, and undefined
 * behaviour that a compiler can prove would empty a kernel. So in IR that is not optimised yet:
 * - shared arrays that nothing reads are marked as used (@llvm.used): stores into them stay. Others
 *   are not: the optimiser would take each of their stores for one into any other array;
 * - what is loaded and then not used goes to an empty piece of assembly;
 * - so does the address of a private array that nothing reads, at the function's end;
 * - where an index that is a number lies outside of a private array, the address goes through
 *   assembly, so that nobody knows what it is outside of;
 * - a function that ends without its value traps, in place of `unreachable`.
 * Nothing is added to a kernel that has none of these.
 */
#pragma once

/* The IR (clang's text, not optimised) with such marks; the caller frees it. NULL: no memory. */
char *record_kept(const char *llvm);
