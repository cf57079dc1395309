/* The subcommands: argv[0] is the command's name; what they return is the exit status. */
#pragma once

#include "../error.h"

/* Notes what `--language` asks for, so that what goes wrong is told in it, too. The words stay the
 * caller's. */
void command_language(int count, char **words);

/* Prints "lockstep: <message>" to standard error, in the language that `--language` or LANG asks
 * for, where it has the sentence. */
void command_tell(const struct error *error);

/* Tells the message; returns 2, the exit status of a command that
 * could not do its work. */
int command_failed(const struct error *error);

/* A command with its words; the exit status. */
typedef int command_main(int argc, char **argv);
command_main list_main, grade_main, class_main, new_main, check_main, hint_main, profile_main;
command_main show_main, doctor_main, speedup_main, sheet_main, public_main, handout_main;
command_main cc_main, simt_main, simt_spoken_main; /* grader/simt/command */
command_main debug_main;                           /* grader/simt/debug */
command_main class_task_main, await_main; /* not in the help: the cluster, `make watch` call them */
/* What a teacher does with a class that was graded: `lockstep class adjust …`, whose status is
 * *status. False where argv[0] is no such word. */
bool class_order_main(int argc, char **argv, int *status);

/* Ctrl-C and friends: leave nothing behind. */

/* From now on SIGINT, SIGTERM and SIGHUP remove this process's boxes before they end it; the jails
 * end with it. A thread of its own waits for the signals, so that no lock is held when it acts.
 * Call it before any other thread starts. */
void interrupt_clean_up(void);

/* What is printed then; "nothing was left behind" where nothing else was given. Call it before the
 * above. */
void interrupt_last_words(const char *words);

/* What is done before that is said. */
void interrupt_last_act(void (*act)(void));
