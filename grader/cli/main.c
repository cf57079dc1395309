/*
 * `lockstep`: a table of subcommands, a function of another file each.
 *
 * What comes in: a command line, read against a table of options (options.h), and LOCKSTEP_* of the
 * environment. What comes out: a report on standard output or in a file, messages on standard
 * error, both in the reader's language, and an exit status.
 *
 * What can go wrong: a word that no table has, a tool that is missing, a file that cannot be read
 * or written, Ctrl-C. Each ends the command with one line that begins "lockstep:" and status 2;
 * interrupt.c ends what was started and removes what would be left behind.
 *
 * What is promised: status 0 is full marks, 1 is less, and 2 says that the grader could not do its
 * work, which is never a student's fault. What a command printed has been written, or it is 2.
 */
#include "../version.h"
#include "../jail/jail.h"
#include "commands.h"

#include <errno.h>
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct command_row {
    const char *name;
    command_main *run;
    const char *usage, *purpose;
} commands[] = {
    {"list", list_main, "list", "list labs, their exercises and points"},
    {"grade", grade_main, "grade LAB SUBMISSION [options]",
     "grade a folder with a student's files"},
#ifndef LOCKSTEP_STUDENT /* a student's archive has nothing for teachers (scripts/package.mk) */
    {"class", class_main, "class LAB SUBMISSIONS", "grade a whole class"},
    {"check", check_main, "check LAB", "prove that a lab grades as it should"},
    {"new", new_main, "new LAB --from S", "write a small lab of your own"},
#endif
    {"hint", hint_main, "hint LAB [EXERCISE]", "show the next hint"},
    {"cc", simt_spoken_main, "cc PROGRAM.cu -o PROGRAM",
     "compile CUDA, or C with OpenMP, for simt"},
    {"simt", simt_spoken_main, "simt -- ./PROGRAM", "find its errors on the simulated GPU"},
    {"debug", simt_spoken_main, "debug -- ./PROGRAM", "step through a program in an editor"},
    {"profile", profile_main, "profile LAB [EXERCISE]", "say what each source line costs"},
    {"show", show_main, "show LAB EXERCISE", "make a page that replays a check"},
    {"speedup", speedup_main, "speedup LAB SUBMISSION", "measure, and fill a speedup sheet"},
    {"sheet", sheet_main, "sheet check FILE", "find mistakes in a speedup sheet"},
#ifndef LOCKSTEP_STUDENT
    {"public", public_main, "public LAB", "print lab.yaml as students may see it"},
    {"handout", handout_main, "handout NAME", "write what a handout quotes from a lab"},
#endif
    {"doctor", doctor_main, "doctor", "say what this machine has and what it lacks"},
    {"await", await_main, NULL, NULL}, /* from here on: not in the help */
#ifndef LOCKSTEP_STUDENT
    {"class-task", class_task_main, NULL, NULL},
#endif
};

enum { COMMANDS = sizeof commands / sizeof *commands };

static void print_help(FILE *to) {
    fputs("Lockstep grades labs of parallel programming.\n\nusage: lockstep COMMAND …\n\n", to);
    for (int i = 0; i < COMMANDS && commands[i].purpose != NULL; i++) {
        fprintf(to, "  %-31s %s\n", commands[i].usage, commands[i].purpose);
    }
    fputs("\n`lockstep COMMAND --help` explains a command, `lockstep --version` prints the\n"
          "version. Exit status: 0 full marks (or all is well), 1 less than that, 2 the\n"
          "grader could not do its work.\n",
          to);
}

/* Large tables are mapped, whatever was freed before: mapped memory is zero until it is touched,
 * where the heap's has to be cleared. A tenth of a grading's time. */
static void map_large_tables(void) {
    enum { LARGE = 512 << 10, KEPT_FREE = 8 << 20 };
    mallopt(M_MMAP_THRESHOLD, LARGE);
    mallopt(M_TRIM_THRESHOLD, KEPT_FREE);
}

/* Where nothing isolates programs, a person may still run their own work, and says so; a class is
 * never run. */
static void choose_jail(const char *command) {
    const char *own = getenv("LOCKSTEP_OWN_WORK");
    if (strcmp(command, "class") == 0) {
        unsetenv("LOCKSTEP_OWN_WORK"); /* nor by a worker of it */
    } else if (own != NULL && *own != '\0') {
        jail_allow_own();
    }
}

/* Runs the command that argv[1] names, and returns its exit status. */
static int run_command(int argc, char **argv) {
    for (int i = 0; i < COMMANDS; i++) {
        if (strcmp(argv[1], commands[i].name) == 0) {
            command_language(argc - 1, argv + 1);
            choose_jail(argv[1]);
            return commands[i].run(argc - 1, argv + 1);
        }
    }
    fprintf(stderr, "lockstep: no command '%s' (see lockstep --help)\n", argv[1]);
    return 2;
}

/* Everything that was printed has come out, or the command has failed. */
static int end(int status) {
    errno = EIO; /* where only an earlier write has failed */
    if (status != 2 && (fflush(stdout) != 0 || ferror(stdout))) {
        fprintf(stderr, "lockstep: cannot write standard output: %s\n", strerror(errno));
        return 2;
    }
    return status;
}

static void go_on(int number) {
    (void)number;
}

/* A file at its limit of size makes write() fail, which is reported, and does not end this process.
 * By a handler, since children inherit signals that are ignored, and a submission must be ended. */
static void survive_limits(void) {
    struct sigaction action = {.sa_handler = go_on, .sa_flags = SA_RESTART};
    sigaction(SIGXFSZ, &action, NULL);
}

int main(int argc, char **argv) {
    map_large_tables();
    survive_limits();
    if (argc < 2) {
        print_help(stderr);
        return 2;
    }
    if (argc > 2 && strcmp(argv[1], "help") == 0) { /* `help grade` is `grade --help` */
        static char help[] = "--help";
        char *command[] = {argv[0], argv[2], help, NULL};
        return end(run_command(3, command));
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 ||
        strcmp(argv[1], "help") == 0) {
        print_help(stdout);
        return end(0);
    }
    if (strcmp(argv[1], "--version") == 0) {
        puts("lockstep " LOCKSTEP_VERSION);
        return end(0);
    }
    return end(run_command(argc, argv));
}
