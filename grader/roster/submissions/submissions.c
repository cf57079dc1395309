#include "../../message_text.h"
#include "submissions.h"

#include "entry_names.h"
#include "gradescope_import.h"

#include "../../utf8.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Lies beside the folders that Sakai packs. */
#define SAKAI_TABLE "grades.csv"

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
    for (const struct partner *partner = submissions->partners; partner != NULL;
         partner = partner->next) {
        if (strcasecmp(partner->student->key, key) == 0) {
            return true;
        }
    }
    return false;
}

static struct student *make_student(struct submissions *submissions,
                                    const struct entry_name *read) {
    struct arena *arena = &submissions->arena;
    struct student *student = arena_alloc(arena, sizeof *student);
    *student = (struct student){
        .name = read->student, .id = read->id, .number = read->number, .email = read->email};
    const char *number = *read->id != '\0' ? read->id : read->number;
    const char *plain =
        *number != '\0' ? arena_printf(arena, "%s_%s", read->student, number) : read->student;
    student->key = harmless_key(arena, plain);
    for (int n = 2; key_taken(submissions, student->key); n++) {
        student->key = arena_printf(arena, "%s~%d", harmless_key(arena, plain), n);
    }
    student->folder = *read->id != '\0' ? moodle_folder(arena, read) : student->key;
    return student;
}

static struct student *find(const struct submissions *submissions, const struct entry_name *read) {
    struct student *student = submissions->students;
    while (student != NULL && !same_student(student, read)) {
        student = student->next;
    }
    return student;
}

static struct student *find_or_add(struct submissions *submissions, const struct entry_name *read) {
    struct student *student = find(submissions, read);
    if (student != NULL) {
        return student;
    }
    student = make_student(submissions, read);
    struct student **place = &submissions->students;
    while (*place != NULL && utf8_order((*place)->key, student->key) < 0) {
        place = &(*place)->next;
    }
    student->next = *place;
    *place = student;
    submissions->count++;
    return student;
}

static void note(struct submissions *submissions, const char *entry, const char *why,
                 bool harmless) {
    struct left_out **tail = &submissions->left_out;
    while (*tail != NULL) {
        tail = &(*tail)->next;
    }
    if (!harmless) {
        *tail = arena_alloc(&submissions->arena, sizeof **tail);
        **tail = (struct left_out){arena_strdup(&submissions->arena, entry),
                                   arena_strdup(&submissions->arena, why), NULL};
    }
    submissions->notes = arena_printf(&submissions->arena, "%s%s\n", submissions->notes,
                                      message_print(&submissions->arena, "left out: %s: %s",
                                                    utf8_line(&submissions->arena, entry), why));
}

static const char *lab_file(const struct lab *lab, const char *name) {
    const size_t index = lab_file_called(lab, name);
    return index < lab->file_count ? lab->files[index].name : NULL;
}

/* What is known of the folder while its entries are read. */
struct folder_scan {
    struct submissions *submissions;
    const struct lab *lab;
    const char *folder;
    struct entry_hints hints;
    const struct gradescope_submission *gradescope;
    bool has_teams; /* ILIAS's */
};

/* Why the entry is nobody's, or NULL. */
static const char *why_not(const char *entry, const struct stat *status, bool archive,
                           const struct entry_name *read, bool has_file) {
    return entry[0] == '.' ? "its name starts with '.'; without the dot it would be graded"
           : S_ISLNK(status->st_mode)            ? "a link"
           : strcmp(entry, "__MACOSX") == 0      ? "what macOS puts into archives"
           : strcmp(entry, SAKAI_TABLE) == 0     ? "Sakai's list of the class; give it as --roster"
           : read->no_file && has_file           ? "no file of Moodle's kind 'file'"
           : S_ISDIR(status->st_mode) || archive ? NULL
           : !S_ISREG(status->st_mode)           ? "no plain file"
           : read->file == NULL                  ? "neither a folder nor an archive"
                                                 : NULL;
}

static struct entry_name gradescope_name(const struct gradescope_person *person) {
    const char *number = *person->sid != '\0' ? person->sid : person->email;
    return (struct entry_name){.student = *person->name != '\0' ? person->name : number,
                               .id = "",
                               .number = *person->name != '\0' ? number : "",
                               .email = person->email};
}

