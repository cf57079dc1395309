/* The kit's own objects: compiled when needed, kept below the build folder. */
#include "../build_cache.h"
#include "../folder.h"
#include "build.h"

#include "run_tool.h"
#include "cuda_build.h"
#include "opencl_build.h"
#include "openmp_build.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* When what lies at `path` was written, or came there: an older file that somebody puts back keeps
 * the time when it was written. */
static struct timespec changed(const char *path) {
    struct stat status;
    if (stat(path, &status) != 0) {
        return (struct timespec){0};
    }
    return time_is_later(status.st_ctim, status.st_mtim) ? status.st_ctim : status.st_mtim;
}

/* When the youngest header of the folder, and of the folders in it, changed; the beginning of time
 * without any. */
static struct timespec newest_header(const char *directory) {
    struct timespec newest = {0};
    DIR *folder = opendir(directory);
    const struct dirent *entry;
    while (folder != NULL && (entry = readdir(folder)) != NULL) {
        char path[PATH_MAX];
        size_t length = strlen(entry->d_name);
        struct timespec time = {0};
        snprintf(path, sizeof path, "%s/%s", directory, entry->d_name);
        if (entry->d_type == DT_DIR && entry->d_name[0] != '.') {
            time = newest_header(path);
        } else if (length > 2 && strcmp(entry->d_name + length - 2, ".h") == 0) {
            time = changed(path);
        }
        newest = time_is_later(time, newest) ? time : newest;
    }
    if (folder != NULL) {
        closedir(folder);
    }
    return newest;
}

/* Is `target` there and younger than the source, the headers and the grader, whose tables hold the
 * flags? */
static bool fresh(const struct kit *kit, const struct lab *lab, const char *source,
                  const char *target) {
    static const char *const headers[] = {"run/protocol.h",   "run/runner.h", "run/no_double.h",
                                          "lab/oracle.h",     "lab/random.h", "lab/opencl_errors.h",
                                          "lab/cuda_errors.h"};
    struct timespec built = changed(target);
    char path[PATH_MAX];
    bool good = access(source, F_OK) == 0 && time_is_later(built, changed(source));
    for (size_t i = 0; good && i < sizeof headers / sizeof *headers; i++) {
        snprintf(path, sizeof path, "%s/grader/%s", kit->root, headers[i]);
        good = time_is_later(built, changed(path));
    }
    snprintf(path, sizeof path, "%s/shared", kit->labs);
    return good && time_is_later(built, newest_header(lab->directory)) &&
           time_is_later(built, newest_header(path)) &&
           time_is_later(built, changed("/proc/self/exe"));
}

/* The line of a compiler's messages that matters most: the first error. */
static const char *first_error(struct arena *arena, const char *output) {
    const char *at = strstr(output, "error:");
    while (at != NULL && at > output && at[-1] != '\n') {
        at--;
    }
    at = at != NULL ? at : output;
    return arena_printf(arena, "%.*s", (int)strcspn(at, "\n"), at);
}

/* Compiles one trusted source to `target` through a temporary name, so that two graders can do it
 * at once. */
static bool compile(const struct kit *kit, const struct lab *lab, const char *compiler,
                    const char *flags, const char *source, const char *target,
                    struct error *error) {
    if (fresh(kit, lab, source, target)) {
        return true;
    }
    if (access(source, R_OK) != 0) {
        return error_set(error, "%s: %s (CONTRIBUTING.md, \"Add a lab\", says what a lab needs)",
                         source, strerror(errno));
    }
    char directory[PATH_MAX];
    snprintf(directory, sizeof directory, "%s", target);
    *strrchr(directory, '/') = '\0';
    struct error why;
    if (!folder_make(directory, &why)) {
        return error_set(error,
                         "%.300s (the kit's objects are kept there; XDG_CACHE_HOME may name a "
                         "folder of yours)",
                         why.message);
    }
    struct arena arena = {0};
    const char *temporary = arena_printf(&arena, "%s.%d", target, getpid());
    struct command_line line = {.arena = &arena};
    command_add(&line, "%s", compiler);
    command_split(&line, flags);
    if (strstr(flags, OPENMP_INCLUDE) != NULL) { /* the jail's: here it lies in the tree */
        command_add(&line, "-I%s/grader/simt/openmp/include", kit->root);
    }
    command_add(&line, "-I%s/grader", kit->root);
    command_add(&line, "-I%s", lab->directory);
    command_add(&line, "%s", source);
    command_add(&line, "-o");
    command_add(&line, "%s", temporary);
    const char *output = "";
    int status = -1;
    bool good = command_run(&line, &status, &output, error);
    if (good && status != 0) {
        good = error_set(error, "%s does not compile with %s: %s", source, compiler,
                         first_error(&arena, output));
    }
    if (good && rename(temporary, target) != 0) {
        good = error_set(error, "%s: %s", target, strerror(errno));
    }
    if (!good) {
        unlink(temporary);
    }
    arena_free(&arena);
    return good;
}

