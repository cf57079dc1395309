#include "toolkit.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_FILES = 200, MOST_DEPTH = 8 }; /* headers that headers name */

struct toolkit_search {
    struct toolkit_wishes found;
    unsigned files;
};

/* "  # include <thrust/sort.h>": from the name on; NULL: no such line. */
static const char *included(const char *line) {
    line += 1 + strspn(line + 1, " \t");
    if (strncmp(line, "include", 7) != 0) {
        return NULL;
    }
    return line + 7 + strspn(line + 7, " \t");
}

static bool is_library(const char *name) {
    static const char *const libraries[] = {"thrust/", "cub/"};
    for (size_t i = 0; i < sizeof libraries / sizeof libraries[0]; i++) {
        if (strncmp(name + 1, libraries[i], strlen(libraries[i])) == 0) {
            return true;
        }
    }
    return false;
}

static void read_file(struct toolkit_search *search, const char *path, unsigned depth);

/* A header of the program's own: it lies beside the file that names it, or is read by nobody. */
static void read_header(struct toolkit_search *search, const char *path, const char *name,
                        unsigned depth) {
    const char *slash = strrchr(path, '/'), *end = strchr(name, '"');
    char *header = NULL;
    if (end != NULL && asprintf(&header, "%.*s%.*s", slash != NULL ? (int)(slash + 1 - path) : 0,
                                path, (int)(end - name), name) >= 0) {
        read_file(search, header, depth + 1);
        free(header);
    }
}

static void read_line(struct toolkit_search *search, const char *path, const char *line,
                      unsigned depth) {
    line += strspn(line, " \t");
    if (*line != '#') {
        return;
    }
    search->found.compiler |= strstr(line, "__NVCC__") != NULL;
    const char *name = included(line);
    if (name != NULL && (*name == '<' || *name == '"')) {
        search->found.libraries |= is_library(name);
        if (*name == '"') {
            read_header(search, path, name + 1, depth);
        }
    }
}

static void read_file(struct toolkit_search *search, const char *path, unsigned depth) {
    FILE *file = depth < MOST_DEPTH && search->files < MOST_FILES ? fopen(path, "r") : NULL;
    char *line = NULL;
    size_t room = 0;
    search->files++;
    while (file != NULL && getline(&line, &room, file) >= 0) {
        read_line(search, path, line, depth);
    }
    free(line);
    if (file != NULL) {
        fclose(file);
    }
}

struct toolkit_wishes toolkit_wishes(const char *const *sources, size_t count) {
    struct toolkit_search search = {.files = 0};
    for (size_t i = 0; i < count; i++) {
        const char *dot = strrchr(sources[i], '.');
        if (dot == NULL || (strcmp(dot, ".o") != 0 && strcmp(dot, ".a") != 0)) {
            read_file(&search, sources[i], 0);
        }
    }
    return search.found;
}

char *toolkit_libraries(void) {
    const char *const homes[] = {getenv("CUDA_HOME"), getenv("CUDA_PATH"), "/usr/local/cuda"};
    for (size_t i = 0; i < sizeof homes / sizeof homes[0]; i++) {
        char *folder = NULL, *header = NULL;
        if (homes[i] == NULL || asprintf(&folder, "%s/include/cccl", homes[i]) < 0 ||
            asprintf(&header, "%s/thrust/version.h", folder) < 0) {
            continue;
        }
        bool there = access(header, R_OK) == 0;
        free(header);
        if (there) {
            return folder;
        }
        free(folder);
    }
    return NULL;
}
