#include "stage.h"

#include "../utf8.h"
#include "files.h"

#include "../jail/jail.h"
#include "../folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

static const char prefix[] = "lockstep-";

/* The boxes of this process, the last one first: those of another container may have its number. */
static _Atomic(struct box *) own;

const char *box_temporary_directory(void) {
    const char *path = getenv("TMPDIR");
    return path != NULL && path[0] == '/' ? path : "/tmp";
}

/* The folder, open and locked; -1 where another process holds it, or it cannot be opened. */
static int claim(const char *path) {
    const int folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (folder >= 0 && flock(folder, LOCK_EX | LOCK_NB) != 0) {
        close(folder);
        return -1;
    }
    return folder;
}

/* Removes every box in the temporary folder whose process is gone. */
static void remove_lost_boxes(void) {
    struct arena arena = {0};
    const char **names = folder_names(&arena, box_temporary_directory());
    for (; names != NULL && *names != NULL; names++) {
        char *end;
        if (strncmp(*names, prefix, sizeof prefix - 1) != 0) {
            continue;
        }
        long pid = strtol(*names + sizeof prefix - 1, &end, 10);
        if (pid <= 0 || *end != '-' || strlen(end) != 7) {
            continue;
        }
        const char *path = arena_printf(&arena, "%s/%s", box_temporary_directory(), *names);
        const bool gone = kill((pid_t)pid, 0) != 0 && errno == ESRCH;
        const int free = gone ? claim(path) : -1;
        if (free >= 0) {
            folder_remove(path);
            close(free);
        }
    }
    arena_free(&arena);
}

void box_remove_all(void) {
    for (const struct box *box = own; box != NULL; box = box->below) {
        folder_remove(box->path);
    }
}

bool box_open(struct box *box, struct error *error) {
    struct statvfs place;
    box->claim = -1;
    if (statvfs(box_temporary_directory(), &place) == 0 && (place.f_flag & ST_NOEXEC) != 0) {
        return error_set(error, "%s is mounted noexec, no program can run there (set TMPDIR)",
                         box_temporary_directory());
    }
    remove_lost_boxes();
    /* Again, if a process of another container took the new folder for one whose owner is gone. */
    for (int tries = 0; box->claim < 0 && tries < 3; tries++) {
        if (tries > 0) {
            rmdir(box->path);
        }
        if (snprintf(box->path, sizeof box->path, "%s/%s%d-XXXXXX", box_temporary_directory(),
                     prefix, getpid()) >= (int)sizeof box->path) {
            return error_set(error, "TMPDIR is too long a path");
        }
        if (mkdtemp(box->path) == NULL) {
            return error_set(error, "cannot make a folder in %s: %s (set TMPDIR to another place)",
                             box_temporary_directory(), strerror(errno));
        }
        box->claim = claim(box->path);
    }
    box->below = own;
    own = box;
    snprintf(box->source, sizeof box->source, "%s/source", box->path);
    snprintf(box->output, sizeof box->output, "%s/output", box->path);
    snprintf(box->log, sizeof box->log, "%s/log", box->path);
    snprintf(box->cache, sizeof box->cache, "%s/cache", box->path);
    /* Root's jail runs as another user, who must get there whatever the umask. */
    bool made = chmod(box->path, 0755) == 0;
    const char *const folders[] = {box->source, box->output, box->log, box->cache};
    for (size_t i = 0; made && i < sizeof folders / sizeof *folders; i++) {
        made = mkdir(folders[i], 0755) == 0 && chmod(folders[i], 0755) == 0;
    }
    if (!made) {
        error_set(error, "cannot make folders in %s: %s", box->path, strerror(errno));
    }
    if (!made || !jail_own(box->output, error) || !jail_own(box->log, error) ||
        !jail_own(box->cache, error)) {
        box_close(box);
        return false;
    }
    return true;
}

void box_close(struct box *box) {
    own = box->below;
    folder_remove(box->path);
    if (box->claim >= 0) {
        close(box->claim);
    }
}

