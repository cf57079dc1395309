/* What the author of a lab may have missed, told before anything is graded. */
#pragma once

#include "../../lab/lab.h"
#include "../../lab/oracle.h"
#include "../../compile/kit.h"

/* Are skeletons/ and solutions/ what unifdef makes of the lab's annotated sources? An error that
 * names the file where one is not. True where unifdef is not here, or a source is not annotated. */
bool author_generated(const struct kit *kit, const struct lab *lab, struct error *error);

/* Does the oracle come back from each case, with the same data each time? An error that names its
 * function and the case where it does not. */
bool author_oracle(const struct kit *kit, const struct lab *lab, struct error *error);
