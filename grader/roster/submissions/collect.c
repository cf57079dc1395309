#include "../../message_text.h"
#include "../class.h"
#include "entry_names.h"

#define XXH_INLINE_ALL
#include "../../compile/files.h"
#include "../../folder.h"
#include "../../report/report.h"
#include "../../utf8.h"
#include "unpack.h"
#include "../../whole_file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

enum { DEEPEST = 12, MOST_ENTRIES = 5000, OTHERS_NAMED = 3, LONGEST_NAME = 80 };

/* A place that holds at least one of the lab's files. */
struct work_place {
    const char *name; /* as the teacher finds it: "work.zip/lab1" */
    long number;      /* of the attempt, 0 where nothing tells */
    int64_t changed;  /* of its newest file */
    size_t files;
    struct found_file file[LAB_MAX_FILES];
    bool has[LAB_MAX_FILES];
    const char *alike[LAB_MAX_FILES]; /* its name where that has other letter case, or NULL */
    bool untouched;                   /* as it was handed out */
    struct work_place *next;
};

struct search {
    const struct lab *lab;
    struct arena *arena;
    struct work_place *places;
    const char *inside;  /* the folder or archive being searched, as a teacher would name it */
    long number;         /* of the attempt being searched */
    int64_t handed_in;   /* as a learning system says; or 0 */
    const char *problem; /* the first reason why something could not be taken, or NULL */
    const char *closed;  /* the first thing that this process cannot read, and why, or NULL */
    const char *others;  /* names of the first files that are none of the lab's, or NULL */
    int entries, other_count;
};

static struct work_place *find_place(struct search *search, const char *name) {
    struct work_place **place = &search->places;
    while (*place != NULL &&
           (strcmp((*place)->name, name) != 0 || (*place)->number != search->number)) {
        place = &(*place)->next;
    }
    if (*place == NULL) {
        *place = arena_alloc(search->arena, sizeof **place);
        (*place)->name = arena_strdup(search->arena, name);
        (*place)->number = search->number;
        (*place)->changed = INT64_MIN;
    }
    return *place;
}

static void problem(struct search *search, const char *thing, const char *why) {
    if (search->problem == NULL) {
        search->problem =
            message_print(search->arena, "%s: %s", utf8_line(search->arena, thing), why);
    }
}

/* Errors that only the teacher can do something about: permissions, a disk that fails. */
static void cannot_read(struct search *search, const char *thing, int number) {
    static const int ours[] = {EACCES, EPERM, EIO, ESTALE, ETIMEDOUT, EMFILE, ENFILE, ENOMEM};
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++) {
        if (number == ours[i] && search->closed == NULL) {
            search->closed = message_print(search->arena, "%s: %s", utf8_line(search->arena, thing),
                                           strerror(number));
        }
    }
    problem(search, thing, strerror(number));
}

/* Where the lab's file is missing, the report names what is there in its place. */
static void note_other(struct search *search, const char *path) {
    const char *name = utf8_line(search->arena, path);
    name = strlen(name) <= LONGEST_NAME ? name : "…";
    if (++search->other_count <= OTHERS_NAMED) {
        search->others = search->others == NULL
                             ? name
                             : arena_printf(search->arena, "%s, %s", search->others, name);
    }
}

/* A found_file_taker: keeps a copy in the place that the path names. */
static void take(void *context, const struct found_file *found) {
    struct search *search = context;
    if (found->index == search->lab->file_count) {
        note_other(search, found->path);
        return;
    }
    const char *slash = strrchr(found->path, '/');
    const char *name = slash == NULL ? search->inside
                                     : arena_printf(search->arena, "%s/%.*s", search->inside,
                                                    (int)(slash - found->path), found->path);
    struct work_place *place = find_place(search, name);
    struct found_file *copy = &place->file[found->index];
    const char *called = slash == NULL ? found->path : slash + 1;
    const bool alike = strcmp(called, search->lab->files[found->index].name) != 0;
    if (alike && place->has[found->index]) { /* the one with the lab's own name goes first */
        note_other(search, found->path);
        return;
    }
    place->alike[found->index] = alike ? arena_strdup(search->arena, called) : NULL;
    void *bytes = arena_alloc(search->arena, found->length + 1);
    memcpy(bytes, found->bytes, found->length);
    place->files += place->has[found->index] ? 0 : 1;
    place->has[found->index] = true;
    *copy = *found;
    copy->bytes = bytes;
    copy->path = NULL;
    const int64_t changed = search->handed_in != 0 ? search->handed_in : found->changed;
    place->changed = changed > place->changed ? changed : place->changed;
}

/* Nothing of a refused archive is used. */
static void forget_inside(struct search *search, const char *name) {
    size_t length = strlen(name);
    for (struct work_place **place = &search->places; *place != NULL;) {
        const char *other = (*place)->name;
        if (strncmp(other, name, length) == 0 && (other[length] == '\0' || other[length] == '/')) {
            *place = (*place)->next;
        } else {
            place = &(*place)->next;
        }
    }
}

