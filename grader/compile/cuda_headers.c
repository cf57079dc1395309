#include "cuda_headers.h"

#include "../folder.h"
#include "../build_cache.h"
#include "../jail/jail.h"
#include "cuda_build.h"
#include "files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *const names[] = {"kernels.pch", "host.pch"};
enum { NAMES = sizeof names / sizeof *names };

static const struct jail_limits limits = {.wall_seconds = 120,
                                          .cpu_seconds = 20,
                                          .memory_bytes = (size_t)1 << 30,
                                          .file_bytes = (size_t)64 << 20,
                                          .output_bytes = 64 * 1024,
                                          .processes = 32};

/* Its name says which compiler, which grader (whose tables hold the flags) and which headers they
 * are of. */
static const char *folder_of(struct arena *arena, const struct kit *kit) {
    return arena_printf(
        arena, "%s/kit/headers/%s-%s-%s", kit->cache, build_cache_stamp(arena, "/usr/bin/clang++"),
        build_cache_stamp(arena, "/proc/self/exe"),
        build_cache_stamp(arena, arena_printf(arena, "%s/cuda/include", kit->build)));
}

static bool are_there(struct arena *arena, const char *folder) {
    bool there = true;
    for (size_t i = 0; i < NAMES; i++) {
        there = there && access(arena_printf(arena, "%s/%s", folder, names[i]), R_OK) == 0;
    }
    return there;
}

/* Each file appears whole or not at all: two graders may make them at once. */
static bool keep(struct arena *arena, const char *from, const char *folder) {
    struct error error;
    bool good = folder_make(folder, &error);
    for (size_t i = 0; good && i < NAMES; i++) {
        const char *target = arena_printf(arena, "%s/%s", folder, names[i]);
        const char *part = arena_printf(arena, "%s.%d", target, getpid());
        good = file_copy(arena_printf(arena, "%s/%s", from, names[i]), part, 0644, &error) &&
               rename(part, target) == 0;
        if (!good) {
            unlink(part);
        }
    }
    return good;
}

static bool make(struct arena *arena, const struct box *box, const char *kit_in_box,
                 const char *folder) {
    static const char *const environment[] = {"PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8", "TMPDIR=/tmp",
                                              NULL};
    struct error error;
    const char *made = arena_printf(arena, "%s/headers", box->path);
    const char *commands = cuda_headers_command(arena, "/out", &error);
    const char *const words[] = {"/bin/sh", "-c", commands, NULL};
    const struct jail_bind binds[] = {{kit_in_box, "/kit", false}, {made, "/out", true}};
    const struct jail_spec spec = {.argv = words,
                                   .environment = environment,
                                   .directory = "/kit",
                                   .binds = binds,
                                   .bind_count = sizeof binds / sizeof *binds,
                                   .limits = limits};
    if (commands == NULL || mkdir(made, 0755) != 0 || !jail_own(made, &error)) {
        return false;
    }
    struct jail_result result;
    const bool good = jail_run(&spec, &result) && result.end == JAIL_EXITED && result.code == 0 &&
                      are_there(arena, made) && keep(arena, made, folder);
    jail_result_free(&result);
    return good;
}

bool cuda_bring_headers(const struct kit *kit, const struct box *box, const char *target) {
    const char *wish = getenv("LOCKSTEP_HEADERS");
    struct arena arena = {0};
    struct error error;
    const char *folder = folder_of(&arena, kit);
    /* They hold the paths of the box's inside, which a jail without mounts does not have. */
    bool good = (wish == NULL || strcmp(wish, "no") != 0) && jail_level() < JAIL_LANDLOCK &&
                (are_there(&arena, folder) || make(&arena, box, target, folder)) &&
                folder_make(arena_printf(&arena, "%s/headers", target), &error);
    for (size_t i = 0; good && i < NAMES; i++) {
        good = file_copy(arena_printf(&arena, "%s/%s", folder, names[i]),
                         arena_printf(&arena, "%s/headers/%s", target, names[i]), 0644, &error);
    }
    arena_free(&arena);
    return good;
}
