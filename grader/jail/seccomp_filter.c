#include "seccomp_filter.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <seccomp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

/* What compilers, OpenMP and ordinary programs need. Not here: sockets, other processes' memory,
 * namespaces, mounts, keys, modules, clocks, System V and POSIX queues, BPF,
 * io_uring, userfaultfd, perf. */
static const char allowed[] =
    /* files and folders */
    "access chdir chmod copy_file_range creat faccessat faccessat2 fadvise64 fallocate fchdir "
    "fchmod fchmodat fdatasync flock fstat fstatfs fsync ftruncate getcwd getdents getdents64 "
    "link linkat lseek lstat mkdir mkdirat newfstatat open openat readlink readlinkat rename "
    "renameat renameat2 rmdir stat statfs statx symlink symlinkat sync_file_range truncate umask "
    "unlink unlinkat utime utimensat utimes inotify_add_watch inotify_init inotify_init1 "
    "inotify_rm_watch "
    /* reading, writing and waiting for it */
    "close close_range dup dup2 dup3 eventfd eventfd2 fcntl ioctl pipe pipe2 poll ppoll pread64 "
    "preadv preadv2 pselect6 pwrite64 pwritev pwritev2 read readahead readv recvfrom recvmsg "
    "select sendfile sendmsg sendto shutdown splice tee write writev epoll_create epoll_create1 "
    "epoll_ctl epoll_pwait epoll_pwait2 epoll_wait "
    /* memory */
    "brk get_mempolicy madvise mbind membarrier mincore mlock mmap mprotect mremap msync munlock "
    "munmap set_mempolicy "
    /* processes and threads */
    "arch_prctl execve execveat exit exit_group fork futex futex_waitv get_robust_list getcpu "
    "getpgid getpgrp getpid getppid getpriority getsid gettid pidfd_open prctl restart_syscall "
    "rseq sched_get_priority_max sched_get_priority_min sched_getaffinity sched_getattr "
    "sched_getparam sched_getscheduler sched_rr_get_interval sched_setaffinity sched_yield "
    "set_robust_list set_tid_address vfork wait4 waitid "
    /* users, limits and the machine */
    "capget getegid geteuid getgid getgroups getrandom getresgid getresuid getrlimit getrusage "
    "getuid setrlimit sysinfo times uname "
    /* signals */
    "kill pause rt_sigaction rt_sigpending rt_sigprocmask rt_sigqueueinfo rt_sigreturn "
    "rt_sigsuspend rt_sigtimedwait rt_tgsigqueueinfo sigaltstack signalfd signalfd4 tgkill tkill "
    /* time */
    "alarm clock_getres clock_gettime clock_nanosleep getitimer gettimeofday nanosleep setitimer "
    "time timer_create timer_delete timer_getoverrun timer_gettime timer_settime timerfd_create "
    "timerfd_gettime timerfd_settime";

/* Allowed where a PID namespace holds what they may do to others. */
static const char allowed_in_namespaces[] = "setsid setpgid";

/* Refused with EPERM, which a person understands; calls that are nowhere in this file get ENOSYS,
 * which makes the C library try an older one. */
static const char denied[] =
    /* sockets and queues */
    "accept accept4 bind connect listen setsockopt socket socketpair mq_open msgget semget shmget "
    /* files of others, and what is no file */
    "chown chroot fchown fchownat lchown memfd_create memfd_secret mknod mknodat "
    "open_by_handle_at fanotify_init fsmount fsopen mount move_mount open_tree pivot_root swapon "
    "umount2 "
    /* other processes, users and namespaces */
    "pidfd_getfd pidfd_send_signal process_madvise process_vm_readv process_vm_writev ptrace "
    "sched_setattr sched_setparam sched_setscheduler setpriority setgid setgroups setregid "
    "setresgid setresuid setreuid setuid setns unshare "
    /* the machine */
    "add_key bpf init_module io_uring_enter io_uring_register io_uring_setup keyctl kexec_load "
    "perf_event_open reboot request_key setdomainname sethostname userfaultfd";

/* What jail_needs opens; each need includes those before it. NVIDIA's driver gives up
 * (CUDA_ERROR_OPERATING_SYSTEM) when it cannot listen on an abstract socket, by which processes
 * hand each other memory; compute-sanitizer speaks to its child through sockets and pipes in /tmp.
 * Such sockets end at the box's own network namespace and its own folders. */
static const struct opening {
    const char *name;
    enum jail_needs need;
    unsigned argument; /* must have `value` in the bits of `mask` */
    uint32_t mask, value;
} openings[] = {
    {"socket", JAIL_NEEDS_DRIVER, 0, 0xffffffff, AF_UNIX},
    {"bind", JAIL_NEEDS_DRIVER, 0, 0, 0},
    {"listen", JAIL_NEEDS_DRIVER, 0, 0, 0},
    {"connect", JAIL_NEEDS_TOOLS, 0, 0, 0},
    {"accept", JAIL_NEEDS_TOOLS, 0, 0, 0},
    {"accept4", JAIL_NEEDS_TOOLS, 0, 0, 0},
    {"setsockopt", JAIL_NEEDS_TOOLS, 0, 0, 0},
    {"mknodat", JAIL_NEEDS_TOOLS, 2, S_IFMT, S_IFIFO},
};

