#include "cgroup.h"
#include "cgroup_hierarchy.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

static const char prefix[] = "lockstep-";

/* What is written where; a missing optional file is no error (no swap, an old kernel). */
struct setting {
    const char *file;
    enum { MEMORY, PROCESSES, ZERO } value;
    bool optional;
};

/* Not memory.oom.group: it would end the keeper, too, which tells why the command ended. */
static const struct setting unified_settings[] = {
    {"memory.max", MEMORY, false},
    {"memory.swap.max", ZERO, true},
    {"pids.max", PROCESSES, false},
    {NULL, ZERO, false},
};
static const struct setting memory_settings[] = {
    {"memory.limit_in_bytes", MEMORY, false},
    {"memory.memsw.limit_in_bytes", MEMORY, true},
    {NULL, ZERO, false},
};
static const struct setting process_settings[] = {{"pids.max", PROCESSES, false},
                                                  {NULL, ZERO, false}};

/* Where the kernel says whom it ended for want of memory, by version. */
static const char *const ending_files[] = {"memory.oom_control", "memory.events"};

static struct hierarchy hierarchy;
static struct error missing; /* why there is no hierarchy; "" when there is one */

static bool lock(const char *path, int *file) {
    *file = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (*file >= 0 && flock(*file, LOCK_EX | LOCK_NB) == 0) {
        return true;
    }
    if (*file >= 0) {
        close(*file);
    }
    *file = -1;
    return false;
}

/* Groups of graders that were killed: nobody holds their lock. */
static void remove_left_over(const char *folder) {
    DIR *directory = opendir(folder);
    struct dirent *entry;
    while (directory != NULL && (entry = readdir(directory)) != NULL) {
        char path[PATH_MAX + 300];
        int file;
        if (strncmp(entry->d_name, prefix, sizeof prefix - 1) != 0) {
            continue;
        }
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (lock(path, &file)) {
            rmdir(path);
            close(file);
        }
    }
    if (directory != NULL) {
        closedir(directory);
    }
}

static void find_hierarchy(void) {
    if (hierarchy_find(&hierarchy, &missing)) {
        missing.message[0] = '\0';
        remove_left_over(hierarchy.memory);
        if (!hierarchy.unified) {
            remove_left_over(hierarchy.processes);
        }
    }
}

static bool apply(int folder, const struct setting *setting, size_t memory_bytes, int processes) {
    char text[32];
    for (; setting->file != NULL; setting++) {
        int length = snprintf(text, sizeof text, "%zu",
                              setting->value == MEMORY      ? memory_bytes
                              : setting->value == PROCESSES ? (size_t)processes
                                                            : 0);
        int file = openat(folder, setting->file, O_WRONLY | O_CLOEXEC);
        bool good = file >= 0 && write(file, text, (size_t)length) == length;
        int problem = errno;
        if (file >= 0) {
            close(file);
        }
        if (!good && !setting->optional) {
            errno = problem;
            return false;
        }
    }
    return true;
}

static bool add_folder(struct jail_group *group, const char *parent, const struct setting *settings,
                       size_t memory_bytes, int processes) {
    enum { TRIES = 20 };
    for (int try = 0; try < TRIES; try++) {
        char *path = NULL;
        size_t i = group->count;
        if (asprintf(&path, "%s/%sXXXXXX", parent, prefix) < 0 || mkdtemp(path) == NULL) {
            free(path);
            return false;
        }
        /* Another grader that cleans up may have taken the new folder for a left-over one, before
         * or after our lock: then again. */
        bool ours = lock(path, &group->locks[i]);
        group->members[i] =
            ours ? openat(group->locks[i], "cgroup.procs", O_WRONLY | O_CLOEXEC) : -1;
        if (group->members[i] >= 0) {
            group->paths[i] = path;
            group->count++;
            return apply(group->locks[i], settings, memory_bytes, processes);
        }
        int problem = errno;
        if (ours) {
            close(group->locks[i]);
        }
        rmdir(path);
        free(path);
        errno = problem;
    }
    return false;
}

/* bubblewrap and the inner program are members too. */
enum { OURS = 4 };

bool group_limit(const struct jail_group *group, size_t memory_bytes, int processes) {
    processes += OURS;
    return group->unified ? apply(group->locks[0], unified_settings, memory_bytes, processes)
                          : apply(group->locks[0], memory_settings, memory_bytes, processes) &&
                                apply(group->locks[1], process_settings, memory_bytes, processes);
}

bool group_open(struct jail_group *group, size_t memory_bytes, int processes, struct error *error) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, find_hierarchy);
    *group = (struct jail_group){.unified = hierarchy.unified, .events = -1};
    if (missing.message[0] != '\0') {
        *error = missing;
        return false;
    }
    processes += OURS;
    bool good =
        hierarchy.unified
            ? add_folder(group, hierarchy.memory, unified_settings, memory_bytes, processes)
            : add_folder(group, hierarchy.memory, memory_settings, memory_bytes, processes) &&
                  add_folder(group, hierarchy.processes, process_settings, memory_bytes, processes);
    if (good) {
        group->events = openat(group->locks[0], ending_files[group->unified], O_RDONLY | O_CLOEXEC);
        good = group->events >= 0;
    }
    if (!good) {
        error_set(error, "no control group can be made: %s", strerror(errno));
        group_close(group);
    }
    return good;
}

/* The number after `key` in a file of the group's; 0 where there is none. */
static long read_count(const struct jail_group *group, const char *name, const char *key) {
    char text[1024];
    const int file = openat(group->locks[0], name, O_RDONLY | O_CLOEXEC);
    const ssize_t got = file < 0 ? -1 : read(file, text, sizeof text - 1);
    if (file >= 0) {
        close(file);
    }
    text[got > 0 ? got : 0] = '\0';
    const char *found = strstr(text, key);
    return found != NULL ? strtol(found + strlen(key), NULL, 10) : 0;
}

bool group_was_full(const struct jail_group *group) {
    enum { SLACK = 1 << 20 }; /* memory is taken in larger pieces than pages */
    if (group->unified) {     /* "oom " is of this limit, and "oom_kill " of any */
        return read_count(group, "memory.events", "oom ") > 0;
    }
    const long most = read_count(group, "memory.max_usage_in_bytes", "");
    return most == 0 || most + SLACK >= read_count(group, "memory.limit_in_bytes", "");
}

void group_close(struct jail_group *group) {
    enum { TRIES = 100 };
    for (size_t i = 0; i < group->count; i++) {
        /* A process leaves its group a moment after it was waited for. */
        for (int try = 0; rmdir(group->paths[i]) != 0 && errno == EBUSY && try < TRIES; try++) {
            poll(NULL, 0, 1);
        }
        if (group->members[i] >= 0) {
            close(group->members[i]);
        }
        close(group->locks[i]);
        free(group->paths[i]);
    }
    if (group->events >= 0) {
        close(group->events);
    }
    *group = (struct jail_group){.events = -1};
}

uint64_t shortage_kills(void) {
    static const char key[] = "oom_kill ";
    char line[128];
    uint64_t kills = 0;
    FILE *file = fopen("/proc/vmstat", "re");
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        if (strncmp(line, key, sizeof key - 1) == 0) {
            kills = strtoull(line + sizeof key - 1, NULL, 10);
        }
    }
    if (file != NULL) {
        fclose(file);
    }
    return kills;
}