static void take_archive(struct search *search, const char *path, const char *name) {
    const char *outer = search->inside;
    struct error why;
    if (access(path, R_OK) != 0) {
        cannot_read(search, path, errno);
        return;
    }
    search->inside = name;
    if (!unpack_lab_files(path, search->lab, take, search, &why)) {
        forget_inside(search, name);
        message_keep(why.message, why.format, why.values);
        problem(search, name, why.message);
    }
    search->inside = outer;
}

/* One of the lab's files in a folder, `path` below the folder being searched. */
static void take_file(struct search *search, int folder, const char *name, const char *path,
                      size_t index) {
    int file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
    struct stat status;
    if (file < 0 && errno != ELOOP && errno != ENXIO) { /* a socket's, or a device's without one */
        cannot_read(search, arena_printf(search->arena, "%s/%s", search->inside, path), errno);
    } else if (file < 0 || fstat(file, &status) != 0 || !S_ISREG(status.st_mode)) {
        problem(search, path,
                file < 0 && errno == ELOOP ? "it is a link; hand in the file itself"
                                           : "it is not a plain file");
    } else {
        size_t room = search->lab->files[index].max_bytes + 1;
        char *bytes = arena_alloc(search->arena, room);
        ssize_t length = read(file, bytes, room);
        if (length < 0) {
            cannot_read(search, path, errno);
        } else {
            const struct found_file found = {.path = path,
                                             .index = index,
                                             .bytes = bytes,
                                             .length = (size_t)length,
                                             .size = (size_t)status.st_size,
                                             .changed = status.st_mtime};
            take(search, &found);
        }
    }
    if (file >= 0) {
        close(file);
    }
}

/* Is it what a learning system put beside the student's work: the task or a corrected copy? Sakai
 * has "Feedback Attachment(s)", OpenOLAT "1_task", "3_corrections", "5_corrections_1". */
static bool is_teachers(const char *name) {
    static const char *const kinds[] = {"_task", "_corrections", "_assessment"};
    const char *kind = name + strspn(name, "0123456789");
    bool found = strcmp(name, "Feedback Attachment(s)") == 0;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        found = found || (kind > name && strncmp(kind, kinds[i], strlen(kinds[i])) == 0);
    }
    return found;
}

/* The folder in which Sakai and OpenOLAT put a student's work, and which no student can make. */
static bool is_work(const char *name) {
    const char *kind = name + strspn(name, "0123456789");
    return strcmp(name, "Submission attachment(s)") == 0 ||
           (kind > name && strcmp(kind, "_submissions") == 0);
}

/* The lab's file that `name` is; where ILIAS makes the folder, of a person or of one in a team's,
 * it may say before the name that it came late: "Late Submission - lab.c". */
static size_t which_file(const struct search *search, const char *name, const char *below) {
    const char *slash = strchr(below, '/');
    const char *folder = slash == NULL
                             ? search->inside
                             : arena_printf(search->arena, "%.*s", (int)(slash - below), below);
    const bool is_ilias = (slash == NULL || slash[1] == '\0') && system_name_is_ilias(folder);
    const char *late = is_ilias ? strstr(name, " - ") : NULL;
    const size_t index = lab_file_called(search->lab, name);
    return index == search->lab->file_count && late != NULL ? lab_file_called(search->lab, late + 3)
                                                            : index;
}

/* Searches a folder and those below it; `below` is its path from where the search began, "" or
 * ending in a slash. */
static void search_folder(struct search *search, const char *path, const char *below, int depth) {
    int folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    const char *const *names = folder < 0 ? NULL : folder_names(search->arena, path);
    bool by_system = false;
    if (names == NULL) {
        cannot_read(search, path, errno);
    }
    for (size_t i = 0; names != NULL && names[i] != NULL && depth == 0; i++) {
        by_system = by_system || is_work(names[i]);
    }
    for (size_t i = 0; names != NULL && names[i] != NULL; i++) {
        const char *name = names[i];
        const char *inner = arena_printf(search->arena, "%s%s", below, name);
        const char *whole = arena_printf(search->arena, "%s/%s", path, name);
        size_t index = which_file(search, name, below);
        struct stat status;
        if (strcmp(name, "__MACOSX") == 0) {
            continue;
        }
        if (++search->entries > MOST_ENTRIES) {
            problem(search, search->inside, "it holds too many files");
        } else if (by_system && is_teachers(name)) {
            continue;
        } else if (index < search->lab->file_count) {
            take_file(search, folder, name, inner, index);
        } else if (fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0) {
            if (S_ISDIR(status.st_mode) && depth < DEEPEST) {
                search_folder(search, whole, arena_printf(search->arena, "%s/", inner), depth + 1);
            } else if (S_ISREG(status.st_mode) && archive_stem(name) > 0) {
                take_archive(search, whole,
                             arena_printf(search->arena, "%s/%s", search->inside, inner));
            } else if (S_ISREG(status.st_mode)) {
                note_other(search, inner);
            }
        }
    }
    if (folder >= 0) {
        close(folder);
    }
}

