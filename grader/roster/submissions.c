#include "submissions.h"

#include "../utf8.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char *const archive_endings[] = {".tar.gz", ".tar.bz2", ".tar.xz", ".tar.zst",
                                              ".zip",    ".tar",     ".tgz",    ".tbz2",
                                              ".txz",    ".7z",      ".rar"};

/* Moodle writes "First Last_12345_assignsubmission_file_", then nothing (a folder) or a file name.
 */
static const char moodle_mark[] = "_assignsubmission_";

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

/* What a name says. */
struct read_name {
    const char *student, *id, *rest; /* rest: the file behind Moodle's mark; else the whole name */
    long number;
    bool moodle, no_file;
};

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

static struct read_name read_name(struct arena *arena, const char *entry, bool archive) {
    struct read_name read = {.id = "", .rest = entry};
    const char *mark = strstr(entry, moodle_mark);
    size_t length = mark != NULL ? (size_t)(mark - entry) : archive ? archive_stem(entry) : 0;
    char *name =
        length > 0 ? arena_printf(arena, "%.*s", (int)length, entry) : arena_strdup(arena, entry);
    if (mark != NULL) {
        const char *kind = mark + sizeof moodle_mark - 1;
        read.moodle = true;
        read.no_file = strncmp(kind, "file", 4) != 0;
        read.rest = kind + strcspn(kind, "_");
        read.rest += *read.rest == '_';
        char *id = strrchr(name, '_');
        if (id != NULL && id[1 + strspn(id + 1, "0123456789")] == '\0') {
            *id = '\0';
            read.id = id + 1;
        }
    } else {
        read.number = take_attempt(name);
    }
    read.student = utf8_composed(arena, name);
    return read;
}

/* A name for files: nothing that a shell, a terminal or a page could take for something else. */
static char *harmless_key(struct arena *arena, const char *text) {
    char *key = utf8_clean(arena, text);
    for (char *c = key; *c != '\0'; c++) {
        if ((unsigned char)*c < 0x80 && !isalnum((unsigned char)*c) &&
            strchr(" ._@+,()'-", *c) == NULL) {
            *c = '-';
        }
    }
    if (key[0] == '.' || key[0] == '-' || key[0] == ' ' || key[0] == '\0') {
        key = arena_printf(arena, "_%s", key);
    }
    enum { LONGEST = 120 };
    if (strlen(key) > LONGEST) {
        key[LONGEST] = '\0';
        key = utf8_clean(arena, key);
    }
    return key;
}

/* Moodle takes the number in a folder's name from between the first underscore and the second, and
 * leaves out in silence what it finds no number in. */
static char *moodle_folder(struct arena *arena, const struct read_name *read) {
    char *name = harmless_key(arena, read->student);
    for (char *c = name; *c != '\0'; c++) {
        *c = *c != '_' ? *c : c == name ? 'x' : ' ';
    }
    return arena_printf(arena, "%s_%s_assignsubmission_file_", name, read->id);
}

static bool same_student(const struct student *student, const struct read_name *read) {
    return strcmp(student->name, read->student) == 0 && strcmp(student->id, read->id) == 0;
}

static bool key_taken(const struct submissions *submissions, const char *key) {
    for (const struct student *student = submissions->students; student != NULL;
         student = student->next) {
        if (strcasecmp(student->key, key) == 0) {
            return true;
        }
    }
    return false;
}

static struct student *find_or_add(struct submissions *submissions, const struct read_name *read) {
    struct arena *arena = &submissions->arena;
    for (struct student *student = submissions->students; student != NULL;
         student = student->next) {
        if (same_student(student, read)) {
            return student;
        }
    }
    struct student *student = arena_alloc(arena, sizeof *student);
    *student = (struct student){.name = read->student, .id = read->id};
    const char *plain =
        read->moodle ? arena_printf(arena, "%s_%s", read->student, read->id) : read->student;
    student->key = harmless_key(arena, plain);
    for (int n = 2; key_taken(submissions, student->key); n++) {
        student->key = arena_printf(arena, "%s~%d", harmless_key(arena, plain), n);
    }
    student->folder = read->moodle && *read->id != '\0' ? moodle_folder(arena, read) : student->key;
    struct student **place = &submissions->students;
    while (*place != NULL && utf8_order((*place)->key, student->key) < 0) {
        place = &(*place)->next;
    }
    student->next = *place;
    *place = student;
    submissions->count++;
    return student;
}

