/* Profiles: a table of the constants' names, and a reader of `name = number` lines. */
#include "profile.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CONSTANT(member)                                                                           \
    { #member, offsetof(struct profile, member) }
#define PIPE(word, pipe)                                                                           \
    {word "_interval", offsetof(struct profile, interval) + (pipe) * sizeof(double)}, {            \
        word "_latency", offsetof(struct profile, latency) + (pipe) * sizeof(double)               \
    }

static const struct {
    const char *name;
    size_t offset;
} constants[] = {
    CONSTANT(calibrated),
    CONSTANT(clock_ghz),
    CONSTANT(processors),
    CONSTANT(threads),
    CONSTANT(blocks),
    CONSTANT(registers),
    CONSTANT(register_unit),
    CONSTANT(shared_bytes),
    CONSTANT(shared_unit),
    CONSTANT(shared_reserved),
    PIPE("fp32", PIPE_FP32),
    PIPE("integer", PIPE_INTEGER),
    PIPE("multiply", PIPE_MULTIPLY),
    PIPE("fp64", PIPE_FP64),
    PIPE("half", PIPE_HALF),
    PIPE("special", PIPE_SPECIAL),
    PIPE("convert", PIPE_CONVERT),
    PIPE("control", PIPE_CONTROL),
    PIPE("shuffle", PIPE_SHUFFLE),
    CONSTANT(start_us),
    CONSTANT(end_us),
    CONSTANT(block_start_cycles),
    CONSTANT(block_spread_cycles),
    CONSTANT(processor_start_cycles),
    CONSTANT(prologue_slots),
    CONSTANT(prologue_cycles),
    CONSTANT(branch_cycles),
    CONSTANT(barrier_cycles),
    CONSTANT(l1_bytes),
    CONSTANT(l1_latency),
    CONSTANT(l1_line_cycles),
    CONSTANT(store_line_cycles),
    CONSTANT(request_cycles),
    CONSTANT(memory_queue),
    CONSTANT(shared_latency),
    CONSTANT(shared_atomic_latency),
    CONSTANT(shared_atomic_cycles),
    CONSTANT(shuffle_cycles),
    CONSTANT(l2_bytes),
    CONSTANT(l2_latency),
    CONSTANT(l2_sectors),
    CONSTANT(l2_processor_sectors),
    CONSTANT(l2_partial),
    CONSTANT(l2_slices),
    CONSTANT(l2_atomic_address),
    CONSTANT(l2_atomic_line),
    CONSTANT(l2_atomic),
    CONSTANT(dram_latency),
    CONSTANT(dram_read_gbs),
    CONSTANT(dram_write_gbs),
    CONSTANT(kept_bytes),
    CONSTANT(page_cycles),
    CONSTANT(gap_us),
    CONSTANT(call_us),
    CONSTANT(pinned_gbs),
    CONSTANT(pageable_gbs),
    CONSTANT(copy_us),
    CONSTANT(mapped_gbs),
    CONSTANT(mapped_latency_us),
    CONSTANT(mapped_requests),
    CONSTANT(device_copy_us),
    CONSTANT(device_copy_gbs),
};
enum { CONSTANTS = sizeof constants / sizeof *constants };

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

static size_t find_constant(const char *name) {
    size_t c = 0;
    while (c < CONSTANTS && strcmp(constants[c].name, name) != 0) {
        c++;
    }
    return c;
}

/* One line; `given` marks the constants that have been read. */
static bool take_line(const char *path, int number, char *line, struct profile *profile,
                      bool *given, struct error *error) {
    line[strcspn(line, "#")] = '\0';
    const char *name = trim(line);
    if (*name == '\0') {
        return true;
    }
    char *equals = strchr(line, '=');
    if (equals == NULL) {
        return error_set(error, "%s:%d: '%s' is no `name = number`", path, number, name);
    }
    *equals = '\0';
    name = trim(line);
    const char *value = trim(equals + 1);
    size_t c = find_constant(name);
    if (c == CONSTANTS) {
        return error_set(error, "%s:%d: '%s' is no constant of a profile (README.md lists them)",
                         path, number, name);
    }
    if (given[c]) {
        return error_set(error, "%s:%d: %s is given twice", path, number, name);
    }
    char *end = NULL;
    double parsed = strtod(value, &end);
    if (end == value || *end != '\0' || !isfinite(parsed) || parsed < 0) {
        return error_set(error, "%s:%d: %s takes a number from 0 up, not '%s'", path, number, name,
                         value);
    }
    given[c] = true;
    memcpy((char *)profile + constants[c].offset, &parsed, sizeof parsed);
    return true;
}

/* Those that something is divided by. */
static bool check(const char *path, const struct profile *profile, struct error *error) {
    static const char *const positive[] = {
        "clock_ghz",     "processors",           "threads",         "blocks",         "registers",
        "register_unit", "shared_unit",          "l1_bytes",        "l2_bytes",       "l2_sectors",
        "l2_slices",     "l2_processor_sectors", "dram_read_gbs",   "dram_write_gbs", "pinned_gbs",
        "pageable_gbs",  "mapped_gbs",           "mapped_requests", "device_copy_gbs"};
    for (size_t p = 0; p < sizeof positive / sizeof *positive; p++) {
        double value;
        memcpy(&value, (const char *)profile + constants[find_constant(positive[p])].offset,
               sizeof value);
        if (value <= 0) {
            return error_set(error, "%s: %s must be more than 0", path, positive[p]);
        }
    }
    return true;
}

bool profile_read(const char *path, struct profile *profile, struct error *error) {
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        return error_set(error, "cannot read %s: %s", path, strerror(errno));
    }
    bool given[CONSTANTS] = {false}, good = true;
    char line[256];
    const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path;
    memset(profile, 0, sizeof *profile);
    snprintf(profile->name, sizeof profile->name, "%.*s", (int)strcspn(name, "."), name);
    for (int number = 1; good && fgets(line, sizeof line, file) != NULL; number++) {
        good = take_line(path, number, line, profile, given, error);
    }
    fclose(file);
    for (size_t c = 0; good && c < CONSTANTS; c++) {
        if (!given[c]) {
            good = error_set(error, "%s: %s is missing", path, constants[c].name);
        }
    }
    return good && check(path, profile, error);
}

