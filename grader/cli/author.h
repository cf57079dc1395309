/* What the author of a lab may have missed, told before anything is graded. */
#ifndef LOCKSTEP_AUTHOR_H
#define LOCKSTEP_AUTHOR_H

#include "../lab/lab.h"
#include "../lab/oracle.h"
#include "../compile/kit.h"

/* Are skeletons/ and solutions/ what unifdef makes of the lab's annotated sources? An error that
 * names the file where one is not. True where unifdef is not here, or a source is not annotated. */
bool author_generated(const struct kit *kit, const struct lab *lab, struct error *error);

/* Does the oracle ask for each key of each case, in shape, fill or expect? One that it does not
 * ask for may be mistyped: an error with line, check and key. */
bool author_keys(const struct kit *kit, const struct lab *lab, struct error *error);

#endif
