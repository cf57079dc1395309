/* Landlock: the files that a command reaches where there are no namespaces. */
#include "inner.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Debian 12's header stops at Landlock's second version: later rights by number, after
 * linux/landlock.h of 6.12. */
enum {
    FS_REFER = 1 << 13,    /* version 2 */
    FS_TRUNCATE = 1 << 14, /* version 3 */
    FS_IOCTL_DEV = 1 << 15 /* version 5 */
};
enum { NET_BIND_TCP = 1 << 0, NET_CONNECT_TCP = 1 << 1 };       /* version 4 */
enum { SCOPE_ABSTRACT_SOCKET = 1 << 0, SCOPE_SIGNAL = 1 << 1 }; /* version 6 */
enum {
    VERSION_REFER = 2,
    VERSION_TRUNCATE = 3,
    VERSION_NET = 4,
    VERSION_IOCTL = 5,
    VERSION_SCOPE = 6
};

struct ruleset {
    uint64_t files, net, scoped;
};

static int landlock_version(void) {
    return (int)syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
}

static const uint64_t file_read = LANDLOCK_ACCESS_FS_READ_FILE;
static const uint64_t tree_read =
    LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
static const uint64_t of_files = LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE |
                                 LANDLOCK_ACCESS_FS_WRITE_FILE | FS_TRUNCATE;
/* Neither devices nor sockets are made in the jail. */
static const uint64_t tree_write = LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR |
                                   LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_DIR |
                                   LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_SYM |
                                   LANDLOCK_ACCESS_FS_MAKE_FIFO | FS_REFER | FS_TRUNCATE;

static uint64_t rights_of(char letter) {
    switch (letter) {
    case 'w':
    case 't':
        return tree_read | tree_write;
    case 'd':
        return file_read | LANDLOCK_ACCESS_FS_WRITE_FILE | FS_IOCTL_DEV;
    default:
        return tree_read;
    }
}

/* A path that does not exist on this machine needs no rule. */
static bool allow(int ruleset, const char *path, uint64_t rights) {
    int file = open(path, O_PATH | O_CLOEXEC);
    struct stat status;
    if (file < 0) {
        return errno == ENOENT;
    }
    if (fstat(file, &status) == 0 && !S_ISDIR(status.st_mode)) {
        rights &= of_files | FS_IOCTL_DEV;
    }
    struct landlock_path_beneath_attr rule = {.allowed_access = rights, .parent_fd = file};
    bool good = syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) == 0;
    close(file);
    return good;
}

bool restrict_files(const char *const *paths) {
    int version = landlock_version();
    struct ruleset all = {.files = (1 << 13) - 1};
    all.files |= version >= VERSION_REFER ? FS_REFER : 0;
    all.files |= version >= VERSION_TRUNCATE ? FS_TRUNCATE : 0;
    all.files |= version >= VERSION_IOCTL ? FS_IOCTL_DEV : 0;
    all.net = version >= VERSION_NET ? NET_BIND_TCP | NET_CONNECT_TCP : 0;
    all.scoped = version >= VERSION_SCOPE ? SCOPE_ABSTRACT_SOCKET | SCOPE_SIGNAL : 0;
    size_t size = version >= VERSION_SCOPE ? sizeof all
                  : version >= VERSION_NET ? offsetof(struct ruleset, scoped)
                                           : offsetof(struct ruleset, net);
    int ruleset = version < 1 ? -1 : (int)syscall(SYS_landlock_create_ruleset, &all, size, 0);
    bool good = ruleset >= 0;
    for (; good && *paths != NULL; paths++) {
        good = allow(ruleset, *paths + 1, rights_of(**paths) & all.files);
    }
    good = good && syscall(SYS_landlock_restrict_self, ruleset, 0) == 0;
    if (ruleset >= 0) {
        close(ruleset);
    }
    return good;
}

/* kill(2) and its relatives work on the calling process alone: enough for raise(3) and abort(3). */
bool restrict_signals(void) {
    if (landlock_version() >= VERSION_SCOPE) {
        return true;
    }
    unsigned self = (unsigned)getpid();
    struct sock_filter program[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_kill, 6, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_tgkill, 5, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_rt_sigqueueinfo, 4, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_rt_tgsigqueueinfo, 3, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_tkill, 4, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_pidfd_send_signal, 3, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0])),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, self, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog filter = {.len = sizeof program / sizeof *program, .filter = program};
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0;
}
