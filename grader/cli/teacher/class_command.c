/* `lockstep class`: all submissions for one lab. */
#include "../commands.h"

#include "../../check/grade.h"
#include "../../compile/kit.h"
#include "../../roster/class.h"
#include "../../roster/engines/slurm.h"
#include "../options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* False, and one line says why, if a class cannot be graded so. */
static bool is_usable(const struct class_options *class, const char *engine, const char *usage) {
    if (class->engine == NULL) {
        fprintf(stderr, "lockstep: no engine '%s' (local or slurm)\n", engine);
    } else if (class->out == NULL) {
        fprintf(stderr, "lockstep: add --out DIR, the folder for the results (usage: %s)\n", usage);
    } else if (class->speedup != NULL && strcmp(class->speedup, "full") != 0 &&
               strcmp(class->speedup, "quick") != 0) {
        fprintf(stderr, "lockstep: --speedup %s: it is full or quick\n", class->speedup);
    } else if (class->earlier != NULL && access(class->earlier, R_OK | X_OK) != 0) {
        fprintf(stderr, "lockstep: --earlier %s: not a folder that can be read\n", class->earlier);
    } else {
        return true;
    }
    return false;
}

int class_main(int argc, char **argv) {
    int status;
    if (argc > 1 && class_order_main(argc - 1, argv + 1, &status)) {
        return status;
    }
    struct class_options class = {.seed = GRADE_DEFAULT_SEED};
    uint64_t jobs = UINT64_MAX;
    const char *labs = NULL, *engine = "local", *arguments[OPTIONS_MAX_ARGUMENTS + 1];
    const struct option_row rows[] = {
        {"--out", OPTION_TEXT, &class.out, "DIR", "the folder for all results (required)"},
        {"--jobs", OPTION_NUMBER, &jobs, "N",
         "submissions at the same time (default: 5 for 4 cores)"},
        {"--roster", OPTION_TEXT, &class.roster, "CSV",
         "the list of students (default: those who handed in)"},
        {"--earlier", OPTION_TEXT, &class.earlier, "DIR",
         "earlier submissions to compare with (similar.csv)"},
        {"--engine", OPTION_TEXT, &engine, "E", "local, or slurm: on a cluster's nodes"},
        {"--slurm", OPTION_TEXT, &class.slurm, "PAIRS",
         "what sbatch is asked for, such as partition=gpu"},
        {"--device", OPTION_TEXT, &class.device, "D",
         "cuda or opencl: a real device adds its answers"},
        {"--speedup", OPTION_TEXT, &class.speedup, "HOW",
         "full or quick: measure each student's speedup sheet, too"},
        {"--resume", OPTION_FLAG, &class.resume, NULL,
         "continue what was begun in DIR; begin nothing new"},
        {"--seed", OPTION_NUMBER, &class.seed, "S", "the number that makes the inputs"},
        {"--seed-per-student", OPTION_FLAG, &class.seed_per_student, NULL,
         "give each student different inputs"},
        {"--language", OPTION_TEXT, &class.language, "L",
         "en or fr, for page and feedback (the roster's wins)"},
        {"--secret", OPTION_TEXT, &class.secret, "FILE",
         "what hidden inputs are drawn from (default: DIR/secret)"},
        {"--labs", OPTION_TEXT, &labs, "DIR", "a folder of labs of your own"},
    };
    const struct usage usage = {
        "lockstep class LAB SUBMISSIONS --out DIR [options]",
        "Grades every submission in the folder SUBMISSIONS: one folder or archive (zip,\n"
        "tar) for each student, as Moodle exports them. You may stop it at any time: the\n"
        "same command then continues. DIR/policy.yaml may hold the rules of the class:\n"
        "deadlines, which attempt counts, groups (CLASS.md).\n\n"
        "  lockstep class adjust  add a teacher's points and comment for one student\n"
        "  lockstep class rubric  read the marks for the written report from a table\n"
        "  lockstep class requests  read who asks for a regrade, and the answers\n"
        "  lockstep class again   grade one student again and say what changed\n"
        "  lockstep class sums    add up all points again, without running anything\n"
        "  lockstep class show    make a page that replays a student's failed check\n\n"
        "Exit status: 0 all submissions were graded, 2 some were not.",
        OPTIONS_AND_ARGUMENTS(rows, 2, 2)};
    if (!options_read(argc, argv, &usage, arguments, &status)) {
        return status;
    }
    if (jobs == 0) {
        fputs("lockstep: --jobs 0: at least one submission must be graded at a time\n", stderr);
        return 2;
    }
    class.jobs = jobs != UINT64_MAX ? jobs : 0;
    class.submissions = arguments[1];
    class.engine = engine_find(engine);
    if (!is_usable(&class, engine, usage.line)) {
        return 2;
    }
    struct error error;
    bool complete = false;
    interrupt_last_words("what was graded is kept: give the same command to continue");
    interrupt_last_act(slurm_stop);
    interrupt_clean_up();
    if (!class_grade(&class, arguments[0], labs, &complete, &error)) {
        return command_failed(&error);
    }
    return complete ? 0 : 2;
}

/* Grades some submissions of a class on a node of a cluster: Slurm starts it. */
int class_task_main(int argc, char **argv) {
    const char *labs = NULL, *secret_path = NULL, *device = NULL, *speedup = NULL,
               *arguments[OPTIONS_MAX_ARGUMENTS + 1];
    uint64_t count = 1;
    const struct option_row rows[] = {
        {"--count", OPTION_NUMBER, &count, "N", "so many from there on, one after the other"},
        {"--secret", OPTION_TEXT, &secret_path, "FILE", "for hidden inputs"},
        {"--device", OPTION_TEXT, &device, "D", "a real device that adds its answers"},
        {"--speedup", OPTION_TEXT, &speedup, "HOW", "measures speedup sheets instead"},
        {"--labs", OPTION_TEXT, &labs, "DIR", "a folder of labs of your own"},
    };
    const struct usage usage = {"lockstep class-task LAB LIST NUMBER",
                                "Grades tasks of a list that `lockstep class` made.",
                                OPTIONS_AND_ARGUMENTS(rows, 3, 3)};
    int status;
    if (!options_read(argc, argv, &usage, arguments, &status)) {
        return status;
    }
    struct kit kit = {0};
    struct lab lab = {0};
    struct secret secret;
    struct error error;
    interrupt_clean_up();
    const bool good =
        lab_open(&kit, &lab, labs, arguments[0], &error) &&
        secret_find(&secret, secret_path, &lab, &error) &&
        task_grade_list(
            &kit, &lab, arguments[1], strtoul(arguments[2], NULL, 10), count,
            &(struct class_task){.secret = &secret, .device = device, .speedup = speedup}, &error);
    lab_close(&kit, &lab);
    return good ? 0 : command_failed(&error);
}
