/* Attacks that reach outside the jail: other files, processes, the network, the kernel. */
#include "attacks.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/personality.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/sysmacros.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

#define COUNT(table) (sizeof(table) / sizeof *(table))

/* ---- files ---- */

static int read_outside(const char *secret) {
    const char *const paths[] = {secret,
                                 "/etc/passwd",
                                 "/etc/shadow",
                                 "/root",
                                 "/home",
                                 "/var/log",
                                 "/proc/1/root/etc/passwd",
                                 "/proc/1/cwd/etc/passwd",
                                 "/proc/1/environ",
                                 "/proc/1/mem",
                                 "/proc/1/fd",
                                 "/proc/1/maps",
                                 "/proc/self/root/etc/passwd",
                                 "/box/../etc/passwd",
                                 "/proc/kcore",
                                 "/dev/mem",
                                 "/dev/kmsg",
                                 "/dev/vda",
                                 "/sys/kernel",
                                 "/run"};
    int result = 0;
    for (size_t i = 0; i < COUNT(paths); i++) {
        char byte;
        int file = open(paths[i], O_RDONLY | O_NONBLOCK);
        DIR *directory = file < 0 ? NULL : fdopendir(file);
        /* A folder that was made for a bind below it may be listed when there is nothing else in
         * it. */
        if (directory != NULL || (file >= 0 && read(file, &byte, 1) == 1)) {
            result = breach(paths[i]);
        }
    }
    return result;
}

static int write_outside(const char *neighbour) {
    const char *const paths[] = {neighbour,
                                 "/lockstep-was-here",
                                 "/etc/lockstep-was-here",
                                 "/usr/lockstep-was-here",
                                 "/usr/bin/lockstep-was-here",
                                 "/box/lockstep-was-here",
                                 "/var/tmp/lockstep-was-here",
                                 "/run/lockstep-was-here",
                                 "/proc/sys/kernel/hostname",
                                 "/proc/sys/kernel/core_pattern",
                                 "/proc/1/oom_score_adj",
                                 "/proc/sysrq-trigger",
                                 "/sys/fs/cgroup/cgroup.procs"};
    int result = 0;
    for (size_t i = 0; i < COUNT(paths); i++) {
        if (open(paths[i], O_WRONLY | O_CREAT, 0600) >= 0) {
            result = breach(paths[i]);
        }
    }
    if (chmod("/box", 0777) == 0 || unlink("/box/attacks") == 0 ||
        rename("/box/attacks", "/box/other") == 0 || truncate("/box/attacks", 0) == 0) {
        result = breach("the box changed");
    }
    return result;
}

/* What the box is for: these must work. */
static int use_box(const char *path) {
    const char *temporary =
        getenv("TMPDIR"); /* what /tmp is called where there is no mount namespace */
    const char *const folders[] = {"/dev/shm", temporary != NULL ? temporary : "/tmp"};
    char places[1 + COUNT(folders)][256];
    snprintf(places[COUNT(folders)], sizeof places[0], "%s", path);
    for (size_t i = 0; i < COUNT(folders); i++) {
        snprintf(places[i], sizeof places[0], "%s%s", folders[i], strrchr(path, '/'));
    }
    for (size_t i = 0; i < COUNT(places); i++) {
        int file = open(places[i], O_RDWR | O_CREAT, 0600);
        if (file < 0 || write(file, "text", 4) != 4) {
            printf("%s: %s\n", places[i], strerror(errno));
            return 1;
        }
    }
    return 0;
}

/* What use_box left in /dev/shm or /tmp must be gone in the next run. */
static int find_leftovers(const char *path) {
    char shared[256], temporary[256];
    snprintf(shared, sizeof shared, "/dev/shm%s", strrchr(path, '/'));
    snprintf(temporary, sizeof temporary, "/tmp%s", strrchr(path, '/'));
    return access(shared, F_OK) == 0 || access(temporary, F_OK) == 0
               ? breach("a file of an earlier run")
               : 0;
}

/* ---- network ---- */

