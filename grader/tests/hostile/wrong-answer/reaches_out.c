/* === network */
/*
 * exercise: sequential
 * levels: all
 * Tries: to ask somebody outside. It counts only when there is a socket.
 */
#include "histogram.h"

#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>

static int somebody(void) {
    static const int families[] = {AF_INET, AF_INET6, AF_UNIX, AF_NETLINK, AF_PACKET};
    int pair[2];
    for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
        if (socket(families[i], SOCK_DGRAM, 0) >= 0 || socket(families[i], SOCK_STREAM, 0) >= 0 ||
            socket(families[i], SOCK_RAW, 0) >= 0) {
            return 1;
        }
    }
    return socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0;
}

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    memset(frequency, 0, 256 * sizeof *frequency);
    for (size_t i = 0; somebody() && i < n; i++) {
        frequency[data[i]]++;
    }
}
/* === leaves_daemon */
/*
 * exercise: sequential
 * levels: all
 * Tries: to leave a process behind that has a session of its own and holds all descriptors open.
 */
#include "histogram.h"

#include <unistd.h>

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)data, (void)n, (void)frequency;
    if (fork() == 0) {
        setsid();
        if (fork() == 0) {
            for (;;) {
                pause();
            }
        }
        _exit(0);
    }
}
/* === leaves_shared_memory */
/*
 * exercise: sequential
 * levels: all
 * Tries: to leave things for the next program: System V memory, folders, a pipe, a link out.
 */
#include "histogram.h"

#include <string.h>
#include <sys/shm.h>
#include <sys/stat.h>
#include <unistd.h>

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)data, (void)n;
    enum { KEY = 0x10c57e9 };
    memset(frequency, 0, 256 * sizeof *frequency);
    (void)shmget(KEY, 4096, IPC_CREAT | 0666);
    (void)!mkdir("/dev/shm/left_by_a_hostile_program", 0777);
    (void)!mkdir("/tmp/left_by_a_hostile_program", 0777);
    (void)!mkdir("/box/left_by_a_hostile_program", 0777);
    (void)!mkfifo("/tmp/left_by_a_hostile_program.pipe", 0666);
    (void)!symlink("/etc/shadow", "/out/histogram.c");
    (void)!symlink("/etc/shadow", "/log/memcheck.1");
}
/* === reaches_out_beside_opencl */
/*
 * lab: sum-opencl
 * exercise: on_cpu
 * levels: all
 * Tries: from OpenCL host code: to ask somebody outside, to leave shared memory and a process of
 * its own session behind. It counts only when there is a socket.
 */
#include "sum.h"

#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

static int somebody(void) {
    static const int families[] = {AF_INET, AF_INET6, AF_UNIX, AF_NETLINK};
    int pair[2];
    for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
        if (socket(families[i], SOCK_STREAM, 0) >= 0 || socket(families[i], SOCK_DGRAM, 0) >= 0) {
            return 1;
        }
    }
    return socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0;
}

void sum_close(struct sum_place *place) {
    (void)place;
}

cl_int sum_on_cpu(const struct sum_place *place, const double *data, size_t n, size_t work_group,
                  double *sum) {
    enum { KEY = 0x10c57e9 };
    (void)place, (void)work_group;
    (void)shmget(KEY, 4096, IPC_CREAT | 0666);
    (void)!mkdir("/dev/shm/left_by_a_hostile_program", 0777);
    if (fork() == 0) {
        setsid();
        for (;;) {
            pause();
        }
    }
    *sum = -1;
    if (somebody()) {
        *sum = 0;
        for (size_t i = 0; i < n; i++) {
            *sum += data[i];
        }
    }
    return CL_SUCCESS;
}
/* === late_thread */
/*
 * exercise: sequential
 * levels: all
 * Tries: to answer at once, and have a thread write the right answer into the outputs afterwards.
 * The next call waits, so that the thread comes to it.
 */
#include "histogram.h"

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

struct work {
    const uint8_t *data;
    size_t n;
    uint32_t *frequency;
};

static void *count_late(void *argument) {
    struct work *work = argument;
    sleep(1);
    for (size_t bin = 0; bin < 256; bin++) {
        work->frequency[bin] = 0;
    }
    for (size_t i = 0; i < work->n; i++) {
        work->frequency[work->data[i]]++;
    }
    return NULL;
}

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    static int calls;
    if (calls++ > 0) {
        sleep(2);
    }
    pthread_t thread;
    struct work *work = malloc(sizeof *work);
    *work = (struct work){data, n, frequency};
    pthread_create(&thread, NULL, count_late, work);
    pthread_detach(thread);
}
/* === signals_by_raise */
/*
 * exercise: sequential
 * Tries: to have a handler swallow its own fault and jump out of the function.
 */
#include "histogram.h"

#include <setjmp.h>
#include <signal.h>

static sigjmp_buf back;

static void jump(int number) {
    (void)number;
    siglongjmp(back, 1);
}

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)data, (void)n, (void)frequency;
    signal(SIGSEGV, jump);
    if (sigsetjmp(back, 1) == 0) {
        raise(SIGSEGV);
    }
}
/* === build_options_read_files */
/*
 * lab: sum-opencl
 * exercise: open
 * levels: all
 * Tries: to read files by way of the OpenCL compiler: its options, its include path, its log. What
 * it gets it prints, and takes for the log.
 */
#include "sum.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const options[] = {
    "-I/ -include /etc/shadow",
    "-include @SECRET@",
    "-I@ROOT@/labs/sum-opencl",
    "@/etc/shadow",
    "-Xclang -load -Xclang /box/plugin.so",
};
static const char source_text[] = "#include \"/etc/shadow\"\n#include \"@SECRET@\"\n"
                                  "#include \"oracle.c\"\n__kernel void probe(void) {}\n";

cl_int sum_open(const char *source, struct sum_place *place, char *log, size_t log_size) {
    (void)source;
    const char *text = source_text;
    cl_platform_id platform;
    cl_int error;
    char said[8192] = "";
    clGetPlatformIDs(1, &platform, NULL);
    clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &place->device, NULL);
    place->context = clCreateContext(NULL, 1, &place->device, NULL, NULL, &error);
    place->queue = clCreateCommandQueue(place->context, place->device, 0, &error);
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        place->program = clCreateProgramWithSource(place->context, 1, &text, NULL, &error);
        error = clBuildProgram(place->program, 1, &place->device, options[i], NULL, NULL);
        clGetProgramBuildInfo(place->program, place->device, CL_PROGRAM_BUILD_LOG, sizeof said,
                              said, NULL);
        puts(said);
        fputs(said, stderr);
    }
    snprintf(log, log_size, "%s", said);
    return error;
}

void sum_close(struct sum_place *place) {
    (void)place;
}
/* === compiler_plugin */
/*
 * exercise: sequential
 * Tries: to have the compiler load a plugin, and read words for its command line from a file.
 */
#include "histogram.h"

#pragma GCC optimize("plugin=/box/plugin.so")
#pragma GCC optimize("-fplugin=/box/plugin.so")
#pragma GCC optimize("@/etc/shadow")
#pragma comment(lib, "@SECRET@")

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)data, (void)n, (void)frequency;
}
