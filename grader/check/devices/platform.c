#include "../../message_text.h"
#include "platform.h"

#include "../../build_cache.h"
#include "../../folder.h"
#include "../../compile/files.h"
#include "../../compile/run_tool.h"
#include "../../compile/flavour.h"
#include "../../compile/opencl_build.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_PLATFORMS = 8, MOST_LINES = 4 };

/* A platform that might judge, and what came of trying it. */
struct candidate {
    const char *library;
    bool good, gpu;
    const char *description; /* NULL: it did not get as far */
    const char *reason;      /* why it is no good */
};

struct candidates {
    struct candidate item[MOST_PLATFORMS];
    size_t count;
};

static void add_candidate(struct candidates *all, const char *library) {
    for (size_t i = 0; i < all->count; i++) {
        if (strcmp(all->item[i].library, library) == 0) {
            return;
        }
    }
    if (all->count < MOST_PLATFORMS) {
        all->item[all->count++] = (struct candidate){.library = library};
    }
}

/* The libraries that are registered, but the kit's own. As for the ICD loader, OCL_ICD_VENDORS may
 * name another folder. */
static void find_candidates(struct arena *arena, struct candidates *all) {
    static const char nvidia[] = "libnvidia-opencl.so.1";
    const char *given = getenv("OCL_ICD_VENDORS"), *folder = "/etc/OpenCL/vendors";
    glob_t files;
    if (given == NULL && access("/dev/nvidiactl", F_OK) == 0) {
        add_candidate(all, nvidia);
    }
    folder = given != NULL ? given : folder;
    if (glob(arena_printf(arena, "%s/*.icd", folder), 0, NULL, &files) == 0) {
        for (size_t i = 0; i < files.gl_pathc; i++) {
            char line[512] = "";
            FILE *file = fopen(files.gl_pathv[i], "re");
            if (file != NULL && fgets(line, sizeof line, file) != NULL) {
                line[strcspn(line, "\r\n")] = '\0';
            }
            if (file != NULL) {
                fclose(file);
            }
            if (line[0] != '\0' && strstr(line, "lockstep") == NULL) {
                add_candidate(all, arena_strdup(arena, line));
            }
        }
    }
    globfree(&files);
}

/* Reads what the self-test printed (selftest/opencl.c says what), line by line. */
static void read_answer(struct arena *arena, char *output, struct candidate *candidate) {
    char *rest = output, *line;
    while ((line = strsep(&rest, "\n")) != NULL) {
        char *device = strchr(line, '\t');
        char *platform = device != NULL ? strchr(device + 1, '\t') : NULL;
        if (platform != NULL) {
            *device++ = '\0';
            *platform++ = '\0';
            candidate->gpu = strcmp(line, "gpu") == 0;
            const bool pocl = strncmp(platform, "Portable Computing Language", 27) == 0;
            candidate->description =
                arena_printf(arena, "%s, %s%s", device, platform, pocl ? ", not optimising" : "");
        } else if (strncmp(line, "it ", 3) == 0 || strncmp(line, "no ", 3) == 0) {
            candidate->reason = arena_printf(arena, "%.200s", line);
        }
    }
}

/* Without the jail: a person runs a program of their own on their own machine. */
static void try_plainly(const struct box *box, struct arena *arena, const char *directory,
                        struct candidate *candidate) {
    struct command_line line = {.arena = arena};
    const char *output = "";
    int status = 1;
    struct error error = {0};
    /* Where that variable is set, the CUDA Toolkit's loader lists other platforms first. */
    command_split(&line, "timeout 60 env -u OCL_ICD_FILENAMES");
    command_split(&line, "POCL_EXTRA_BUILD_FLAGS=-cl-opt-disable");
    command_add(&line, "OCL_ICD_VENDORS=%s/platform-opencl/vendors/", directory);
    command_add(&line, "POCL_CACHE_DIR=%s", box->cache);
    command_add(&line, "CUDA_CACHE_PATH=%s", box->cache);
    command_add(&line, "%s/selftest", directory);
    if (!command_run(&line, &status, &output, &error)) {
        candidate->reason = arena_strdup(arena, error.message);
        return;
    }
    read_answer(arena, arena_strdup(arena, output), candidate);
    candidate->good = status == 0 && candidate->description != NULL;
    if (!candidate->good && candidate->reason == NULL) {
        candidate->reason = "it crashes or hangs on kernels that are known to be correct";
    }
}

/* Where the answer of a platform for the processor is kept: its name says for which machine,
 * packages, jail and grader. (A GPU may be gone the next time; it is asked each time.) */
static const char *kept_answer(struct arena *arena, const struct kit *kit, const char *library) {
    static const char *const parts[] = {"/etc/machine-id", "/etc/ld.so.cache",
                                        "/var/lib/dpkg/status", "/proc/self/exe"};
    const char *name = strrchr(library, '/');
    const char *path = arena_printf(arena, "%s/kit/platform-%s-%s-%d", kit->cache,
                                    name != NULL ? name + 1 : library,
                                    build_cache_stamp(arena, library), (int)jail_level());
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        path = arena_printf(arena, "%s-%s", path, build_cache_stamp(arena, parts[i]));
    }
    return path;
}

