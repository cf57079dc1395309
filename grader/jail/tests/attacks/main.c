/*
 * What a hostile or clumsy program may try, one attack per name: `attacks NAME [argument]`. Runs
 * inside the jail. Attacks that are refused print "refused" lines and exit 0; one that got through
 * prints "BREACH: what" and exits 3.
 */
#include "attacks.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

int breach(const char *what) {
    printf("BREACH: %s\n", what);
    fflush(stdout);
    return 3;
}

static void sleep_forever(void) {
    for (;;) {
        pause();
    }
}

/* ---- processes ---- */

static int fork_many(const char *argument) {
    (void)argument;
    int started = 0;
    for (; started < 2000; started++) {
        pid_t child = fork();
        if (child < 0) {
            break;
        }
        if (child == 0) {
            sleep_forever();
        }
    }
    printf("started %d, then %s\n", started, strerror(errno));
    return started > 100 ? breach("more processes than allowed") : 0;
}

static int fork_bomb(const char *argument) {
    (void)argument;
    for (;;) {
        fork();
    }
    return 0;
}

static void *sleep_in_thread(void *unused) {
    sleep_forever();
    return unused;
}

static int threads_many(const char *argument) {
    (void)argument;
    int started = 0;
    pthread_t thread;
    while (started < 2000 && pthread_create(&thread, NULL, sleep_in_thread, NULL) == 0) {
        started++;
    }
    printf("started %d\n", started);
    fflush(stdout);
    _exit(started > 100 ? breach("more threads than allowed") : 0);
}

/* A daemon with standard output open, as far from its parent as the jail lets it. */
static int leave_daemon(const char *argument) {
    (void)argument;
    for (int i = 0; i < 2; i++) {
        if (fork() != 0) {
            _exit(0);
        }
        setsid();
        setpgid(0, 0);
    }
    for (int number = 1; number < NSIG; number++) {
        signal(number, SIG_IGN);
    }
    sleep_forever();
    return 0;
}

/* Daemons upon daemons: each new one outlives its parent by a moment. */
static int flee(const char *argument) {
    (void)argument;
    for (;;) {
        if (fork() > 0) {
            _exit(0);
        }
        setsid();
    }
    return 0;
}

/* ---- time ---- */

static int spin(const char *argument) {
    (void)argument;
    for (volatile unsigned long i = 0;; i++) {
    }
    return 0;
}

static int spin_deaf(const char *argument) {
    for (int number = 1; number < NSIG; number++) {
        signal(number, SIG_IGN);
    }
    return spin(argument);
}

static int spin_together(const char *argument) {
    for (int i = 0; i < 3; i++) {
        if (fork() == 0) {
            break;
        }
    }
    return spin_deaf(argument);
}

