#include "kept_headers.h"

#include <dirent.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../../../folder.h"
#include "../../../build_cache.h"
#include "../../../clang.h"
#include "spelling.h"

/* Flags with which the headers say the same; a value may follow in a word of its own. */
static const char *const harmless[] = {"-I",  "-isystem", "-ivfsoverlay", "-O1", "-O2",
                                       "-O3", "-g",       "-W",           "-w"};

/* A macro of the program's own. Those that start with an underscore are the headers' too. */
static bool is_own_macro(const char *definition) {
    static const char *const others[] = {"_", "CUDA", "LOCKSTEP_", "NDEBUG"};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        if (strncmp(definition, others[i], strlen(others[i])) == 0) {
            return false;
        }
    }
    return true;
}

static bool is_harmless(const char *flag) {
    for (size_t i = 0; i < sizeof harmless / sizeof harmless[0]; i++) {
        if (strncmp(flag, harmless[i], strlen(harmless[i])) == 0) {
            return true;
        }
    }
    return flag[0] != '-'; /* a value */
}

static bool are_harmless(const char *const *flags, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (strncmp(flags[i], "-D", 2) == 0) {
            const char *definition =
                flags[i][2] != '\0' || i + 1 == count ? flags[i] + 2 : flags[++i];
            if (!is_own_macro(definition)) {
                return false;
            }
        } else if (!is_harmless(flags[i])) {
            return false;
        }
    }
    return true;
}

static bool has_cuda(const struct compile_request *request) {
    for (size_t i = 0; i < request->source_count; i++) {
        if (ends_in(request->sources[i], ".cu") ||
            (request->language != NULL && strcmp(request->language, "cu") == 0)) {
            return true;
        }
    }
    return false;
}

/* What it says is no use to a student: the program's own messages come from headers read anew. */
static bool run_quietly(char **words) {
    posix_spawn_file_actions_t actions;
    pid_t child;
    int status = 1;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    bool good = posix_spawnp(&child, words[0], &actions, NULL, words, environ) == 0 &&
                waitpid(child, &status, 0) == child && status == 0;
    posix_spawn_file_actions_destroy(&actions);
    return good;
}

/* The folder appears whole or not at all: two compilers may make it at once. */
static bool make(struct arena *arena, const char *home, const char *folder) {
    const char *part = arena_printf(arena, "%s.%d", folder, (int)getpid());
    const struct compile_request request = {.home = home, .output = part};
    struct compile_plan plan = {0};
    struct error error;
    bool good = folder_make(part, &error) && compile_headers_plan(&request, &plan, &error);
    for (size_t i = 0; good && i < plan.count; i++) {
        good = run_quietly(plan.steps[i].argv);
    }
    compile_plan_clear(&plan);
    if (!good || rename(part, folder) != 0) {
        folder_remove(part);
    }
    return access(folder, R_OK) == 0;
}

/* Removes headers of earlier compilers and kits a day after they were made: a compiler that still
 * runs has read them by then. */
static void remove_old(struct arena *arena, const char *above) {
    DIR *directory = opendir(above);
    const time_t yesterday = time(NULL) - (time_t)24 * 60 * 60;
    for (struct dirent *entry; directory != NULL && (entry = readdir(directory)) != NULL;) {
        struct stat status;
        if (entry->d_name[0] != '.' && fstatat(dirfd(directory), entry->d_name, &status, 0) == 0 &&
            status.st_mtim.tv_sec < yesterday) {
            folder_remove(arena_printf(arena, "%s/%s", above, entry->d_name));
        }
    }
    if (directory != NULL) {
        closedir(directory);
    }
}

const char *kept_headers(struct arena *arena, const struct compile_request *request) {
    const char *wish = getenv("LOCKSTEP_HEADERS");
    if ((wish != NULL && strcmp(wish, "no") == 0) || request->nvcc != NULL ||
        request->preset != COMPILE_SOURCE || request->device_count > 0 || !has_cuda(request) ||
        !are_harmless(request->both_flags, request->both_count) ||
        !are_harmless(request->host_flags, request->host_count)) {
        return NULL;
    }
    /* Which clang, which grader (it holds the flags), which headers of the kit, and which of the
     * system's: Debian writes that file whenever a package changes. */
    const char *above =
        arena_printf(arena, "%s/kit/cc-headers", build_cache_folder(arena, request->home));
    const char *folder = arena_printf(
        arena, "%s/%s-%s-%s-%s", above, build_cache_stamp(arena, clangxx_path()),
        build_cache_stamp(arena, "/proc/self/exe"),
        build_cache_stamp(arena, arena_printf(arena, "%s/cuda/include", request->home)),
        build_cache_stamp(arena, "/var/lib/dpkg/status"));
    if (access(folder, R_OK) == 0) {
        return folder;
    }
    remove_old(arena, above);
    return make(arena, request->home, folder) ? folder : NULL;
}
