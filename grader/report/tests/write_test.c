/* Reports on disk: whole or not at all, and never at the price of the old one. */
#include "../report.h"
#include "samples.h"

#include <dirent.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static int count, failures;
static char folder[128];

static void ok(bool good, const char *name, const char *detail) {
    printf("%sok %d - %s\n", good ? "" : "not ", ++count, name);
    if (!good) {
        failures++;
        printf("# %s\n", detail);
    }
}

static const char *path_of(const char *name) {
    static char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static bool write_json(const char *path, struct error *error) {
    const struct report_options options = {.audience = AUDIENCE_STUDENT};
    return report_write_file(path, report_format_find("json"), sample_mixed(), &options, error);
}

static bool holds(const char *path, const char *text) {
    char bytes[64] = {0};
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t size = descriptor < 0 ? -1 : read(descriptor, bytes, sizeof bytes - 1);
    if (descriptor >= 0) {
        close(descriptor);
    }
    return size >= 0 && strncmp(bytes, text, strlen(text)) == 0;
}

static void put(const char *path, const char *text) {
    FILE *file = fopen(path, "we");
    fputs(text, file);
    fclose(file);
}

/* Entries of a folder, without "." and "..": temporary files must not stay. */
static int entries(const char *path) {
    DIR *directory = opendir(path);
    int found = -2;
    if (directory == NULL) {
        return -1;
    }
    while (readdir(directory) != NULL) {
        found++;
    }
    closedir(directory);
    return found;
}

static bool one_line_naming(const struct error *error, const char *name, const char *cause) {
    return strchr(error->message, '\n') == NULL && strstr(error->message, name) != NULL &&
           strstr(error->message, cause) != NULL;
}

static void new_and_old_files(void) {
    struct error error = {0};
    struct stat status;
    umask(027);
    bool good = write_json(path_of("new.json"), &error);
    ok(good && holds(path_of("new.json"), "{\n") && stat(path_of("new.json"), &status) == 0 &&
           (status.st_mode & 0777) == 0640,
       "a new file has the mode that the umask gives", error.message);
    umask(022);

    put(path_of("old.json"), "old");
    chmod(path_of("old.json"), 0604);
    good = write_json(path_of("old.json"), &error);
    ok(good && holds(path_of("old.json"), "{\n") && stat(path_of("old.json"), &status) == 0 &&
           (status.st_mode & 0777) == 0604,
       "an old file is replaced and keeps its mode", error.message);

    ok(symlink("old.json", path_of("link.json")) == 0 && write_json(path_of("link.json"), &error) &&
           lstat(path_of("link.json"), &status) == 0 && S_ISLNK(status.st_mode),
       "a link stays a link", error.message);
    ok(entries(folder) == 3, "no temporary file stays", "see the folder");
}

static void what_cannot_be_written(void) {
    struct error error = {0};
    ok(!write_json(path_of("missing/x.json"), &error) &&
           one_line_naming(&error, "missing/x.json", "No such file or directory"),
       "a missing folder is named", error.message);
    ok(!write_json(folder, &error) && one_line_naming(&error, folder, "is a folder"),
       "a folder is refused", error.message);
    FILE *full = fopen("/dev/full", "we");
    const struct report_options options = {.audience = AUDIENCE_STUDENT};
    ok(!report_write_stream(full, "standard output", report_format_find("text"), sample_full(),
                            &options, &error) &&
           one_line_naming(&error, "standard output", "No space left on device"),
       "a stream that is full is named", error.message);
    fclose(full);
}

/* A pipe stands for all that cannot be replaced. Only when it survives is a real device tried: run
 * by root, a wrong report_write_file would put a file in its place. */
static void devices(void) {
    struct error error = {0};
    struct stat status;
    mkfifo(path_of("pipe"), 0644);
    int reader = open(path_of("pipe"), O_RDWR | O_CLOEXEC);
    bool written = write_json(path_of("pipe"), &error);
    bool stays = lstat(path_of("pipe"), &status) == 0 && S_ISFIFO(status.st_mode);
    ok(written && stays, "a pipe is written to, and stays a pipe", error.message);
    ok(stays && !write_json("/dev/full", &error) &&
           one_line_naming(&error, "/dev/full", "No space left on device"),
       "a full device is named", error.message);
    close(reader);
    unlink(path_of("pipe"));
}

/* Every file of this process may hold 100 bytes: as on a disk that fills up in the middle of a
 * write. */
static void full_half_way(void) {
    put(path_of("keep.json"), "old");
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        struct rlimit limit = {100, 100};
        struct error error = {0};
        signal(SIGXFSZ, SIG_IGN);
        setrlimit(RLIMIT_FSIZE, &limit);
        _exit(!write_json(path_of("keep.json"), &error) &&
                      one_line_naming(&error, "keep.json", "File too large")
                  ? 0
                  : 1);
    }
    int status = 1;
    waitpid(child, &status, 0);
    int before = entries(folder);
    ok(status == 0, "a write that stops half-way is one clear error", "none, or another one");
    ok(holds(path_of("keep.json"), "old"), "and the old file is kept", "it changed");
    ok(before == 4, "and no temporary file stays", "see the folder");
}

