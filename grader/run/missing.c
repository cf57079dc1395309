/* What stands in for a function that the student did not write, so that the others can still be
 * graded. */
#include "protocol.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

void lockstep_missing_function(void);

/* Leaves word of it, as the worker does of faults, and ends the program. */
void lockstep_missing_function(void) {
    struct diagnosis *notes =
        mmap(NULL, sizeof *notes, PROT_READ | PROT_WRITE, MAP_SHARED, FD_NOTES, 0);
    if (notes == MAP_FAILED) {
        abort(); /* nobody grades this */
    }
    notes->place = FAULT_MISSING;
    _exit(1);
}
