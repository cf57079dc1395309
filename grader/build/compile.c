/* A student's files through the compiler and the linker, in the jail. */
#include "build.h"

#include "../jail/jail.h"
#include "command.h"
#include "cuda_build.h"
#include "diagnostics.h"
#include "files.h"
#include "forbidden.h"
#include "opencl_build.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* Processor time is what ends them; the clock is only for one that waits, on however busy a
 * machine. */
static const struct jail_limits compiler_limits = {.wall_seconds = 120,
                                                   .cpu_seconds = 20,
                                                   .memory_bytes = (size_t)1 << 30,
                                                   .file_bytes = (size_t)64 << 20,
                                                   .output_bytes = 256 * 1024,
                                                   .processes = 32};

/* What one build carries from step to step. */
struct job {
    const struct kit *kit;
    const struct lab *lab;
    const struct box *box;
    const struct flavour_row *row;
    enum flavour flavour;
    struct built *built;
    struct arena *arena; /* built's */
};

static bool run_in_jail(struct job *job, const struct command_line *line,
                        struct jail_result *result, struct error *error) {
    static const char *const environment[] = {"PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8", "TMPDIR=/tmp",
                                              NULL};
    struct arena *arena = job->arena;
    const struct jail_bind binds[] = {
        {job->box->source, "/box", false},
        {job->box->output, "/out", true},
        {arena_printf(arena, "%s/kit-%s", job->box->path, job->row->name), "/kit", false},
    };
    const struct jail_spec spec = {.argv = line->words,
                                   .environment = environment,
                                   .directory = "/box",
                                   .binds = binds,
                                   .bind_count = sizeof binds / sizeof *binds,
                                   .limits = compiler_limits};
    bool good = jail_run(&spec, result);
    if (!good) {
        *error = result->error;
    }
    return good;
}

/* Hard copies of the kit's objects in the box: the build folder may lie where the jail's user
 * cannot look. */
static bool bring(struct job *job, const char *from, const char *name, struct error *error) {
    char target[PATH_MAX];
    snprintf(target, sizeof target, "%s/kit-%s/%s", job->box->path, job->row->name, name);
    return file_copy(from, target, 0644, error);
}

static bool bring_kit(struct job *job, struct error *error) {
    struct arena *arena = job->arena;
    const char *name = job->row->name;
    if (!kit_make_directory(arena_printf(arena, "%s/kit-%s", job->box->path, name), error) ||
        !bring(job,
               arena_printf(arena, "%s/%s/%s/runner.o", job->kit->objects, job->lab->name, name),
               "runner.o", error) ||
        !bring(job,
               arena_printf(arena, "%s/grader/build/include/lockstep_memory.h", job->kit->root),
               "lockstep_memory.h", error)) {
        return false;
    }
    const char *path;
    for (int i = 0; (path = build_kit_source(job->lab, job->flavour, i)) != NULL; i++) {
        const char *source = strrchr(path, '/') + 1;
        const char *object = arena_printf(arena, "%.*s.o", (int)strlen(source) - 2, source);
        if (!bring(job, arena_printf(arena, "%s/kit/%s/%s", job->kit->build, name, object), object,
                   error)) {
            return false;
        }
    }
    if (job->row->tool != NULL) {
        return file_copy(arena_printf(arena, "%s/kit/%s/%s", job->kit->build, name, FLAVOUR_TOOL),
                         arena_printf(arena, "%s/%s", job->box->output, FLAVOUR_TOOL), 0644, error);
    }
    if (job->row->language == LANGUAGE_CUDA_SIMULATED) {
        return cuda_bring_kit(job->kit->build,
                              arena_printf(arena, "%s/kit-%s", job->box->path, name), error);
    }
    return job->flavour != FLAVOUR_SIMT_OPENCL ||
           opencl_bring_simulated(job->box, name, job->kit->build, error);
}

