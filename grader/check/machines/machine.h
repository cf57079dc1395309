/*
 * A check's cases on the machine (grader/simt/openmp): the student's functions, translated, run
 * there and nowhere else. The machine sees every access and decides which thread runs when, so
 * what it finds is the same every time, and nothing in the program can keep it from looking.
 */
#ifndef LOCKSTEP_CHECK_MACHINE_H
#define LOCKSTEP_CHECK_MACHINE_H

#include "../../simt/openmp/runtime/openmp.h"
#include "../grading.h"

/* One way to run the cases. */
struct machine_schedule {
    enum openmp_schedule schedule;
    uint64_t seed;
    const char *words; /* for a finding: "when the function is called again"; NULL: the order's */
    bool again;        /* all cases, and the first once more, as calls of one run of the program */
};

/* Runs the check's cases, one after the other, under that schedule, and judges
 * each call that came back (`judge` may be NULL). What the machine's observers found is added to
 * the trial: races first, as they are the cause of much else. Ends at the first case that does not
 * come back. False when the grader failed. */
bool machine_run(struct grading *grading, const struct lab_exercise *exercise,
                 const struct lab_check *check, const struct machine_schedule *schedule,
                 call_judge *judge, struct trial *trial);

/* Gives back the machine and the program on it, if any check has asked for them. */
void machine_close(struct grading *grading);

#endif
