/* What has changed since the grading before, in the reader's language. */
#pragma once

#include "../language/language.h"
#include "result.h"

/* "Since the last time: +7 points. gm: 'any size' passes now." of the exercises that both results
 * have; NULL where nothing changed. `before` and `now` are of the same lab. The arena's. */
const char *report_since(struct arena *arena, const struct language *language,
                         const struct result *before, const struct result *now);