static void search_attempt(struct search *search, const struct attempt *attempt) {
    search->inside = utf8_clean(search->arena, attempt->entry);
    search->number = attempt->number;
    search->handed_in = attempt->handed_in;
    if (attempt->kind == ATTEMPT_FOLDER) {
        search_folder(search, attempt->path, "", 0);
    } else if (attempt->kind == ATTEMPT_ARCHIVE) {
        take_archive(search, attempt->path, search->inside);
    } else if (attempt->file == NULL) {
        note_other(search, attempt->given);
    } else { /* loose files of one student belong together */
        search->inside = "single files";
        take_file(search, AT_FDCWD, attempt->path, attempt->given,
                  lab_file_called(search->lab, attempt->file));
    }
}

/* Is `a` to be taken rather than `b`? More of the lab's files, then the later attempt, then what is
 * not the skeleton, then the later change, then the name, so that it never depends on the order of
 * a folder. Who hands in the whole kit has the skeleton in it, with whatever time an archive gives.
 */
static bool preferred(const struct work_place *a, const struct work_place *b) {
    if (a->files != b->files) {
        return a->files > b->files;
    }
    if (a->number != b->number) {
        return a->number > b->number;
    }
    if (a->untouched != b->untouched) {
        return b->untouched;
    }
    return a->changed != b->changed ? a->changed > b->changed : strverscmp(a->name, b->name) > 0;
}

/* Is another place later, which has fewer of the lab's files? Or, `untouched`, which is the
 * skeleton? */
static bool has_later(const struct search *search, const struct work_place *taken, bool untouched) {
    for (const struct work_place *place = search->places; place != NULL; place = place->next) {
        const bool passed_over =
            untouched ? place->untouched && !taken->untouched : place->files < taken->files;
        if (passed_over && (place->number != taken->number ? place->number > taken->number
                                                           : place->changed > taken->changed)) {
            return true;
        }
    }
    return false;
}

/* Finds the places whose files are all as they were handed out. */
static void find_untouched(const struct search *search, const char *skeleton) {
    for (struct work_place *place = search->places; place != NULL; place = place->next) {
        place->untouched = skeleton != NULL;
        for (size_t i = 0; i < search->lab->file_count; i++) {
            const struct found_file *file = &place->file[i];
            size_t size = 0;
            const char *given = place->has[i] && skeleton != NULL
                                    ? plain_file_in(search->arena,
                                                    arena_printf(search->arena, "%s/%s", skeleton,
                                                                 search->lab->files[i].name),
                                                    &size)
                                    : NULL;
            place->untouched =
                place->untouched &&
                (!place->has[i] || (given != NULL && size == file->size && size == file->length &&
                                    memcmp(given, file->bytes, size) == 0));
        }
    }
}

/* Why that one of several places, as part of a sentence. */
static const char *why_taken(const struct search *search, const struct work_place *taken) {
    return has_later(search, taken, false)  ? "later ones lack a file, so these were taken"
           : has_later(search, taken, true) ? "later ones are as they were handed out, so these "
                                              "were taken"
                                            : "the latest were taken";
}

static bool same_files(const struct search *search, const struct work_place *a,
                       const struct work_place *b) {
    bool same = true;
    for (size_t i = 0; same && i < search->lab->file_count; i++) {
        const struct found_file *x = &a->file[i], *y = &b->file[i];
        same = a->has[i] == b->has[i] &&
               (!a->has[i] || (x->size == y->size && x->length == y->length &&
                               memcmp(x->bytes, y->bytes, x->length) == 0));
    }
    return same;
}

/* Could another place hold what the student meant? One of the same attempt with other work in it,
 * or a later one that lacks a file. Earlier attempts, equal copies and the skeleton leave no doubt.
 */
static bool is_doubtful(const struct search *search, const struct work_place *taken) {
    for (const struct work_place *place = search->places; place != NULL; place = place->next) {
        if (place != taken && place->number == taken->number && !place->untouched &&
            !same_files(search, place, taken)) {
            return true;
        }
    }
    return has_later(search, taken, false);
}

static const struct work_place *choose(const struct search *search, int *count) {
    const struct work_place *best = NULL;
    *count = 0;
    for (const struct work_place *place = search->places; place != NULL; place = place->next) {
        ++*count;
        best = best == NULL || preferred(place, best) ? place : best;
    }
    return best;
}

