/* The inner program: starts the command, watches over it, ends it and all that it started, and
 * reports. */
#pragma once

#include "../plan.h"

#include <linux/filter.h>
#include <stdbool.h>
#include <sys/types.h>

/* The plan with its parts found. Points into the mapped plan. */
struct box_order {
    const struct jail_plan *plan;
    const int32_t *descriptors;
    const struct sock_filter *filter;
    const char *directory;
    const char **arguments, **environment, **paths; /* each NULL-terminated */
};

/* Why the command could not be started: travels from the child to the keeper. */
struct failure {
    int error;
    char step[60];
};

/* What all processes of the command use together. */
struct process_usage {
    double cpu_seconds; /* of those that live */
    uint64_t
        memory_bytes; /* resident and their own: without binaries and what the grader passed in */
};

/* In the child: becomes the command. Standard output goes to `output`; `keeper` is the socket to
 * the keeper. Returns only on failure, which `failure` tells. */
void command_become(const struct box_order *order, int output, int keeper, struct failure *failure);

/* In the keeper: gives the child, in its new user namespace, its one user. */
bool command_map_user(pid_t child, uint32_t uid);

/* Closes the way to files outside `paths`. Needs no privilege. */
bool restrict_files(const char *const *paths);

/* Ends the right to signal any process but the caller itself, where Landlock cannot (before its
 * sixth version). */
bool restrict_signals(void);

/* Runs as the command: is the jail what it should be? Prints what is not; returns the exit status.
 */
int probe_main(void);

/* Sums up the living processes: all but ourselves, or, where `descendants`, only ours. */
struct process_usage watch_usage(bool descendants, uint64_t inherited_bytes);

/* What the living processes wait for, in one number: 0 unless every thread of theirs waits, with no
 * limit of time, for another one to wake it. The same number twice says that none has run between:
 * at the moment after the first look all of them waited, and so they will for ever. 0 also where
 * the kernel does not let us see it. */
uint64_t watch_waits(bool descendants);

/* The processes and threads of this user on the whole machine: what the kernel compares
 * RLIMIT_NPROC to where there is no user namespace. */
unsigned watch_user_tasks(uid_t uid);

/* Where there are no namespaces: removes the private /tmp and what the command left in /dev/shm. */
void clean_up(const struct box_order *order);