bool box_has_room(const struct box *box, size_t bytes, struct error *error) {
    struct statvfs place;
    if (statvfs(box->path, &place) != 0) {
        return true;
    }
    const uint64_t free = (uint64_t)place.f_bavail * place.f_frsize;
    const bool files = place.f_files == 0 || place.f_favail > 0;
    return (free >= bytes && files) ||
           error_set(error,
                     "%s is too full to compile there (%" PRIu64 " KiB free%s): make room, or set "
                     "TMPDIR to another place",
                     box_temporary_directory(), free >> 10, files ? "" : ", no more files");
}

void box_clear_log(const struct box *box) {
    DIR *directory = opendir(box->log);
    struct dirent *entry;
    while (directory != NULL && (entry = readdir(directory)) != NULL) {
        unlinkat(dirfd(directory), entry->d_name, 0);
    }
    if (directory != NULL) {
        closedir(directory);
    }
}

static struct finding *problem(struct arena *arena, const char *file, enum found id) {
    return finding_at(arena, file, 0, id, MESSAGE_VALUES(message_string("name", file)));
}

/* Windows editors begin UTF-8 with a mark, which compilers of C pass over, and those of OpenCL C
 * only in front of everything. */
static bool has_utf8_mark(int from) {
    char start[sizeof UTF8_MARK - 1];
    return pread(from, start, sizeof start, 0) == sizeof start &&
           memcmp(start, UTF8_MARK, sizeof start) == 0;
}

/* Copies all of descriptor `from`, but for a mark of UTF-8, to a new file. */
static bool copy_to(int from, const char *target, struct error *error) {
    const off_t begin = has_utf8_mark(from) ? sizeof UTF8_MARK - 1 : 0;
    int to = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    bool good = to >= 0 && fchmod(to, 0644) == 0 && lseek(from, begin, SEEK_SET) == begin;
    char buffer[65536];
    ssize_t got;
    while (good && (got = read(from, buffer, sizeof buffer)) != 0) {
        good = got > 0 && write(to, buffer, (size_t)got) == got;
    }
    if (to >= 0 && close(to) != 0) {
        good = false;
    }
    return good || error_set(error, "cannot write %s: %s (is the disk full?)", target,
                             errno != 0 ? strerror(errno) : "short write");
}

/* Some editors save in two bytes a character, and mark that with the first two. */
static bool is_utf16(int from) {
    unsigned char mark[2];
    return pread(from, mark, sizeof mark, 0) == 2 && (mark[0] ^ mark[1]) == 1 &&
           (mark[0] & mark[1]) == 0xfe;
}

/* What keeps the opened thing from being a file that we take, or NULL. */
static struct finding *judge(int from, const struct stat *status, const struct lab_file *file,
                             struct arena *arena) {
    if (!S_ISREG(status->st_mode)) {
        return problem(arena, file->name, FOUND_NOT_PLAIN_FILE);
    }
    if (status->st_size == 0) {
        return problem(arena, file->name, FOUND_EMPTY_FILE);
    }
    if ((uint64_t)status->st_size > file->max_bytes) {
        return finding_at(arena, file->name, 0, FOUND_FILE_TOO_LARGE,
                          MESSAGE_VALUES(message_string("name", file->name),
                                         message_number("bytes", (long long)status->st_size),
                                         message_number("limit", (long long)file->max_bytes)));
    }
    if (is_utf16(from)) {
        return problem(arena, file->name, FOUND_UTF16);
    }
    return NULL;
}

static bool is_asked_for(const struct lab *lab, const char *name) {
    return lab_names_file(lab, name, strlen(name)) ||
           (lab->header != NULL && strcmp(lab->header, name) == 0);
}

/* The file that was likely meant, as "Histogram.c", "histogram (1).c" or "histogram.cpp" for
 * histogram.c: the first that begins like it. NULL when there is none. */
static const char *similar(const char *const *names, const struct lab *lab,
                           const struct lab_file *file) {
    while (*names != NULL && (strncasecmp(*names, file->name, strcspn(file->name, ".")) != 0 ||
                              is_asked_for(lab, *names))) {
        names++;
    }
    return *names;
}

/* The first few of the names but those that are asked for: "main.c, notes.txt, …". */
static const char *what_is_there(const char *const *names, const struct lab *lab,
                                 struct arena *arena) {
    enum { MOST = 4 };
    const char *text = "";
    int listed = 0;
    for (; *names != NULL; names++) {
        if (!is_asked_for(lab, *names) && ++listed <= MOST) {
            text = arena_printf(arena, "%s%s%s", text, *text == '\0' ? "" : ", ",
                                utf8_line(arena, *names));
        }
    }
    return listed > MOST ? arena_printf(arena, "%s, …", text) : text;
}

