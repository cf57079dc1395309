/* command.h - the subcommands of this part, for the table in grader/cli. */
#pragma once

#include <stdbool.h>

/* `lockstep cc`: builds a CUDA program for the simulated GPU. 0, or 2 if it could not be built. */
int cc_main(int argc, char **argv);

/* `lockstep simt -- ./program`: runs it, prints findings and counters. 0: clean; 1: findings, or
 * the program failed; 2: it could not be run. */
int simt_main(int argc, char **argv);

/* Runs a program beside the device, for a debugger: what happens goes to the recording, what the
 * program prints to the descriptor `output`. False with a message if it could not be run. */
struct recording;
struct error;
bool simt_record_run(char **program, int output, struct recording *recording, struct error *error);

/* `lockstep debug`: a debugger for editors (grader/simt/debug). */
int debug_main(int argc, char **argv);
