#include "sources.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char *read_plain(const char *path, int flags) {
    struct stat status;
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | flags);
    char *text = NULL;
    if (file >= 0 && fstat(file, &status) == 0 && S_ISREG(status.st_mode) &&
        status.st_size <= SOURCE_BYTES) {
        text = malloc((size_t)status.st_size + 1);
        ssize_t got = text != NULL ? read(file, text, (size_t)status.st_size) : 0;
        if (text != NULL) {
            text[got > 0 ? got : 0] = '\0';
        }
    }
    if (file >= 0) {
        close(file);
    }
    return text;
}

char *record_source(const char *name, const char *const *folders, size_t count) {
    if (count == 0) {
        return read_plain(name, 0);
    }
    const char *slash = strrchr(name, '/');
    char *text = NULL;
    for (size_t n = 0; n < count && text == NULL; n++) {
        char path[PATH_MAX];
        if (snprintf(path, sizeof path, "%s/%s", folders[n], slash != NULL ? slash + 1 : name) <
            PATH_MAX) {
            text = read_plain(path, O_NOFOLLOW);
        }
    }
    return text;
}
