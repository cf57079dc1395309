/* What the probe found, kept from one run to the next: a probe takes time. */
#include "launch.h"

#include "../arena.h"
#include "../build_cache.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_KEPT = 1 << 16, MOST_EACH = 1 << 12 };

/* What the machine allows hangs on these, beside its packages and the grader: the start of the
 * machine, the settings of namespaces, and what this process is and may do. */
static const char *const files[] = {
    "/proc/sys/kernel/random/boot_id",
    "/proc/sys/user/max_user_namespaces",
    "/proc/sys/kernel/unprivileged_userns_clone",
    "/proc/sys/kernel/apparmor_restrict_unprivileged_userns",
    "/proc/self/attr/current",
    "/proc/self/cgroup",
    "/proc/self/mountinfo",
};
static const char *const namespaces[] = {"user", "mnt", "cgroup", "pid", "net"};
static const char *const rights[] = {"CapPrm", "CapEff", "CapBnd", "NoNewPrivs", "Seccomp"};

static struct {
    struct arena arena;
    const char *file; /* NULL: nothing is kept */
} kept;

/* As much of the text of a file; "" where there is none. */
static char *read_text(const char *path, size_t most) {
    char *text = arena_alloc(&kept.arena, most + 1);
    FILE *file = fopen(path, "re");
    if (file != NULL) {
        text[fread(text, 1, most, file)] = '\0';
        fclose(file);
    }
    return text;
}

static const char *add_rights(const char *key) {
    const char *status = read_text("/proc/self/status", MOST_EACH);
    for (size_t i = 0; i < sizeof rights / sizeof *rights; i++) {
        const char *line = strstr(status, rights[i]);
        key = line == NULL
                  ? key
                  : arena_printf(&kept.arena, "%s%.*s\n", key, (int)strcspn(line, "\n"), line);
    }
    return key;
}

/* All that the answer hangs on, ended by an empty line. */
static const char *make_key(void) {
    const char *said = getenv("LOCKSTEP_JAIL"), *inside = getenv("TMPDIR");
    const char *key =
        arena_printf(&kept.arena, "%s %s %u %s %s\n", build_cache_stamp(&kept.arena, BUBBLEWRAP),
                     build_cache_stamp(&kept.arena, "/proc/self/exe"), geteuid(),
                     said != NULL ? said : "", inside != NULL ? inside : "");
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        key = arena_printf(&kept.arena, "%s%s\n", key, read_text(files[i], MOST_EACH));
    }
    for (size_t i = 0; i < sizeof namespaces / sizeof *namespaces; i++) {
        char target[64] = "";
        const char *link = arena_printf(&kept.arena, "/proc/self/ns/%s", namespaces[i]);
        const ssize_t length = readlink(link, target, sizeof target - 1);
        key = arena_printf(&kept.arena, "%s%.*s\n", key, length > 0 ? (int)length : 0, target);
    }
    return arena_printf(&kept.arena, "%s\n", add_rights(key));
}

void jail_remember(const char *folder) {
    kept.file = folder != NULL
                    ? arena_printf(&kept.arena, "%s/jail-%u", folder, (unsigned)geteuid())
                    : NULL;
}

bool remember_read(size_t *row, struct error *reason) {
    if (kept.file == NULL) {
        return false;
    }
    const char *key = make_key(), *text = read_text(kept.file, MOST_KEPT);
    const size_t length = strlen(key);
    char *end;
    if (strncmp(text, key, length) != 0) {
        return false;
    }
    *row = strtoul(text + length, &end, 10);
    if (end == text + length || *end != ' ') {
        return false;
    }
    error_set(reason, "%.*s", (int)strcspn(end + 1, "\n"), end + 1);
    return true;
}

void remember_write(size_t row, const struct error *reason) {
    if (kept.file == NULL) {
        return;
    }
    const char *part = arena_printf(&kept.arena, "%s.%d", kept.file, (int)getpid());
    FILE *file = fopen(part, "wxe");
    if (file == NULL) {
        return;
    }
    const bool good = fprintf(file, "%s%zu %s\n", make_key(), row, reason->message) > 0;
    if (fclose(file) != 0 || !good || rename(part, kept.file) != 0) {
        unlink(part);
    }
}

void remember_nothing(void) {
    if (kept.file != NULL) {
        unlink(kept.file);
    }
}
