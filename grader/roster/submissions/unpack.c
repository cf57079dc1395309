#include "../../message_text.h"
#include "unpack.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <locale.h>
#include <seccomp.h>
#include <search.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* What the reading process writes: this, then the path, then the bytes. */
struct record {
    enum { RECORD_FILE, RECORD_OTHER, RECORD_REFUSED, RECORD_END } kind;
    uint32_t path_length, length, index;
    uint64_t size;
    int64_t changed;
};

/* ---- in the process that can do nothing else ---- */

static void send_all(int pipe, const void *bytes, size_t size) {
    for (const char *at = bytes; size > 0;) {
        ssize_t written = write(pipe, at, size);
        if (written <= 0) {
            _exit(1);
        }
        at += written;
        size -= (size_t)written;
    }
}

static void send_record(int pipe, struct record record, const char *path, const void *bytes) {
    record.path_length = (uint32_t)strlen(path);
    send_all(pipe, &record, sizeof record);
    send_all(pipe, path, record.path_length);
    send_all(pipe, bytes, record.length);
}

enum { PART_END = '\x1e' };

/* Sends what was refused, its format and values, so that it can be said in another language. */
__attribute__((format(printf, 2, 3))) static void refuse(int pipe, const char *format, ...) {
    char text[1400], conversions[CONVERSIONS_BYTES];
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    format_conversions(conversions, format);
    int used = vsnprintf(text, 400, format, arguments);
    used += snprintf(text + used, 400, "%c%s%c", PART_END, format, PART_END);
    vsnprintf(text + used, 400, conversions, again);
    va_end(again);
    va_end(arguments);
    send_record(pipe, (struct record){.kind = RECORD_REFUSED}, text, NULL);
    _exit(0);
}

static void confine(void) {
    static const struct {
        int resource;
        rlim_t limit;
    } limits[] = {
        {RLIMIT_CPU, ARCHIVE_SECONDS}, {RLIMIT_CORE, 0}, {RLIMIT_FSIZE, 0}, {RLIMIT_NPROC, 0}};
    static const int calls[] = {
        SCMP_SYS(read),         SCMP_SYS(pread64),     SCMP_SYS(lseek),
        SCMP_SYS(write),        SCMP_SYS(mmap),        SCMP_SYS(munmap),
        SCMP_SYS(mremap),       SCMP_SYS(mprotect),    SCMP_SYS(madvise),
        SCMP_SYS(brk),          SCMP_SYS(fstat),       SCMP_SYS(exit_group),
        SCMP_SYS(exit),         SCMP_SYS(futex),       SCMP_SYS(rt_sigprocmask),
        SCMP_SYS(rt_sigreturn), SCMP_SYS(getrandom),   SCMP_SYS(clock_gettime),
        SCMP_SYS(gettimeofday), SCMP_SYS(sched_yield), SCMP_SYS(sigaltstack)};
#ifndef __SANITIZE_ADDRESS__ /* which reserves terabytes */
    setrlimit(RLIMIT_AS, &(struct rlimit){1 << 30, 1 << 30});
#endif
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        setrlimit((__rlimit_resource_t)limits[i].resource,
                  &(struct rlimit){limits[i].limit, limits[i].limit});
    }
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
    bool good = filter != NULL;
    for (size_t i = 0; good && i < sizeof calls / sizeof *calls; i++) {
        good = seccomp_rule_add(filter, SCMP_ACT_ALLOW, calls[i], 0) == 0;
    }
    /* what fstat is made of in newer C libraries */
    good = good && seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(newfstatat), 1,
                                    SCMP_A3(SCMP_CMP_EQ, AT_EMPTY_PATH)) == 0;
    if (!good || seccomp_load(filter) != 0) {
        _exit(2);
    }
}

static bool leads_out(const char *path) {
    if (path[0] == '/' || path[0] == '\\' || (path[0] != '\0' && path[1] == ':')) {
        return true;
    }
    for (const char *part = path; part != NULL; part = strpbrk(part, "/\\")) {
        part += *part == '/' || *part == '\\';
        if (strncmp(part, "..", 2) == 0 && (part[2] == '\0' || part[2] == '/' || part[2] == '\\')) {
            return true;
        }
    }
    return false;
}

/* Why the entry may not be in a submission, or NULL. */
static const char *objection(struct archive_entry *entry, const char *path) {
    mode_t type = archive_entry_filetype(entry);
    return path == NULL || *path == '\0'           ? "has no name that can be read"
           : archive_entry_hardlink(entry) != NULL ? "is a link"
           : type == AE_IFLNK                      ? "is a link"
           : type != AE_IFREG && type != AE_IFDIR  ? "is not a plain file (a device or a pipe?)"
           : path[0] == '/' || path[0] == '\\'     ? "has an absolute path"
           : leads_out(path)                       ? "leads out of the archive"
           : strlen(path) >= PATH_MAX              ? "has too long a name"
           : archive_entry_is_encrypted(entry)     ? "is encrypted"
                                                   : NULL;
}

