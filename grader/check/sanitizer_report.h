/* Reading ThreadSanitizer's and AddressSanitizer's reports: text that was written inside the jail,
 * so nothing in it is believed further than a line number. */
#ifndef LOCKSTEP_SANITIZER_REPORT_H
#define LOCKSTEP_SANITIZER_REPORT_H

#include "grading.h"

/* A place in a student's file. */
struct place {
    const char *file; /* NULL: none found */
    int line;
    const char *function;
    bool started; /* not the access itself: where the thread was started that made it */
};

/* Two accesses to the same memory that nothing orders. */
struct race_report {
    struct place first, second; /* first is the smaller line, or the one that is no start */
    bool first_writes, second_writes;
    bool atomic;        /* one of them is atomic, the other is not */
    const char *global; /* the variable, where it is one at file scope; or NULL */
};

/* The race whose lines come first in the file, of all in the log: the same whatever the threads did
 * first. False when the log holds none. */
bool race_report_read(struct grading *grading, const char *log, struct race_report *report);

/* The first stack frame in a student's file between `text` and `end`. */
struct place find_place(struct grading *grading, const char *text, const char *end);

#endif
