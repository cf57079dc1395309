/* Checks on the machine: several orders of the threads, and what its observers found in each. */
#include "../check_devices.h"
#include "machine.h"

/* A race is found in any order; what it does to the answer shows in some. */
static const struct machine_schedule schedules[] = {{OPENMP_IN_ORDER, 0, NULL, false},
                                                    {OPENMP_REVERSED, 0, NULL, false},
                                                    {OPENMP_TURNS, 0, NULL, false},
                                                    {OPENMP_DRAWN, 1, NULL, false}};

/* What static variables hold from one call may go wrong in the next. */
static const struct machine_schedule called_again = {OPENMP_IN_ORDER, 0,
                                                     "when the function is called again", true};

/* The plain order gave the right answer, this one does not, and nothing races. */
static void advise_on_order(struct finding *finding) {
    finding->advice =
        finding->verdict != VERDICT_WRONG_ANSWER
            ? finding->advice
            : "No two accesses race, and yet the answer depends on which thread comes first. Is "
              "something read in one atomic step (or under a lock) and written in a later one? "
              "Make it one atomic update, or put both into one critical section. Or is it used "
              "before all threads have done their part?";
}

static bool run_schedules(struct grading *grading, const struct lab_exercise *exercise,
                          const struct lab_check *check, size_t count, call_judge *judge,
                          struct trial *trial) {
    *trial = (struct trial){.verdict = VERDICT_PASS, .finished = true};
    for (size_t i = 0; i < count && trial->findings == NULL; i++) {
        if (!machine_run(grading, exercise, check, &schedules[i], judge, trial)) {
            return false;
        }
        if (i > 0 && trial->findings != NULL) {
            trial->hangs_on_order = true;
            advise_on_order(trial->findings);
        }
    }
    return true;
}

/* The same with calls that follow each other, if all is well so far. */
static bool run_again(struct grading *grading, const struct exercise_grade *graded,
                      const struct lab_check *check, struct trial *trial) {
    if (trial->findings != NULL || trial->broken != NULL) {
        return true;
    }
    bool good =
        machine_run(grading, graded->exercise, check, &called_again, answers_judge(graded), trial);
    if (good && trial->findings != NULL && trial->findings->verdict == VERDICT_WRONG_ANSWER) {
        trial->findings->advice = "What do static variables still hold from the previous call? Set "
                                  "them again in each call.";
    }
    return good;
}

/* What a program did is judged where it did its work. */
static void judge_work(struct grading *grading, const struct lab_check *check,
                       const struct judged_call *judged, struct trial *trial) {
    compare_outputs(grading, check, judged, trial);
    if (trial->findings == NULL) {
        judge_facts(grading, check, judged, trial);
    }
}

/* Races may show in any order of the threads, faults of memory in two; of what they did, one order
 * tells all. */
bool check_machine(struct grading *grading, struct exercise_grade *graded,
                   const struct lab_check *check, enum flavour flavour, struct trial *trial) {
    const bool structure = check->kind == CHECK_STRUCTURE;
    const size_t orders = structure                     ? 1
                          : check->kind == CHECK_MEMORY ? 2
                                                        : sizeof schedules / sizeof *schedules;
    call_judge *judge = structure ? judge_work : answers_judge(graded);
    (void)flavour;
    return run_schedules(grading, graded->exercise, check, orders, judge, trial) &&
           (structure || run_again(grading, graded, check, trial));
}
