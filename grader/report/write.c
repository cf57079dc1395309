/* Getting a rendering onto a stream or into a file without ever losing an old report, and what all
 * writers share. */
#include "report.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

/* For a pager, which shows colours, too, and whatever else stands before the terminal. */
static bool is_shown_on_a_terminal(void) {
    const char *forced = getenv("CLICOLOR_FORCE");
    return forced != NULL && *forced != '\0';
}

bool report_color_wanted(FILE *file) {
    const char *no_color = getenv("NO_COLOR");
    const char *terminal = getenv("TERM");
    bool refused = no_color != NULL && *no_color != '\0';
    bool plain = terminal == NULL || strcmp(terminal, "dumb") == 0;
    bool wanted = is_shown_on_a_terminal() || isatty(fileno(file));
    return !refused && !plain && wanted;
}

int report_columns(FILE *file) {
    enum { FEWEST = 44 };
    struct winsize size = {0};
    const char *told = getenv("COLUMNS");
    long columns = 0;
    if (ioctl(fileno(file), TIOCGWINSZ, &size) == 0) {
        columns = size.ws_col;
    } else if (is_shown_on_a_terminal() && told != NULL) {
        columns = strtol(told, NULL, 10);
    }
    return columns <= 0 || columns >= REPORT_COLUMNS ? REPORT_COLUMNS
           : columns < FEWEST                        ? FEWEST
                                                     : (int)columns;
}

bool report_conceals(const struct report_options *options, const struct check_result *check) {
    return check->withheld || (check->hidden && options->audience == AUDIENCE_STUDENT);
}

bool report_has_row(const struct check_result *check) {
    return check->points > 0 ||
           (check->verdict != VERDICT_PASS && check->verdict != VERDICT_SKIPPED &&
            check->verdict != VERDICT_NOT_BEGUN);
}

size_t report_reviews(const struct result *result, const struct report_options *options) {
    size_t count = 0;
    EACH_CHECK (result, exercise, check) {
        count += check->verdict == VERDICT_REVIEW && !report_conceals(options, check);
    }
    return count;
}

const char *report_points(int64_t hundredths, char buffer[POINTS_TEXT_BYTES]) {
    const char *sign = hundredths < 0 ? "-" : "";
    uint64_t size = hundredths < 0 ? -(uint64_t)hundredths : (uint64_t)hundredths;
    int length = snprintf(buffer, POINTS_TEXT_BYTES, "%s%" PRIu64 ".%02u", sign, size / 100,
                          (unsigned)(size % 100));
    if (size % 10 != 0) {
        return buffer;
    }
    buffer[length - (size % 100 == 0 ? 3 : 1)] = '\0';
    return buffer;
}

const char *report_shell_word(struct arena *arena, const char *word) {
    const char *text = "'";
    for (; *word != '\0'; word++) {
        text = *word == '\'' ? arena_printf(arena, "%s'\\''", text)
                             : arena_printf(arena, "%s%c", text, *word);
    }
    return arena_printf(arena, "%s'", text);
}

static bool cannot_write(struct error *error, const char *name, int cause) {
    return error_set(error, "cannot write %s: %s", name, strerror(cause));
}

struct result report_seen(struct arena *arena, const struct result *result,
                          const struct report_options *options) {
    struct result copy = *result;
    struct exercise_result **exercise_tail = &copy.exercises;
    for (const struct exercise_result *from = result->exercises; from != NULL; from = from->next) {
        struct exercise_result *exercise = arena_alloc(arena, sizeof *exercise);
        *exercise = *from;
        struct check_result **tail = &exercise->checks;
        for (const struct check_result *check = from->checks; check != NULL; check = check->next) {
            if (!report_conceals(options, check) || check->points != 0) {
                *tail = arena_alloc(arena, sizeof **tail);
                **tail = *check;
                tail = &(*tail)->next;
            }
        }
        *tail = NULL;
        *exercise_tail = exercise;
        exercise_tail = &exercise->next;
    }
    *exercise_tail = NULL;
    return copy;
}

/* Renders into memory, so that files are open for as short as possible and a cut-off rendering
 * never gets out. */
