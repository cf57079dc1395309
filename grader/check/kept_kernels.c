#include "kept_kernels.h"

#include "../compile/files.h"
#include "../folder.h"
#include "grade.h"
#include "kept.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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
    struct error error;
    const char *path = arena_printf(arena, "%s/%s", to, name);
    const char *part = arena_printf(arena, "%s.%d", path, (int)getpid());
    if (!file_copy_plain(arena_printf(arena, "%s/%s", from, name), part, 0644, LARGEST_PROGRAM,
                         &error) ||
        rename(part, path) != 0) {
        unlink(part);
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
