/*
 * Drivers are looked for at run time, by dlopen, and spoken to in a process of their own: a driver
 * that crashes, prints or hangs must not take `lockstep doctor` with it.
 */
#include "machine_devices.h"
#include "../clock.h"
#include "../compile/toolchain.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <hwloc.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    PROBE_SECONDS = 20,
    PROBE_BYTES = 32768,
    NAME_BYTES = 256,
    MOST_PLATFORMS = 16,
    MOST_DEVICES = 16
};

/* ---- a probe in a process of its own ---- */

/* Writes what it finds; true when there is a usable device. */
typedef bool driver_probe(FILE *out);

/* Reads until the end or the deadline, in clock_milliseconds(); false at the deadline. */
static bool read_until(int from, char *text, int64_t deadline) {
    size_t length = 0;
    for (;;) {
        struct pollfd ready = {.fd = from, .events = POLLIN};
        const int64_t left = deadline - clock_milliseconds();
        if (left <= 0 || poll(&ready, 1, (int)left) == 0) {
            return false;
        }
        ssize_t got = read(from, text + length, PROBE_BYTES - 1 - length);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0) {
            return true;
        }
        length += (size_t)got;
    }
}

_Noreturn static void probe_child(driver_probe *probe, int to) {
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    dup2(null, 0);
    dup2(null, 1);
    dup2(null, 2);
    FILE *out = fdopen(to, "w");
    bool found = out != NULL && probe(out);
    if (out != NULL) {
        fflush(out);
    }
    _exit(found ? 0 : 1);
}

/* Runs the probe; its text goes to `text` (PROBE_BYTES). */
static bool probe_apart(driver_probe *probe, char *text) {
    int pipes[2];
    memset(text, 0, PROBE_BYTES);
    if (pipe2(pipes, O_CLOEXEC) != 0) {
        return false;
    }
    pid_t child = fork();
    if (child == 0) {
        close(pipes[0]);
        probe_child(probe, pipes[1]);
    }
    close(pipes[1]);
    bool answered =
        child > 0 && read_until(pipes[0], text, clock_milliseconds() + PROBE_SECONDS * 1000);
    close(pipes[0]);
    if (child < 0) {
        return false;
    }
    if (!answered) {
        kill(child, SIGKILL);
    }
    int status = 1;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (!answered) {
        snprintf(text, PROBE_BYTES, "its driver did not answer in %d seconds", PROBE_SECONDS);
    } else if (WIFSIGNALED(status)) {
        snprintf(text, PROBE_BYTES, "its driver crashed (%s)", strsignal(WTERMSIG(status)));
    }
    return answered && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static struct device_state driver_state(struct arena *arena, driver_probe *probe, const char *fix) {
    char text[PROBE_BYTES];
    bool present = probe_apart(probe, text);
    size_t length = strlen(text);
    while (length > 0 && text[length - 1] == '\n') {
        text[--length] = '\0';
    }
    const char *detail =
        length > 0 ? arena_strdup(arena, text) : "its driver ended without an answer";
    return (struct device_state){present, detail, present ? "" : fix};
}

/* Puts the library's function of that name into the function pointer that `function` points to. */
static bool symbol(void *library, const char *name, void *function) {
    void *address = dlsym(library, name);
    memcpy(function, &address, sizeof address);
    return address != NULL;
}

/* ---- cpu ---- */

static struct device_state probe_cpu(struct arena *arena, const struct language *language) {
    (void)language;
    hwloc_topology_t topology;
    if (hwloc_topology_init(&topology) != 0) {
        return (struct device_state){false, "hwloc cannot read this machine's topology", ""};
    }
    if (hwloc_topology_load(topology) != 0) {
        hwloc_topology_destroy(topology);
        return (struct device_state){false, "hwloc cannot read this machine's topology", ""};
    }
    int cores = hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_CORE);
    int threads = hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_PU);
    hwloc_obj_t package = hwloc_get_obj_by_type(topology, HWLOC_OBJ_PACKAGE, 0);
    const char *model = package == NULL ? NULL : hwloc_obj_get_info_by_name(package, "CPUModel");
    const char *detail =
        arena_printf(arena, "%s: %d core%s, %d thread%s", model == NULL ? "processor" : model,
                     cores, cores == 1 ? "" : "s", threads, threads == 1 ? "" : "s");
    hwloc_topology_destroy(topology);
    return (struct device_state){true, detail, ""};
}

/* ---- simt ---- */

/* There when this executable holds the SIMT machine's command. */
extern int simt_main(int argc, char **argv) __attribute__((weak));

static struct device_state probe_simt(struct arena *arena, const struct language *language) {
    if (simt_main == NULL) {
        return (struct device_state){false, "this lockstep was built without the SIMT machine", ""};
    }
    if (tool_path(TOOL_CLANG) == NULL) {
        return (struct device_state){
            false, "clang, which compiles kernels to PTX, is missing",
            arena_printf(arena, "apt-get install %s", tool_package(TOOL_CLANG))};
    }
    return (struct device_state){
        true,
        language_print(language, arena, "simulated GPU, kernels compiled to PTX by clang %s",
                       tool_version(TOOL_CLANG)),
        ""};
}

/* ---- opencl: the few declarations that are needed, so that no OpenCL header is ---- */

