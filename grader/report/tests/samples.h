/* Result trees made by hand, for the tests of the writers. */
#pragma once

#include "../result.h"

/* Everything passes. */
const struct result *sample_full(void);

/* One of everything: failures with and without a place, skipped, unavailable, hidden, warnings,
 * timings. */
const struct result *sample_mixed(void);

/* No check passes, all for the same reason. */
const struct result *sample_broken(void);

/* What a hostile or clumsy student can put into texts: wrong UTF-8, markup, control bytes, words
 * without end. */
const struct result *sample_nasty(void);

/* Nothing at all but a lab's name. */
const struct result *sample_empty(void);
