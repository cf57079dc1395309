/* What a command leaves behind, removed at its end. */
#include "inner.h"

#include <dirent.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int remove_one(const char *path, const struct stat *status, int type, struct FTW *where) {
    (void)status, (void)type, (void)where;
    remove(path);
    return 0;
}

/* All processes of the command are gone: nobody can swap a folder for a link under our feet. */
static void remove_tree(const char *path) {
    enum { OPEN_FOLDERS = 16 };
    nftw(path, remove_one, OPEN_FOLDERS, FTW_DEPTH | FTW_PHYS | FTW_MOUNT);
}

/* LLVM's OpenMP names its file after the process; that of a live process belongs to another run. */
static bool is_openmp_of_the_dead(const char *name) {
    static const char prefix[] = "__KMP_REGISTERED_LIB_";
    return strncmp(name, prefix, sizeof prefix - 1) == 0 &&
           kill((pid_t)strtol(name + sizeof prefix - 1, NULL, 10), 0) != 0;
}

/* Under a user of its own, all files of that user are left over from runs, but those of runs that
 * still go on. Under an ordinary user the other files may be anybody's: they stay. */
static void clean_shared_memory(uid_t own) {
    DIR *directory = opendir("/dev/shm");
    struct dirent *entry;
    while (directory != NULL && (entry = readdir(directory)) != NULL) {
        struct stat status;
        if (fstatat(dirfd(directory), entry->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0 ||
            entry->d_name[0] == '.') {
            continue;
        }
        bool openmp = strncmp(entry->d_name, "__KMP_", 6) == 0;
        bool left_over = own != 0 && status.st_uid == own && !openmp;
        if (left_over || is_openmp_of_the_dead(entry->d_name)) {
            char path[300];
            snprintf(path, sizeof path, "/dev/shm/%s", entry->d_name);
            remove_tree(path);
        }
    }
    if (directory != NULL) {
        closedir(directory);
    }
}

void clean_up(const struct box_order *order) {
    for (const char **path = order->paths; *path != NULL; path++) {
        if (**path == 't') {
            remove_tree(*path + 1);
        }
    }
    clean_shared_memory(order->plan->uid);
}
