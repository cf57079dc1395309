#include "cuda_headers.h"

#include "../build_cache.h"
#include "../clang.h"
#include "../folder.h"
#include "cuda_build.h"
#include "files.h"
#include "toolchain.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *const names[] = {"kernels.pch", "host.pch"};
enum { NAMES = sizeof names / sizeof *names };

/* Its name says which compiler, which grader (whose tables hold the flags) and which files of the
 * kit it is of. */
static const char *folder_of(struct arena *arena, const struct kit *kit) {
    static const char *const parts[] = {"cuda", "record/annotate", "liblockstep_cudart.a"};
    const char *name = arena_printf(arena, "%s/kit/cuda-home/%s-%s", kit->cache,
                                    build_cache_stamp(arena, clangxx_path()),
                                    build_cache_stamp(arena, "/proc/self/exe"));
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        const char *path = arena_printf(arena, "%s/%s", kit->build, parts[i]);
        name = arena_printf(arena, "%s-%s", name, build_cache_stamp(arena, path));
    }
    return name;
}

/* Precompiles the headers of `home`, a folder with the kit's other files, in the jail, where `kit`
 * is the folder around it. */
static bool make_headers(struct arena *arena, const struct box *box, const char *kit,
                         const char *home) {
    static const char *const environment[] = {"PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8", "TMPDIR=/tmp",
                                              NULL};
    struct error error;
    const char *made = arena_printf(arena, "%s/headers", box->path);
    const char *commands = cuda_headers_command(arena, "/out", &error);
    const char *const words[] = {"/bin/sh", "-c", commands, NULL};
    const struct jail_bind binds[] = {
        {kit, "/kit", false}, {home, CUDA_HOME, false}, {made, "/out", true}};
    const struct jail_spec spec = {.argv = words,
                                   .environment = environment,
                                   .directory = CUDA_HOME,
                                   .binds = binds,
                                   .bind_count = sizeof binds / sizeof *binds,
                                   .limits = compiler_limits()};
    if (commands == NULL || mkdir(made, 0755) != 0 || !jail_own(made, &error)) {
        return false;
    }
    struct jail_result result;
    bool good = jail_run(&spec, &result) && result.end == JAIL_EXITED && result.code == 0 &&
                folder_make(arena_printf(arena, "%s/headers", home), &error);
    for (size_t i = 0; i < NAMES && good; i++) {
        good = file_copy(arena_printf(arena, "%s/%s", made, names[i]),
                         arena_printf(arena, "%s/headers/%s", home, names[i]), 0644, &error);
    }
    jail_result_free(&result);
    return good;
}

/* The folder appears whole or not at all: two graders may make it at once. */
static bool make(struct arena *arena, const struct kit *kit, const struct box *box,
                 const char *target, const char *folder) {
    struct error error;
    const char *part = arena_printf(arena, "%s.%d", folder, getpid());
    folder_remove(part);
    const bool good = folder_make(part, &error) && cuda_bring_kit(kit->build, part, &error) &&
                      make_headers(arena, box, target, part) && rename(part, folder) == 0;
    if (!good) {
        folder_remove(part);
    }
    return good || access(folder, X_OK) == 0;
}

bool cuda_home_bring(struct arena *arena, const struct kit *kit, const struct box *box,
                     const char *target, const char **host, struct error *error) {
    const char *wish = getenv("LOCKSTEP_HEADERS");
    const char *folder = folder_of(arena, kit);
    const char *within = arena_printf(arena, "%s/" CUDA_HOME_NAME, target);
    const bool wanted = wish == NULL || strcmp(wish, "no") != 0;
    if (!folder_make(within, error)) {
        return false;
    }
    if (wanted && jail_binds_any() &&
        (access(folder, X_OK) == 0 || make(arena, kit, box, target, folder))) {
        *host = folder;
        return true;
    }
    *host = NULL;
    return cuda_bring_kit(kit->build, within, error);
}
