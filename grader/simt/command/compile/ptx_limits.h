/* ptx_limits.h - what ptxas refuses of PTX although it is right: more memory than a block has. */
#pragma once

#include "../../../error.h"

/* Do the variables that the kernels in this file declare fit in shared and constant memory? False
 * with a message that names `source`. What else is wrong there is found when the program runs. */
bool ptx_fits(const char *path, const char *source, struct error *error);
