#include "files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

/* What to do about the error that errno names. */
static const char *way_out(void) {
    return errno == ENOSPC || errno == EDQUOT ? ": make room, or set TMPDIR to another place" : "";
}

bool file_copy(const char *from, const char *to, mode_t mode, struct error *error) {
    struct stat status;
    unlink(to); /* never through a link */
    int in = open(from, O_RDONLY | O_CLOEXEC);
    int out = open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    bool good = in >= 0 && fstat(in, &status) == 0 && out >= 0 && fchmod(out, mode) == 0;
    for (off_t done = 0; good && done < status.st_size;) {
        good = sendfile(out, in, &done, (size_t)(status.st_size - done)) > 0;
    }
    if (!good) {
        error_set(error, "cannot copy %s to %s: %s%s", from, to, strerror(errno), way_out());
    }
    if (in >= 0) {
        close(in);
    }
    if (out >= 0) {
        close(out);
    }
    return good;
}

bool file_bring(const char *from, const char *to, const char *name, mode_t mode,
                struct error *error) {
    char source[PATH_MAX], target[PATH_MAX];
    snprintf(source, sizeof source, "%s/%s", from, name);
    snprintf(target, sizeof target, "%s/%s", to, name);
    return file_copy(source, target, mode, error);
}

bool file_write(const char *path, const char *text, struct error *error) {
    unlink(path); /* never through a link */
    FILE *file = fopen(path, "wxe");
    bool good = file != NULL && fchmod(fileno(file), 0644) == 0 && fputs(text, file) != EOF;
    good = file != NULL && fclose(file) == 0 && good;
    return good || error_set(error, "%s: %s%s", path, strerror(errno), way_out());
}

void file_keep(const char *path, const char *text) {
    char part[PATH_MAX];
    struct error error;
    snprintf(part, sizeof part, "%s.%d", path, getpid());
    if (!file_write(part, text, &error) || rename(part, path) != 0) {
        unlink(part);
    }
}

char *file_read(struct arena *arena, const char *path, size_t most) {
    int from = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (from < 0) {
        return NULL;
    }
    char *text = arena_alloc(arena, most + 2);
    const ssize_t got = read(from, text, most + 1);
    close(from);
    return got < 0 || memchr(text, '\0', (size_t)got) != NULL ? NULL : text;
}

static int is_visible(const struct dirent *entry) {
    return entry->d_name[0] != '.';
}

const char **folder_names(struct arena *arena, const char *path) {
    struct dirent **entries;
    const int count = scandir(path, &entries, is_visible, alphasort);
    if (count < 0) {
        return NULL;
    }
    const char **names = arena_alloc(arena, ((size_t)count + 1) * sizeof *names);
    for (int i = 0; i < count; i++) {
        names[i] = arena_strdup(arena, entries[i]->d_name);
        free(entries[i]);
    }
    free(entries);
    return names;
}