static char *render(const struct report_format *format, const struct result *result,
                    const struct report_options *options, size_t *size, struct error *error) {
    char *bytes = NULL;
    FILE *memory = open_memstream(&bytes, size);
    if (memory == NULL) {
        cannot_write(error, "the report", errno);
        return NULL;
    }
    struct arena arena = {0};
    const struct result shown = report_seen(&arena, result, options);
    struct report_options own = *options;
    own.keeps_verdicts = format->keeps_verdicts;
    format->write(memory, &shown, &own);
    arena_free(&arena);
    bool good = !ferror(memory);
    if (fclose(memory) != 0 || !good) {
        error_set(error, "cannot write the report: out of memory");
        free(bytes);
        return NULL;
    }
    return bytes;
}

bool report_write_stream(FILE *file, const char *name, const struct report_format *format,
                         const struct result *result, const struct report_options *options,
                         struct error *error) {
    size_t size = 0;
    char *bytes = render(format, result, options, &size, error);
    if (bytes == NULL) {
        return false;
    }
    errno = 0;
    bool good = fwrite(bytes, 1, size, file) == size && fflush(file) == 0;
    int cause = errno;
    free(bytes);
    return good || cannot_write(error, name, cause);
}

/* 0, or the errno of the failure. */
static int write_all(int descriptor, const char *bytes, size_t size) {
    while (size > 0) {
        ssize_t written = write(descriptor, bytes, size);
        if (written < 0 && errno == EINTR) {
            continue;
        }
        if (written <= 0) {
            return written < 0 ? errno : EIO;
        }
        bytes += written;
        size -= (size_t)written;
    }
    return 0;
}

/* A device or a pipe cannot be replaced, only written to. */
static bool write_through(const char *path, const char *bytes, size_t size, struct error *error) {
    int descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
    if (descriptor < 0) {
        return cannot_write(error, path, errno);
    }
    int cause = write_all(descriptor, bytes, size);
    if (close(descriptor) != 0 && cause == 0) {
        cause = errno;
    }
    return cause == 0 || cannot_write(error, path, cause);
}

/* The mode that a plain open(2) would have given. */
static mode_t usual_mode(void) {
    mode_t mask = umask(022);
    umask(mask);
    return 0666 & ~mask;
}

/* Beside `target`, so that the rename stays in one file system. */
static bool write_and_rename(const char *target, mode_t mode, const char *bytes, size_t size,
                             struct error *error) {
    char *folder = strdup(target);
    char *base = strdup(target);
    char *temporary = NULL;
    if (folder == NULL || base == NULL ||
        asprintf(&temporary, "%s/.%.200s.XXXXXX", dirname(folder), basename(base)) < 0) {
        temporary = NULL;
    }
    free(folder);
    free(base);
    if (temporary == NULL) {
        return cannot_write(error, target, ENOMEM);
    }
    int descriptor = mkostemp(temporary, O_CLOEXEC);
    if (descriptor < 0) {
        int cause = errno;
        free(temporary);
        return cannot_write(error, target, cause);
    }
    int cause = write_all(descriptor, bytes, size);
    if (cause == 0 && (fchmod(descriptor, mode) != 0 || fsync(descriptor) != 0)) {
        cause = errno;
    }
    if (close(descriptor) != 0 && cause == 0) {
        cause = errno;
    }
    if (cause == 0 && rename(temporary, target) != 0) {
        cause = errno;
    }
    if (cause != 0) {
        unlink(temporary);
    }
    free(temporary);
    return cause == 0 || cannot_write(error, target, cause);
}

bool report_replace_file(const char *path, const void *bytes, size_t size, struct error *error) {
    struct stat status;
    if (stat(path, &status) != 0) {
        if (errno != ENOENT) {
            return cannot_write(error, path, errno);
        }
        return write_and_rename(path, usual_mode(), bytes, size, error);
    }
    if (S_ISDIR(status.st_mode)) {
        return error_set(error, "cannot write %s: it is a folder; name a file in it", path);
    }
    if (!S_ISREG(status.st_mode)) {
        return write_through(path, bytes, size, error);
    }
    char *target = realpath(path, NULL); /* through links, so that a link stays a link */
    if (target == NULL) {
        return cannot_write(error, path, errno);
    }
    bool good = write_and_rename(target, status.st_mode & 0777, bytes, size, error);
    free(target);
    return good;
}

bool report_write_file(const char *path, const struct report_format *format,
                       const struct result *result, const struct report_options *options,
                       struct error *error) {
    size_t size = 0;
    char *bytes = render(format, result, options, &size, error);
    if (bytes == NULL) {
        return false;
    }
    bool good = report_replace_file(path, bytes, size, error);
    free(bytes);
    return good;
}
