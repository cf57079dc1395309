#include "kept_kernels.h"

#include "../folder.h"
#include "grade.h"
#include "kept.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_PROGRAMS = 64, LARGEST_PROGRAM = 4 << 20 };

/* "0123456789abcdef.ptx", as simt/opencl/cache.c names a program that is whole. */
static int is_program(const struct dirent *entry) {
    enum { DIGITS = 16 };
    return strspn(entry->d_name, "0123456789abcdef") == DIGITS &&
           strcmp(entry->d_name + DIGITS, ".ptx") == 0;
}

/* The folder of a student's process: no link is followed, and nothing but a plain file is read. */
static void copy_program(struct arena *arena, const char *from, const char *to, const char *name) {
    struct stat status;
    const int in = open(arena_printf(arena, "%s/%s", from, name),
                        O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    const bool good = in >= 0 && fstat(in, &status) == 0 && S_ISREG(status.st_mode) &&
                      status.st_size <= LARGEST_PROGRAM;
    char *bytes = good ? malloc((size_t)status.st_size + 1) : NULL;
    if (bytes != NULL && read(in, bytes, (size_t)status.st_size) == status.st_size) {
        const char *path = arena_printf(arena, "%s/%s", to, name);
        const char *part = arena_printf(arena, "%s.%d", path, (int)getpid());
        const int out = open(part, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644);
        const bool whole = out >= 0 && write(out, bytes, (size_t)status.st_size) == status.st_size;
        if (out >= 0 && (close(out) != 0 || !whole || rename(part, path) != 0)) {
            unlink(part);
        }
    }
    free(bytes);
    if (in >= 0) {
        close(in);
    }
}

static void copy_programs(struct arena *arena, const char *from, const char *to) {
    struct dirent **entries;
    const int count = scandir(from, &entries, is_program, alphasort);
    for (int i = 0; i < count; i++) {
        if (i < MOST_PROGRAMS) {
            copy_program(arena, from, to, entries[i]->d_name);
        }
        free(entries[i]);
    }
    if (count >= 0) {
        free(entries);
    }
}

void kept_kernels_bring(const struct grading *grading) {
    const char *mark = kept_mark_of_kernels(grading);
    if (mark != NULL) {
        copy_programs(grading->arena,
                      arena_printf(grading->arena, "%s.kernels/%s", grading->options->kept, mark),
                      grading->box->cache);
    }
}

void kept_kernels_keep(const struct grading *grading) {
    const char *mark = kept_mark_of_kernels(grading);
    if (mark == NULL) {
        return;
    }
    const char *all = arena_printf(grading->arena, "%s.kernels", grading->options->kept);
    const char *folder = arena_printf(grading->arena, "%s/%s", all, mark);
    struct error error;
    if (access(folder, F_OK) != 0) {
        folder_remove(all); /* of other kernels, or of another grader */
    }
    if (folder_make(folder, &error)) {
        copy_programs(grading->arena, grading->box->cache, folder);
    }
}
