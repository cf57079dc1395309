#include "kit.h"

#include "../build_cache.h"
#include "../clang.h"
#include "../lab/random.h"
#include "files.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool is_root(const char *path) {
    char mark[PATH_MAX + 32];
    snprintf(mark, sizeof mark, "%s/grader/run/worker.c", path);
    return access(mark, R_OK) == 0;
}

/* The environment's value; as in a shell's ${NAME:-…}, an empty one is none. */
static const char *wish(const char *name) {
    const char *value = getenv(name);
    return value != NULL && *value != '\0' ? value : NULL;
}

const char *kit_labs_wanted(const char *labs) {
    return labs != NULL ? labs : wish("LOCKSTEP_LABS");
}

/* The nearest folder above the executable that holds the kit. */
static bool find_root(struct kit *kit, const char *executable_directory, struct error *error) {
    const char *override = wish("LOCKSTEP_ROOT");
    char path[PATH_MAX];
    if (realpath(override != NULL ? override : executable_directory, path) == NULL) {
        return error_set(error, "%s: %s", override != NULL ? override : executable_directory,
                         strerror(errno));
    }
    for (;;) {
        if (is_root(path)) {
            kit->root = arena_strdup(&kit->arena, path);
            return true;
        }
        char *slash = strrchr(path, '/');
        if (slash == NULL || slash == path || override != NULL) {
            return error_set(error,
                             "the kit's files are not above %s; set LOCKSTEP_ROOT to their folder",
                             executable_directory);
        }
        *slash = '\0';
    }
}

void kit_take_own(struct kit *kit) {
    kit->labs = arena_printf(&kit->arena, "%s/labs", kit->root);
    kit->objects = arena_printf(&kit->arena, "%s/labs", kit->cache);
}

static void take_folder(struct kit *kit, const char *labs) {
    kit->labs = labs;
    kit->objects =
        arena_printf(&kit->arena, "%s/labs-%016" PRIx64, kit->cache, random_mix(0, labs));
}

bool kit_open(struct kit *kit, const char *labs, struct error *error) {
    *kit = (struct kit){0};
    char executable[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", executable, sizeof executable - 1);
    if (length < 0) {
        return error_set(error, "/proc/self/exe: %s (is /proc mounted?)", strerror(errno));
    }
    executable[length] = '\0';
    *strrchr(executable, '/') = '\0';
    kit->build = arena_strdup(&kit->arena, executable);
    kit->cache = build_cache_folder(&kit->arena, kit->build);
    if (clang_major() != clang_major_built()) { /* what clang made is of its version */
        kit->cache = arena_printf(&kit->arena, "%s/llvm-%d", kit->cache, clang_major());
    }
    if (!find_root(kit, executable, error)) {
        kit_close(kit);
        return false;
    }
    const bool adds = labs == NULL;
    labs = kit_labs_wanted(labs);
    char path[PATH_MAX];
    if (labs == NULL) {
        kit_take_own(kit);
    } else if (realpath(labs, path) == NULL) {
        error_set(error, "folder of labs '%s': %s", labs, strerror(errno));
        kit_close(kit);
        return false;
    } else {
        take_folder(kit, arena_strdup(&kit->arena, path));
        kit->added = adds ? kit->labs : NULL;
    }
    return true;
}

void kit_close(struct kit *kit) {
    struct arena arena = kit->arena;
    arena_free(&arena);
    *kit = (struct kit){0};
}

/* Is that below the folder of labs? */
static bool has(const struct kit *kit, const char *name, const char *file) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s/%s", kit->labs, name, file);
    return access(path, F_OK) == 0;
}

const char *const *kit_lab_names(struct kit *kit, struct error *error) {
    const char **names = folder_names(&kit->arena, kit->labs), **end = names;
    if (names == NULL) {
        error_set(error, "cannot list the folder %s", kit->labs);
        return NULL;
    }
    for (const char **name = names; *name != NULL; name++) {
        if (has(kit, *name, "lab.yaml")) {
            *end++ = *name;
        }
    }
    *end = NULL;
    return names;
}

const char *kit_without_labs(struct kit *kit) {
    return arena_printf(&kit->arena, "%s holds no folder with a lab.yaml%s", kit->labs,
                        has(kit, ".", "lab.yaml") ? "; it is a lab itself: give the folder above it"
                        : has(kit, ".", "labs")
                            ? arena_printf(&kit->arena, "; give its folder: %s/labs", kit->labs)
                            : "");
}

/* "histogram-omp, stencil": the labs that there are. */
static const char *list_labs(struct kit *kit) {
    struct error error;
    const char *const *names = kit_lab_names(kit, &error);
    const char *text = "";
    for (; names != NULL && *names != NULL; names++) {
        text = arena_printf(&kit->arena, "%s%s%s", text, text[0] == '\0' ? "" : ", ", *names);
    }
    return text[0] != '\0' ? text : "none";
}

const char *kit_lab_directory(struct kit *kit, const char *lab, struct error *error) {
    if (kit->added != NULL && lab[0] != '\0') {
        take_folder(kit, kit->added);
        if (!has(kit, lab, "lab.yaml")) {
            kit_take_own(kit);
        }
        if (!has(kit, lab, "lab.yaml")) {
            take_folder(kit, kit->added); /* whose labs the error names */
        }
    }
    if (lab[0] == '\0' || lab[0] == '.' || strchr(lab, '/') != NULL || !has(kit, lab, "lab.yaml")) {
        const char *labs = list_labs(kit);
        strcmp(labs, "none") == 0 ? error_set(error, "no lab '%s': %s", lab, kit_without_labs(kit))
                                  : error_set(error, "no lab '%s' (labs here: %s)", lab, labs);
        return NULL;
    }
    return arena_printf(&kit->arena, "%s/%s", kit->labs, lab);
}

const char *kit_sibling(struct arena *arena, const struct kit *kit, const char *kind,
                        const char *lab) {
    size_t parent = (size_t)(strrchr(kit->labs, '/') - kit->labs);
    return arena_printf(arena, "%.*s/%s/%s", (int)parent, kit->labs, kind, lab);
}

bool lab_open(struct kit *kit, struct lab *lab, const char *labs, const char *name,
              struct error *error) {
    *lab = (struct lab){0};
    if (!kit_open(kit, labs, error)) {
        return false;
    }
    const char *directory = kit_lab_directory(kit, name, error);
    if (directory != NULL && lab_load(lab, directory, error)) {
        return true;
    }
    kit_close(kit);
    return false;
}

void lab_close(struct kit *kit, struct lab *lab) {
    lab_free(lab);
    kit_close(kit);
}