const char *build_kit_source(const struct lab *lab, enum flavour flavour, int i) {
    static const char *const sources[] = {"run/worker.c", "run/missing.c", "run/processors.c"};
    /* The machine runs the student's functions without a worker. */
    const int count = flavour_row(flavour)->language == LANGUAGE_OPENMP ? 0 : 3;
    return i < count                                 ? sources[i]
           : i == count && lab_has_files(lab, ".cl") ? OPENCL_KIT_SOURCE
                                                     : NULL;
}

/* What links and lists, and the package that brings it. */
static const struct {
    const char *path, *package;
} link_tools[] = {
    {"/usr/bin/gcc", "gcc"}, {"/usr/bin/ld", "binutils"}, {"/usr/bin/nm", "binutils"}};

/* The compiler of a flavour and what comes behind it. */
static bool tools_are_here(const struct flavour_row *row, struct error *error) {
    const char *path = flavour_compiler(row), *package = flavour_package(row);
    bool here = access(path, X_OK) == 0;
    for (size_t i = 0; here && i < sizeof link_tools / sizeof *link_tools; i++) {
        path = link_tools[i].path;
        package = link_tools[i].package;
        here = row->language == LANGUAGE_OPENMP || access(path, X_OK) == 0;
    }
    return here || error_set(error, "%s is not here (apt-get install %s)", path, package);
}

bool build_prepare(const struct kit *kit, const struct lab *lab, enum flavour flavour,
                   struct error *error) {
    const struct flavour_row *row = flavour_row(flavour);
    if (!tools_are_here(row, error)) {
        return false;
    }
    if (row->language == LANGUAGE_CUDA && !cuda_available(error)) {
        return false;
    }
    struct arena arena = {0};
    /* A runner may bring a device of its own to where there is none. */
    const char *opencl = row->language == LANGUAGE_OPENCL ? " -DLOCKSTEP_OPENCL" : "";
    const char *flags = arena_printf(&arena, "%s%s -w -c", row->compile, opencl);
    bool good = compile(
        kit, lab, flavour_compiler(row), flags, arena_printf(&arena, "%s/runner.c", lab->directory),
        arena_printf(&arena, "%s/%s/%s/runner.o", kit->objects, lab->name, row->name), error);
    const char *source;
    for (int i = 0; good && (source = build_kit_source(lab, flavour, i)) != NULL; i++) {
        const char *name = strrchr(source, '/') + 1;
        good = compile(kit, lab, flavour_compiler(row), flags,
                       arena_printf(&arena, "%s/grader/%s", kit->root, source),
                       arena_printf(&arena, "%s/kit/%s/%.*s.o", kit->cache, row->name,
                                    (int)strlen(name) - 2, name),
                       error);
    }
    arena_free(&arena);
    return good;
}

bool build_oracle(const struct kit *kit, const struct lab *lab, char *path, struct error *error) {
    char source[PATH_MAX];
    /* Students' copies of a lab hold it compiled: its source may show how an exercise is solved. */
    snprintf(path, PATH_MAX, "%s/oracle.so", lab->directory);
    snprintf(source, sizeof source, "%s/oracle.c", lab->directory);
    if (access(source, F_OK) != 0 && access(path, R_OK) == 0) {
        return true;
    }
    snprintf(path, PATH_MAX, "%s/%s/oracle.so", kit->objects, lab->name);
    return compile(kit, lab, "/usr/bin/gcc", FLAVOUR_C " -Wall -Wextra -fPIC -shared -Wl,-z,now",
                   source, path, error);
}
