/* The one place that holds the kit's version. CHANGELOG.md and CITATION.cff name it, too; a test
 * compares them. */
#pragma once

#define LOCKSTEP_VERSION "1.4.0"