/* A file that a tool wrote in the box, at most 16 MiB of it; "" where it is not there. */
static const char *read_output(struct job *job, const char *name) {
    enum { LARGEST = 16 << 20 };
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", job->box->output, name);
    int from = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    struct stat status;
    if (from < 0 || fstat(from, &status) != 0 || !S_ISREG(status.st_mode)) {
        if (from >= 0) {
            close(from);
        }
        return "";
    }
    size_t size = status.st_size < LARGEST ? (size_t)status.st_size : LARGEST;
    char *text = arena_alloc(job->arena, size + 1);
    ssize_t got = read(from, text, size);
    close(from);
    text[got < 0 ? 0 : got] = '\0';
    return text;
}

static struct finding *refuse(struct job *job, enum verdict verdict, const char *message,
                              const char *advice) {
    struct finding *finding = arena_alloc(job->arena, sizeof *finding);
    finding->verdict = verdict;
    finding->message = message;
    finding->advice = advice;
    return finding;
}

/* How a compiler's run that did not end well reads; NULL when it did. */
static struct finding *judge_run(struct job *job, const struct jail_result *result) {
    const char *compiler = strrchr(job->row->compiler, '/') + 1;
    if (result->end == JAIL_EXITED && result->code == 0) {
        return NULL;
    }
    if (result->end == JAIL_TIMEOUT || result->end == JAIL_MEMORY_LIMIT ||
        result->end == JAIL_OUTPUT_LIMIT) {
        return refuse(job, VERDICT_BUILD_ERROR,
                      arena_printf(job->arena, "%s was stopped: it %s on this file", compiler,
                                   result->end == JAIL_TIMEOUT        ? "ran out of time"
                                   : result->end == JAIL_MEMORY_LIMIT ? "ran out of memory"
                                                                      : "wrote too much"),
                      "The file makes the compiler work without end: look for macros or includes "
                      "that repeat.");
    }
    if (strstr(result->output, "File size limit exceeded") != NULL) {
        return refuse(
            job, VERDICT_BUILD_ERROR,
            arena_printf(job->arena,
                         "%s was stopped: the program it made of this file is too large", compiler),
            "Is there a huge array with initial values? One that starts as zeros takes no room.");
    }
    struct finding *finding = diagnostics_first_error(job->arena, job->lab, result->output);
    if (finding == NULL) {
        const char *said = diagnostics_clean(job->arena, result->output);
        int length = (int)strcspn(said, "\n");
        finding =
            refuse(job, VERDICT_BUILD_ERROR,
                   length == 0 ? arena_printf(job->arena, "%s failed without a message", compiler)
                               : arena_printf(job->arena, "%s failed: %.*s", compiler,
                                              length < 200 ? length : 200, said),
                   "Compile the file by hand to see what it says.");
    }
    return finding;
}

static void compile_words(struct job *job, struct command_line *line, const char *file,
                          bool preprocess) {
    command_add(line, "%s", job->row->compiler);
    command_split(line, job->row->compile);
    command_split(line, job->row->student);
    command_split(line, "-fdiagnostics-color=never -fmax-errors=5");
    if (strstr(job->row->compiler, "clang") != NULL) {
        line->count--; /* clang spells it otherwise */
        command_add(line, "-ferror-limit=5");
    }
    command_add(line, preprocess ? "-E" : "-c");
    command_add(line, "%s", file);
    command_add(line, "-o");
    command_add(line, preprocess ? "/out/%s-%s.i" : "/out/%s-%s.o", job->row->name, file);
}

/* Joins words for `sh -c`: file names and flags are of a safe alphabet (lab_load sees to it). */
static const char *join(struct arena *arena, const struct command_line *line) {
    const char *text = "";
    for (size_t i = 0; i < line->count; i++) {
        text = arena_printf(arena, "%s%s%s", text, i == 0 ? "" : " ", line->words[i]);
    }
    return text;
}

/* What becomes of a student's file in a flavour. */
enum role { ROLE_NONE, ROLE_OBJECT, ROLE_KERNELS };

static enum role role_of(const struct flavour_row *row, const char *file) {
    const bool cuda = row->language == LANGUAGE_CUDA || row->language == LANGUAGE_CUDA_SIMULATED;
    if (lab_file_is(file, ".cl")) {
        return row->language == LANGUAGE_OPENCL ? ROLE_KERNELS : ROLE_NONE;
    }
    return lab_file_is(file, ".cu") && !cuda ? ROLE_NONE : ROLE_OBJECT;
}