/* The file as large as it was, though only the part that matters was kept: staging then tells its
 * true size. */
static bool write_found(const struct found_file *file, const char *path, struct error *error) {
    enum { SMALL_CLAIM = 1 << 30 };
    if (!report_replace_file(path, file->bytes, file->length, error)) {
        return false;
    }
    /* What was appended is a hole, which takes no room; some disks cannot hold a large one. */
    return file->size <= file->length || truncate(path, (off_t)file->size) == 0 ||
           (file->size > SMALL_CLAIM && truncate(path, SMALL_CLAIM) == 0) ||
           error_set(error, "cannot write %s: %s", path, strerror(errno));
}

static bool write_place(const struct lab *lab, const struct work_place *place, const char *target,
                        struct error *error) {
    char path[PATH_MAX];
    folder_remove(target);
    bool good = folder_make(target, error);
    for (size_t i = 0; good && place != NULL && i < lab->file_count; i++) {
        snprintf(path, sizeof path, "%s/%s", target, lab->files[i].name);
        good = !place->has[i] || write_found(&place->file[i], path, error);
    }
    return good;
}

static void digest(const struct lab *lab, const struct work_place *place,
                   struct collected *collected) {
    XXH3_state_t state;
    XXH3_128bits_reset(&state);
    for (size_t i = 0; place != NULL && i < lab->file_count; i++) {
        const struct found_file *file = &place->file[i];
        uint64_t size = place->has[i] ? file->size : UINT64_MAX;
        XXH3_128bits_update(&state, &size, sizeof size);
        XXH3_128bits_update(&state, file->bytes, file->length);
    }
    const char *nothing = collected->closed != NULL ? collected->closed : collected->refused;
    if (nothing != NULL) {
        XXH3_128bits_update(&state, nothing, strlen(nothing));
    }
    XXH128_hash_t hash = XXH3_128bits_digest(&state);
    snprintf(collected->digest, sizeof collected->digest, "%016" PRIx64 "%016" PRIx64,
             (uint64_t)hash.high64, (uint64_t)hash.low64);
}

static const char *join(struct arena *arena, const char *notes, const char *sentence) {
    return *notes != '\0' ? message_print(arena, "%s %s", notes, sentence) : sentence;
}

/* A sentence for each file whose name has other letter case than the lab's, or "". */
static const char *note_alike(const struct search *search, const struct work_place *place) {
    const char *notes = "";
    for (size_t i = 0; place != NULL && i < search->lab->file_count; i++) {
        if (place->alike[i] != NULL) {
            notes = join(search->arena, notes,
                         message_print(search->arena, "%s was taken as %s.",
                                       utf8_line(search->arena, place->alike[i]),
                                       search->lab->files[i].name));
        }
    }
    return notes;
}

bool collect(const struct lab *lab, const struct student *student, const char *skeleton,
             const char *target, struct arena *arena, struct collected *collected,
             struct error *error) {
    struct arena scratch = {0}; /* the files' bytes: a class has many */
    struct search search = {.lab = lab, .arena = &scratch};
    int places;
    for (const struct attempt *attempt = student->attempts; attempt != NULL;
         attempt = attempt->next) {
        search_attempt(&search, attempt);
    }
    find_untouched(&search, skeleton);
    const struct work_place *place = choose(&search, &places);
    *collected = (struct collected){.notes = note_alike(&search, place)};
    if (places > 1) {
        collected->notes =
            join(&scratch, collected->notes,
                 message_print(&scratch, "The lab's files are there %d times; %s: %s.", places,
                               why_taken(&search, place), utf8_line(&scratch, place->name)));
    }
    if (search.problem != NULL && place != NULL) {
        collected->notes = join(&scratch, collected->notes,
                                message_print(&scratch, "Not used: %s.", search.problem));
        collected->doubt = "left out";
    }
    if (place != NULL && is_doubtful(&search, place)) {
        collected->doubt = "several copies";
    }
    if (search.closed != NULL && (place == NULL || place->files < lab->file_count)) {
        collected->closed = search.closed;
    } else if (place == NULL) {
        collected->refused =
            search.problem != NULL ? search.problem
            : search.others == NULL
                ? "the submission is empty"
                : message_print(&scratch, "%s is nowhere in the submission; it holds %s",
                                lab->files[0].name,
                                search.other_count > OTHERS_NAMED
                                    ? arena_printf(&scratch, "%s, …", search.others)
                                    : search.others);
    }
    collected->changed = place != NULL ? place->changed : 0;
    digest(lab, place, collected);
    const char **kept[] = {&collected->notes, &collected->refused, &collected->closed};
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
        *kept[i] = *kept[i] != NULL ? arena_strdup(arena, *kept[i]) : NULL;
    }
    const bool good = write_place(lab, place, target, error);
    arena_free(&scratch);
    return good;
}
