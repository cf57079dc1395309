#include "folder.h"

#include <errno.h>
#include <ftw.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static bool is_folder(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

bool folder_make(const char *path, struct error *error) {
    char partial[PATH_MAX];
    snprintf(partial, sizeof partial, "%s", path);
    for (char *slash = strchr(partial + 1, '/');; slash = strchr(slash + 1, '/')) {
        if (slash != NULL) {
            *slash = '\0';
        }
        if (mkdir(partial, 0755) == 0) {
            chmod(partial, 0755); /* whatever the umask: root's jail runs as another user */
        } else if (errno != EEXIST) {
            return error_set(error, "cannot make the folder %s: %s", partial, strerror(errno));
        } else if (slash == NULL && !is_folder(partial)) {
            return error_set(error, "%s is not a folder: move it away, or name another", partial);
        }
        if (slash == NULL) {
            return true;
        }
        *slash = '/';
    }
}

static int remove_entry(const char *path, const struct stat *status, int kind, struct FTW *walk) {
    (void)status;
    (void)kind;
    (void)walk;
    remove(path);
    return 0;
}

void folder_remove(const char *path) {
    nftw(path, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}