/* The shell command that compiles the file to `object`; NULL with an error when it cannot be made.
 */
static const char *compile_command(struct job *job, const char *file, const char *object,
                                   struct error *error) {
    struct arena *arena = job->arena;
    if (lab_file_is(file, ".cl")) {
        return opencl_check_command(arena, file, object);
    }
    if (lab_file_is(file, ".cu")) {
        return job->row->language == LANGUAGE_CUDA
                   ? cuda_nvcc_command(arena, file, "/box", object)
                   : cuda_compile_command(arena, file, "/box", object, error);
    }
    struct command_line line = {.arena = arena};
    compile_words(job, &line, file, false);
    return join(arena, &line);
}

/* What the file's compilation must not show: an or of FORBID_… */
static unsigned forbidden_uses(const struct job *job, const char *file) {
    return lab_file_is(file, ".cl")                ? 0
           : job->flavour == FLAVOUR_NATIVE        ? FORBID_INSTRUMENTS | FORBID_OUTSIDE
           : job->row->language == LANGUAGE_OPENCL ? FORBID_INSTRUMENTS | FORBID_OUTSIDE
           : job->row->language != LANGUAGE_C      ? FORBID_OUTSIDE
                                                   : 0;
}

/* Left to guess the format, nm asks every plugin first, and clang's takes longer than the compiler.
 */
#ifdef __x86_64__
#define LIST_SYMBOLS "nm --target=elf64-x86-64 -g -P"
#else
#define LIST_SYMBOLS "nm -g -P"
#endif

/* One shell in one jail for a file: preprocess (beside), compile, list symbols. */
static struct finding *compile_file(struct job *job, const char *file, bool *good,
                                    struct error *error) {
    struct arena *arena = job->arena;
    struct command_line preprocess = {.arena = arena}, shell = {.arena = arena};
    compile_words(job, &preprocess, file, true);
    const char *compiling = compile_command(
        job, file, arena_printf(arena, "/out/%s-%s.o", job->row->name, file), error);
    if (compiling == NULL) {
        *good = false;
        return NULL;
    }
    bool native = job->flavour == FLAVOUR_NATIVE;
    command_add(&shell, "/bin/sh");
    command_add(&shell, "-c");
    shell.words[shell.count++] = arena_printf(
        arena,
        "%s%s%s && " LIST_SYMBOLS " /out/%s-%s.o > /out/%s-%s.symbols; code=$?; wait; exit $code",
        native ? join(arena, &preprocess) : "", native ? " 2> /dev/null & " : "", compiling,
        job->row->name, file, job->row->name, file);
    struct jail_result result;
    *good = run_in_jail(job, &shell, &result, error);
    if (!*good) {
        jail_result_free(&result);
        return NULL;
    }
    /* What is forbidden comes first: a file that assembles another one in may also fail to compile.
     */
    struct finding *finding =
        native ? forbidden_text(arena, file,
                                read_output(job, arena_printf(arena, "native-%s.i", file)))
               : NULL;
    if (finding == NULL) {
        finding = judge_run(job, &result);
    }
    if (finding == NULL && (native || job->row->language == LANGUAGE_OPENCL) &&
        result.output_length > 0) {
        const char *before = job->built->warnings, *text = diagnostics_clean(arena, result.output);
        job->built->warnings = before == NULL ? text : arena_printf(arena, "%s%s", before, text);
    }
    if (finding == NULL) {
        const char *symbols =
            read_output(job, arena_printf(arena, "%s-%s.symbols", job->row->name, file));
        const char **names =
            role_of(job->row, file) == ROLE_KERNELS ? &job->built->kernels : &job->built->defined;
        finding = forbidden_symbols(arena, file, symbols, forbidden_uses(job, file));
        *names = diagnostics_defined(arena, *names, symbols);
    }
    jail_result_free(&result);
    return finding;
}