/* What the walk over an archive has seen. */
struct archive_walk {
    int pipe;
    const struct lab *lab;
    struct archive *archive;
    void *names; /* tsearch's tree of paths */
    int entries;
    size_t bytes;
};

static int compare_names(const void *a, const void *b) {
    return strcmp(a, b);
}

/* "./a//b/" and "a/b" are one place. */
static char *normalised(const char *path) {
    char *plain = malloc(strlen(path) + 1), *end = plain;
    if (plain == NULL) {
        _exit(3);
    }
    for (const char *part = path; *part != '\0';) {
        size_t length = strcspn(part, "/");
        if (length > 0 && !(length == 1 && *part == '.')) {
            end = end > plain ? mempcpy(end, "/", 1) : end;
            end = mempcpy(end, part, length);
        }
        part += length + (part[length] == '/');
    }
    *end = '\0';
    return plain;
}

/* macOS puts a shadow of every file beside it. */
static bool is_litter(const char *path) {
    return strncmp(path, "__MACOSX", 8) == 0 || strncmp(basename(path), "._", 2) == 0;
}

/* Unpacks the whole entry, so that what it claims to be does not matter; keeps what may be used. */
static void read_entry(struct archive_walk *walk, struct archive_entry *entry, const char *path) {
    size_t index =
        is_litter(path) ? walk->lab->file_count : lab_file_called(walk->lab, basename(path));
    size_t room = index < walk->lab->file_count ? walk->lab->files[index].max_bytes + 1 : 0;
    char *bytes = malloc(room + 1), buffer[65536];
    struct record record = {.kind = RECORD_FILE, .index = (uint32_t)index};
    la_ssize_t got;
    while (bytes != NULL && (got = archive_read_data(walk->archive, buffer, sizeof buffer)) > 0) {
        size_t more = record.length + (size_t)got <= room ? (size_t)got : room - record.length;
        memcpy(bytes + record.length, buffer, more);
        record.length += (uint32_t)more;
        record.size += (uint64_t)got;
        walk->bytes += (size_t)got;
        if (walk->bytes > ARCHIVE_MAX_BYTES) {
            refuse(walk->pipe, "'%.200s' unpacks to more than %d MiB", path,
                   ARCHIVE_MAX_BYTES >> 20);
        }
    }
    if (bytes == NULL || got < 0) {
        refuse(walk->pipe, "'%.200s' is damaged (%.100s)", path,
               bytes == NULL ? "out of memory" : archive_error_string(walk->archive));
    }
    if (room > 0) {
        record.changed = archive_entry_mtime(entry);
        send_record(walk->pipe, record, path, bytes);
    } else if (!is_litter(path)) {
        send_record(walk->pipe, (struct record){.kind = RECORD_OTHER}, path, NULL);
    }
    free(bytes);
}

static void walk_archive(struct archive_walk *walk) {
    struct archive_entry *entry;
    int status;
    while ((status = archive_read_next_header(walk->archive, &entry)) == ARCHIVE_OK ||
           status == ARCHIVE_WARN) {
        const char *path = archive_entry_pathname_utf8(entry);
        path = path != NULL ? path : archive_entry_pathname(entry);
        const char *why = objection(entry, path);
        if (why != NULL) {
            refuse(walk->pipe, "'%.200s' %s", path != NULL ? path : "a file", why);
        }
        if (++walk->entries > ARCHIVE_MAX_ENTRIES) {
            refuse(walk->pipe, "it holds more than %d files", ARCHIVE_MAX_ENTRIES);
        }
        if (archive_entry_filetype(entry) == AE_IFDIR) {
            continue;
        }
        char *name = normalised(path);
        char **known = tsearch(name, &walk->names, compare_names);
        if (known == NULL || *known != name) {
            refuse(walk->pipe, "'%.200s' is in it twice", name);
        }
        read_entry(walk, entry, name);
    }
    if (status != ARCHIVE_EOF) {
        const char *why = archive_error_string(walk->archive);
        refuse(walk->pipe, "it cannot be read: %.200s", why != NULL ? why : "damaged");
    }
}

