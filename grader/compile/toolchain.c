#include "toolchain.h"
#include "../clock.h"
#include "../build_cache.h"
#include "../clang.h"
#include "files.h"
#include "run_tool.h"

#include <ctype.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct {
    const char *name, *package, *purpose;
    bool needed;
} rows[TOOL_COUNT] = {
#define TOOL_ROW(enumerator, name, needed, package, purpose)                                       \
    [TOOL_##enumerator] = {(name), (package), (purpose), (needed)},
    TOOL_TABLE(TOOL_ROW)
#undef TOOL_ROW
};

/* What was found, once: fixed room, because it lives as long as the program. */
static struct {
    bool looked, asked;
    char path[PATH_MAX];
    char version[32];
} found[TOOL_COUNT];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static bool program_in(const char *folder, size_t length, const char *program,
                       char path[PATH_MAX]) {
    int size = snprintf(path, PATH_MAX, "%.*s/%s", (int)length, folder, program);
    return length > 0 && folder[0] == '/' && size < PATH_MAX && access(path, X_OK) == 0;
}

static bool find_program(enum tool tool, char path[PATH_MAX]) {
    const char *cuda = tool == TOOL_NVCC ? "/usr/local/cuda/bin" : NULL;
    const char *list[] = {"/usr/bin:/usr/local/bin:/bin", cuda, getenv("PATH")};
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        for (const char *folder = list[i]; folder != NULL && *folder != '\0';) {
            size_t length = strcspn(folder, ":");
            if (program_in(folder, length, rows[tool].name, path)) {
                return true;
            }
            folder += length + (folder[length] == ':');
        }
    }
    path[0] = '\0';
    return false;
}

/* The lock is held. */
static const char *look(enum tool tool) {
    if (!found[tool].looked) {
        found[tool].looked = true;
        if (tool != TOOL_CLANG) {
            find_program(tool, found[tool].path);
        } else if (access(clang_path(), X_OK) == 0) {
            snprintf(found[tool].path, sizeof found[tool].path, "%s", clang_path());
        }
    }
    return found[tool].path[0] != '\0' ? found[tool].path : NULL;
}

/* The first "digits.digits…" of a text. */
static void first_version(const char *text, char version[32]) {
    version[0] = '\0';
    for (; *text != '\0'; text++) {
        size_t digits = strspn(text, "0123456789");
        if (digits > 0 && text[digits] == '.' && isdigit((unsigned char)text[digits + 1])) {
            size_t length = strspn(text, "0123456789.");
            snprintf(version, 32, "%.*s", (int)(length < 31 ? length : 31), text);
            return;
        }
        text += digits > 0 ? digits - 1 : 0;
    }
}

/* The lock is held. */
static const char *ask_version(enum tool tool) {
    const char *path = look(tool);
    if (path == NULL || found[tool].asked) {
        return found[tool].version;
    }
    found[tool].asked = true;
    struct arena arena = {0};
    struct error error;
    int status;
    const char *output;
    /* A GPU tool on a machine with a broken driver may never answer. */
    struct command_line line = {.arena = &arena};
    command_split(&line, "timeout -k 1 10");
    command_add(&line, "%s", path);
    command_split(&line, tool == TOOL_GCC       ? "-dumpfullversion"
                         : tool == TOOL_UNIFDEF ? "-V"
                                                : "--version");
    if (command_run(&line, &status, &output, &error)) {
        first_version(output, found[tool].version);
    }
    arena_free(&arena);
    return found[tool].version;
}

const char *tool_name(enum tool tool) {
    return rows[tool].name;
}

const char *tool_purpose(enum tool tool) {
    return rows[tool].purpose;
}

bool tool_needed(enum tool tool) {
    return rows[tool].needed;
}

const char *tool_path(enum tool tool) {
    pthread_mutex_lock(&lock);
    const char *path = look(tool);
    pthread_mutex_unlock(&lock);
    return path;
}

