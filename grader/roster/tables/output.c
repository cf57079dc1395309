#include "output.h"
#include "../../folder.h"
#include "../pages/pages.h"
#include "../../utf8.h"

#include "../../language/language.h"
#include "../../report/feedback.h"
#include "../../whole_file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- files ---- */

static bool same_content(const char *path, const char *bytes, size_t size) {
    struct arena arena = {0};
    size_t there;
    const char *old = plain_file_in(&arena, path, &there);
    const bool same = old != NULL && there == size && memcmp(old, bytes, size) == 0;
    arena_free(&arena);
    return same;
}

/* Replaces the file unless it is right already. Not forced to the disk: the journal is, and all of
 * this can be made from it again. */
static bool put_file(const char *path, const char *bytes, size_t size, struct error *error) {
    if (same_content(path, bytes, size)) {
        return true;
    }
    char temporary[PATH_MAX + 8];
    snprintf(temporary, sizeof temporary, "%s.new", path);
    FILE *file = fopen(temporary, "we");
    bool good = file != NULL && fwrite(bytes, 1, size, file) == size;
    good = (file == NULL || fclose(file) == 0) && good && rename(temporary, path) == 0;
    return good || error_set(error, "cannot write %s: %s", path, strerror(errno));
}

/* ---- the class ---- */

static const struct {
    const char *name;
    book_writer *write;
} class_files[] = {
    {"gradebook.csv", book_grades},
    {"measured.csv", book_measured},
    {"similar.csv", book_similar},
    {"review.csv", book_review},
    {"alike.html", book_beside},
    {"statistics.csv", book_statistics},
    {"rules.csv", book_rules},
    {"rubric.csv", book_rubric},
    {"requests.csv", book_requests},
    {"attempts.csv", book_attempts},
    {"index.html", book_page},
    {"moodle-gradebook.csv", book_moodle_grades},
    {"moodle-worksheet.csv", book_moodle_worksheet},
    {"canvas-gradebook.csv", book_canvas},
};

/* Has the table a row, with more than a student and a name, that the new one has not? */
static bool has_unread_marks(const char *path, const char *bytes) {
    struct arena arena = {0};
    size_t size;
    char *rest = NULL, *text = whole_file_in(&arena, path, &size);
    char *line = text != NULL ? strtok_r(text, "\r\n", &rest) : NULL; /* the header */
    bool unread = false;
    while (!unread && line != NULL && (line = strtok_r(NULL, "\r\n", &rest)) != NULL) {
        const size_t length = strlen(line);
        size_t end = length;
        while (end > 0 && (line[end - 1] == ',' || line[end - 1] == ' ')) {
            end--;
        }
        const bool marked = memchr(line, ',', end) != memrchr(line, ',', end);
        const char *found = strstr(bytes, line);
        unread = marked && (found == NULL || found[length] != '\n');
    }
    arena_free(&arena);
    return unread;
}

/* A table with what somebody typed, and no command has read, is kept under another name. */
static bool keep_unread(const struct class_run *run, const char *name, const char *bytes,
                        struct error *error) {
    struct arena arena = {0};
    const char *path = arena_printf(&arena, "%s/%s", run->out, name), *kept;
    const bool unread = has_unread_marks(path, bytes);
    const bool good = !unread || claim_keep(run, &arena, name, "unread", &kept, error);
    if (unread && good) {
        fprintf(stderr,
                "lockstep: %s has rows that were never read: it is kept as %s; `lockstep class "
                "%.*s` reads it\n",
                path, kept, (int)strcspn(name, "."), name);
    }
    arena_free(&arena);
    return good;
}

