/* Where this process may make control groups. */
#pragma once

#include "../error.h"

#include <linux/limits.h>
#include <stdbool.h>
#include <stddef.h>

struct hierarchy {
    bool unified;             /* version 2: one folder for all controllers */
    char memory[PATH_MAX];    /* folder of our own group, or the one to make groups in */
    char processes[PATH_MAX]; /* the same for the pids controller; version 1 only */
};

/* Reads /proc/self/cgroup and /proc/self/mountinfo; the folders need not be writable. */
bool hierarchy_find(struct hierarchy *hierarchy, struct error *error);