static _Noreturn void read_alone(int file, int pipe, const struct lab *lab) {
    setlocale(LC_CTYPE, "C.UTF-8"); /* else names beyond ASCII cannot be read */
    struct archive_walk walk = {.pipe = pipe, .lab = lab, .archive = archive_read_new()};
    if (walk.archive == NULL) {
        _exit(3);
    }
    confine();
    archive_read_support_format_zip(walk.archive);
    archive_read_support_format_tar(walk.archive);
    archive_read_support_format_7zip(walk.archive);
    archive_read_support_format_rar(walk.archive);
    archive_read_support_format_rar5(walk.archive);
    archive_read_support_filter_gzip(walk.archive);
    archive_read_support_filter_bzip2(walk.archive);
    archive_read_support_filter_xz(walk.archive);
    archive_read_support_filter_zstd(walk.archive);
    if (archive_read_open_fd(walk.archive, file, 65536) != ARCHIVE_OK) {
        const char *why = archive_error_string(walk.archive);
        refuse(pipe, "it cannot be read: %.200s", why != NULL ? why : "no archive");
    }
    walk_archive(&walk);
    send_record(pipe, (struct record){.kind = RECORD_END}, "", NULL);
    _exit(0);
}

/* ---- in the grader, which believes nothing of what comes ---- */

static bool receive(int pipe, void *bytes, size_t size) {
    for (char *at = bytes; size > 0;) {
        ssize_t got = read(pipe, at, size);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0) {
            return false;
        }
        at += got;
        size -= (size_t)got;
    }
    return true;
}

/* The next record; its path and bytes are the arena's. */
static bool receive_record(int pipe, const struct lab *lab, struct arena *arena,
                           struct record *record, char **path, char **bytes) {
    if (!receive(pipe, record, sizeof *record) || record->path_length > PATH_MAX ||
        (record->kind == RECORD_FILE &&
         (record->index >= lab->file_count ||
          record->length > lab->files[record->index].max_bytes + 1)) ||
        (record->kind != RECORD_FILE && record->length != 0)) {
        return false;
    }
    *path = arena_alloc(arena, record->path_length + 1);
    *bytes = arena_alloc(arena, record->length + 1);
    return receive(pipe, *path, record->path_length) && receive(pipe, *bytes, record->length);
}

static bool receive_files(int pipe, const struct lab *lab, found_file_taker *take, void *context,
                          struct error *why) {
    for (int i = 0; i <= ARCHIVE_MAX_ENTRIES; i++) {
        struct arena arena = {0};
        struct record record;
        char *path, *bytes;
        bool good = receive_record(pipe, lab, &arena, &record, &path, &bytes);
        bool end = good && record.kind == RECORD_END;
        if (!good) {
            error_set(why, "it took too long to read, or broke the reader");
        } else if (record.kind == RECORD_FILE) {
            const struct found_file file = {.path = path,
                                            .index = record.index,
                                            .bytes = bytes,
                                            .length = record.length,
                                            .size = record.size,
                                            .changed = record.changed};
            take(context, &file);
        } else if (record.kind == RECORD_OTHER) {
            take(context, &(struct found_file){.path = path, .index = lab->file_count});
        } else if (!end) {
            char *rest = path, *text = strsep(&rest, (const char[]){PART_END, '\0'});
            const char *format = strsep(&rest, (const char[]){PART_END, '\0'});
            message_keep(text, format != NULL ? format : "", rest != NULL ? rest : "");
            good = error_set(why, "%s", text);
        }
        arena_free(&arena);
        if (!good || end) {
            return good;
        }
    }
    return error_set(why, "it holds too many files");
}

static bool read_apart(int file, const struct lab *lab, found_file_taker *take, void *context,
                       struct error *why) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) {
        return error_set(why, "the grader has no pipe for it: %s", strerror(errno));
    }
    pid_t reader = fork();
    if (reader == 0) {
        close(ends[0]);
        read_alone(file, ends[1], lab);
    }
    close(ends[1]);
    bool good = reader > 0
                    ? receive_files(ends[0], lab, take, context, why)
                    : error_set(why, "the grader has no process for it: %s", strerror(errno));
    close(ends[0]);
    if (reader > 0) {
        kill(reader, SIGKILL);
        waitpid(reader, NULL, 0);
    }
    return good;
}

bool unpack_lab_files(const char *path, const struct lab *lab, found_file_taker *take,
                      void *context, struct error *why) {
    int file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
    struct stat status;
    if (file < 0 || fstat(file, &status) != 0) {
        error_set(why, "%s", strerror(errno));
        if (file >= 0) {
            close(file);
        }
        return false;
    }
    bool good = !S_ISREG(status.st_mode) ? error_set(why, "it is not a plain file")
                : status.st_size > ARCHIVE_MAX_BYTES
                    ? error_set(why, "it is larger than %d MiB", ARCHIVE_MAX_BYTES >> 20)
                    : read_apart(file, lab, take, context, why);
    close(file);
    return good;
}
