/* What stands in for a function that the student did not write, so that the others can still be
 * graded. */
#include <stdlib.h>

void lockstep_missing_function(void);

void lockstep_missing_function(void) {
    abort();
}