static void note(struct submissions *submissions, const char *entry, const char *why) {
    submissions->notes =
        arena_printf(&submissions->arena, "%sleft out: %s: %s\n", submissions->notes,
                     utf8_line(&submissions->arena, entry), why);
}

static const char *lab_file(const struct lab *lab, const char *name) {
    for (size_t i = 0; i < lab->file_count; i++) {
        if (strcmp(lab->files[i].name, name) == 0) {
            return lab->files[i].name;
        }
    }
    return NULL;
}

/* One entry of the folder; false only for a mistake that the whole command has to stop for. */
static bool add_entry(struct submissions *submissions, const struct lab *lab, const char *folder,
                      const char *entry, struct error *error) {
    struct arena *arena = &submissions->arena;
    const char *path = arena_printf(arena, "%s/%s", folder, entry);
    struct stat status;
    if (lstat(path, &status) != 0) {
        note(submissions, entry, strerror(errno));
        return true;
    }
    bool plain = S_ISREG(status.st_mode), archive = plain && archive_stem(entry) > 0;
    if (plain && lab_file(lab, entry) != NULL) {
        return error_set(error,
                         "'%s' holds %s itself: give the folder that holds a folder or an archive "
                         "for each student",
                         folder, entry);
    }
    struct read_name read = read_name(arena, entry, archive);
    const char *file = plain && !archive && read.moodle ? lab_file(lab, read.rest) : NULL;
    const bool concealed = entry[0] == '.';
    if (concealed && !S_ISDIR(status.st_mode) && !archive) {
        return true; /* .DS_Store and its like are nobody's */
    }
    const char *why = concealed ? "its name starts with '.'; without the dot it would be graded"
                      : S_ISLNK(status.st_mode)            ? "a link"
                      : strcmp(entry, "__MACOSX") == 0     ? "what macOS puts into archives"
                      : read.no_file                       ? "no file of Moodle's kind 'file'"
                      : S_ISDIR(status.st_mode) || archive ? NULL
                      : !plain                             ? "no plain file"
                      : file == NULL                       ? "neither a folder nor an archive"
                                                           : NULL;
    if (why != NULL) {
        note(submissions, entry, why);
        return true;
    }
    struct attempt *attempt = arena_alloc(arena, sizeof *attempt);
    *attempt = (struct attempt){.kind = S_ISDIR(status.st_mode) ? ATTEMPT_FOLDER
                                        : archive               ? ATTEMPT_ARCHIVE
                                                                : ATTEMPT_FILE,
                                .path = path,
                                .entry = arena_strdup(arena, entry),
                                .file = file,
                                .number = read.number};
    struct student *student = find_or_add(submissions, &read);
    attempt->next = student->attempts;
    student->attempts = attempt;
    return true;
}

static int no_dots(const struct dirent *entry) {
    return strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
}

static int by_bytes(const struct dirent **a, const struct dirent **b) {
    return strcmp((*a)->d_name, (*b)->d_name);
}

static bool is_same_folder(const char *folder, const char *entry, const char *other) {
    char path[PATH_MAX], resolved[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", folder, entry);
    return realpath(path, resolved) != NULL && strcmp(resolved, other) == 0;
}

bool submissions_scan(struct submissions *submissions, const struct lab *lab, const char *folder,
                      const char *except, struct error *error) {
    *submissions = (struct submissions){.notes = ""};
    struct dirent **entries;
    int count = scandir(folder, &entries, no_dots, by_bytes);
    if (count < 0) {
        return error_set(error,
                         "submissions '%s': %s (give the folder that holds a folder or an archive "
                         "for each student)",
                         folder, strerror(errno));
    }
    bool good = true;
    for (int i = 0; i < count; i++) {
        if (good && !is_same_folder(folder, entries[i]->d_name, except)) {
            good = add_entry(submissions, lab, folder, entries[i]->d_name, error);
        }
        free(entries[i]);
    }
    free(entries);
    if (good && submissions->count == 0) {
        good = error_set(error, "no submission in '%s': it holds no folder and no archive", folder);
    }
    if (!good) {
        submissions_free(submissions);
    }
    return good;
}

void submissions_free(struct submissions *submissions) {
    arena_free(&submissions->arena);
    *submissions = (struct submissions){.notes = ""};
}
