#include "tools.h"
#include "run_tool.h"

#include <ctype.h>
#include <glob.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Where a tool shows: a program in the usual folders, or a file below the folder of clang's LLVM (a
 * glob pattern). */
struct place {
    const char *program;
    const char *below_llvm;
    const char *extra_folder; /* one more folder to look in for the program */
    const char *version_flag; /* NULL: the version of clang is its version */
};

static const struct place places[TOOL_COUNT] = {
    [TOOL_GCC] = {"gcc", NULL, NULL, "-dumpfullversion"},
    [TOOL_CLANG] = {"clang", NULL, NULL, "--version"},
    [TOOL_LIBOMP] = {NULL, "lib/libomp.so", NULL, NULL},
    [TOOL_BUBBLEWRAP] = {"bwrap", NULL, NULL, "--version"},
    [TOOL_ADDR2LINE] = {"addr2line", NULL, NULL, "--version"},
    [TOOL_NM] = {"nm", NULL, NULL, "--version"},
    [TOOL_UNIFDEF] = {"unifdef", NULL, NULL, "-V"},
    [TOOL_INOTIFYWAIT] = {"inotifywait", NULL, NULL, "--help"},
    [TOOL_XMLLINT] = {"xmllint", NULL, NULL, "--version"},
    [TOOL_NVCC] = {"nvcc", NULL, "/usr/local/cuda/bin", "--version"},
    [TOOL_NVIDIA_SMI] = {"nvidia-smi", NULL, NULL, "--version"},
};

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
    char package[64];
} found[TOOL_COUNT];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static bool program_in(const char *folder, size_t length, const char *program,
                       char path[PATH_MAX]) {
    int size = snprintf(path, PATH_MAX, "%.*s/%s", (int)length, folder, program);
    return length > 0 && folder[0] == '/' && size < PATH_MAX && access(path, X_OK) == 0;
}

static bool find_program(const struct place *place, char path[PATH_MAX]) {
    const char *list[] = {"/usr/bin:/usr/local/bin:/bin", place->extra_folder, getenv("PATH")};
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        for (const char *folder = list[i]; folder != NULL && *folder != '\0';) {
            size_t length = strcspn(folder, ":");
            if (program_in(folder, length, place->program, path)) {
                return true;
            }
            folder += length + (folder[length] == ':');
        }
    }
    path[0] = '\0';
    return false;
}

static const char *look(enum tool tool);

/* The folder above the bin/ that clang really lies in, such as /usr/lib/llvm-14. */
static bool llvm_folder(char folder[PATH_MAX]) {
    const char *clang = look(TOOL_CLANG);
    if (clang == NULL || realpath(clang, folder) == NULL) {
        return false;
    }
    char *bin = strstr(folder, "/bin/");
    if (bin != NULL) {
        *bin = '\0';
    }
    return bin != NULL;
}

static void find_library(const struct place *place, char path[PATH_MAX]) {
    char folder[PATH_MAX], pattern[2 * PATH_MAX];
    path[0] = '\0';
    if (!llvm_folder(folder)) {
        return;
    }
    snprintf(pattern, sizeof pattern, "%s/%s", folder, place->below_llvm);
    glob_t matches;
    if (glob(pattern, 0, NULL, &matches) == 0) {
        snprintf(path, PATH_MAX, "%s", matches.gl_pathv[0]);
    }
    globfree(&matches);
}

/* The lock is held. */
static const char *look(enum tool tool) {
    if (!found[tool].looked) {
        found[tool].looked = true;
        if (places[tool].program != NULL) {
            find_program(&places[tool], found[tool].path);
        } else {
            find_library(&places[tool], found[tool].path);
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
    if (places[tool].version_flag == NULL) {
        memcpy(found[tool].version, ask_version(TOOL_CLANG), sizeof found[tool].version);
        return found[tool].version;
    }
    struct arena arena = {0};
    struct error error;
    int status;
    const char *output;
    /* A GPU tool on a machine with a broken driver may never answer. */
    struct command_line line = {.arena = &arena};
    command_split(&line, "timeout -k 1 10");
    command_add(&line, "%s", path);
    command_split(&line, places[tool].version_flag);
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

const char *tool_version(enum tool tool) {
    pthread_mutex_lock(&lock);
    const char *version = ask_version(tool);
    pthread_mutex_unlock(&lock);
    return version;
}

/* Debian's clang 14 lies in /usr/lib/llvm-14; a clang from elsewhere says no version there, and the
 * plain name is the best guess. */
static const char *clang_suffix(char folder[PATH_MAX]) {
    const char *dash = llvm_folder(folder) ? strstr(folder, "/llvm-") : NULL;
    return dash == NULL ? "" : dash + strlen("/llvm");
}

const char *tool_package(enum tool tool) {
    const char *name = rows[tool].package, *gap = strstr(name, "-CLANG");
    if (gap == NULL) {
        return name;
    }
    char folder[PATH_MAX];
    pthread_mutex_lock(&lock);
    snprintf(found[tool].package, sizeof found[tool].package, "%.*s%.16s%s", (int)(gap - name),
             name, clang_suffix(folder), gap + strlen("-CLANG"));
    pthread_mutex_unlock(&lock);
    return found[tool].package;
}
