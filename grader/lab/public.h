/* What students may see of a lab.yaml. */
#pragma once

#include "../error.h"

#include <stdbool.h>
#include <stdio.h>

/* Writes `directory`/lab.yaml to `out` without its comments, and of a hidden check only name and
 * points, as `withheld`. False on a malformed file or a failed write. */
bool lab_write_public(const char *directory, FILE *out, struct error *error);

/* Hands each text of the same file to `take`, and then, as `public`, those again that students may
 * see; `self` goes along. The texts live until it returns. False on a malformed file. */
bool lab_each_text(const char *directory, void (*take)(void *self, const char *text, bool public),
                   void *self, struct error *error);
