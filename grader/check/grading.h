/* What the checks of one grading share. Private to grader/check. */
#pragma once

#include "../compile/build.h"
#include "../lab/lab.h"
#include "../report/result.h"
#include "../run/session.h"
#include "devices/gpu.h"
#include "witness.h"

#include <stdbool.h>

struct machine_program;
struct grade_options;
struct set_aside;
struct substitution;
struct not_begun;

struct grading {
    const struct grade_options *options;
    const struct kit *kit;
    const struct lab *lab;
    const struct oracle *oracle;
    const struct box *box;
    struct built *built; /* one for each flavour; those that no check needs are empty */
    const struct set_aside *set_aside; /* what does not compile: broken_functions.h */
    const struct finding *lost;        /* files that are not there; others are */
    const struct not_begun *not_begun; /* exercises that nobody has begun (advice/advice.h) */
    struct machine_program *program; /* on the machine, once a check has asked for it (machine.h) */
    struct result *result;
    struct arena *arena;  /* the result's */
    const char *platform; /* the OpenCL device that judges, or NULL; the result's arena */
    const char *gpu;      /* the real one that runs now, as CUDA_VISIBLE_DEVICES has it; or NULL */
    double cpu_seconds;   /* of the programs that ran */
    struct object_maker *makers; /* calls that made what was left (objects_left.h) */
    struct onlookers onlookers;  /* of the check that runs (witness.h) */
    bool hurries;                /* a small input runs that must show a timeout: 2 s are enough */
    struct error *error;         /* set when the grader itself failed */
};

/* What belongs to one exercise while its checks run: each starts with nothing but its name. */
struct exercise_grade {
    const struct lab_exercise *exercise;
    bool hung;                       /* it ran out of time on the real device, twice */
    bool answers_told;               /* an output check tells of wrong answers: others need not */
    const struct lab_check *leaking; /* an output check that passed, but gave back less than it took
                                        on the device; or NULL */
    const struct left *leaked;       /* what was left there (objects_left.h) */
};

/* A part of an answer that only the host's data explain, though the device held other data. */
struct host_part {
    size_t bytes;            /* of the data that the host must have worked on; 0: no such part */
    struct finding *finding; /* what it is; the arena's */
};

/* What running the cases of a check showed. */
struct trial {
    enum verdict verdict;
    struct finding *findings, **tail;
    struct finding *aside; /* what detectors saw beside what the check asks for */
    double seconds;        /* of the calls, by the parent's clock */
    struct diagnosis diagnosis;
    struct jail_limits limits;        /* of the process */
    struct jail_result jail;          /* how the process ended; trial_free releases it */
    bool finished;                    /* it answered the end-of-run nonce */
    const struct oracle_call *broken; /* the call that it did not come back from, or NULL */
    const struct oracle_call *first;  /* the first call, for bounds that name its parameters */
    size_t
        wrong_call;  /* the first call that something was wrong with, from 1; 0: none, or unknown */
    bool told_error; /* the wrong call had to fail, and returned an error */
    bool hangs_on_order; /* it went wrong in some order of the threads, not in the plain one */
    struct gpu *gpu; /* what the simulated GPU saw (flavour simt), or NULL; trial_free frees it */
    struct host_part host_part; /* of the answer (host_part.h) */
    bool points_stay;           /* it passed, but for what a real device added */
    const char
        *wrong_output; /* the name of the first output that is wrong, where a judge notes it */
    struct counted *counted; /* what bounds were held against (kinds/bounds.h), or NULL */
    const struct oracle_call *counted_in;
};

/* One call that came back, for judges of outputs and facts. */
struct judged_call {
    const struct oracle_call *call;
    const void *input[ORACLE_MAX_BUFFERS];  /* as the oracle made them */
    const void *output[ORACLE_MAX_BUFFERS]; /* as the program left them */
    const uint64_t *fact;                   /* what it did: FACT_COUNT numbers */
};

/* All calls of the check, shaped; the arena's. Returns their number, 0 with an error when a case is
 * wrong. */
size_t calls_shape(struct grading *grading, const struct lab_exercise *exercise,
                   const struct lab_check *check, struct oracle_call **calls);

/* Can all cases of the lab be shaped, and are their keys and the names in bounds known? What is
 * wrong with lab.yaml shows before anything is judged, whatever the submission. False with an
 * error. */
bool calls_valid(struct grading *grading);

/* Elements of the largest call, inputs and outputs. */
size_t calls_most_elements(const struct oracle_call *calls, size_t count);

/* Judges one call; adds findings to the trial. */
typedef void call_judge(struct grading *grading, const struct lab_check *check,
                        const struct judged_call *judged, struct trial *trial);

/* Runs the check's cases, one after the other, in one fresh process of the flavour, and judges each
 * call (`judge` may be NULL). Ends at the first case after which the process is gone, and says how
 * in the trial. False when the grader failed. */
bool trial_run(struct grading *grading, const struct lab_exercise *exercise,
               const struct lab_check *check, enum flavour flavour, call_judge *judge,
               struct trial *trial);

/* Begins to make the jail of such a trial, where the grader waits for nothing else
 * (jail_keep_ready). */
void trial_ready(const struct grading *grading, enum flavour flavour);