/* Known to be good from an earlier time? */
static bool recall(struct arena *arena, const struct kit *kit, struct candidate *candidate) {
    char *text = file_read(arena, kept_answer(arena, kit, candidate->library), 1024);
    if (text != NULL) {
        read_answer(arena, text, candidate);
    }
    candidate->good = text != NULL && candidate->description != NULL;
    return candidate->good;
}

/* What cannot be kept is asked again the next time. */
static void keep_answer(struct arena *arena, const struct kit *kit,
                        const struct candidate *candidate, const char *answer) {
    file_keep(kept_answer(arena, kit, candidate->library), answer);
}

static void try_candidate(const struct kit *kit, const struct box *box, struct arena *arena,
                          const char *directory, struct candidate *candidate) {
    struct jail_result result;
    const char *answer = "";
    self_test_run(directory, box->cache, flavour_row(FLAVOUR_OPENCL)->environment, &result);
    if (result.output != NULL) {
        answer = arena_strdup(arena, result.output);
        read_answer(arena, result.output, candidate);
    }
    candidate->good =
        result.end == JAIL_EXITED && result.code == 0 && candidate->description != NULL;
    if (!candidate->good && candidate->reason == NULL) {
        candidate->reason = result.end == JAIL_FAILED ? arena_strdup(arena, result.error.message)
                            : result.end == JAIL_EXITED
                                ? "it does not start in this machine's jail"
                                : "it crashes or hangs on kernels that are known to be correct";
    }
    jail_result_free(&result);
    if (candidate->good && !candidate->gpu) {
        keep_answer(arena, kit, candidate, answer);
    }
}

static bool build_self_test(const struct kit *kit, struct arena *arena, const char *program,
                            struct error *error) {
    struct command_line line = {.arena = arena};
    const char *output = "";
    int status = 1;
    command_split(&line, "/usr/bin/gcc -O1 -w " OPENCL_HEADERS);
    command_add(&line, "-I%s/grader", kit->root);
    command_split(&line, "-o");
    command_add(&line, "%s", program);
    command_add(&line, "%s/grader/check/selftest/opencl.c", kit->root);
    command_split(&line, OPENCL_LIBRARIES);
    if (!command_run(&line, &status, &output, error)) {
        return false;
    }
    return status == 0 ||
           error_set(error, "no program with OpenCL can be built here (apt-get install "
                            "ocl-icd-opencl-dev)");
}

/* The first good GPU, else the first good device, else NULL. */
static const struct candidate *best_of(const struct candidates *all) {
    const struct candidate *best = NULL;
    for (size_t i = 0; i < all->count; i++) {
        const struct candidate *candidate = &all->item[i];
        if (candidate->good && (best == NULL || (candidate->gpu && !best->gpu))) {
            best = candidate;
        }
    }
    return best;
}

/* Tries them until a GPU is good. NULL, or why none could be tried. */
static const char *try_all(const struct kit *kit, const struct box *box, struct arena *arena,
                           bool jailed, struct candidates *all) {
    struct error error = {0};
    const char *directory = arena_printf(arena, "%s/self-opencl", box->path);
    bool built = false;
    for (size_t i = 0; i < all->count && (best_of(all) == NULL || !best_of(all)->gpu); i++) {
        if (jailed && recall(arena, kit, &all->item[i])) {
            continue;
        }
        if (!built &&
            (!folder_make(directory, &error) ||
             !build_self_test(kit, arena, arena_printf(arena, "%s/selftest", directory), &error))) {
            return arena_strdup(arena, error.message);
        }
        built = true;
        if (!opencl_bring_platform(directory, "opencl", all->item[i].library, &error)) {
            return arena_strdup(arena, error.message);
        }
        if (jailed) {
            try_candidate(kit, box, arena, directory, &all->item[i]);
        } else {
            try_plainly(box, arena, directory, &all->item[i]);
        }
    }
    return NULL;
}

const char *platform_choose(const struct kit *kit, const struct box *box, bool jailed,
                            struct arena *arena, struct opencl_platform *chosen) {
    struct candidates all = {0};
    find_candidates(arena, &all);
    if (all.count == 0) {
        return "no OpenCL platform is registered on this machine (apt-get install pocl-opencl-icd "
               "installs one for the processor)";
    }
    const char *problem = try_all(kit, box, arena, jailed, &all);
    if (problem != NULL) {
        return problem;
    }
    const struct candidate *best = best_of(&all);
    if (best != NULL) {
        *chosen = (struct opencl_platform){best->library, best->description, best->gpu};
        return NULL;
    }
    const char *text = "no OpenCL device here can be trusted";
    for (size_t i = 0; i < all.count; i++) {
        const struct candidate *bad = &all.item[i];
        const char *name = bad->description != NULL ? bad->description : bad->library;
        text = message_print(arena, i == 0 ? "%s: %s: %s" : "%s; %s: %s", text, name, bad->reason);
    }
    return text;
}