enum { TMPFS_GOOD, TMPFS_BAD, TMPFS_IMPOSSIBLE };

/* In a process of its own: mounts a file system of one page, fills it, and writes there. */
static int on_tiny_disk(void) {
    uid_t user = getuid();
    if (unshare(CLONE_NEWNS) != 0 && (user == 0 || unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0)) {
        return TMPFS_IMPOSSIBLE;
    }
    char mount_point[160];
    snprintf(mount_point, sizeof mount_point, "%s/disk", folder);
    if (mkdir(mount_point, 0755) != 0 || mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 ||
        mount("tmpfs", mount_point, "tmpfs", 0, "size=8k") != 0) {
        return TMPFS_IMPOSSIBLE;
    }
    put(path_of("disk/report.json"), "old");
    char page[4096];
    memset(page, 'x', sizeof page);
    int filler = open(path_of("disk/filler"), O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
    while (write(filler, page, sizeof page) > 0) {
    }
    close(filler);
    struct error error = {0};
    bool failed = !write_json(path_of("disk/report.json"), &error) &&
                  one_line_naming(&error, "disk/report.json", "No space left on device");
    bool kept = holds(path_of("disk/report.json"), "old") && entries(mount_point) == 2;
    unlink(path_of("disk/filler"));
    return failed && kept ? TMPFS_GOOD : TMPFS_BAD;
}

static void full_disk(void) {
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        _exit(on_tiny_disk());
    }
    int status = 1;
    waitpid(child, &status, 0);
    rmdir(path_of("disk"));
    if (WIFEXITED(status) && WEXITSTATUS(status) == TMPFS_IMPOSSIBLE) {
        printf("ok %d - a full disk # SKIP this machine lets nobody mount a tmpfs\n", ++count);
        return;
    }
    ok(status == 0, "a full disk: one clear error, the old file kept, nothing left over",
       "see on_tiny_disk");
}

int main(void) {
    const char *parent = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%.90s/report-XXXXXX", parent != NULL ? parent : "/tmp");
    if (mkdtemp(folder) == NULL) {
        perror(folder);
        return 1;
    }
    new_and_old_files();
    what_cannot_be_written();
    devices();
    full_half_way();
    full_disk();
    const char *const made[] = {"new.json", "old.json", "link.json", "keep.json"};
    for (size_t i = 0; i < sizeof made / sizeof *made; i++) {
        unlink(path_of(made[i]));
    }
    ok(rmdir(folder) == 0, "the folder holds nothing else", "see the folder");
    printf("1..%d\n", count);
    return failures > 0;
}