static struct finding *link_program(struct job *job, bool *good, struct error *error) {
    struct arena *arena = job->arena;
    struct command_line line = {.arena = arena};
    command_add(&line, "%s", job->row->compiler);
    command_split(&line, job->row->link);
    const bool opencl = lab_has_files(job->lab, ".cl");
    command_split(&line, opencl ? OPENCL_LINK_FLAGS : "");
    for (size_t i = 0; i < job->lab->file_count; i++) {
        if (role_of(job->row, job->lab->files[i].name) == ROLE_OBJECT) {
            command_add(&line, "/out/%s-%s.o", job->row->name, job->lab->files[i].name);
        }
    }
    command_add(&line, "/kit/runner.o");
    const char *path;
    for (int i = 0; (path = build_kit_source(job->lab, job->flavour, i)) != NULL; i++) {
        const char *source = strrchr(path, '/') + 1;
        command_add(&line, "/kit/%.*s.o", (int)strlen(source) - 2, source);
    }
    /* A function that the student did not write costs its own exercise only: its address becomes
     * the worker's stub. */
    for (const struct lab_exercise *exercise = job->lab->exercises; exercise != NULL;
         exercise = exercise->next) {
        if (!diagnostics_is_defined(job->built->defined, exercise->function)) {
            command_add(&line, "-Wl,--defsym=%s=lockstep_missing_function", exercise->function);
        }
    }
    command_add(&line, "-o");
    command_add(&line, "/out/%s", job->row->name);
    if (job->row->libraries != NULL) {
        command_split(&line, job->row->libraries);
    }
    command_split(&line, opencl ? OPENCL_LIBRARIES : "");
    command_add(&line, "-lm");
    struct jail_result result;
    *good = run_in_jail(job, &line, &result, error);
    struct finding *finding = *good ? judge_run(job, &result) : NULL;
    jail_result_free(&result);
    return finding;
}

/* Without clang a real device's own compiler is the first to look at kernels. */
static void skip_kernels(struct job *job, const char *file) {
    const char *before = job->built->warnings != NULL ? job->built->warnings : "";
    job->built->kernels = NULL;
    job->built->warnings = arena_printf(
        job->arena, "%s%s: a look before it runs is unavailable (apt-get install clang)\n", before,
        file);
}

bool build_flavour(const struct kit *kit, const struct lab *lab, const struct box *box,
                   enum flavour flavour, struct built *built, struct error *error) {
    *built = (struct built){.defined = "\n", .kernels = "\n"};
    struct job job = {.kit = kit,
                      .lab = lab,
                      .box = box,
                      .row = flavour_row(flavour),
                      .flavour = flavour,
                      .built = built,
                      .arena = &built->arena};
    struct timespec start, end;
    clock_gettime(CLOCK_MONOTONIC, &start);
    struct error reason;
    bool good = true;
    if (!build_prepare(kit, lab, flavour, &reason)) {
        /* Other flavours may lack a tool of theirs; when even the plain one fails, the lab or the
         * kit is broken. */
        if (flavour == FLAVOUR_NATIVE && access(job.row->compiler, X_OK) == 0) {
            *error = reason;
            return false;
        }
        built->finding =
            refuse(&job, VERDICT_UNAVAILABLE, arena_strdup(&built->arena, reason.message), NULL);
    } else if (flavour == FLAVOUR_SIMT_OPENCL && !opencl_can_check()) {
        built->finding = refuse(&job, VERDICT_UNAVAILABLE,
                                "clang, which compiles kernels for the simulated GPU, is not here "
                                "(apt-get install clang)",
                                NULL);
    } else {
        good = bring_kit(&job, error);
    }
    for (size_t i = 0; good && built->finding == NULL && i < lab->file_count; i++) {
        const enum role role = role_of(job.row, lab->files[i].name);
        if (role == ROLE_KERNELS && flavour == FLAVOUR_OPENCL && !opencl_can_check()) {
            skip_kernels(&job, lab->files[i].name);
        } else if (role != ROLE_NONE) {
            built->finding = compile_file(&job, lab->files[i].name, &good, error);
        }
    }
    if (good && built->finding == NULL) {
        built->finding = link_program(&job, &good, error);
    }
    built->ok = good && built->finding == NULL;
    clock_gettime(CLOCK_MONOTONIC, &end);
    built->seconds =
        (double)(end.tv_sec - start.tv_sec) + 1e-9 * (double)(end.tv_nsec - start.tv_nsec);
    return good;
}
