/* Checks on the machine: several orders of the threads, and what its observers found in each. */
#include "devices.h"
#include "machine.h"

/* A race is found in any order; what it does to the answer shows in some. */
static const struct machine_schedule schedules[] = {
    {OPENMP_IN_ORDER, 0, NULL},
    {OPENMP_REVERSED, 0, "when the threads run in reverse order"},
    {OPENMP_TURNS, 0, "when the threads take turns at each synchronisation"},
    {OPENMP_DRAWN, 1, "when the threads interrupt each other"},
};

static bool run_schedules(struct grading *grading, const struct lab_exercise *exercise,
                          const struct lab_check *check, size_t count, call_judge *judge,
                          struct trial *trial) {
    *trial = (struct trial){.verdict = VERDICT_PASS, .finished = true};
    for (size_t i = 0; i < count && trial->findings == NULL; i++) {
        if (!machine_run(grading, exercise, check, &schedules[i], judge, trial)) {
            return false;
        }
        grading->hangs_on_order = grading->hangs_on_order || (i > 0 && trial->findings != NULL);
    }
    return true;
}

bool check_machine_race(struct grading *grading, const struct lab_exercise *exercise,
                        const struct lab_check *check, enum flavour flavour, struct trial *trial) {
    (void)flavour;
    return run_schedules(grading, exercise, check, sizeof schedules / sizeof *schedules,
                         answers_judge(grading), trial);
}

bool check_machine_memory(struct grading *grading, const struct lab_exercise *exercise,
                          const struct lab_check *check, enum flavour flavour,
                          struct trial *trial) {
    (void)flavour;
    return run_schedules(grading, exercise, check, 2, answers_judge(grading), trial);
}

/* What a program did is judged where it did its work. */
static void judge_work(struct grading *grading, const struct lab_check *check,
                       const struct judged_call *judged, struct trial *trial) {
    compare_outputs(grading, check, judged, trial);
    if (trial->findings == NULL) {
        judge_facts(grading, check, judged, trial);
    }
}

bool check_machine_structure(struct grading *grading, const struct lab_exercise *exercise,
                             const struct lab_check *check, enum flavour flavour,
                             struct trial *trial) {
    (void)flavour;
    return run_schedules(grading, exercise, check, 1, judge_work, trial);
}
