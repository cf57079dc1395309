#include "entry_names.h"

#include "../../utf8.h"
#include "../rules/policy.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const archive_endings[] = {".tar.gz", ".tar.bz2", ".tar.xz", ".tar.zst",
                                              ".zip",    ".tar",     ".tgz",    ".tbz2",
                                              ".txz",    ".7z",      ".rar"};

size_t archive_stem(const char *name) {
    size_t length = strlen(name);
    for (size_t i = 0; i < sizeof archive_endings / sizeof *archive_endings; i++) {
        size_t ending = strlen(archive_endings[i]);
        if (length > ending && strcasecmp(name + length - ending, archive_endings[i]) == 0) {
            return length - ending;
        }
    }
    return 0;
}

/* Takes "_attempt2", " (2)", "-try-3" off the end of `name`; 0 where there is none. */
static long take_attempt(char *name) {
    static const char *const words[] = {"attempt", "try", "version", "v", "("};
    size_t end = strlen(name);
    if (end > 0 && name[end - 1] == ')') {
        end--;
    }
    size_t digits = end;
    while (digits > 0 && isdigit((unsigned char)name[digits - 1])) {
        digits--;
    }
    if (digits == end || end - digits > 6) {
        return 0;
    }
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        bool bracket = words[i][0] == '(';
        size_t start = digits;
        if (bracket != (name[end] == ')')) {
            continue;
        }
        while (!bracket && start > 0 && strchr("-_. ", name[start - 1]) != NULL) {
            start--;
        }
        size_t length = strlen(words[i]);
        if (start <= length + 1 || strncasecmp(name + start - length, words[i], length) != 0 ||
            strchr("-_. ", name[start - length - 1]) == NULL) {
            continue;
        }
        long number = strtol(name + digits, NULL, 10);
        name[start - length - 1] = '\0';
        return number;
    }
    return 0;
}

static size_t digits(const char *text) {
    return strspn(text, "0123456789");
}

/* "First Last_12345_assignsubmission_file_", then nothing (a folder) or a file name. */
static bool read_moodle(struct arena *arena, const char *entry, struct entry_name *read) {
    static const char said[] = "_assignsubmission_";
    const char *mark = strstr(entry, said);
    if (mark == NULL || mark == entry) {
        return false;
    }
    const char *kind = mark + sizeof said - 1;
    char *name = arena_printf(arena, "%.*s", (int)(mark - entry), entry);
    char *id = strrchr(name, '_');
    read->student = name;
    read->no_file = strncmp(kind, "file", 4) != 0;
    read->file = kind + strcspn(kind, "_");
    read->file += *read->file == '_';
    if (id != NULL && id[1 + digits(id + 1)] == '\0') {
        *id = '\0';
        read->id = id + 1;
    }
    return true;
}

/* The file's name without the "-2" that Canvas puts before the ending of one that was handed in
 * once more. */
static const char *without_copy(struct arena *arena, const char *file) {
    const char *dot = strrchr(file, '.'), *end = dot != NULL ? dot : file + strlen(file);
    const char *begin = end;
    while (begin > file && isdigit((unsigned char)begin[-1])) {
        begin--;
    }
    return begin == end || begin < file + 2 || begin[-1] != '-'
               ? file
               : arena_printf(arena, "%.*s%s", (int)(begin - 1 - file), file, end);
}

/* "lovelaceada_LATE_12345_678901_lab.c": the name in one word, the person's number and the file's.
 * Where marking is anonymous, "anon_x7Yz2_678901_lab.c". */
static bool read_canvas(struct arena *arena, const char *entry, struct entry_name *read) {
    static const char late[] = "_LATE";
    const char *blank = strchr(entry, ' ');
    for (const char *bar = strchr(entry + (*entry != '\0'), '_'); bar != NULL;
         bar = strchr(bar + 1, '_')) {
        const bool hidden = strncmp(entry, "anon_", 5) == 0 && bar == entry + 4;
        const char *number = bar + 1, *end = number + digits(number);
        while (hidden && isalnum((unsigned char)*end)) {
            end++;
        }
        const char *file = *end == '_' ? end + 1 + digits(end + 1) : end;
        if (end == number || *end != '_' || file == end + 1 || *file != '_' || file[1] == '\0') {
            continue;
        }
        if (blank != NULL && blank < file) {
            return false;
        }
        size_t length = (size_t)((hidden ? end : bar) - entry);
        if (!hidden && length > sizeof late - 1 &&
            strncmp(bar - (sizeof late - 1), late, sizeof late - 1) == 0) {
            length -= sizeof late - 1;
        }
        read->student = arena_printf(arena, "%.*s", (int)length, entry);
        read->number = hidden ? "" : arena_printf(arena, "%.*s", (int)(end - number), number);
        read->serial = arena_printf(arena, "%.*s", (int)(file - end - 1), end + 1);
        read->file = without_copy(arena, file + 1);
        return true;
    }
    return false;
}

