#include "source_quote.h"
#include "../utf8.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { TAB = 4, LONGEST_LINE = 4096, LARGEST_FILE = 16 << 20 };

static FILE *open_plain(const char *folder, const char *name) {
    if (strchr(name, '/') != NULL) {
        return NULL;
    }
    int parent = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (parent < 0) {
        return NULL;
    }
    int descriptor = openat(parent, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    close(parent);
    struct stat status;
    if (descriptor < 0) {
        return NULL;
    }
    FILE *file = NULL;
    if (fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) &&
        status.st_size <= LARGEST_FILE) {
        file = fdopen(descriptor, "re");
    }
    if (file == NULL) {
        close(descriptor);
    }
    return file;
}

static char *widen_tabs(struct arena *arena, const char *text) {
    char *wide = arena_alloc(arena, strlen(text) * TAB + 1);
    size_t column = 0;
    for (; *text != '\0'; text++) {
        if (*text != '\t') {
            wide[column++] = *text;
            continue;
        }
        do {
            wide[column++] = ' ';
        } while (column % TAB != 0);
    }
    return wide;
}

char *source_line(struct arena *arena, const char *folder, const char *name, int line) {
    FILE *file = folder == NULL || name == NULL || line < 1 ? NULL : open_plain(folder, name);
    if (file == NULL) {
        return NULL;
    }
    char *text = NULL, *found = NULL;
    size_t capacity = 0;
    for (int at = 1; getline(&text, &capacity, file) >= 0; at++) {
        if (at == line) {
            text[strcspn(text, "\r\n")] = '\0';
            if (strlen(text) > LONGEST_LINE) {
                text[LONGEST_LINE] = '\0';
            }
            found = widen_tabs(arena, utf8_clean(arena, text));
            break;
        }
    }
    free(text);
    fclose(file);
    return found;
}
