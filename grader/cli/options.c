#include "options.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char capitals[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

static void print_help(const struct usage *usage) {
    printf("usage: %s\n\n%s\n", usage->line, usage->about);
    for (size_t i = 0; i < usage->option_count; i++) {
        const struct option_row *row = &usage->options[i];
        char name[40];
        snprintf(name, sizeof name, "%s%s%s", row->name, row->value != NULL ? " " : "",
                 row->value != NULL ? row->value : "");
        printf("%s  %-20s %s\n", i == 0 ? "\n" : "", name, row->help);
    }
}

/* Always false, so that a caller can return it. */
static bool wrong(const struct usage *usage, const char *format, const char *detail) {
    fputs("lockstep: ", stderr);
    fprintf(stderr, format, detail);
    const size_t first = strcspn(usage->line, "\n"); /* the others stand in --help */
    fprintf(stderr, " (usage: %.*s%s)\n", (int)first, usage->line,
            usage->line[first] != '\0' ? "; --help shows more" : "");
    return false;
}

/* The next argument has its name in the usage, in capitals: "lockstep grade LAB SUBMISSION". */
static bool missing(const struct usage *usage, size_t given) {
    char name[40] = "an argument";
    const char *at = usage->line;
    for (size_t seen = 0; seen <= given && (at = strpbrk(at, capitals)) != NULL; seen++) {
        size_t length = strspn(at, capitals);
        snprintf(name, sizeof name, "%.*s", (int)length, at);
        at += length;
    }
    return wrong(usage, "%s is missing", name);
}

static bool store(const struct option_row *row, const char *value) {
    char *end;
    errno = 0;
    switch (row->type) {
    case OPTION_TEXT:
        *(const char **)row->target = value;
        return true;
    case OPTION_NUMBER:
        if (!isdigit((unsigned char)value[0])) {
            return false;
        }
        *(uint64_t *)row->target =
            strtoull(value, &end, strncasecmp(value, "0x", 2) == 0 ? 16 : 10);
        return *end == '\0' && errno == 0;
    case OPTION_FLAG:
        *(bool *)row->target = true;
        return true;
    }
    return false;
}

static const struct option_row *find(const struct usage *usage, const char *name, size_t length) {
    for (size_t i = 0; i < usage->option_count; i++) {
        if (strlen(usage->options[i].name) == length &&
            memcmp(usage->options[i].name, name, length) == 0) {
            return &usage->options[i];
        }
    }
    return NULL;
}

bool options_read(int argc, char **argv, const struct usage *usage,
                  const char *arguments[OPTIONS_MAX_ARGUMENTS + 1], int *status) {
    size_t count = 0;
    *status = 2;
    memset(arguments, 0, (OPTIONS_MAX_ARGUMENTS + 1) * sizeof *arguments);
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            print_help(usage);
            *status = 0;
            return false;
        }
        if (argv[i][0] != '-' || isdigit((unsigned char)argv[i][1])) { /* -2 is a number */
            if (count == usage->max_arguments) {
                return wrong(usage, "'%s' is one argument too many", argv[i]);
            }
            arguments[count++] = argv[i];
            continue;
        }
        size_t length = strcspn(argv[i], "=");
        const struct option_row *row = find(usage, argv[i], length);
        if (row == NULL) {
            return wrong(usage, "no option '%s'", argv[i]);
        }
        const char *value = argv[i][length] == '=' ? argv[i] + length + 1 : NULL;
        if (row->type == OPTION_FLAG ? value != NULL : value == NULL && ++i == argc) {
            return wrong(usage, row->type == OPTION_FLAG ? "%s takes no value" : "%s needs a value",
                         row->name);
        }
        if (!store(row, value != NULL || row->type == OPTION_FLAG ? value : argv[i])) {
            return wrong(usage,
                         errno == ERANGE ? "%s needs a whole number below 2^64"
                                         : "%s needs a whole number",
                         row->name);
        }
    }
    return count >= usage->min_arguments || missing(usage, count);
}
