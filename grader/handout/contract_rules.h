/* A contract's rules, as TeX. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

/* Puts the first comment of the file at `path` as \rulepar, \ruleitem, \rulerow, \rulehead (each
 * with a name and a text) and \ruleline, up to the words of its checks. False: the file cannot be
 * read. */
bool rules_put(FILE *out, const char *path);