/* Writes the table, or removes it where it has no rows. */
static bool write_table(const struct book *book, const char *name, book_writer *write,
                        struct error *error) {
    struct arena arena = {0};
    const char *path = arena_printf(&arena, "%s/%s", book->run->out, name);
    /* a person fills it in, and a command reads it */
    const bool filled_in = write == book_rubric || write == book_requests;
    char *bytes = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&bytes, &size);
    if (memory != NULL) {
        write(memory, book);
    }
    bool good = (memory != NULL && fclose(memory) == 0) || error_set(error, "out of memory");
    good = good &&
           (*book->unread->message == '\0' || error_set(error, "%s", book->unread->message)) &&
           (!filled_in || keep_unread(book->run, name, bytes, error));
    if (good && size > 0) {
        good = put_file(path, bytes, size, error);
    } else if (good) {
        unlink(path); /* of an earlier run with another roster */
    }
    free(bytes);
    arena_free(&arena);
    return good;
}

static bool write_class(const struct book *book, struct error *error) {
    bool good = true;
    for (size_t i = 0; good && i < sizeof class_files / sizeof *class_files; i++) {
        good = write_table(book, class_files[i].name, class_files[i].write, error);
    }
    return good;
}

/* ---- a student's files ---- */

static void add_file(struct book *book, const struct report_format *format, const char *folder,
                     const char *name, enum report_audience audience) {
    book->files[book->file_count++] = (struct student_file){
        format, folder, name, format != NULL ? format->extension : ".json", audience};
}

static void list_files(struct book *book) {
    size_t formats = 0;
    while (report_formats[formats].name != NULL) {
        formats++;
    }
    book->files = arena_alloc(&book->arena, (2 * formats + 1) * sizeof *book->files);
    for (const struct report_format *format = report_formats; format->name != NULL; format++) {
        if (format->is_feedback) {
            add_file(book, format, "feedback", "feedback", AUDIENCE_STUDENT);
            add_file(book, format, "instructor", NULL, AUDIENCE_INSTRUCTOR);
        } else if (format->folder != NULL) {
            add_file(book, format, format->folder, NULL, AUDIENCE_STUDENT);
        }
    }
    add_file(book, NULL, "graded", NULL, AUDIENCE_INSTRUCTOR);
}

const char *const *output_names(struct arena *arena) {
    const size_t rows = sizeof class_files / sizeof *class_files;
    struct book book = {.run = NULL};
    list_files(&book);
    // NOLINTNEXTLINE(bugprone-sizeof-expression): an array of pointers is meant
    const char **names = arena_alloc(arena, (book.file_count + rows + 1) * sizeof *names);
    for (size_t i = 0; i < book.file_count; i++) {
        names[i] = book.files[i].folder;
    }
    for (size_t i = 0; i < rows; i++) {
        names[book.file_count + i] = class_files[i].name;
    }
    names[book.file_count + rows] = NULL;
    arena_free(&book.arena);
    return names;
}

static const char *student_path(struct arena *arena, const struct book *book,
                                const struct student *student, const struct student_file *file) {
    const char *folder = arena_printf(arena, "%s/%s", book->run->out, file->folder);
    return file->name != NULL
               ? arena_printf(arena, "%s/%s/%s%s", folder, student->folder, file->name,
                              file->extension)
               : arena_printf(arena, "%s/%s%s", folder, student->key, file->extension);
}

static bool load_french(struct book *book, struct error *error) {
    const char *asked = book->run->options.language;
    bool wanted = false;
    for (size_t i = 0; i < book->count; i++) {
        wanted = wanted || book_reads_french(book, &book->rows[i]);
    }
    if (asked != NULL && strcmp(asked, "fr") != 0 && strcmp(asked, "en") != 0) {
        return error_set(error, "--language %s: there are en and fr", asked);
    }
    const bool teacher = asked != NULL && strcmp(asked, "fr") == 0;
    book->language = teacher ? &book->french : NULL;
    return (!wanted && !teacher) ||
           language_load_french(&book->french, book->run->kit.root, book->run->kit.labs,
                                book->run->lab.name, error);
}

/* What a student whose whole submission was refused must know. */
static const char *refusal(struct arena *arena, const struct language *language, const char *why) {
    return arena_printf(arena, "%s%s. %s", language_say(language, arena, "refused: "),
                        language_say(language, arena, why),
                        language_say(language, arena,
                                     "Hand in the lab's files themselves, or one plain "
                                     "archive of them."));
}