/* "_attempt_2026-11-20-23-59-00" and what follows it: "_" and a file's name, or ".txt". NULL where
 * the entry has none. */
static const char *blackboard_mark(const char *entry, int at[6], const char **rest) {
    static const char said[] = "_attempt_";
    const char *mark = strstr(entry, said);
    int length = 0;
    if (mark == NULL || mark == entry ||
        sscanf(mark + sizeof said - 1, "%4d-%2d-%2d-%2d-%2d-%2d%n", &at[0], &at[1], &at[2], &at[3],
               &at[4], &at[5], &length) != 6 ||
        length == 0) {
        return NULL;
    }
    *rest = mark + sizeof said - 1 + length;
    return **rest == '_' || strcmp(*rest, ".txt") == 0 ? mark : NULL;
}

size_t entry_name_blackboard(const char *entry) {
    int at[6];
    const char *rest, *mark = blackboard_mark(entry, at, &rest);
    return mark != NULL ? (size_t)(mark - entry) : 0;
}

/* The time in seconds since 1970; names have the time of the place where the system runs. */
static int64_t local_time(struct arena *arena, const int at[6]) {
    int64_t time = 0;
    const char *text = arena_printf(arena, "%04d-%02d-%02d %02d:%02d:%02d", at[0], at[1], at[2],
                                    at[3], at[4], at[5]);
    return policy_read_time(text, &time) ? time : 0;
}

/* "Lab 1_ada_attempt_2026-11-20-23-59-00_lab.c"; without the file's name it is a text about the
 * submission. Title and user name may both hold underscores. */
static bool read_blackboard(struct arena *arena, const char *entry, const char *title,
                            struct entry_name *read) {
    int at[6];
    const char *rest, *mark = blackboard_mark(entry, at, &rest);
    if (mark == NULL) {
        return false;
    }
    const char *name = arena_printf(arena, "%.*s", (int)(mark - entry), entry);
    const size_t length = title != NULL ? strlen(title) : 0;
    const char *bar = length > 0 && strncmp(name, title, length) == 0 && name[length] == '_'
                          ? name + length
                          : strrchr(name, '_');
    if (bar == NULL || bar[1] == '\0') {
        return false; /* the title of the assignment stands before it */
    }
    read->student = bar + 1;
    read->is_note = *rest != '_';
    read->file = rest + 1;
    read->handed_in = local_time(arena, at);
    for (int i = 0; i < 6; i++) {
        read->attempt = read->attempt * 100 + at[i];
    }
    return true;
}

/* "12345-678901 - Ada Able - Nov 20, 2026 1159 PM", a folder, or with " - lab.c" a file. */
static bool read_brightspace(struct arena *arena, const char *entry, struct entry_name *read) {
    static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
    const size_t number = digits(entry),
                 other = entry[number] == '-' ? digits(entry + number + 1) : 0;
    const char *name = entry + number + 1 + other;
    if (number == 0 || other == 0 || strncmp(name, " - ", 3) != 0) {
        return false;
    }
    name += 3;
    for (const char *end = strstr(name, " - "); end != NULL; end = strstr(end + 1, " - ")) {
        char month[4] = "", half = 'A';
        int day, year, time, length = 0;
        if (sscanf(end + 3, "%3[A-Za-z] %2d, %4d %4d %cM%n", month, &day, &year, &time, &half,
                   &length) != 5 ||
            length == 0 || strlen(month) != 3) {
            continue;
        }
        const char *place = strstr(months, month), *rest = end + 3 + length;
        if (place == NULL || end == name || (*rest != '\0' && strncmp(rest, " - ", 3) != 0)) {
            continue;
        }
        time = time % 1200 + (half == 'P' ? 1200 : 0);
        read->student = arena_printf(arena, "%.*s", (int)(end - name), name);
        read->number = arena_printf(arena, "%.*s", (int)number, entry);
        read->file = *rest != '\0' ? rest + 3 : "";
        const int at[6] = {year, (int)(place - months) / 3 + 1, day, time / 100, time % 100, 0};
        read->attempt = ((at[0] * 100L + at[1]) * 100 + day) * 10000 + time;
        read->handed_in = local_time(arena, at);
        return true;
    }
    return false;
}

struct entry_name entry_name_read(struct arena *arena, const char *entry, bool archive, bool file,
                                  const struct entry_hints *hints) {
    struct entry_name read = {.id = "", .number = ""};
    if (!read_moodle(arena, entry, &read) && !read_blackboard(arena, entry, hints->title, &read) &&
        !read_brightspace(arena, entry, &read) &&
        !(file && hints->canvas && read_canvas(arena, entry, &read))) {
        const size_t length = archive ? archive_stem(entry) : 0;
        char *name = length > 0 ? arena_printf(arena, "%.*s", (int)length, entry)
                                : arena_strdup(arena, entry);
        read.attempt = take_attempt(name);
        read.student = name;
    }
    read.student = utf8_composed(arena, read.student);
    return read;
}
