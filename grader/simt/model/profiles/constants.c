/* A reader of `name = number` lines. */
#include "constants.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 128, NAME = 32, WARP = 32, DEEPEST = 4 };

struct reading {
    const char *path;
    const struct constant *constants;
    size_t count;
    void *into;
    const char *suffix;            /* of the files that `like` may name; NULL: none */
    int depth;                     /* of files that are like others */
    bool given[MOST], taken[MOST]; /* the latter from such a file */
};

static const char *trim(char *text) {
    while (isspace((unsigned char)*text)) {
        text++;
    }
    size_t length = strlen(text);
    while (length > 0 && isspace((unsigned char)text[length - 1])) {
        text[--length] = '\0';
    }
    return text;
}

/* NULL, or what is wrong with a number from 0 up. */
static const char *complaint(enum constant_kind kind, double number) {
    static const struct {
        bool positive, whole;
        double most; /* more than machines have */
    } rows[] = {
        [CONSTANT_ANY] = {false, false, 1e15},   [CONSTANT_POSITIVE] = {true, false, 1e15},
        [CONSTANT_WHOLE] = {false, true, 1e15},  [CONSTANT_COUNT] = {true, true, 1e7},
        [CONSTANT_BYTES] = {true, true, 1e15},   [CONSTANT_THREADS] = {true, true, 1e7},
        [CONSTANT_SHARE] = {false, false, 1e15}, [CONSTANT_SWITCH] = {false, false, 1e15},
    };
    if (rows[kind].positive && number <= 0) {
        return "must be more than 0";
    }
    if (rows[kind].whole && number != floor(number)) {
        return "must be a whole number";
    }
    if (kind == CONSTANT_THREADS && fmod(number, WARP) != 0) {
        return "must be a multiple of 32";
    }
    if (kind == CONSTANT_SHARE && number > 1) {
        return "must be at most 1";
    }
    if (kind == CONSTANT_SWITCH && number != 0 && number != 1) {
        return "must be 0 or 1";
    }
    return number > rows[kind].most ? "must be what a machine can have" : NULL;
}

static bool read_all(struct reading *reading, struct error *error);

/* Takes what another file in the same folder says. */
static bool take_others(struct reading *reading, int number, const char *name,
                        struct error *error) {
    const char *slash = strrchr(reading->path, '/');
    const int folder = slash != NULL ? (int)(slash + 1 - reading->path) : 0;
    char path[PATH_MAX];
    struct reading other = {.path = path,
                            .constants = reading->constants,
                            .count = reading->count,
                            .into = reading->into,
                            .suffix = reading->suffix,
                            .depth = reading->depth + 1};
    if (memchr(reading->given, 1, sizeof reading->given) != NULL ||
        memchr(reading->taken, 1, sizeof reading->taken) != NULL) {
        return error_set(error, "%s:%d: `like` must stand before all other lines", reading->path,
                         number);
    }
    snprintf(path, sizeof path, "%.*s%.64s%s", folder, reading->path, name, reading->suffix);
    const bool good = read_all(&other, error);
    for (size_t c = 0; c < reading->count; c++) {
        reading->taken[c] = other.given[c] || other.taken[c];
    }
    return good;
}

static bool take_line(struct reading *reading, int number, char *line, struct error *error) {
    const char *path = reading->path;
    line[strcspn(line, "#")] = '\0';
    const char *name = trim(line);
    for (const char *c = name; *c != '\0'; c++) {
        if (!isprint((unsigned char)*c) && !isspace((unsigned char)*c)) {
            return error_set(error, "%s:%d: this line is not text of the form `name = number`",
                             path, number);
        }
    }
    if (*name == '\0') {
        return true;
    }
    char *equals = strchr(line, '=');
    if (equals == NULL) {
        return error_set(error, "%s:%d: '%s' is not of the form `name = number`", path, number,
                         name);
    }
    *equals = '\0';
    name = trim(line);
    const char *value = trim(equals + 1);
    if (strcmp(name, "like") == 0 && reading->suffix != NULL && reading->depth < DEEPEST) {
        return take_others(reading, number, value, error);
    }
    size_t c = 0;
    while (c < reading->count && strcmp(reading->constants[c].name, name) != 0) {
        c++;
    }
    if (c == reading->count) {
        return error_set(
            error,
            "%s:%d: '%s' is not a constant of a profile: h200.profile and xeon.cpu have all names",
            path, number, name);
    }
    if (reading->given[c]) {
        return error_set(error, "%s:%d: %s is given twice", path, number, name);
    }
    char *end = NULL;
    double parsed = strtod(value, &end);
    if (end == value || *end != '\0' || !isfinite(parsed) || parsed < 0) {
        return error_set(error, "%s:%d: %s takes a number from 0 up, not '%s'", path, number, name,
                         value);
    }
    const char *wrong = complaint(reading->constants[c].kind, parsed);
    if (wrong != NULL) {
        return error_set(error, "%s:%d: %s %s, not '%s'", path, number, name, wrong, value);
    }
    reading->given[c] = true;
    memcpy((char *)reading->into + reading->constants[c].offset, &parsed, sizeof parsed);
    return true;
}

static bool read_all(struct reading *reading, struct error *error) {
    const char *path = reading->path;
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        return error_set(error, "cannot read %s: %s", path, strerror(errno));
    }
    char line[256];
    bool good = true;
    for (int number = 1; good && fgets(line, sizeof line, file) != NULL; number++) {
        good = take_line(reading, number, line, error);
    }
    if (good && ferror(file)) {
        good = error_set(error, "cannot read %s: %s", path, strerror(errno));
    }
    fclose(file);
    for (size_t c = 0; good && c < reading->count; c++) {
        if (!reading->given[c] && !reading->taken[c]) {
            good = error_set(error, "%s: %s is missing", path, reading->constants[c].name);
        }
    }
    return good;
}

bool constants_read(const char *path, const char *suffix, const struct constant *constants,
                    size_t count, void *into, struct error *error) {
    struct reading reading = {.path = path,
                              .constants = constants,
                              .count = count < MOST ? count : MOST,
                              .into = into,
                              .suffix = suffix};
    return read_all(&reading, error);
}

/* The names in a folder, in order, with commas between them. */
static void list_names(const char *folder, const char *suffix, char *text, size_t size) {
    struct dirent **entries = NULL;
    const int count = scandir(folder, &entries, NULL, alphasort);
    size_t length = 0;
    text[0] = '\0';
    for (int n = 0; n < count; n++) {
        const char *name = entries[n]->d_name, *end = strstr(name, suffix);
        if (end != NULL && end > name && end[strlen(suffix)] == '\0' && length < size) {
            length += (size_t)snprintf(text + length, size - length, "%s%.*s",
                                       length > 0 ? ", " : "", (int)(end - name), name);
        }
        free(entries[n]);
    }
    free(entries);
}

bool constants_find(const char *folder, const char *name, const char *suffix, char *path,
                    size_t size, struct error *error) {
    char names[256];
    if (strchr(name, '/') != NULL) { /* a file of one's own */
        return snprintf(path, size, "%s", name) < (int)size ||
               error_set(error, "the path of the profile is too long: %.40s...", name);
    }
    bool plain = *name != '\0' && strlen(name) < NAME;
    snprintf(path, size, "%s/%s%s", folder, name, suffix);
    FILE *file = plain ? fopen(path, "r") : NULL;
    if (file == NULL) {
        list_names(folder, suffix, names, sizeof names);
        return error_set(error, "there is no profile '%.40s'; there are: %s", name, names);
    }
    fclose(file);
    return true;
}
