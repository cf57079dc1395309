#include "cuda_build.h"

#include "../simt/command/compile/cuda_compile.h"
#include "run_tool.h"
#include "files.h"
#include "../folder.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <glob.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Copies the plain files and folders of a folder of the kit's own; it is two levels deep. */
static bool copy_folder(const char *from, const char *to, struct error *error) {
    DIR *directory = opendir(from);
    if (directory == NULL) {
        return error_set(error, "%s: %s (was everything built? make)", from, strerror(errno));
    }
    bool good = folder_make(to, error);
    struct dirent *entry;
    while (good && (entry = readdir(directory)) != NULL) {
        char source[PATH_MAX], target[PATH_MAX];
        if (entry->d_name[0] == '.') {
            continue;
        }
        good = snprintf(source, sizeof source, "%s/%s", from, entry->d_name) < PATH_MAX &&
               snprintf(target, sizeof target, "%s/%s", to, entry->d_name) < PATH_MAX;
        good = good && (entry->d_type == DT_DIR ? copy_folder(source, target, error)
                                                : file_copy(source, target, 0644, error));
    }
    closedir(directory);
    return good;
}

bool cuda_bring_kit(const char *build, const char *target, struct error *error) {
    char from[PATH_MAX], to[PATH_MAX];
    snprintf(from, sizeof from, "%s/cuda", build);
    snprintf(to, sizeof to, "%s/cuda", target);
    if (!copy_folder(from, to, error)) {
        return false;
    }
    snprintf(to, sizeof to, "%s/record", target);
    return folder_make(to, error) && file_bring(build, target, "record/annotate", 0755, error) &&
           file_bring(build, target, "liblockstep_cudart.a", 0644, error);
}

static const char *const host_flags[] = {"-g", "-w", "-fsigned-char", "-ffp-contract=off"};
enum { HOST_FLAGS = sizeof host_flags / sizeof *host_flags };

/* One command's words, for `sh -c`. */
static const char *quote(struct arena *arena, const struct compile_step *step) {
    const char *text = "";
    for (size_t word = 0; word < step->argc; word++) {
        text = arena_printf(arena, "%s%s'%s'", text, word == 0 ? "" : " ", step->argv[word]);
    }
    return text;
}

/* The steps of a lane, one after the other. */
static const char *join_lane(struct arena *arena, const struct compile_plan *plan,
                             enum compile_lane lane) {
    const char *text = "";
    for (size_t i = 0; i < plan->count; i++) {
        if (plan->steps[i].lane == lane) {
            text = arena_printf(arena, "%s%s%s", text, text[0] == '\0' ? "" : " && ",
                                quote(arena, &plan->steps[i]));
        }
    }
    return text;
}

const char *cuda_compile_command(struct arena *arena, const char *file, const char *object,
                                 const char *headers, const struct cuda_steps *steps,
                                 struct error *error) {
    static const char *const both[] = {"-I/box"};
    const char *sources[] = {file};
    const char *ptx = arena_printf(arena, "%s.ptx", object);
    const struct compile_request request = {.home = CUDA_HOME,
                                            .scratch = "/tmp",
                                            .output = object,
                                            .goal = COMPILE_OBJECT,
                                            .preset = COMPILE_SOURCE,
                                            .notes = getenv("LOCKSTEP_NOTES") != NULL,
                                            .apart = ptx,
                                            .headers = headers,
                                            .sources = sources,
                                            .source_count = 1,
                                            .both_flags = both,
                                            .both_count = 1,
                                            .host_flags = host_flags,
                                            .host_count = HOST_FLAGS};
    struct compile_plan plan = {0};
    const char *text = NULL;
    if (compile_plan_make(&request, &plan, error)) {
        /* What the host's compiler says comes second, and only where the first takes the file. */
        text =
            arena_printf(arena,
                         "{ printf '" COMPILE_PLACE "%s\\000' > %s.place && "
                         "{ { %s; } > %s.said 2>&1 && %s; } & host=$!; "
                         "if %s; then wait $host; code=$?; cat %s.said >&2; %s; [ $code = 0 ]; "
                         "else kill $host 2>/dev/null; wait $host; false; fi; }",
                         strrchr(ptx, '/') + 1, ptx, join_lane(arena, &plan, LANE_HOST), object,
                         steps->beside, join_lane(arena, &plan, LANE_KERNELS), object, steps->then);
    }
    compile_plan_clear(&plan);
    return text;
}

const char *cuda_headers_command(struct arena *arena, const char *output, struct error *error) {
    const struct compile_request request = {.home = CUDA_HOME,
                                            .output = output,
                                            .preset = COMPILE_SOURCE,
                                            .host_flags = host_flags,
                                            .host_count = HOST_FLAGS};
    struct compile_plan plan = {0};
    const char *text = NULL;
    if (compile_headers_plan(&request, &plan, error)) {
        text =
            arena_printf(arena, "{ %s; } & kernels=$!; %s && wait $kernels",
                         join_lane(arena, &plan, LANE_KERNELS), join_lane(arena, &plan, LANE_HOST));
    }
    compile_plan_clear(&plan);
    return text;
}

/* ---- a real GPU ---- */

static const char nvcc[] = "/usr/local/cuda/bin/nvcc";

static glob_t files;
static pthread_once_t files_once = PTHREAD_ONCE_INIT;

static void find_files(void) {
    static const char *const known[] = {"/dev/nvidia[0-9]*", "/dev/nvidiactl", "/dev/nvidia-uvm",
                                        "/dev/nvidia-uvm-tools"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        glob(known[i], i > 0 ? GLOB_APPEND : 0, NULL, &files);
    }
}

const char *const *cuda_device_files(void) {
    static const char *none = NULL;
    pthread_once(&files_once, find_files);
    return files.gl_pathc > 0 ? (const char *const *)files.gl_pathv : &none;
}

size_t cuda_device_count(void) {
    const char *const *file = cuda_device_files();
    size_t count = 0;
    while (file[count] != NULL && isdigit((unsigned char)file[count][strlen("/dev/nvidia")])) {
        count++;
    }
    return count;
}

bool cuda_available(struct error *error) {
    if (access("/dev/nvidiactl", F_OK) != 0 || cuda_device_count() == 0) {
        return error_set(error, "no NVIDIA GPU on this machine, or no driver for it");
    }
    if (access(nvcc, X_OK) != 0) {
        return error_set(error, "%s is not here (the CUDA Toolkit brings it)", nvcc);
    }
    return true;
}

const char *cuda_nvcc_command(struct arena *arena, const char *file, const char *includes,
                              const char *object) {
    struct command_line line = {.arena = arena};
    int major = 0, minor = 0;
    command_split(&line, "nvidia-smi --query-gpu=compute_cap --format=csv,noheader");
    /* Without an answer nvcc's own default serves: the driver compiles its PTX. */
    const char *said = command_first_line(&line);
    bool known = said != NULL && sscanf(said, "%d.%d", &major, &minor) == 2;
    return arena_printf(arena, "PATH=/usr/local/cuda/bin:$PATH %s -O3 -lineinfo%s -I%s -c %s -o %s",
                        nvcc, known ? arena_printf(arena, " -arch=sm_%d%d", major, minor) : "",
                        includes, file, object);
}
