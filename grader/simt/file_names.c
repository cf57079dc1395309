#include "array.h"
#include "file_names.h"

static bool same_text(const char *one, const char *other) {
    return one == other || (one != NULL && other != NULL && strcmp(one, other) == 0);
}

int file_names_index(struct file_names *files, const char *name, const char *text) {
    const char *own = strcmp(basename(name), SOURCE_WITHOUT_FILE) == 0 ? text : NULL;
    for (size_t n = 0; n < files->count; n++) {
        if (strcmp(files->files[n].name, name) == 0 && same_text(files->files[n].text, own)) {
            return (int)n;
        }
    }
    struct file_name file = {.name = strdup(name), .text = own != NULL ? strdup(own) : NULL};
    if (file.name == NULL || !array_grow(&files->files, &files->room, files->count + 1)) {
        free(file.name);
        free(file.text);
        return -1;
    }
    files->files[files->count] = file;
    return (int)files->count++;
}

void file_names_clear(struct file_names *files) {
    for (size_t n = 0; n < files->count; n++) {
        free(files->files[n].name);
        free(files->files[n].text);
    }
    free(files->files);
    *files = (struct file_names){0};
}
