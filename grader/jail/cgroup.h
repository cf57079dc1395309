/* A control group (version 1 or 2) for one run: bounds its memory and processes as a whole. */
#pragma once

#include "../error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { GROUP_MOST = 2 };

struct jail_group {
    int events;   /* the file that counts the processes that the kernel ended for want of memory */
    size_t count; /* version 1 has one folder per controller */
    bool unified; /* version 2 */
    char *paths[GROUP_MOST];
    int locks[GROUP_MOST]; /* a locked folder is in use; an unlocked one is left over and is removed
                            */
    int members[GROUP_MOST]; /* writing "0" there joins; only write(2) is needed, so this works
                                after fork */
};

/* Makes a group under the caller's own. On failure nothing is left of it. */
bool group_open(struct jail_group *group, size_t memory_bytes, int processes, struct error *error);

/* Changes its limits; false where the kernel refuses. */
bool group_limit(const struct jail_group *group, size_t memory_bytes, int processes);

/* Did its processes reach the group's own limit of memory? If not, and the kernel ended one for
 * want of memory, then it was the machine's, or that of a group around this one. */
bool group_was_full(const struct jail_group *group);

/* Removes it; all its processes must be gone. */
void group_close(struct jail_group *group);

/* How many processes of any owner the kernel has ended for lack of memory since it started
 * (proc_vmstat(5)); 0 where it does not say. */
uint64_t shortage_kills(void);