/* Without a format, the graded part alone, as one object: what two runs can be compared by. */
static bool write_file(const struct book *book, const struct row *row, const struct result *whole,
                       const struct student_file *file, struct error *error) {
    struct arena arena = {0};
    const struct job *job = row->job;
    struct report_options options = {.audience = file->audience};
    const bool secret = access(class_secret_path(book->run, &arena), F_OK) == 0;
    const struct report_replay replay = {.files = arena_printf(&arena, "files/%s", job->key),
                                         .key = job->key,
                                         .folder = "replay",
                                         .back = "../",
                                         .options = secret ? " --secret secret" : ""};
    struct result result = *whole;
    result.machine = NULL; /* what was measured is no part of a grade */
    result.timings = NULL;
    if (file->format != NULL) {
        options.sources = job->task.folder;
        options.note = job->collected.notes;
        const struct language *own = book_reads_french(book, row) ? &book->french : NULL;
        options.language = file->audience == AUDIENCE_STUDENT ? own : book->language;
        options.date = &job->collected.changed; /* the submission's time, not this run's */
        options.replay = file->audience == AUDIENCE_INSTRUCTOR ? &replay : NULL;
        if (job->collected.refused != NULL && file->format->is_feedback) {
            result.exercises = NULL; /* one line says it */
            options.note = refusal(&arena, options.language, job->collected.refused);
        }
        result = report_seen(&arena, &result, &options);
    }
    char *bytes = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&bytes, &size);
    bool good = memory != NULL || error_set(error, "out of memory");
    if (memory != NULL) {
        const struct report_format *json = report_format_find("json");
        (file->format != NULL ? file->format : json)->write(memory, &result, &options);
        if (file->format == report_format_find("text")) {
            feedback_print_rules(memory, &options, &result);
        }
        good = fclose(memory) == 0 &&
               put_file(student_path(&arena, book, row->student, file), bytes, size, error);
    }
    free(bytes);
    arena_free(&arena);
    return good;
}

static bool write_student(const struct book *book, const struct row *row, struct error *error) {
    struct arena arena = {0};
    const struct result *whole = book_whole(book, row, &arena);
    if (whole == NULL) {
        arena_free(&arena);
        return error_set(error, "%s", book->unread->message);
    }
    bool good = folder_make(
        arena_printf(&arena, "%s/feedback/%s", book->run->out, row->student->folder), error);
    for (size_t i = 0; good && i < book->file_count; i++) {
        good = write_file(book, row, whole, &book->files[i], error);
    }
    arena_free(&arena);
    return good;
}

static bool write_students(const struct book *book, struct error *error) {
    bool good = true;
    for (size_t i = 0; good && i < book->count; i++) {
        const struct row *row = &book->rows[i];
        good = row->result == NULL || write_student(book, row, error);
    }
    return good;
}

static bool make_folders(const struct book *book, struct error *error) {
    struct arena arena = {0};
    bool good = true;
    for (size_t i = 0; good && i < book->file_count; i++) {
        good = folder_make(arena_printf(&arena, "%s/%s", book->run->out, book->files[i].folder),
                           error);
    }
    arena_free(&arena);
    return good;
}

/* What belongs to nobody in the book: of a student who has withdrawn, or is called otherwise now.
 */
static bool is_stale(const struct book *book, const struct student_file *file, const char *name) {
    const char *ending = file->name != NULL ? "" : file->extension;
    for (size_t r = 0; r < book->count; r++) {
        const struct row *row = &book->rows[r];
        if (row->result != NULL || (row->job != NULL && row->job->gone)) {
            const char *own = file->name != NULL ? row->student->folder : row->student->key;
            size_t length = strlen(own);
            if (strncmp(name, own, length) == 0 && strcmp(name + length, ending) == 0) {
                return false;
            }
        }
    }
    size_t length = strlen(name), end = strlen(ending);
    return name[0] != '.' && length >= end && strcmp(name + length - end, ending) == 0;
}