const char *tools_missing(struct arena *arena) {
    for (int tool = 0; tool < TOOL_COUNT; tool++) {
        const char *path = rows[tool].needed ? tool_path((enum tool)tool) : "/";
        if (path == NULL || access(path, X_OK) != 0) { /* it may be gone since it was found */
            return arena_printf(arena, "%s is not here (apt-get install %s)", rows[tool].name,
                                tool_package((enum tool)tool));
        }
    }
    return NULL;
}

const char *tool_version(enum tool tool) {
    pthread_mutex_lock(&lock);
    const char *version = ask_version(tool);
    pthread_mutex_unlock(&lock);
    return version;
}

/* The lock is held. */
static const char *kept_version(enum tool tool, const char *folder) {
    const char *path = look(tool);
    if (path == NULL || found[tool].asked) {
        return found[tool].version;
    }
    struct arena arena = {0};
    const char *file = arena_printf(&arena, "%s/%s-version-%s", folder, tool_name(tool),
                                    build_cache_stamp(&arena, path));
    const char *text = file_read(&arena, file, sizeof found[tool].version - 1);
    if (text != NULL && text[0] != '\0') {
        found[tool].asked = true;
        first_version(text, found[tool].version);
    } else if (ask_version(tool)[0] != '\0') {
        file_keep(file, found[tool].version);
    }
    arena_free(&arena);
    return found[tool].version;
}

const char *tool_version_kept(enum tool tool, const char *folder) {
    pthread_mutex_lock(&lock);
    const char *version = kept_version(tool, folder);
    pthread_mutex_unlock(&lock);
    return version;
}

/* Does gcc compile an empty file with it? */
static bool takes(struct arena *arena, const char *flag) {
    struct command_line line = {.arena = arena};
    struct error error;
    const char *output;
    int status;
    command_split(&line, "/usr/bin/gcc");
    command_add(&line, "%s", flag);
    command_split(&line, "-x c -S -o /dev/null /dev/null");
    return !command_run(&line, &status, &output, &error) || status == 0;
}

/* The flags that gcc takes, each asked for. */
static const char *ask_flags(struct arena *arena, const char *flags) {
    struct command_line asked = {.arena = arena};
    const char *taken = "";
    command_split(&asked, flags);
    for (size_t i = 0; i < asked.count; i++) {
        const char *flag = asked.words[i];
        taken = takes(arena, flag) ? arena_printf(arena, "%s %s", taken, flag) : taken;
    }
    return taken;
}

const char *tool_gcc_takes(const char *flags, const char *folder) {
    static char taken[256];
    static bool asked;
    pthread_mutex_lock(&lock);
    struct arena arena = {0};
    if (!asked && look(TOOL_GCC) != NULL) {
        const char *file = arena_printf(&arena, "%s/gcc-takes-%s", folder != NULL ? folder : "",
                                        build_cache_stamp(&arena, "/usr/bin/gcc"));
        /* the flags that were asked for, and those taken */
        const char *kept = folder != NULL ? file_read(&arena, file, sizeof taken - 1) : NULL;
        const size_t length = strlen(flags);
        if (kept == NULL || strncmp(kept, flags, length) != 0 || kept[length] != '\n') {
            kept = arena_printf(&arena, "%s\n%s", flags, ask_flags(&arena, flags));
            if (folder != NULL) {
                file_keep(file, kept);
            }
        }
        snprintf(taken, sizeof taken, "%s", kept + length + 1);
        asked = true;
    }
    arena_free(&arena);
    pthread_mutex_unlock(&lock);
    return taken;
}

const char *tool_package(enum tool tool) {
    return tool == TOOL_CLANG ? clang_package() : rows[tool].package;
}

/* Processor time ends them, since the file decides how much of it a compiler needs. The clock ends
 * only a compiler that waits, however busy the machine is, which no file can make it do. */
struct jail_limits compiler_limits(void) {
    return (struct jail_limits){.wall_seconds = 120,
                                .cpu_seconds = clock_limit(20, "LOCKSTEP_BUILD_SECONDS"),
                                .memory_bytes = (size_t)1 << 30,
                                .file_bytes = (size_t)64 << 20,
                                .output_bytes = 256 * 1024,
                                .processes = 32};
}