static int no_dots(const struct dirent *entry) {
    return strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
}

static int no_hidden(const struct dirent *entry) {
    return entry->d_name[0] != '.' && strcmp(entry->d_name, "__MACOSX") != 0;
}

static bool is_same_folder(const char *folder, const char *entry, const char *other) {
    char path[PATH_MAX], resolved[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", folder, entry);
    return realpath(path, resolved) != NULL && strcmp(resolved, other) == 0;
}

/* "Team 17", in any language: the length of the word, or 0. */
static size_t team_word(const char *entry) {
    const char *number = strrchr(entry, ' ');
    return number != NULL && number[1] != '\0' &&
                   number[1 + strspn(number + 1, "0123456789")] == '\0'
               ? (size_t)(number - entry)
               : 0;
}

static bool is_folder(struct arena *arena, const char *path, const char *entry) {
    struct stat status;
    return lstat(arena_printf(arena, "%s/%s", path, entry), &status) == 0 &&
           S_ISDIR(status.st_mode);
}

/* Has ILIAS packed what teams handed in? All folders but `except` are then a team's, called by one
 * word, or a person's. */
static bool has_teams(struct arena *arena, const char *folder, struct dirent **entries, int count,
                      const char *except) {
    const char *first = NULL;
    for (int i = 0; i < count; i++) {
        const char *entry = entries[i]->d_name;
        const size_t word = team_word(entry);
        if (!no_hidden(entries[i]) || !is_folder(arena, folder, entry) ||
            is_same_folder(folder, entry, except)) {
            continue;
        }
        if (word > 0 && (first == NULL || strncmp(entry, first, word + 1) == 0)) {
            first = entry;
        } else if (!system_name_is_ilias(entry)) {
            return false;
        }
    }
    return first != NULL;
}

/* The folders of those of a team who handed in, which are all that ILIAS puts into the team's; NULL
 * where there is anything else. */
static const char **team_members(struct arena *arena, const char *path, size_t *count) {
    struct dirent **inner = NULL;
    const int entries = scandir(path, &inner, no_hidden, alphasort);
    const char **members =
        entries > 0 ? arena_alloc(arena, (size_t)entries * sizeof *members) : NULL;
    for (int i = 0; i < entries; i++) {
        const char *name = inner[i]->d_name;
        if (members != NULL && system_name_is_ilias(name) && is_folder(arena, path, name)) {
            members[i] = arena_strdup(arena, name);
        } else {
            members = NULL;
        }
        free(inner[i]);
    }
    free(inner);
    *count = members != NULL ? (size_t)entries : 0;
    return members;
}

static void add_partner(struct submissions *submissions, const struct entry_name *read,
                        const struct student *with) {
    struct partner **tail = &submissions->partners;
    while (*tail != NULL) {
        tail = &(*tail)->next;
    }
    if (find(submissions, read) == NULL) {
        struct student *student = make_student(submissions, read);
        *tail = arena_alloc(&submissions->arena, sizeof **tail);
        **tail = (struct partner){.student = student, .with = with};
    }
}

/* One entry of the folder; false only for a mistake that the whole command has to stop for. */
static bool add_entry(const struct folder_scan *scan, const char *entry, struct error *error) {
    struct submissions *submissions = scan->submissions;
    struct arena *arena = &submissions->arena;
    const char *path = arena_printf(arena, "%s/%s", scan->folder, entry);
    struct stat status;
    if (lstat(path, &status) != 0) {
        note(submissions, entry, strerror(errno), false);
        return true;
    }
    const bool folder = S_ISDIR(status.st_mode), plain = S_ISREG(status.st_mode),
               archive = plain && archive_stem(entry) > 0;
    if (plain && lab_file(scan->lab, entry) != NULL) {
        return error_set(error,
                         "'%s' holds %s itself: give the folder that holds a folder or an archive "
                         "for each student",
                         scan->folder, entry);
    }
    if (folder && access(arena_printf(arena, "%s/" GRADESCOPE_METADATA, path), F_OK) == 0) {
        return error_set(error, "'%s' is a whole export of Gradescope: give that folder itself",
                         path);
    }
    struct entry_name read = entry_name_read(arena, entry, archive, plain, &scan->hints);
    size_t team = 0;
    const char **members =
        folder && scan->has_teams && team_word(entry) > 0 ? team_members(arena, path, &team) : NULL;
    if (team > 0) {
        read = entry_name_read(arena, members[0], false, false, &scan->hints);
    }
    const struct gradescope_submission *said =
        folder ? gradescope_find(scan->gradescope, entry) : NULL;
    if (said != NULL && said->people != NULL) {
        read = gradescope_name(said->people);
    }
    const bool beside = scan->gradescope != NULL && strcmp(entry, GRADESCOPE_METADATA) == 0;
    if (read.is_note || beside || (entry[0] == '.' && !folder && !archive)) {
        return true; /* .DS_Store and its like are nobody's */
    }
    const bool has_file = read.no_file && find(submissions, &read) != NULL;
    const char *why = why_not(entry, &status, archive, &read, has_file);
    if (why != NULL) {
        /* Moodle makes a folder for a text, too, and macOS one that nobody asked for. */
        note(submissions, entry, why,
             read.no_file || strcmp(entry, "__MACOSX") == 0 || strcmp(entry, SAKAI_TABLE) == 0);
        return true;
    }
    struct attempt *attempt = arena_alloc(arena, sizeof *attempt);
    *attempt = (struct attempt){.kind = folder    ? ATTEMPT_FOLDER
                                        : archive ? ATTEMPT_ARCHIVE
                                                  : ATTEMPT_FILE,
                                .path = path,
                                .entry = arena_strdup(arena, entry),
                                .file = read.file != NULL ? lab_file(scan->lab, read.file) : NULL,
                                .given = read.file != NULL ? arena_strdup(arena, read.file) : NULL,
                                .number = read.attempt,
                                .handed_in = said != NULL ? said->handed_in : read.handed_in};
    struct student *student = find_or_add(submissions, &read);
    attempt->next = student->attempts;
    student->attempts = attempt;
    for (size_t i = 1; i < team; i++) {
        read = entry_name_read(arena, members[i], false, false, &scan->hints);
        add_partner(submissions, &read, student);
    }
    return true;
}

/* Is it what Moodle makes of an online text? It is looked at last: a student may have files, too.
 */
static bool is_online_text(const char *entry) {
    static const char said[] = "_assignsubmission_";
    const char *mark = strstr(entry, said);
    return mark != NULL && strncmp(mark + sizeof said - 1, "file", 4) != 0;
}

/* May Canvas have made the folder? Each file that it names has a number of its own; where two have
 * the same, somebody else thought of those names. */
static bool is_canvas(struct dirent **entries, int count) {
    const struct entry_hints hints = {.canvas = true};
    struct arena arena = {0};
    const char **serials = arena_alloc(&arena, ((size_t)count + 1) * sizeof *serials);
    bool unique = true;
    for (int i = 0; i < count; i++) {
        serials[i] = entry_name_read(&arena, entries[i]->d_name, false, true, &hints).serial;
        for (int other = 0; unique && serials[i] != NULL && other < i; other++) {
            unique = serials[other] == NULL || strcmp(serials[other], serials[i]) != 0;
        }
    }
    arena_free(&arena);
    return unique;
}

/* The user's name in the first line of the text that Blackboard writes about a submission, "Name:
 * Ada Able (ada_able)"; or NULL. */
static const char *noted_user(struct arena *arena, const char *path) {
    enum { LONGEST = 1000 };
    char *line = arena_alloc(arena, LONGEST), *user = NULL;
    const int file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
    const ssize_t length = file >= 0 ? read(file, line, LONGEST - 1) : -1;
    if (length > 0) {
        line[length] = '\0';
        line[strcspn(line, "\r\n")] = '\0';
        char *open = strrchr(line, '('), *end = strrchr(line, ')');
        if (open != NULL && end != NULL && open < end) {
            *end = '\0';
            user = open + 1;
        }
    }
    if (file >= 0) {
        close(file);
    }
    return user;
}

/* The title with which all names of Blackboard's begin, by a text that names the user; or NULL. */
static const char *noted_title(struct arena *arena, const char *folder, const char *entry,
                               size_t length) {
    const char *user = strcmp(entry + strlen(entry) - 4, ".txt") == 0
                           ? noted_user(arena, arena_printf(arena, "%s/%s", folder, entry))
                           : NULL;
    const size_t end = user != NULL ? strlen(user) : 0;
    return end > 0 && length > end + 1 && entry[length - end - 1] == '_' &&
                   strncmp(entry + length - end, user, end) == 0
               ? arena_printf(arena, "%.*s", (int)(length - end - 1), entry)
               : NULL;
}

/* The title of Blackboard's assignment: as one of its own texts tells it, or else what its names
 * have in common, up to an underscore. NULL where there are no such names. */
static const char *find_title(struct arena *arena, const char *folder, struct dirent **entries,
                              int count) {
    const char *first = NULL, *title = NULL;
    size_t common = 0;
    for (int i = 0; title == NULL && i < count; i++) {
        const char *entry = entries[i]->d_name;
        const size_t length = entry_name_blackboard(entry);
        if (length == 0) {
            continue;
        }
        title = noted_title(arena, folder, entry, length);
        common = first == NULL ? length : common;
        first = first == NULL ? entry : first;
        size_t same = 0;
        while (same < common && same < length && entry[same] == first[same]) {
            same++;
        }
        common = same;
    }
    while (common > 0 && first[common] != '_') {
        common--;
    }
    return title != NULL ? title
           : common > 0  ? arena_printf(arena, "%.*s", (int)common, first)
                         : NULL;
}

/* All of a group but the first, where they handed nothing in themselves, get a name for files. */
static void add_partners(const struct folder_scan *scan) {
    struct submissions *submissions = scan->submissions;
    for (const struct gradescope_submission *s = scan->gradescope; s != NULL; s = s->next) {
        const struct gradescope_person *person = s->people;
        const struct entry_name first =
            person != NULL ? gradescope_name(person) : (struct entry_name){0};
        const struct student *with = person != NULL ? find(submissions, &first) : NULL;
        while (with != NULL && (person = person->next) != NULL) {
            const struct entry_name read = gradescope_name(person);
            add_partner(submissions, &read, with);
        }
    }
}

/* What Gradescope says of the folder, if it made it. */
static bool read_metadata(struct folder_scan *scan, struct error *error) {
    struct arena *arena = &scan->submissions->arena;
    const char *path = arena_printf(arena, "%s/" GRADESCOPE_METADATA, scan->folder);
    struct gradescope_submission *first = NULL;
    if (access(path, F_OK) != 0) {
        return true;
    }
    if (!gradescope_read(arena, path, &first, error)) {
        return false;
    }
    scan->gradescope = first;
    for (const struct gradescope_submission *s = first; s != NULL; s = s->next) {
        if (access(arena_printf(arena, "%s/%s", scan->folder, s->folder), F_OK) != 0) {
            note(scan->submissions, s->folder, GRADESCOPE_METADATA " names it, but it is not there",
                 false);
        }
    }
    return true;
}

bool submissions_scan(struct submissions *submissions, const struct lab *lab, const char *folder,
                      const char *except, struct error *error) {
    *submissions = (struct submissions){.notes = ""};
    struct dirent **entries;
    int count = scandir(folder, &entries, no_dots, alphasort);
    if (count < 0) {
        return error_set(error,
                         "submissions '%s': %s (give the folder that holds a folder or an archive "
                         "for each student)",
                         folder, strerror(errno));
    }
    struct folder_scan scan = {.submissions = submissions,
                               .lab = lab,
                               .folder = folder,
                               .hints = {.canvas = is_canvas(entries, count)}};
    scan.hints.title = find_title(&submissions->arena, folder, entries, count);
    scan.has_teams = has_teams(&submissions->arena, folder, entries, count, except);
    bool good = read_metadata(&scan, error);
    for (int i = 0; i < 2 * count; i++) {
        const char *entry = entries[i % count]->d_name;
        if (good && is_online_text(entry) == (i >= count) &&
            !is_same_folder(folder, entry, except)) {
            good = add_entry(&scan, entry, error);
        }
    }
    for (int i = 0; i < count; i++) {
        free(entries[i]);
    }
    free(entries);
    add_partners(&scan);
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
