#include "seccomp_filter.h"
#include "launch.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* The inner program's bytes, put into this executable by jail.mk. */
extern const unsigned char _binary_lockstep_inner_start[], _binary_lockstep_inner_end[];

/* Without namespaces: what a command may reach besides its binds (see jail_plan for the letters).
 */
static const char *const reachable[] = {
    "r/usr",
    "r/bin",
    "r/sbin",
    "r/lib",
    "r/lib32",
    "r/lib64",
    "r/etc/ld.so.cache",
    "r/etc/alternatives",
    "r/etc/OpenCL/vendors",
    "r/proc",
    "d/dev/null",
    "d/dev/zero",
    "d/dev/full",
    "r/dev/random",
    "r/dev/urandom",
    "w/dev/shm",
};

/* Address space beyond the memory that a command may fill: libraries, stacks, malloc's arenas. This
 * limit only stops what outruns the keeper's eyes. */
static const uint64_t address_slack = (uint64_t)4 << 30;

struct bytes {
    char *data;
    size_t length;
    bool failed;
};

static void append(struct bytes *bytes, const void *data, size_t length) {
    char *grown = bytes->failed ? NULL : realloc(bytes->data, bytes->length + length + 1);
    if (grown == NULL) {
        bytes->failed = true;
        return;
    }
    memcpy(grown + bytes->length, data, length);
    bytes->data = grown;
    bytes->length += length;
}

/* `on_host`: as the command must say it when there is no mount namespace. */
static void append_text(struct bytes *bytes, const struct jail_spec *spec, const char *scratch,
                        const char *text) {
    char *translated = scratch == NULL ? NULL : to_host(spec, scratch, text);
    if (scratch != NULL && translated == NULL) {
        bytes->failed = true;
        return;
    }
    const char *said = translated != NULL ? translated : text;
    append(bytes, said, strlen(said) + 1);
    free(translated);
}

static uint32_t append_texts(struct bytes *bytes, const struct jail_spec *spec, const char *scratch,
                             const char *const *texts) {
    uint32_t count = 0;
    for (; texts[count] != NULL; count++) {
        append_text(bytes, spec, scratch, texts[count]);
    }
    return count;
}

/* Compilers that find no TMPDIR would take /tmp itself, which is out of reach without a mount
 * namespace. */
static uint32_t append_environment(struct bytes *bytes, const struct jail_spec *spec,
                                   const char *scratch) {
    bool missing = scratch != NULL;
    for (size_t i = 0; spec->environment[i] != NULL; i++) {
        missing = missing && strncmp(spec->environment[i], "TMPDIR=", 7) != 0;
    }
    uint32_t count = append_texts(bytes, spec, scratch, spec->environment);
    if (missing) {
        append_text(bytes, spec, scratch, "TMPDIR=/tmp");
        count++;
    }
    return count;
}

static void append_path(struct bytes *bytes, char letter, const char *path, uint32_t *count) {
    append(bytes, &letter, 1);
    append(bytes, path, strlen(path) + 1);
    ++*count;
}

static uint32_t append_paths(struct bytes *bytes, const struct jail_spec *spec,
                             const char *scratch) {
    uint32_t count = 0;
    for (size_t i = 0; i < sizeof reachable / sizeof *reachable; i++) {
        append_path(bytes, reachable[i][0], reachable[i] + 1, &count);
    }
    for (size_t i = 0; i < spec->bind_count; i++) {
        const struct jail_bind *bind = &spec->binds[i];
        bool device = strncmp(bind->host, "/dev/", 5) == 0;
        append_path(bytes, device ? 'd' : bind->writable ? 'w' : 'r', bind->host, &count);
    }
    append_path(bytes, 't', scratch, &count);
    return count;
}

uint64_t inherited_bytes(const struct jail_spec *spec) {
    uint64_t total = 0;
    struct stat status;
    for (size_t i = 0; i < spec->descriptor_count; i++) {
        if (fstat(spec->descriptors[i].host, &status) == 0 && S_ISREG(status.st_mode)) {
            total += (uint64_t)status.st_size;
        }
    }
    return total;
}

static struct jail_plan header(const struct jail_means *means, const struct jail_spec *spec) {
    const struct jail_limits *limits = &spec->limits;
    uint64_t inherited = inherited_bytes(spec);
    return (struct jail_plan){
        .wall_seconds = limits->wall_seconds,
        .cpu_seconds = limits->cpu_seconds,
        .memory_bytes = limits->memory_bytes,
        .address_bytes =
            spec->reserves_addresses ? 0 : limits->memory_bytes + inherited + address_slack,
        .inherited_bytes = inherited,
        .file_bytes = limits->file_bytes,
        .output_bytes = limits->output_bytes,
        /* The inner program counts as one where it has the command's user. */
        .processes = (uint32_t)limits->processes + 1,
        .uid = geteuid() == 0 && !means->drop_first ? JAIL_UID : 0,
        .hold = means->hold,
        .fixed_addresses = spec->fixed_addresses,
        .descriptor_count = (uint32_t)spec->descriptor_count,
    };
}

/* A memory file with these contents that nobody can change any more. */
static int sealed_file(const char *name, const void *data, size_t length, struct error *error) {
    enum {
        EXECUTABLE = 0x10 /* MFD_EXEC, of Linux 6.3; older kernels refuse it and need it not */
    };
    int file = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING | EXECUTABLE);
    if (file < 0 && errno == EINVAL) {
        file = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
    }
    if (file < 0 || write(file, data, length) != (ssize_t)length ||
        fcntl(file, F_ADD_SEALS, F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE) != 0) {
        error_set(error, "jail: no memory file: %s", strerror(errno));
        if (file >= 0) {
            close(file);
        }
        return -1;
    }
    return file;
}

int plan_file(const struct jail_means *means, const struct jail_spec *spec, const char *scratch,
              struct error *error) {
    size_t filter_count = 0;
    const struct sock_filter *filter =
        filter_program(means->hold < JAIL_HOLD_LANDLOCK, spec->needs, &filter_count, error);
    if (filter == NULL) {
        return -1;
    }
    struct jail_plan plan = header(means, spec);
    struct bytes bytes = {0};
    plan.filter_count = (uint32_t)filter_count;
    append(&bytes, &plan, sizeof plan);
    for (size_t i = 0; i < spec->descriptor_count; i++) {
        int32_t box = spec->descriptors[i].box;
        append(&bytes, &box, sizeof box);
    }
    append(&bytes, filter, filter_count * sizeof *filter);
    append_text(&bytes, spec, scratch, spec->directory);
    plan.argument_count = append_texts(&bytes, spec, scratch, spec->argv);
    plan.environment_count = append_environment(&bytes, spec, scratch);
    plan.path_count = scratch == NULL ? 0 : append_paths(&bytes, spec, scratch);
    int file = -1;
    if (bytes.failed) {
        error_set(error, "jail: not enough memory");
    } else {
        memcpy(bytes.data, &plan, sizeof plan);
        file = sealed_file("lockstep-plan", bytes.data, bytes.length, error);
    }
    free(bytes.data);
    return file;
}

int program_file(struct error *error) {
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static int file = -1;
    pthread_mutex_lock(&lock);
    if (file < 0) {
        file = sealed_file("lockstep-inner", _binary_lockstep_inner_start,
                           (size_t)((uintptr_t)_binary_lockstep_inner_end -
                                    (uintptr_t)_binary_lockstep_inner_start),
                           error);
    }
    pthread_mutex_unlock(&lock);
    return file;
}