static int by_name(const void *a, const void *b) {
    return strcmp(a, b);
}

enum { NAMES = 32, NAME = 32 };

/* The names in a folder, in order, with commas between them. */
static void list_names(const char *folder, char *text, size_t size) {
    char names[NAMES][NAME];
    size_t count = 0, length = 0;
    DIR *directory = opendir(folder);
    for (struct dirent *entry = directory != NULL ? readdir(directory) : NULL;
         entry != NULL && count < NAMES; entry = readdir(directory)) {
        const char *end = strstr(entry->d_name, ".profile");
        size_t name = end != NULL && end[8] == '\0' ? (size_t)(end - entry->d_name) : 0;
        if (name > 0 && name < NAME) {
            memcpy(names[count], entry->d_name, name);
            names[count++][name] = '\0';
        }
    }
    if (directory != NULL) {
        closedir(directory);
    }
    qsort(names, count, NAME, by_name);
    text[0] = '\0';
    for (size_t n = 0; n < count && length < size; n++) {
        length +=
            (size_t)snprintf(text + length, size - length, "%s%s", n > 0 ? ", " : "", names[n]);
    }
}

bool profile_find(const char *folder, const char *name, struct profile *profile,
                  struct error *error) {
    char path[512], names[256];
    bool plain = *name != '\0' && strlen(name) < NAME && strchr(name, '/') == NULL;
    snprintf(path, sizeof path, "%s/%s.profile", folder, name);
    FILE *file = plain ? fopen(path, "r") : NULL;
    if (file == NULL) {
        list_names(folder, names, sizeof names);
        return error_set(error, "there is no profile '%.40s'; there are: %s", name, names);
    }
    fclose(file);
    return profile_read(path, profile, error);
}