static int sleep_on(const char *argument) {
    (void)argument;
    signal(SIGTERM, SIG_IGN);
    signal(SIGINT, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    puts("sleeping");
    fflush(stdout);
    sleep_forever();
    return 0;
}

/* Another child that holds everything open while the first one sleeps too. */
static int sleep_with_child(const char *argument) {
    fork();
    return sleep_on(argument);
}

/* Two locks, each taken by one thread, which then wants the other one. */
static pthread_mutex_t crossed[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static pthread_barrier_t both_taken;

static void *take_crossed(void *given) {
    const int *first = given;
    pthread_mutex_lock(&crossed[*first]);
    pthread_barrier_wait(&both_taken);
    pthread_mutex_lock(&crossed[1 - *first]);
    return NULL;
}

static int wait_for_each_other(const char *argument) {
    static int first[] = {0, 1};
    pthread_t thread;
    (void)argument;
    pthread_barrier_init(&both_taken, NULL, 2);
    pthread_create(&thread, NULL, take_crossed, &first[0]);
    take_crossed(&first[1]);
    pthread_join(thread, NULL);
    return 0;
}

/* All wait here too, but one of them only for so long. */
static void *wait_a_while(void *given) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += 400000000;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_mutex_timedlock(given, &until);
    return NULL;
}

static int wait_for_the_patient(const char *argument) {
    pthread_t thread;
    (void)argument;
    pthread_mutex_lock(&crossed[0]);
    pthread_create(&thread, NULL, wait_a_while, &crossed[0]);
    pthread_join(thread, NULL);
    return 0;
}

/* ---- memory ---- */

static void fill(size_t bytes, int flags) {
    enum { STEP = 1 << 20 };
    for (size_t done = 0; done < bytes; done += STEP) {
        char *page = mmap(NULL, STEP, PROT_READ | PROT_WRITE, flags | MAP_ANONYMOUS, -1, 0);
        if (page == MAP_FAILED) {
            break;
        }
        memset(page, 1, STEP);
    }
}

static int memory(const char *argument) {
    (void)argument;
    fill((size_t)16 << 30, MAP_PRIVATE);
    return breach("16 GiB filled, or refused without an end");
}

static int memory_shared(const char *argument) {
    (void)argument;
    fill((size_t)16 << 30, MAP_SHARED);
    return breach("16 GiB of shared memory filled");
}

/* Each child stays below the limit; together they do not. */
static int memory_children(const char *argument) {
    (void)argument;
    for (int i = 0; i < 4; i++) {
        if (fork() == 0) {
            fill((size_t)100 << 20, MAP_PRIVATE);
            sleep_forever();
        }
    }
    sleep_forever();
    return 0;
}

static int memory_huge_malloc(const char *argument) {
    (void)argument;
    char *block = malloc((size_t)64 << 30);
    puts(block == NULL ? "refused" : "given");
    return 0;
}

/* ---- files and output ---- */

static int write_until(int file, size_t bytes) {
    static char block[1 << 20];
    while (bytes > 0) {
        ssize_t done = write(file, block, bytes < sizeof block ? bytes : sizeof block);
        if (done <= 0) {
            return errno;
        }
        bytes -= (size_t)done;
    }
    return 0;
}

static int file_big(const char *argument) {
    int file = open(argument, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    write_until(file, (size_t)10 << 30);
    return breach("10 GB written");
}

static int file_big_deaf(const char *argument) {
    signal(SIGXFSZ, SIG_IGN);
    int file = open(argument, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    int problem = write_until(file, (size_t)10 << 30);
    printf("refused: %s\n", strerror(problem));
    return problem != 0 ? 0 : breach("10 GB written");
}

/* Many files, each small enough. */
static int files_many(const char *argument) {
    for (int i = 0; i < 40; i++) {
        char path[128];
        snprintf(path, sizeof path, "%s/%d", argument, i);
        int file = open(path, O_WRONLY | O_CREAT, 0600);
        int problem = file < 0 ? errno : write_until(file, 4 << 20);
        if (problem != 0) {
            printf("refused after %d: %s\n", i, strerror(problem));
            return 0;
        }
        close(file);
    }
    return breach("160 MB in small files");
}

static int memfd_grow(const char *argument) {
    if (ftruncate(atoi(argument), (off_t)4 << 30) == 0) {
        return breach("a passed memory file of 4 GiB");
    }
    printf("refused: %s\n", strerror(errno));
    return 0;
}

static int flood(const char *argument) {
    (void)argument;
    for (;;) {
        write_until(1, 1 << 20);
        write_until(2, 1 << 20);
    }
    return 0;
}

static int print_much(const char *argument) {
    for (long i = atol(argument); i > 0; i--) {
        putchar('x');
    }
    return 0;
}

/* ---- ends ---- */

static int exit_with(const char *argument) {
    _exit(atoi(argument));
}

static int die(const char *argument) {
    raise(atoi(argument));
    return 0;
}

static int fall(const char *argument) {
    (void)argument;
    return *(volatile int *)NULL;
}

static int abort_now(const char *argument) {
    (void)argument;
    abort();
}

#ifdef __x86_64__ /* no other has a 32-bit way into the kernel; number 20 is getpid there and      \
                     writev here */
static int foreign_call(const char *argument) {
    (void)argument;
    long result = 20;
    __asm__ volatile("int $0x80" : "+a"(result)::"memory");
    return breach("a 32-bit system call went through");
}
#endif

static const struct attack attacks[] = {
    {"fork-many", fork_many},
    {"fork-bomb", fork_bomb},
    {"threads-many", threads_many},
    {"leave-daemon", leave_daemon},
    {"flee", flee},
    {"spin", spin},
    {"spin-deaf", spin_deaf},
    {"spin-together", spin_together},
    {"sleep", sleep_on},
    {"sleep-with-child", sleep_with_child},
    {"wait-for-each-other", wait_for_each_other},
    {"wait-for-the-patient", wait_for_the_patient},
    {"memory", memory},
    {"memory-shared", memory_shared},
    {"memory-children", memory_children},
    {"memory-huge-malloc", memory_huge_malloc},
    {"file-big", file_big},
    {"file-big-deaf", file_big_deaf},
    {"files-many", files_many},
    {"memfd-grow", memfd_grow},
    {"flood", flood},
    {"print-much", print_much},
    {"exit", exit_with},
    {"die", die},
    {"fall", fall},
    {"abort", abort_now},
#ifdef __x86_64__
    {"foreign-call", foreign_call},
#endif
};

int main(int count, char **arguments) {
    const char *name = count > 1 ? arguments[1] : "", *argument = count > 2 ? arguments[2] : "";
    for (size_t i = 0; i < sizeof attacks / sizeof *attacks; i++) {
        if (strcmp(attacks[i].name, name) == 0) {
            return attacks[i].run(argument);
        }
    }
    for (size_t i = 0; i < trespass_count; i++) {
        if (strcmp(trespasses[i].name, name) == 0) {
            return trespasses[i].run(argument);
        }
    }
    printf("no attack '%s'\n", name);
    return 4;
}