static const struct opening *find_opening(const char *name, enum jail_needs needs) {
    for (size_t i = 0; i < sizeof openings / sizeof *openings; i++) {
        if (openings[i].need <= needs && strcmp(openings[i].name, name) == 0) {
            return &openings[i];
        }
    }
    return NULL;
}

/* A rule for each name of the list, but for what `needs` opens. A call that this libseccomp or this
 * processor does not know cannot be allowed; it stays refused. */
static int add_names(scmp_filter_ctx filter, uint32_t action, const char *names,
                     enum jail_needs needs) {
    enum { LONGEST_NAME = 32 };
    int failed = 0;
    while (*names != '\0' && failed == 0) {
        char name[LONGEST_NAME];
        const size_t length = strcspn(names, " ");
        snprintf(name, sizeof name, "%.*s", (int)length, names);
        names += length + strspn(names + length, " ");
        const struct opening *opening = find_opening(name, needs);
        const int number = seccomp_syscall_resolve_name(name);
        if (number >= 0 && opening != NULL) {
            failed = seccomp_rule_add(
                filter, SCMP_ACT_ALLOW, number, opening->mask != 0,
                SCMP_CMP(opening->argument, SCMP_CMP_MASKED_EQ, opening->mask, opening->value));
        } else if (number >= 0) {
            failed = seccomp_rule_add(filter, action, number, 0);
        }
    }
    return failed;
}

static int add_with_arguments(scmp_filter_ctx filter) {
    enum {
        NAMESPACES = CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER |
                     CLONE_NEWPID | CLONE_NEWNET
    };
    static const unsigned long personalities[] = {0xffffffff, PER_LINUX, ADDR_NO_RANDOMIZE};
    int failed = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(clone), 1,
                                  SCMP_A0(SCMP_CMP_MASKED_EQ, NAMESPACES, 0));
    /* Only its own limits: the command may not touch those of process 1. */
    failed = failed != 0 ? failed
                         : seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(prlimit64), 1,
                                            SCMP_A0(SCMP_CMP_EQ, 0));
    for (size_t i = 0; i < sizeof personalities / sizeof *personalities && failed == 0; i++) {
        failed = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(personality), 1,
                                  SCMP_A0(SCMP_CMP_EQ, personalities[i]));
    }
    return failed;
}

/* Fills `program` from the context by way of a memory file, the only form that libseccomp 2.5
 * writes. */
static int export_program(scmp_filter_ctx filter, struct sock_filter **program, size_t *count) {
    struct stat status;
    int file = memfd_create("lockstep-filter", MFD_CLOEXEC);
    if (file < 0) {
        return -errno;
    }
    int failed = seccomp_export_bpf(filter, file);
    if (failed == 0 && fstat(file, &status) != 0) {
        failed = -errno;
    }
    if (failed == 0) {
        *program = malloc((size_t)status.st_size);
        *count = (size_t)status.st_size / sizeof **program;
        if (*program == NULL ||
            pread(file, *program, (size_t)status.st_size, 0) != status.st_size) {
            failed = -ENOMEM;
        }
    }
    close(file);
    return failed;
}

struct built_filter {
    struct sock_filter *program;
    size_t count;
    int failed;
};

static struct built_filter build(bool namespaces, enum jail_needs needs) {
    struct built_filter built = {.failed = -ENOMEM};
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(ENOSYS));
    if (filter == NULL) {
        return built;
    }
    /* Calls of another architecture (32-bit, x32) would pass under numbers that mean something
     * else: the default. */
    built.failed = seccomp_attr_set(filter, SCMP_FLTATR_CTL_OPTIMIZE, 2);
    if (built.failed == 0) {
        built.failed = add_names(filter, SCMP_ACT_ALLOW, allowed, JAIL_NEEDS_NOTHING);
    }
    if (built.failed == 0) {
        built.failed = add_names(filter, namespaces ? SCMP_ACT_ALLOW : SCMP_ACT_ERRNO(EPERM),
                                 allowed_in_namespaces, JAIL_NEEDS_NOTHING);
    }
    if (built.failed == 0) {
        built.failed = add_names(filter, SCMP_ACT_ERRNO(EPERM), denied,
                                 namespaces ? needs : JAIL_NEEDS_NOTHING);
    }
    if (built.failed == 0) {
        built.failed = add_with_arguments(filter);
    }
    if (built.failed == 0) {
        built.failed = export_program(filter, &built.program, &built.count);
    }
    seccomp_release(filter);
    return built;
}

enum { NEEDS = JAIL_NEEDS_TOOLS + 1 };

const struct sock_filter *filter_program(bool namespaces, enum jail_needs needs, size_t *count,
                                         struct error *error) {
    /* The last one is for where there are no namespaces. Each takes a tenth of a jail's start, and
     * few are asked for. */
    static struct built_filter filters[NEEDS + 1];
    static bool known[NEEDS + 1];
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    const int which = namespaces ? (int)needs : NEEDS;
    pthread_mutex_lock(&lock);
    if (!known[which]) {
        filters[which] = build(namespaces, namespaces ? needs : JAIL_NEEDS_NOTHING);
        known[which] = true;
    }
    pthread_mutex_unlock(&lock);
    const struct built_filter *built = &filters[which];
    if (built->failed != 0) {
        error_set(error, "jail: cannot build the system call filter: %s", strerror(-built->failed));
        return NULL;
    }
    *count = built->count;
    return built->program;
}