static struct finding *missing(int directory, const struct lab *lab, const struct lab_file *file,
                               struct arena *arena) {
    static const char *const none[] = {NULL};
    const char *path = arena_printf(arena, "/proc/self/fd/%d", directory);
    const char *const *there = folder_names(arena, path);
    there = there != NULL ? there : none;
    const char *other = similar(there, lab, file);
    const char *names = other != NULL ? other : what_is_there(there, lab, arena);
    return finding_at(
        arena, file->name, 0,
        other != NULL    ? FOUND_MISNAMED_FILE
        : *names != '\0' ? FOUND_MISSING_AMONG
                         : FOUND_MISSING_FILE,
        MESSAGE_VALUES(message_string("name", file->name), message_string("names", names)));
}

static bool stage_file(const struct box *box, int directory, const struct lab *lab,
                       const struct lab_file *file, struct arena *arena, struct finding **finding,
                       struct error *error) {
    /* O_NONBLOCK: a named pipe must not make the grader wait. */
    int from =
        openat(directory, file->name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
    if (from < 0 && errno == ENOENT) {
        *finding = missing(directory, lab, file, arena);
        return true;
    }
    if (from < 0) {
        *finding = finding_at(arena, file->name, 0,
                              errno == ELOOP ? FOUND_LINK
                              : errno == ENXIO /* a socket, or a device that is not there */
                                  ? FOUND_NOT_PLAIN_FILE
                                  : errno == EACCES ? FOUND_CLOSED_FILE : FOUND_CANNOT_READ,
                              MESSAGE_VALUES(message_string("name", file->name),
                                             message_string("error", strerror(errno))));
        return true;
    }
    struct stat status;
    bool good =
        fstat(from, &status) == 0 || error_set(error, "%s: %s", file->name, strerror(errno));
    if (good) {
        *finding = judge(from, &status, file, arena);
    }
    if (good && *finding == NULL) {
        char target[PATH_MAX];
        snprintf(target, sizeof target, "%s/%s", box->source, file->name);
        good = copy_to(from, target, error);
    }
    close(from);
    return good;
}

static bool stage_header(const struct box *box, const struct lab *lab, struct error *error) {
    if (lab->header == NULL) {
        return true;
    }
    char from_path[PATH_MAX], target[PATH_MAX];
    snprintf(from_path, sizeof from_path, "%s/%s", lab->directory, lab->header);
    snprintf(target, sizeof target, "%s/%s", box->source, lab->header);
    int from = open(from_path, O_RDONLY | O_CLOEXEC);
    if (from < 0) {
        return error_set(error, "%s: %s (lab.yaml names it as the header)", from_path,
                         strerror(errno));
    }
    bool good = copy_to(from, target, error);
    close(from);
    return good;
}

/* A file that compilers accept, with nothing in it. */
static bool stand_in(const struct box *box, const char *name, struct error *error) {
    static const char text[] = "/* not handed in */\n";
    char target[PATH_MAX];
    snprintf(target, sizeof target, "%s/%s", box->source, name);
    return file_write(target, text, error);
}

bool stage_submission(const struct box *box, const struct lab *lab, const char *submission,
                      struct arena *arena, struct finding **lost, bool *left, struct error *error) {
    struct finding **tail = lost;
    *lost = NULL;
    *left = false;
    int directory = open(submission, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (directory < 0) {
        return error_set(error, "submission '%s': %s (give the folder that holds %s)", submission,
                         strerror(errno), lab->files[0].name);
    }
    bool good = stage_header(box, lab, error);
    for (size_t i = 0; good && i < lab->file_count; i++) {
        good = stage_file(box, directory, lab, &lab->files[i], arena, tail, error);
        *left = *left || *tail == NULL;
        tail = *tail != NULL ? &(*tail)->next : tail;
    }
    for (const struct finding *f = *lost; good && *left && f != NULL; f = f->next) {
        good = stand_in(box, f->file, error);
    }
    close(directory);
    return good;
}
