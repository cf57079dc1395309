#include "file_names.h"

#include <stdlib.h>
#include <string.h>

int file_names_index(struct file_names *files, const char *name) {
    for (size_t n = 0; n < files->count; n++) {
        if (strcmp(files->names[n], name) == 0) {
            return (int)n;
        }
    }
    // NOLINTNEXTLINE(bugprone-sizeof-expression): an array of pointers is meant
    char **grown = realloc(files->names, (files->count + 1) * sizeof *grown);
    files->names = grown != NULL ? grown : files->names;
    char *copy = grown != NULL ? strdup(name) : NULL;
    if (copy == NULL) {
        return -1;
    }
    grown[files->count] = copy;
    return (int)files->count++;
}

void file_names_clear(struct file_names *files) {
    for (size_t n = 0; n < files->count; n++) {
        free(files->names[n]);
    }
    free(files->names);
    *files = (struct file_names){0};
}