/* Removes what a class wrote, and nothing else: a folder only with the file that it is for. */
static void remove_own(const struct student_file *file, const char *folder, const char *entry) {
    struct arena arena = {0};
    const char *path = arena_printf(&arena, "%s/%s", folder, entry);
    if (file->name == NULL) {
        unlink(path);
    } else if (access(arena_printf(&arena, "%s/%s%s", path, file->name, file->extension), F_OK) ==
               0) {
        folder_remove(path);
    }
    arena_free(&arena);
}

static void remove_stale(const struct book *book) {
    for (size_t i = 0; i < book->file_count; i++) {
        struct arena arena = {0};
        const char *folder = arena_printf(&arena, "%s/%s", book->run->out, book->files[i].folder);
        DIR *directory = opendir(folder);
        struct dirent *entry;
        while (directory != NULL && (entry = readdir(directory)) != NULL) {
            if (is_stale(book, &book->files[i], entry->d_name)) {
                remove_own(&book->files[i], folder, entry->d_name);
            }
        }
        if (directory != NULL) {
            closedir(directory);
        }
        arena_free(&arena);
    }
}

/* Everybody with a grade, for a teacher who adjusts it. */
static bool write_persons(const struct book *book, struct error *error) {
    struct arena arena = {0};
    struct person *first = NULL, **tail = &first;
    for (size_t i = 0; i < book->count; i++) {
        const struct row *row = &book->rows[i];
        if (row->result != NULL) {
            *tail = arena_alloc(&arena, sizeof **tail);
            **tail = (struct person){
                .key = row->student->key, .name = row->name, .id = row->id, .email = row->email};
            tail = &(*tail)->next;
        }
    }
    const bool good = persons_put(book->run->journal, first, error);
    arena_free(&arena);
    return good;
}

static bool open_book(struct book *book, struct error *error) {
    book->unread = arena_alloc(&book->arena, sizeof *book->unread);
    return roster_read(&book->roster, book->run->options.roster, error) &&
           book_fill(book, book->run, error) && load_french(book, error);
}

static void close_book(struct book *book) {
    language_free(&book->french);
    roster_free(&book->roster);
    arena_free(&book->arena);
}

bool output_check(const struct class_run *run, struct arena *arena, const char **notes,
                  struct error *error) {
    struct book book = {.run = run};
    const bool good = open_book(&book, error);
    *notes = good ? arena_printf(arena, "%s%s%s%s%s%s%s%s", book.notes,
                                 book_note_strangers(&book, arena),
                                 book_note_language(&book, arena), book_note_maximum(&book, arena),
                                 book_note_canvas(&book, arena), book_note_clocks(&book, arena),
                                 book_note_times(&book, arena), book_note_late(&book, arena))
                  : "";
    close_book(&book);
    return good;
}

static void tell_points(const struct book *book, const char *key) {
    char text[2][POINTS_TEXT_BYTES];
    for (size_t i = 0; key != NULL && i < book->count; i++) {
        const struct row *row = &book->rows[i];
        if (row->result != NULL && strcmp(row->student->key, key) == 0) {
            printf("%s: %s of %s points now\n", key, report_points(row->result->earned, text[0]),
                   report_points(row->result->points, text[1]));
        }
    }
}

bool output_write(const struct class_run *run, struct error *error) {
    struct book book = {.run = run};
    list_files(&book);
    const bool good = open_book(&book, error) && write_persons(&book, error) &&
                      make_folders(&book, error) && write_students(&book, error) &&
                      write_class(&book, error);
    if (good) {
        remove_stale(&book);
        fputs(run->options.only_write ? utf8_clean(&book.arena, book.notes) : "", stdout);
        tell_points(&book, run->options.told);
    }
    close_book(&book);
    return good;
}

bool output_page(const struct class_run *run, struct error *error) {
    struct book book = {.run = run, .running = true};
    bool good = open_book(&book, error) && write_persons(&book, error) && claim_files(run, error) &&
                write_table(&book, "index.html", book_page, error);
    claim_end_files(run);
    close_book(&book);
    return good;
}
