#include "inner.h"

#include <dirent.h>
#include <fcntl.h>
#include <inttypes.h>
#include <linux/futex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { MOST_PROCESSES = 4096 };

struct process {
    pid_t pid, parent;
    double cpu_seconds;
    bool ours;
};

static bool read_file(pid_t pid, const char *name, char *text, size_t size) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/%s", pid, name);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t got = file < 0 ? -1 : read(file, text, size - 1);
    if (file >= 0) {
        close(file);
    }
    text[got > 0 ? got : 0] = '\0';
    return got > 0;
}

/* Parent and processor time, its dead children's included: proc_pid_stat(5). */
static bool read_stat(struct process *process) {
    enum { PARENT = 4, FIRST_TIME = 14, LAST_TIME = 17 };
    char text[1024], *rest;
    unsigned long ticks = 0;
    /* Field 2, the name, is in brackets and may itself hold blanks and brackets. */
    char *after_name;
    if (!read_file(process->pid, "stat", text, sizeof text) ||
        (after_name = strrchr(text, ')')) == NULL) {
        return false;
    }
    char *word = strtok_r(after_name + 1, " ", &rest);
    for (int field = 3; word != NULL && field <= LAST_TIME; field++) {
        if (field == PARENT) {
            process->parent = (pid_t)strtol(word, NULL, 10);
        } else if (field >= FIRST_TIME) {
            ticks += strtoul(word, NULL, 10);
        }
        word = strtok_r(NULL, " ", &rest);
    }
    process->cpu_seconds = (double)ticks / (double)sysconf(_SC_CLK_TCK);
    return word != NULL;
}

static uint64_t read_field(const char *text, const char *field) {
    const char *found = strstr(text, field);
    return found == NULL ? 0 : strtoull(found + strlen(field), NULL, 10) * 1024;
}

static uint64_t read_memory(pid_t pid, uint64_t inherited_bytes) {
    char text[4096];
    if (!read_file(pid, "status", text, sizeof text)) {
        return 0;
    }
    uint64_t shared = read_field(text, "\nRssShmem:");
    return read_field(text, "\nRssAnon:") + read_field(text, "\nVmSwap:") +
           (shared > inherited_bytes ? shared - inherited_bytes : 0);
}

unsigned watch_user_tasks(uid_t uid) {
    unsigned tasks = 0;
    DIR *directory = opendir("/proc");
    struct dirent *entry;
    while (directory != NULL && (entry = readdir(directory)) != NULL) {
        char path[300];
        struct stat status;
        snprintf(path, sizeof path, "/proc/%s/task", entry->d_name);
        /* A folder of tasks has a link for each, and two of its own. */
        if (strtol(entry->d_name, NULL, 10) > 0 && stat(path, &status) == 0 &&
            status.st_uid == uid) {
            tasks += (unsigned)status.st_nlink - 2;
        }
    }
    if (directory != NULL) {
        closedir(directory);
    }
    return tasks;
}

static size_t list_processes(struct process *processes) {
    size_t count = 0;
    DIR *directory = opendir("/proc");
    struct dirent *entry;
    while (directory != NULL && count < MOST_PROCESSES && (entry = readdir(directory)) != NULL) {
        struct process process = {.pid = (pid_t)strtol(entry->d_name, NULL, 10)};
        if (process.pid > 0 && process.pid != getpid() && read_stat(&process)) {
            processes[count++] = process;
        }
    }
    if (directory != NULL) {
        closedir(directory);
    }
    return count;
}

static bool is_ours(const struct process *processes, size_t count, pid_t pid) {
    if (pid == getpid()) {
        return true;
    }
    for (size_t i = 0; i < count; i++) {
        if (processes[i].pid == pid) {
            return processes[i].ours;
        }
    }
    return false;
}

static void mark_descendants(struct process *processes, size_t count) {
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < count; i++) {
            if (!processes[i].ours && is_ours(processes, count, processes[i].parent)) {
                processes[i].ours = changed = true;
            }
        }
    }
}

struct process_usage watch_usage(bool descendants, uint64_t inherited_bytes) {
    static struct process processes[MOST_PROCESSES];
    struct process_usage usage = {0};
    size_t count = list_processes(processes);
    if (descendants) {
        mark_descendants(processes, count);
    }
    for (size_t i = 0; i < count; i++) {
        if (!descendants || processes[i].ours) {
            usage.cpu_seconds += processes[i].cpu_seconds;
            usage.memory_bytes += read_memory(processes[i].pid, inherited_bytes);
        }
    }
    return usage;
}

/* FNV-1a, a number at a time; never 0. */
static uint64_t mix(uint64_t digest, uint64_t number) {
    digest = (digest ^ number) * UINT64_C(0x100000001b3);
    return digest != 0 ? digest : 1;
}

/* Waits this thread, in a futex and with no limit of time, for another one? proc_pid_syscall(5)
 * tells the call and its arguments: for a futex, where, what to do, a value and the limit. */
static bool waits_for_ever(pid_t pid, const char *thread) {
    enum { COMMANDS = FUTEX_CMD_MASK };
    char name[300], text[256];
    long call = 0;
    uint64_t command = 0, limit = 0;
    snprintf(name, sizeof name, "task/%s/syscall", thread);
    return read_file(pid, name, text, sizeof text) &&
           sscanf(text, "%ld 0x%*x 0x%" SCNx64 " 0x%*x 0x%" SCNx64, &call, &command, &limit) == 3 &&
           call == SYS_futex && limit == 0 &&
           ((command & COMMANDS) == FUTEX_WAIT || (command & COMMANDS) == FUTEX_WAIT_BITSET);
}

/* How often the thread went to sleep by its own will, or 0. */
static uint64_t count_sleeps(pid_t pid, const char *thread) {
    static const char field[] = "\nvoluntary_ctxt_switches:";
    char name[300], text[4096];
    snprintf(name, sizeof name, "task/%s/status", thread);
    const char *found = read_file(pid, name, text, sizeof text) ? strstr(text, field) : NULL;
    return found == NULL ? 0 : strtoull(found + sizeof field - 1, NULL, 10);
}

/* Adds the process's threads and their sleeps to `digest`; 0 when one does not wait. */
static uint64_t add_waits(pid_t pid, uint64_t digest) {
    char path[64];
    struct dirent *entry;
    snprintf(path, sizeof path, "/proc/%d/task", pid);
    DIR *directory = opendir(path);
    while (directory != NULL && digest != 0 && (entry = readdir(directory)) != NULL) {
        const uint64_t thread = strtoull(entry->d_name, NULL, 10);
        if (thread > 0) {
            digest = waits_for_ever(pid, entry->d_name)
                         ? mix(mix(digest, thread), count_sleeps(pid, entry->d_name))
                         : 0;
        }
    }
    if (directory == NULL) {
        return 0;
    }
    closedir(directory);
    return digest;
}

uint64_t watch_waits(bool descendants) {
    static struct process processes[MOST_PROCESSES];
    size_t count = list_processes(processes), waiting = 0;
    uint64_t digest = 1;
    if (descendants) {
        mark_descendants(processes, count);
    }
    for (size_t i = 0; i < count && digest != 0; i++) {
        if (!descendants || processes[i].ours) {
            digest = add_waits(processes[i].pid, digest);
            waiting++;
        }
    }
    return waiting > 0 ? digest : 0;
}
