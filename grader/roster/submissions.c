#include "submissions.h"

#include "entry_name.h"

#include "../utf8.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

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
static char *moodle_folder(struct arena *arena, const struct entry_name *read) {
    char *name = harmless_key(arena, read->student);
    for (char *c = name; *c != '\0'; c++) {
        *c = *c != '_' ? *c : c == name ? 'x' : ' ';
    }
    return arena_printf(arena, "%s_%s_assignsubmission_file_", name, read->id);
}

static bool same_student(const struct student *student, const struct entry_name *read) {
    return strcmp(student->name, read->student) == 0 && strcmp(student->id, read->id) == 0 &&
           strcmp(student->number, read->number) == 0;
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

static struct student *find_or_add(struct submissions *submissions, const struct entry_name *read) {
    struct arena *arena = &submissions->arena;
    for (struct student *student = submissions->students; student != NULL;
         student = student->next) {
        if (same_student(student, read)) {
            return student;
        }
    }
    struct student *student = arena_alloc(arena, sizeof *student);
    *student = (struct student){.name = read->student, .id = read->id, .number = read->number};
    const char *number = *read->id != '\0' ? read->id : read->number;
    const char *plain =
        *number != '\0' ? arena_printf(arena, "%s_%s", read->student, number) : read->student;
    student->key = harmless_key(arena, plain);
    for (int n = 2; key_taken(submissions, student->key); n++) {
        student->key = arena_printf(arena, "%s~%d", harmless_key(arena, plain), n);
    }
    student->folder = *read->id != '\0' ? moodle_folder(arena, read) : student->key;
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
                      const char *entry, bool canvas, struct error *error) {
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
    const struct entry_name read = entry_name_read(arena, entry, archive, plain && canvas);
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
                      : read.file == NULL                  ? "neither a folder nor an archive"
                                                           : NULL;
    if (read.is_note) {
        return true;
    }
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
                                .file = read.file != NULL ? lab_file(lab, read.file) : NULL,
                                .given = read.file != NULL ? arena_strdup(arena, read.file) : NULL,
                                .number = read.attempt};
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

/* May Canvas have made the folder? Each file that it names has a number of its own; where two have
 * the same, somebody else thought of those names. */
static bool is_canvas(struct dirent **entries, int count) {
    struct arena arena = {0};
    const char **serials = arena_alloc(&arena, ((size_t)count + 1) * sizeof *serials);
    bool unique = true;
    for (int i = 0; i < count; i++) {
        serials[i] = entry_name_read(&arena, entries[i]->d_name, false, true).serial;
        for (int other = 0; unique && serials[i] != NULL && other < i; other++) {
            unique = serials[other] == NULL || strcmp(serials[other], serials[i]) != 0;
        }
    }
    arena_free(&arena);
    return unique;
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
    const bool canvas = is_canvas(entries, count);
    bool good = true;
    for (int i = 0; i < count; i++) {
        if (good && !is_same_folder(folder, entries[i]->d_name, except)) {
            good = add_entry(submissions, lab, folder, entries[i]->d_name, canvas, error);
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