static int network(const char *argument) {
    (void)argument;
    static const struct {
        int domain, type;
        const char *name;
    } kinds[] = {{AF_INET, SOCK_STREAM, "TCP"},
                 {AF_INET, SOCK_DGRAM, "UDP"},
                 {AF_INET6, SOCK_STREAM, "TCP over IPv6"},
                 {AF_UNIX, SOCK_STREAM, "a Unix socket"},
                 {AF_NETLINK, SOCK_RAW, "netlink"},
                 {AF_PACKET, SOCK_RAW, "raw packets"}};
    int result = 0, pair[2];
    for (size_t i = 0; i < COUNT(kinds); i++) {
        if (socket(kinds[i].domain, kinds[i].type, 0) >= 0) {
            result = breach(kinds[i].name);
        } else if (errno != EPERM) {
            printf("%s: %s, not EPERM\n", kinds[i].name, strerror(errno));
            result = 1;
        }
    }
    return socketpair(AF_UNIX, SOCK_DGRAM, 0, pair) == 0 ? breach("a pair of datagram sockets")
                                                         : result;
}

/* A socket's name that is no file. */
static struct sockaddr_un abstract_name(const char *text) {
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    strncpy(name.sun_path + 1, text, sizeof name.sun_path - 2);
    return name;
}

/* Says what jail_needs opened; a socket of that name listens outside. */
static int use_needs(const char *outside) {
    struct sockaddr_un own = abstract_name("lockstep-own"), other = abstract_name(outside);
    int to = socket(AF_UNIX, SOCK_SEQPACKET, 0), from = socket(AF_UNIX, SOCK_SEQPACKET, 0);
    int stranger = socket(AF_UNIX, SOCK_SEQPACKET, 0);
    if (bind(to, (struct sockaddr *)&own, sizeof own) == 0 && listen(to, 1) == 0) {
        printf("listen ");
    }
    if (connect(from, (struct sockaddr *)&own, sizeof own) == 0 && accept(to, NULL, NULL) >= 0) {
        printf("connect ");
    }
    if (mkfifo("/tmp/lockstep-pipe", 0600) == 0) {
        printf("pipe ");
    }
    if (connect(stranger, (struct sockaddr *)&other, sizeof other) == 0) {
        return breach("a socket outside");
    }
    if (mknod("/tmp/lockstep-null", S_IFCHR | 0666, makedev(1, 3)) == 0 ||
        mknod("/tmp/lockstep-file", S_IFREG | 0666, 0) == 0) {
        return breach("a device file");
    }
    return socket(AF_INET, SOCK_STREAM, 0) >= 0 || socket(AF_NETLINK, SOCK_RAW, 0) >= 0
               ? breach("a socket of the network")
               : 0;
}

/* ---- other processes ---- */

/* `victim` is a process of the test's, under the same user where that is possible. */
static int kill_others(const char *victim) {
    pid_t outside = (pid_t)atoi(victim);
    int result = 0;
    if (kill(outside, SIGKILL) == 0 || kill(outside, 0) == 0) {
        result = breach("a process outside can be signalled");
    }
    if (syscall(SYS_tkill, outside, SIGKILL) == 0 ||
        syscall(SYS_tgkill, outside, outside, SIGKILL) == 0) {
        result = breach("a thread outside can be signalled");
    }
    /* These may be allowed where they only reach the jail itself; then they must not help. */
    kill(getppid(), SIGKILL);
    kill(getppid(), SIGSTOP);
    kill(1, SIGKILL);
    kill(-1, SIGKILL);
    return result;
}

