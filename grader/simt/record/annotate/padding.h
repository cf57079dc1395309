/*
 * padding.h - structures that functions return, kept from an error of clang 14 and 15.
 *
 * clang gives classes such as `template <class K> struct pair { pair(K k, char v); … };` members
 * for their padding. A function's result has no value there, and the older optimisers take one for
 * poison, which a copy of the whole structure spreads to its other members: comparisons of such
 * copies became constants. `freeze` gives the padding a value.
 */
#pragma once

/* The text of LLVM's IR, not optimised, with such padding frozen, for the caller to free; it takes
 * `llvm`. NULL without memory. */
char *record_padding(char *llvm);
