/* command.h - the subcommands of this part, for the table in grader/cli. */
#ifndef LOCKSTEP_SIMT_COMMAND_H
#define LOCKSTEP_SIMT_COMMAND_H

/* `lockstep cc`: builds a CUDA program for the simulated GPU. 0, or 2 if it could not be built. */
int cc_main(int argc, char **argv);

/* `lockstep simt -- ./program`: runs it, prints findings and counters. 0: clean; 1: findings, or
 * the program failed; 2: it could not be run. */
int simt_main(int argc, char **argv);

#endif
