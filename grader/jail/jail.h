/*
 * The jail: runs one command that nobody trusts (a compiler on a student's file, a student's
 * program) with no network, a read-only system, a private /tmp, and limits on everything. Which
 * means are used depends on the machine: see jail_level. Nothing of the grader's environment,
 * descriptors or files is visible inside but what the spec names.
 *
 * In: struct jail_spec, a command with its folders, descriptors and limits. Out: struct
 * jail_result, how it ended, what it printed and what it used.
 *
 * How it goes. jail.c starts bubblewrap; that starts the keeper (inner/), which is part of the
 * grader's own bytes, as the first process of the box; the keeper starts the command with its
 * limits and the filter of system calls, watches time, memory and output, and reports on a socket.
 * Where there are no namespaces, Landlock and the filter hold the command instead (level.c).
 *
 * What can go wrong. The command may fork, hide, fill memory or disk, close descriptors, or stop:
 * the keeper ends all that it started. The grader may die: the socket closes, and the keeper ends
 * the command, too. A machine may lack a means: each level is proved by a probe before it is used.
 *
 * Promised: no network; no file of another's; no process that outlives the call; a limit that is
 * passed is told apart from a crash. Not promised: that two runs take the same time.
 */
#pragma once

#include "../error.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* What this machine allows, best first. Printed in every report. */
enum jail_level {
    JAIL_BUBBLEWRAP_CGROUP, /* bubblewrap namespaces, a control group for memory and processes */
    JAIL_BUBBLEWRAP,        /* bubblewrap namespaces, resource limits */
    JAIL_LANDLOCK,          /* no namespaces: Landlock, seccomp, resource limits */
    JAIL_OWN,               /* limits only, for a person's own program (jail_allow_own) */
    JAIL_NONE               /* nothing that could hold a hostile program: none is run */
};

/* System calls that some commands need beyond the usual ones. They are opened only where namespaces
 * keep all that they reach inside the box; at the level of Landlock they stay refused. */
enum jail_needs {
    JAIL_NEEDS_NOTHING,
    JAIL_NEEDS_DRIVER, /* NVIDIA's driver listens on a socket of the box's own */
    JAIL_NEEDS_TOOLS   /* compute-sanitizer also connects to such sockets and makes named pipes */
};

/* For all processes and threads of the command together. */
struct jail_limits {
    double wall_seconds;
    double cpu_seconds;
    size_t memory_bytes; /* resident, without what lies in memory files passed in as descriptors */
    size_t file_bytes;   /* largest file (memory files too) that it may write */
    size_t output_bytes; /* standard output and standard error */
    int processes;       /* processes and threads */
};

/* A folder or file of the host that the command sees. */
struct jail_bind {
    const char *host;
    const char *box;
    bool writable; /* the host's folder must then be one that jail_own() was called on */
};

/* An open descriptor of the caller's that the command inherits under the number `box` (3 to
 * 255; at most 64 of them). */
struct jail_descriptor {
    int host, box;
};

struct jail_spec {
    const char *const *argv;        /* NULL-terminated; argv[0] is a path inside the box */
    const char *const *environment; /* NULL-terminated "NAME=value"; the only environment inside */
    const char *directory;          /* the working directory inside the box */
    const struct jail_bind *binds;
    size_t bind_count;
    const struct jail_descriptor *descriptors;
    size_t descriptor_count;
    struct jail_limits limits;
    /* No address-space randomisation, where the machine lets a process ask for that (containers
     * may not): faults then read the same. */
    bool fixed_addresses;
    /* A GPU's driver reserves terabytes of address space: no RLIMIT_AS. */
    bool reserves_addresses;
    enum jail_needs needs;
};

/* Had a command that was ended used up its processor time? What is counted may lag a little. */
static inline bool jail_spent(double cpu_seconds, double limit) {
    return cpu_seconds > limit * 0.9;
}

enum jail_end {
    JAIL_EXITED,       /* code holds the exit status */
    JAIL_SIGNALLED,    /* code holds the signal of the command itself */
    JAIL_TIMEOUT,      /* wall clock or processor time ran out */
    JAIL_MEMORY_LIMIT, /* more memory than allowed */
    JAIL_OUTPUT_LIMIT, /* a file or the output grew past its limit */
    JAIL_FAILED /* the jail could not run the command: `error` says why; no student's fault */
};

struct jail_result {
    enum jail_end end;
    int code;
    double wall_seconds, cpu_seconds;
    size_t peak_bytes; /* largest resident size seen, 0 where unknown */
    char *output; /* standard output and error as they came, and a NUL; jail_result_free frees it */
    size_t output_length;
    struct error error; /* for JAIL_FAILED */
    bool starved; /* for JAIL_FAILED: the machine had no memory left; later it may have some */
};

/* A running command. */
struct jail_process;

/* The best level that works here, probed once by really running a command in it; thread-safe.
 * LOCKSTEP_JAIL=bubblewrap|landlock|none in the environment forbids better levels (for tests);
 * any other word is an error: nothing is run. */
enum jail_level jail_level(void);

/* Before anything else of the jail: where no level works, a command runs with its limits, and may
 * do all that the caller may. For what the caller wrote; never for what others handed in. */
void jail_allow_own(void);

/* The level in words for reports: "bubblewrap with resource limits". Never NULL. */
const char *jail_level_name(enum jail_level level);

/* Whether a command can be shown any folder that the caller can read, wherever it lies: not where
 * the caller becomes another user, or paths are those of the host, before anything is bound. */
bool jail_binds_any(void);

/* Why no better level was reached: one line, or "" where the best one was. */
const char *jail_level_reason(void);

/* Makes `path` a folder that commands in the jail may write to (owner and mode). */
bool jail_own(const char *path, struct error *error);

/* Starts the command. On success the caller must call jail_wait. Safe to call from several threads
 * at once. */
bool jail_start(const struct jail_spec *spec, struct jail_process **process, struct error *error);

/*
 * For commands one after the other on a machine with a core to spare: what is between
 * jail_start and the command (a control group, namespaces, mounts) is done ahead. Off unless asked
 * for. Each command has a jail of its own all the same, in which nothing has run.
 */

/* Asks for that, or gives up what was made and waits until all of it is gone. Not while other
 * threads use the jail. */
void jail_keep_ready(bool wanted);

/* Keeps what the probe of the machine finds in `folder`, an existing one that only the caller may
 * write to, for the next run: until the machine starts anew, or anything changes that it hangs on.
 * Means that are kept may fail later as any others: the command is then not run, and they are
 * forgotten. Before anything else of the jail. NULL: nothing is kept. */
void jail_remember(const char *folder);

/* Begins to make a jail for commands with such binds, in a thread of its own; jail_start takes it.
 * Does nothing where that was not asked for, one is there, or the machine's jail cannot wait. */
void jail_ready(const struct jail_spec *spec);

/* Ends a running command and all that it started. jail_wait is still due. */
void jail_kill(struct jail_process *process);

/* A descriptor that polls readable when the command has ended. Owned by the process. */
int jail_descriptor(const struct jail_process *process);

/* Waits for the end; all processes of the command are gone when it returns. Releases `process`. */
void jail_wait(struct jail_process *process, struct jail_result *result);

/* jail_start and jail_wait in one, and again a little later where the machine had no memory left.
 * Always fills `result`; false only for JAIL_FAILED (result->error says why). */
bool jail_run(const struct jail_spec *spec, struct jail_result *result);

/* Waits a moment before try 2, 3 … of a command that was starved; false when it was tried often
 * enough. */
bool jail_try_again(int tries);

/* Frees the output. */
void jail_result_free(struct jail_result *result);