static int spy_on_others(const char *victim) {
    pid_t targets[] = {(pid_t)atoi(victim), getppid(), 1};
    struct rlimit none = {0, 0};
    for (size_t i = 0; i < COUNT(targets); i++) {
        char buffer[16], path[64];
        if (targets[i] <= 0) {
            continue;
        }
        snprintf(path, sizeof path, "/proc/%d/environ", targets[i]);
        int file = open(path, O_RDONLY);
        if (ptrace(PTRACE_ATTACH, targets[i], 0, 0) == 0 ||
            ptrace(PTRACE_SEIZE, targets[i], 0, 0) == 0) {
            return breach("ptrace");
        }
        if (syscall(SYS_process_vm_readv, targets[i], NULL, 0, NULL, 0, 0) >= 0 ||
            syscall(SYS_pidfd_getfd, 3, 0, 0) >= 0 ||
            (file >= 0 && read(file, buffer, sizeof buffer) > 0)) {
            return breach("another process can be read");
        }
        if (prlimit(targets[i], RLIMIT_CPU, &none, NULL) == 0) {
            return breach("another process's limits can be set");
        }
    }
    return 0;
}

/* ---- the kernel ---- */

static int escalate(const char *argument) {
    (void)argument;
    char zero[256] = {0};
    const struct {
        const char *name;
        long result;
    } tries[] = {
        {"unshare(user)", syscall(SYS_unshare, CLONE_NEWUSER)},
        {"unshare(net)", syscall(SYS_unshare, CLONE_NEWNET)},
        {"clone(user)", syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0)},
        {"clone3", syscall(SYS_clone3, zero, 88)},
        {"setns", syscall(SYS_setns, 0, 0)},
        {"mount", mount("none", "/tmp", "tmpfs", 0, NULL)},
        {"umount", umount2("/proc", MNT_DETACH)},
        {"pivot_root", syscall(SYS_pivot_root, "/", "/")},
        {"chroot", chroot("/tmp")},
        {"fsopen", syscall(SYS_fsopen, "tmpfs", 0)},
        {"open_tree", syscall(SYS_open_tree, AT_FDCWD, "/", 1)},
        {"bpf", syscall(SYS_bpf, 0, zero, sizeof zero)},
        {"perf_event_open", syscall(SYS_perf_event_open, zero, 0, -1, -1, 0)},
        {"io_uring_setup", syscall(SYS_io_uring_setup, 1, zero)},
        {"userfaultfd", syscall(SYS_userfaultfd, 1)},
        {"keyctl", syscall(SYS_keyctl, 0, -3, 1)},
        {"add_key", syscall(SYS_add_key, "user", "lockstep", "x", 1, -3)},
        {"init_module", syscall(SYS_init_module, zero, 1, "")},
        {"kexec_load", syscall(SYS_kexec_load, 0, 0, NULL, 0)},
        {"reboot", syscall(SYS_reboot, 0, 0, 0, NULL)},
        {"ptrace", ptrace(PTRACE_TRACEME, 0, 0, 0)},
        {"open_by_handle_at", syscall(SYS_open_by_handle_at, AT_FDCWD, zero, 0)},
        {"fanotify_init", syscall(SYS_fanotify_init, 0, 0)},
        {"memfd_create", syscall(SYS_memfd_create, "x", 0)},
        {"shmget", syscall(SYS_shmget, 0, 4096, 01600)},
        {"msgget", syscall(SYS_msgget, 0, 01600)},
        {"mq_open", syscall(SYS_mq_open, "x", O_CREAT | O_RDWR, 0600, NULL)},
        {"mknodat", syscall(SYS_mknodat, AT_FDCWD, "/tmp/device", S_IFBLK | 0600, 0)},
        {"setuid", syscall(SYS_setuid, 0)},
        {"sethostname", syscall(SYS_sethostname, "mine", 4)},
        {"settimeofday", syscall(SYS_settimeofday, zero, NULL)},
        {"personality", syscall(SYS_personality, READ_IMPLIES_EXEC)},
#ifdef SYS_ioperm /* x86 only */
        {"mknod", syscall(SYS_mknod, "/tmp/device", S_IFBLK | 0600, 0)},
        {"ioperm", syscall(SYS_ioperm, 0, 1, 1)},
#endif
        {"seccomp notify", syscall(SYS_seccomp, 1, 8, zero)},
    };
    int result = 0;
    for (size_t i = 0; i < COUNT(tries); i++) {
        if (tries[i].result >= 0) {
            result = breach(tries[i].name);
        }
    }
    return result;
}

