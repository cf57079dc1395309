/* The subcommands: argv[0] is the command's name; what they return is the exit status. */
#ifndef LOCKSTEP_COMMANDS_H
#define LOCKSTEP_COMMANDS_H

#include "../error.h"

/* Notes what `--language` asks for, so that what goes wrong is told in it, too. The words stay the
 * caller's. */
void command_language(int count, char **words);

/* Prints "lockstep: <text>" to standard error, in the language that `--language` or LANG asks for,
 * where it has the sentence. The text is English. */
void command_tell(const char *text);

/* Tells the message; returns 2, the exit status of a command that
 * could not do its work. */
int command_failed(const struct error *error);

int list_main(int argc, char **argv);
int grade_main(int argc, char **argv);
int class_main(int argc, char **argv);
/* What a teacher does with a class that was graded: `lockstep class adjust …`, whose status is
 * *status. False where argv[0] is no such word. */
bool class_order_main(int argc, char **argv, int *status);
int class_task_main(int argc, char **argv); /* not in the help: the cluster calls it */
int await_main(int argc, char **argv);      /* not in the help: `make watch` calls it */
int new_main(int argc, char **argv);
int check_main(int argc, char **argv);
int hint_main(int argc, char **argv);
int cc_main(int argc, char **argv);   /* grader/simt/command */
int simt_main(int argc, char **argv); /* grader/simt/command */
int simt_spoken_main(int argc, char **argv);
int profile_main(int argc, char **argv);
int show_main(int argc, char **argv);
int debug_main(int argc, char **argv); /* grader/simt/debug */
int doctor_main(int argc, char **argv);
int speedup_main(int argc, char **argv);
int sheet_main(int argc, char **argv);
int public_main(int argc, char **argv);
int handout_main(int argc, char **argv);

#endif
