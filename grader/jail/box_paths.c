/* Paths of the box in what a command printed, put back to the host's, and the other way. */
#include "launch.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static bool in_word(char c) {
    return isalnum((unsigned char)c) || c == '_' || c == '.' || c == '-';
}

/* Does the path `from` stand at `at`, as a whole: not in the middle of a longer path or name? */
static bool stands_at(const char *start, const char *at, const char *from, size_t length) {
    bool begins = at == start || !(in_word(at[-1]) || at[-1] == '/');
    /* "-I/box": a letter option may stick to its path. */
    begins = begins || (at - start >= 2 && at[-2] == '-' && isupper((unsigned char)at[-1]));
    return begins && strncmp(at, from, length) == 0 && !in_word(at[length]);
}

/* Replaces, at every place, the longest of the paths `from` that stands there. Frees `text`. */
static char *replace_paths(char *text, char *const *from, char *const *to, size_t count) {
    for (size_t at = 0; text != NULL && text[at] != '\0';) {
        size_t best = count, best_length = 0;
        for (size_t i = 0; text[at] == '/' && i < count; i++) {
            size_t length = strlen(from[i]);
            if (length > best_length && stands_at(text, text + at, from[i], length)) {
                best = i;
                best_length = length;
            }
        }
        if (best == count) {
            at++;
            continue;
        }
        size_t rest = strlen(text + at + best_length), length = strlen(to[best]);
        char *grown = malloc(at + length + rest + 1);
        if (grown != NULL) {
            memcpy(grown, text, at);
            memcpy(grown + at, to[best], length);
            memcpy(grown + at + length, text + at + best_length, rest + 1);
        }
        free(text);
        text = grown;
        at += length;
    }
    return text;
}

bool paths_open(struct paths *paths, const struct jail_spec *spec, const char *scratch) {
    paths->count = 0;
    paths->host = calloc(spec->bind_count + 1, sizeof *paths->host);
    paths->box = calloc(spec->bind_count + 1, sizeof *paths->box);
    bool good = paths->host != NULL && paths->box != NULL;
    for (size_t i = 0; good && i <= spec->bind_count; i++) {
        paths->count++;
        paths->host[i] = strdup(i < spec->bind_count ? spec->binds[i].host : scratch);
        paths->box[i] = strdup(i < spec->bind_count ? spec->binds[i].box : "/tmp");
        good = paths->host[i] != NULL && paths->box[i] != NULL;
    }
    return good;
}

void paths_free(struct paths *paths) {
    for (size_t i = 0; i < paths->count; i++) {
        free(paths->host[i]);
        free(paths->box[i]);
    }
    free(paths->host);
    free(paths->box);
    *paths = (struct paths){0};
}

char *to_host(const struct jail_spec *spec, const char *scratch, const char *text) {
    struct paths paths;
    char *result = paths_open(&paths, spec, scratch) ? strdup(text) : NULL;
    if (result != NULL) {
        result = replace_paths(result, paths.box, paths.host, paths.count);
    }
    paths_free(&paths);
    return result;
}

char *to_box(const struct paths *paths, char *text, size_t *length) {
    /* Bytes after a NUL are no compiler's message: they stay as they came. */
    if (strlen(text) != *length) {
        return text;
    }
    text = replace_paths(text, paths->host, paths->box, paths->count);
    *length = text == NULL ? 0 : strlen(text);
    return text;
}