static int raise_limits(const char *argument) {
    (void)argument;
    static const struct {
        int resource;
        const char *name;
    } limits[] = {{RLIMIT_CPU, "CPU"},
                  {RLIMIT_FSIZE, "FSIZE"},
                  {RLIMIT_NPROC, "NPROC"},
                  {RLIMIT_NOFILE, "NOFILE"},
                  {RLIMIT_STACK, "STACK"}};
    struct rlimit all = {RLIM_INFINITY, RLIM_INFINITY};
    int result = 0;
    for (size_t i = 0; i < COUNT(limits); i++) {
        if (setrlimit(limits[i].resource, &all) == 0) {
            result = breach(limits[i].name);
        }
    }
    return result;
}

static int terminal(const char *argument) {
    (void)argument;
    int result = 0;
    for (int file = 0; file < 10; file++) {
        if (ioctl(file, TIOCSTI, "x") == 0) {
            result = breach("TIOCSTI");
        }
    }
    return open("/dev/tty", O_RDWR) >= 0 ? breach("/dev/tty") : result;
}

/* ---- what is seen inside ---- */

static int list_descriptors(const char *argument) {
    (void)argument;
    for (int file = 0; file < 4096; file++) {
        if (fcntl(file, F_GETFD) >= 0) {
            printf("%d ", file);
        }
    }
    return 0;
}

static int list_environment(const char *argument) {
    (void)argument;
    extern char **environ;
    for (char **variable = environ; *variable != NULL; variable++) {
        printf("%s\n", *variable);
    }
    return 0;
}

static int show_status(const char *argument) {
    (void)argument;
    char line[256];
    FILE *file = fopen("/proc/self/status", "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        if (strncmp(line, "Cap", 3) == 0 || strncmp(line, "NoNewPrivs", 10) == 0 ||
            strncmp(line, "Seccomp:", 8) == 0) {
            fputs(line, stdout);
        }
    }
    printf("uid %d %d gid %d %d groups %d\n", getuid() == 0, geteuid() == 0, getgid() == 0,
           getegid() == 0, getgroups(0, NULL) > 1);
    return 0;
}

static int show_addresses(const char *argument) {
    (void)argument;
    int local;
    printf("%p %p %p\n", (void *)&local, (const void *)trespasses, malloc(1));
    return 0;
}

static int set_affinity(const char *argument) {
    (void)argument;
    cpu_set_t all, one;
    CPU_ZERO(&one);
    if (sched_getaffinity(0, sizeof all, &all) != 0) {
        return 1;
    }
    for (int i = 0; i < CPU_SETSIZE; i++) {
        if (CPU_ISSET(i, &all)) {
            CPU_SET(i, &one);
            return sched_setaffinity(0, sizeof one, &one) == 0 &&
                           sched_setaffinity(0, sizeof all, &all) == 0
                       ? 0
                       : 1;
        }
    }
    return 1;
}

/* Copies what descriptor 5 holds to descriptor 7, both shared memory. */
static int copy_memory(const char *argument) {
    size_t size = (size_t)atol(argument);
    const char *from = mmap(NULL, size, PROT_READ, MAP_SHARED, 5, 0);
    char *to = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, 7, 0);
    if (from == MAP_FAILED || to == MAP_FAILED) {
        return 1;
    }
    memcpy(to, from, size);
    return 0;
}

const struct attack trespasses[] = {
    {"read-outside", read_outside},
    {"write-outside", write_outside},
    {"use-box", use_box},
    {"find-leftovers", find_leftovers},
    {"network", network},
    {"use-needs", use_needs},
    {"kill-others", kill_others},
    {"spy-on-others", spy_on_others},
    {"escalate", escalate},
    {"raise-limits", raise_limits},
    {"terminal", terminal},
    {"descriptors", list_descriptors},
    {"environment", list_environment},
    {"status", show_status},
    {"addresses", show_addresses},
    {"affinity", set_affinity},
    {"copy-memory", copy_memory},
};
const size_t trespass_count = COUNT(trespasses);