typedef int32_t get_platforms(uint32_t capacity, void **platforms, uint32_t *count);
typedef int32_t get_info(void *object, uint32_t name, size_t size, void *value, size_t *needed);
typedef int32_t get_devices(void *platform, uint64_t type, uint32_t capacity, void **devices,
                            uint32_t *count);
enum { PLATFORM_VERSION = 0x0901, PLATFORM_NAME = 0x0902, DEVICE_NAME = 0x102B };
static const uint64_t any_device_type = 0xffffffff;

static void opencl_text(get_info *info, void *object, uint32_t name, char text[NAME_BYTES]) {
    memset(text, 0, NAME_BYTES);
    if (info(object, name, NAME_BYTES - 1, text, NULL) != 0) {
        snprintf(text, NAME_BYTES, "(nameless)");
    }
}

static bool probe_opencl_driver(FILE *out) {
    void *loader = dlopen("libOpenCL.so.1", RTLD_NOW);
    if (loader == NULL) {
        fputs("no ICD loader: libOpenCL.so.1 is not on this machine", out);
        return false;
    }
    get_platforms *platforms_of;
    get_info *platform_info, *device_info;
    get_devices *devices_of;
    void *platforms[MOST_PLATFORMS], *devices[MOST_DEVICES];
    uint32_t count = 0, found = 0;
    if (!symbol(loader, "clGetPlatformIDs", &platforms_of) ||
        !symbol(loader, "clGetPlatformInfo", &platform_info) ||
        !symbol(loader, "clGetDeviceIDs", &devices_of) ||
        !symbol(loader, "clGetDeviceInfo", &device_info)) {
        fputs("libOpenCL.so.1 is not an OpenCL loader", out);
        return false;
    }
    if (platforms_of(MOST_PLATFORMS, platforms, &count) != 0 || count == 0) {
        fputs("a loader, but no platform registered in /etc/OpenCL/vendors", out);
        return false;
    }
    for (uint32_t p = 0; p < count && p < MOST_PLATFORMS; p++) {
        char name[NAME_BYTES], version[NAME_BYTES], device[NAME_BYTES];
        uint32_t here = 0;
        opencl_text(platform_info, platforms[p], PLATFORM_NAME, name);
        opencl_text(platform_info, platforms[p], PLATFORM_VERSION, version);
        char *options = strstr(version, "  "); /* PoCL tells there how it was built */
        if (options != NULL) {
            *options = '\0';
        }
        fprintf(out, "%s, %s: ", name, version);
        if (devices_of(platforms[p], any_device_type, MOST_DEVICES, devices, &here) != 0) {
            here = 0;
        }
        for (uint32_t d = 0; d < here && d < MOST_DEVICES; d++) {
            opencl_text(device_info, devices[d], DEVICE_NAME, device);
            fprintf(out, "%s%s", d > 0 ? ", " : "", device);
        }
        fputs(here == 0 ? "no device\n" : "\n", out);
        found += here;
    }
    return found > 0;
}

static struct device_state probe_opencl(struct arena *arena, const struct language *language) {
    (void)language;
    return driver_state(arena, probe_opencl_driver,
                        "apt-get install ocl-icd-libopencl1 pocl-opencl-icd");
}

/* ---- cuda: the driver's own library, which needs no CUDA Toolkit ---- */

static bool probe_cuda_driver(FILE *out) {
    void *driver = dlopen("libcuda.so.1", RTLD_NOW);
    if (driver == NULL) {
        fputs("no NVIDIA driver: libcuda.so.1 is not on this machine", out);
        return false;
    }
    int (*init)(unsigned), (*driver_version)(int *), (*device_count)(int *);
    int (*device_get)(int *, int), (*device_name)(char *, int, int);
    int count = 0, version = 0;
    if (!symbol(driver, "cuInit", &init) ||
        !symbol(driver, "cuDriverGetVersion", &driver_version) ||
        !symbol(driver, "cuDeviceGetCount", &device_count) ||
        !symbol(driver, "cuDeviceGet", &device_get) ||
        !symbol(driver, "cuDeviceGetName", &device_name)) {
        fputs("libcuda.so.1 is not a CUDA driver", out);
        return false;
    }
    int status = init(0);
    if (status != 0 || device_count(&count) != 0 || count == 0) {
        fprintf(out, "a driver, but no GPU that it can use (cuInit gave %d)", status);
        return false;
    }
    driver_version(&version);
    for (int i = 0; i < count; i++) {
        char name[NAME_BYTES] = "";
        int device = 0;
        if (device_get(&device, i) == 0 && device_name(name, NAME_BYTES - 1, device) == 0) {
            fprintf(out, "%s (driver for CUDA %d.%d)\n", name, version / 1000, version % 1000 / 10);
        }
    }
    return true;
}

static struct device_state probe_cuda(struct arena *arena, const struct language *language) {
    (void)language;
    return driver_state(arena, probe_cuda_driver,
                        "an NVIDIA GPU, and the driver that its vendor ships");
}

const struct device_row device_rows[] = {
    {"cpu", "C and OpenMP labs", probe_cpu},
    {"simt", "CUDA and OpenCL labs on any machine, no GPU needed", probe_simt},
    {"opencl", "OpenCL programs on any OpenCL device", probe_opencl},
    {"cuda", "CUDA programs on a real GPU", probe_cuda},
    {NULL, NULL, NULL},
};