/* What only some checks ask of a trial; all zero asks for nothing. Under a tool the trial does not
 * say how the process ended: the caller reads what the tool wrote first. */
struct trial_options {
    call_judge *judge;
    const char *const *tool; /* starts the program: its path and arguments, NULL-terminated */
    /* Makes what the simulated GPU is to hold in place of the first call's data; NULL when the
     * grader failed. */
    struct substitution *(*substitute)(struct grading *grading, const struct oracle_call *call);
    /* Gives the first call another seed; false when the grader failed. */
    bool (*reseed)(struct grading *grading, struct oracle_call *call);
    double cpu_seconds;     /* as many at most; 0: as long as a run may take */
    struct gpu_order order; /* of the simulated GPU's work */
    bool unwatched;         /* the onlookers of the check do not see it */
    size_t only;            /* this call, from 1; 0: all */
};

/* The same with such options. */
bool trial_run_with(struct grading *grading, const struct lab_exercise *exercise,
                    const struct lab_check *check, enum flavour flavour,
                    const struct trial_options *asked, struct trial *trial);

/* Gives back what the trial found. */
void trial_free(struct trial *trial);

/* Adds it to the trial, whose verdict its verdict becomes if it is the first. */
struct finding *trial_add(struct trial *trial, struct finding *finding);

/* Adds a row of findings.def. The values, which are copied, may be NULL. */
struct finding *trial_find(struct grading *grading, struct trial *trial, enum found id,
                           const struct message_value *values);

/* Makes it a trial that found nothing. */
void forget_findings(struct trial *trial);

/* Adds what the end of the process says: crash, timeout, early-exit… No-op when it finished. */
void trial_add_end(struct grading *grading, enum flavour flavour, struct trial *trial);

/* Compares the outputs bit for bit. A call_judge. */
void compare_outputs(struct grading *grading, const struct lab_check *check,
                     const struct judged_call *judged, struct trial *trial);

/* compare_outputs, for every check that judges something else than answers: no program passes it
 * without the work. NULL where another check reports wrong answers already. */
call_judge *answers_judge(const struct exercise_grade *graded);

/* Holds what the program did against the check's `require`. A call_judge. */
void judge_facts(struct grading *grading, const struct lab_check *check,
                 const struct judged_call *judged, struct trial *trial);

/* Runs one kind of check in its row's build (check_devices.h). False when the grader failed; else
 * the trial says what came of it. */
typedef bool check_run(struct grading *grading, struct exercise_grade *graded,
                       const struct lab_check *check, enum flavour flavour, struct trial *trial);

/* On the simulated GPU a right answer shows nothing about kernels when none ran: the host may have
 * computed it all. Adds a finding then. */
void require_launch(struct grading *grading, struct trial *trial);

/* Where a call to the simulated GPU failed that can be the cause of what the trial found: puts it
 * first, and drops the rest if the program went on as if nothing had happened. */
void blame_failed_call(struct grading *grading, enum flavour flavour, struct trial *trial);

/* The source line (in a student's file) of an address of a flavour's executable; false where it
 * cannot be told. Addresses are relative to the load address, the innermost first. *runners, unless
 * NULL: none is in a student's file, and the first that is known is in the lab's runner. */
bool symbolise(struct grading *grading, enum flavour flavour, const uint64_t *addresses,
               size_t count, struct finding *finding, bool *runners);

/* Is the exercise one of those to be graded? */
bool grade_selects(const struct grade_options *options, const struct lab_exercise *exercise);

/* Is the check one of those to be run? Where only one is asked for, so are those that can change
 * its verdict: the first, the race checks (with the output checks, which may come upon a race), and
 * what it comes after. */
bool grading_needs(const struct grading *grading, const struct lab_exercise *exercise,
                   const struct lab_check *check);

/* The row of the real device that was asked for, which adds its answers to such checks of the
 * exercise (device_added.c); or NULL. */
struct check_row;
const struct check_row *grading_added(const struct grading *grading,
                                      const struct lab_exercise *exercise, enum check_kind kind);

/* Waits for a real GPU that nobody else uses, and takes it: grading->gpu. Not the one of that name,
 * if there is another. The descriptor is closed to give it back; -1 where nobody shares them. */
int device_take(struct grading *grading, const char *other_than);

/* Runs the check on the real device that was asked for, if any, and adds what it says: where the
 * machine found nothing wrong, a person must look, and no point is lost; where the answer is wrong,
 * whether it is so there, too. False when the grader failed. */
bool device_add(struct grading *grading, struct exercise_grade *graded,
                const struct lab_check *check, struct trial *trial);

/* Builds all that the checks of those exercises need; what is wrong with the student's files is in
 * grading->built. False when the grader failed. */
bool build_all(struct grading *grading);

/* Runs the exercise's checks and fills `out`. `staging` is what kept the files from being taken, or
 * NULL. False when the grader failed. */
bool grade_exercise(struct grading *grading, const struct lab_exercise *exercise,
                    const struct finding *staging, struct exercise_result *out);

/* Is the path, as a compiler notes it, that of a file that the student hands in? *name gets the
 * file's name in it. */
bool is_student_path(const struct lab *lab, const char *path, const char **name);
