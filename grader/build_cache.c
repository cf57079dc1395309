#include "build_cache.h"

#include <dirent.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

const char *build_cache_folder(struct arena *arena, const char *build) {
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (cache == NULL || cache[0] != '/') {
        cache = home != NULL && home[0] == '/' ? arena_printf(arena, "%s/.cache", home) : NULL;
    }
    if (cache == NULL || access(build, W_OK) == 0) {
        return build;
    }
    return arena_printf(arena, "%s/lockstep/%016" PRIx64, cache, XXH3_64bits(build, strlen(build)));
}

bool time_is_later(struct timespec a, struct timespec b) {
    return a.tv_sec != b.tv_sec ? a.tv_sec > b.tv_sec : a.tv_nsec > b.tv_nsec;
}

/* Makes `whole` stand for the files in the folder, too. */
static void add_files(struct arena *arena, const char *path, struct stat *whole) {
    DIR *directory = opendir(path);
    for (struct dirent *entry; directory != NULL && (entry = readdir(directory)) != NULL;) {
        struct stat file;
        if (entry->d_name[0] == '.' || fstatat(dirfd(directory), entry->d_name, &file, 0) != 0) {
            continue;
        }
        if (S_ISDIR(file.st_mode)) {
            add_files(arena, arena_printf(arena, "%s/%s", path, entry->d_name), whole);
        } else if (S_ISREG(file.st_mode)) {
            whole->st_size += file.st_size;
            if (time_is_later(file.st_mtim, whole->st_mtim)) {
                whole->st_mtim = file.st_mtim;
            }
        }
    }
    if (directory != NULL) {
        closedir(directory);
    }
}

const char *build_cache_stamp(struct arena *arena, const char *path) {
    struct stat status;
    if (stat(path, &status) != 0) {
        return "none";
    }
    if (S_ISDIR(status.st_mode)) {
        status = (struct stat){0};
        add_files(arena, path, &status);
    }
    return arena_printf(arena, "%llx.%llx.%lx", (unsigned long long)status.st_size,
                        (unsigned long long)status.st_mtim.tv_sec,
                        (unsigned long)status.st_mtim.tv_nsec);
}
