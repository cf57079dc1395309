/* May a class write to its folder? It replaces and removes what has its names there. So nothing of
 * anybody else's may have them, and none may be a link. */
#include "../message_text.h"
#include "class.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char *const class_folders[] = {"files", "spool", "replay", "speedup", NULL};

/* Is something there under that name, if only a link? */
static bool is_there(const struct class_run *run, const char *name, bool *link) {
    struct arena arena = {0};
    struct stat status;
    const bool there = lstat(arena_printf(&arena, "%s/%s", run->out, name), &status) == 0;
    *link = there && S_ISLNK(status.st_mode);
    arena_free(&arena);
    return there;
}

static bool check_name(const struct class_run *run, const char *name, bool is_ours,
                       struct error *error) {
    bool link;
    if (!is_there(run, name, &link)) {
        return true;
    }
    if (link) {
        return error_set(error,
                         "%s/%s is a link: a class would replace and remove what it leads to; move "
                         "the link away",
                         run->out, name);
    }
    return is_ours || error_set(error,
                                "%s holds '%s', but no class was graded there: a class would write "
                                "over it; give --out a new folder",
                                run->out, name);
}

bool claim_keep(const struct class_run *run, struct arena *arena, const char *name, const char *why,
                const char **kept, struct error *error) {
    const char *path = arena_printf(arena, "%s/%s", run->out, name);
    *kept = path;
    for (int n = 1; access(*kept, F_OK) == 0; n++) {
        *kept = arena_printf(arena, "%s/%.*s.%s-%d.csv", run->out, (int)strcspn(name, "."), name,
                             why, n);
    }
    return rename(path, *kept) == 0 ||
           error_set(error, "cannot rename %s: %s", path, strerror(errno));
}

/* Without its journal a class writes these anew, without what a teacher added, and without grades
 * of students whose files are gone: the old ones get names that a class never writes. */
static bool keep_aside(struct class_run *run, struct error *error) {
    static const char *const kept_aside[] = {"rubric.csv", "rules.csv", "requests.csv",
                                             "gradebook.csv"};
    struct arena *arena = &run->arena;
    struct stat status;
    const char *journal = arena_printf(arena, "%s/journal.sqlite", run->out);
    const bool there = stat(journal, &status) == 0, lost = !there || status.st_size == 0;
    bool link;
    for (size_t i = 0; lost && i < sizeof kept_aside / sizeof *kept_aside; i++) {
        const char *kept;
        if (!is_there(run, kept_aside[i], &link)) {
            continue;
        }
        if (!claim_keep(run, arena, kept_aside[i], "before", &kept, error)) {
            return false;
        }
        const char *line = message_print(
            arena, "%s is %s: %s is kept as %s, since it may hold marks that are nowhere else",
            journal, there ? "empty" : "missing", kept_aside[i], strrchr(kept, '/') + 1);
        run->aside = arena_printf(arena, "%s%s\n", run->aside, line);
    }
    return true;
}

bool claim_names(struct class_run *run, const char *const *names, struct error *error) {
    bool link, good = true;
    /* A journal that is damaged is moved away; the spool then says whose folder it is. */
    const bool is_ours =
        is_there(run, "journal.sqlite", &link) || (is_there(run, "spool", &link) && !link);
    for (size_t i = 0; good && class_folders[i] != NULL; i++) {
        good = check_name(run, class_folders[i], is_ours, error);
    }
    for (; good && *names != NULL; names++) {
        good = check_name(run, *names, is_ours, error);
    }
    return good && (run->options.resume || run->options.only_write || keep_aside(run, error));
}

/* ---- who is at work ---- */

/* Bytes of DIR/.lock. A process that is killed loses its locks; its children have none; and file
 * servers know them. */
enum { GRADING, WRITING };

static bool set_lock(const struct class_run *run, int command, short type, off_t byte) {
    struct flock lock = {.l_type = type, .l_whence = SEEK_SET, .l_start = byte, .l_len = 1};
    while (fcntl(run->lock, command, &lock) != 0) {
        if (errno != EINTR) {
            return false;
        }
    }
    return true;
}

pid_t claim_grader(const struct class_run *run) {
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = GRADING, .l_len = 1};
    return fcntl(run->lock, F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK ? lock.l_pid : 0;
}

bool claim_files(const struct class_run *run, struct error *error) {
    return set_lock(run, F_SETLKW, F_WRLCK, WRITING) ||
           error_set(error, "%s/.lock cannot be locked: %s", run->out, strerror(errno));
}

void claim_end_files(const struct class_run *run) {
    set_lock(run, F_SETLK, F_UNLCK, WRITING);
}

void claim_end_grading(const struct class_run *run) {
    set_lock(run, F_SETLK, F_UNLCK, GRADING);
}

bool claim_begin(struct class_run *run, struct error *error) {
    const char *path = arena_printf(&run->arena, "%s/.lock", run->out);
    const int file = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (file < 0) {
        return error_set(error, "cannot write %s: %s", path, strerror(errno));
    }
    run->lock = file;
    if (!run->options.only_write && !set_lock(run, F_SETLK, F_WRLCK, GRADING)) {
        return error_set(error,
                         "%s: process %d grades this class; wait until it ends (adjust, rubric, "
                         "requests and sums need not wait)",
                         run->out, (int)claim_grader(run));
    }
    return claim_files(run, error);
}
