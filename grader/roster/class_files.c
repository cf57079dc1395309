/* What lies in a class's folder. */
#include "class.h"

#include <stdio.h>
#include <sys/stat.h>

const char *const class_folders[] = {"files", "spool", "replay", NULL};

char *class_read(const char *path, struct arena *arena, size_t *size) {
    FILE *file = fopen(path, "re");
    struct stat status;
    char *bytes = NULL;
    *size = 0;
    if (file != NULL && fstat(fileno(file), &status) == 0 && S_ISREG(status.st_mode)) {
        bytes = arena_alloc(arena, (size_t)status.st_size + 1);
        *size = fread(bytes, 1, (size_t)status.st_size, file);
    }
    if (file != NULL) {
        fclose(file);
    }
    return bytes;
}

const char *class_secret_path(const struct class_run *run, struct arena *arena) {
    return arena_printf(arena, "%s/secret", run->out);
}
