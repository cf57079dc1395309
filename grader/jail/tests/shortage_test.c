/* test: once */
/* Who ran out of memory: the command, or what is around it? Here a control group around the whole
 * test plays the machine that has too little. */
#include "../cgroup.h"
#include "../jail.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MIB = 1 << 20, MACHINE_BYTES = 96 * MIB };

static bool write_text(const char *folder, const char *name, const char *text) {
    char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    int file = open(path, O_WRONLY | O_CLOEXEC);
    bool good = file >= 0 && write(file, text, strlen(text)) == (ssize_t)strlen(text);
    if (file >= 0) {
        close(file);
    }
    return good;
}

/* Moves this process into a new group of version 1, with that much memory. */
static bool make_machine(char *folder, size_t size) {
    char bytes[32];
    snprintf(folder, size, "/sys/fs/cgroup/memory/lockstep-shortage-XXXXXX");
    snprintf(bytes, sizeof bytes, "%d", MACHINE_BYTES);
    return mkdtemp(folder) != NULL && write_text(folder, "memory.limit_in_bytes", bytes) &&
           write_text(folder, "cgroup.procs", "0");
}

/* A command that fills that many MiB, where it may have `limit`. */
static struct jail_result fill(int mib, int limit) {
    char block[32];
    snprintf(block, sizeof block, "bs=%dM", mib);
    const char *const arguments[] = {"/usr/bin/dd", "if=/dev/zero", "of=/dev/null",
                                     block,         "count=1",      NULL};
    static const char *const none[] = {NULL};
    const struct jail_spec spec = {.argv = arguments,
                                   .environment = none,
                                   .directory = "/",
                                   .limits = {.wall_seconds = 60,
                                              .cpu_seconds = 20,
                                              .memory_bytes = (size_t)limit * MIB,
                                              .file_bytes = MIB,
                                              .output_bytes = MIB,
                                              .processes = 8}};
    struct jail_result result;
    jail_run(&spec, &result);
    return result;
}

/* What another reader finds in /proc/vmstat, which only grows. */
static uint64_t kills_by_awk(void) {
    unsigned long long kills = 0;
    FILE *pipe = popen("awk '$1 == \"oom_kill\" { print $2 }' /proc/vmstat", "r");
    if (pipe == NULL || fscanf(pipe, "%llu", &kills) != 1) {
        kills = 0;
    }
    if (pipe != NULL) {
        pclose(pipe);
    }
    return kills;
}

static int failures;

static void check(int number, bool good, const char *what, const struct jail_result *result) {
    printf("%sok %d - %s\n", good ? "" : "not ", number, what);
    if (!good) {
        printf("# end %d, code %d, peak %zu: %s\n", (int)result->end, result->code,
               result->peak_bytes, result->error.message);
        failures++;
    }
}

int main(void) {
    char folder[128];
    /* Which groups there are is found out once: after the move. */
    if (!make_machine(folder, sizeof folder) || jail_level() != JAIL_BUBBLEWRAP_CGROUP) {
        printf("1..0 # SKIP needs root, and control groups of version 1\n");
        rmdir(folder);
        return 0;
    }
    printf("1..4\n");
    struct jail_result result = fill(8, 64);
    check(1, result.end == JAIL_EXITED && result.code == 0, "what needs little runs", &result);
    jail_result_free(&result);
    result = fill(80, 32);
    check(2, result.end == JAIL_MEMORY_LIMIT, "the command's own limit is its fault", &result);
    jail_result_free(&result);
    result = fill(200, 512);
    check(3, result.end == JAIL_FAILED && result.starved, "a machine without memory is not",
          &result);
    const uint64_t least = kills_by_awk(), read = shortage_kills();
    check(4, least > 0 && least <= read && read <= kills_by_awk(), "the kernel's count is read",
          &result);
    jail_result_free(&result);
    write_text("/sys/fs/cgroup/memory", "cgroup.procs", "0");
    for (int tries = 0; rmdir(folder) != 0 && errno == EBUSY && tries < 100; tries++) {
        usleep(10000);
    }
    return failures > 0;
}
