/*
 * How Slurm is spoken to: its commands, and what a teacher says of the cluster in DIR/class.slurm,
 * a `key = value` a line, or behind --slurm, with blanks between (which counts more).
 */
#pragma once

#include "../../arena.h"
#include "../../error.h"

enum { SLURM_MOST_OPTIONS = 16 };

struct slurm_options {
    const char *argument[SLURM_MOST_OPTIONS]; /* of sbatch: "--partition=gpu" */
    size_t count;
    unsigned long batch; /* submissions a task; 0: as the cluster's size has it */
};

/* Reads both (either may be NULL) and adds what a class needs: memory, and a GPU for the device
 * "cuda". What options point to is the arena's. An error names line and key. */
bool slurm_options_read(struct slurm_options *options, struct arena *arena, const char *path,
                        const char *given, const char *device, struct error *error);

/* Runs a command and takes what it prints (at most `size` bytes, the rest is lost); its exit
 * status, or -1. */
int slurm_ask(const char *const *argv, char *text, size_t size);

/* Slurm's own reason out of a command's answer, in one line, and the fix. The arena's. */
const char *slurm_reason(struct arena *arena, const char *answer);

/* Writes the script that every task runs: this program, its labs and the task's first submission.
 * The script's argument is the first submission of the array. */
struct class_run;
bool slurm_write_script(const struct class_run *run, const char *list, const char *path,
                        size_t batch, const char *speedup, struct error *error);

/* Array jobs that are to be taken back if this process ends: numbers, with commas between them. */
void slurm_keep(const char *ids);

/* Takes them back and says so; from a thread of its own, when a signal ends the process. */
void slurm_stop(void);
