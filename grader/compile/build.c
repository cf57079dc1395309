/* A student's files through the compiler and the linker, in the jail. */
#include "../message_text.h"
#include "build.h"
#include "../clang.h"
#include "../folder.h"
#include "../clock.h"
#include "../simt/command/compile/openmp_directive.h"

#include "source/source.h"
#include "cuda_build.h"
#include "cuda_headers.h"
#include "files.h"
#include "opencl_build.h"
#include "openmp_build.h"
#include "script.h"
#include "toolchain.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* What one build carries from step to step. */
struct build_job {
    const struct kit *kit;
    const struct lab *lab;
    const struct box *box;
    const struct flavour_row *row;
    enum flavour flavour;
    const char *home; /* the kit's CUDA files with precompiled headers, or NULL */
    struct script_given given;
    struct built *built;
    struct arena *arena; /* built's */
};

static bool run_in_jail(struct build_job *job, const char *const *words, struct jail_result *result,
                        struct error *error) {
    static const char *const environment[] = {"PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8", "TMPDIR=/tmp",
                                              NULL};
    struct arena *arena = job->arena;
    const struct jail_bind binds[] = {
        {job->box->source, "/box", false},
        {job->box->output, "/out", true},
        {arena_printf(arena, "%s/kit-%s", job->box->path, job->row->name), "/kit", false},
        {job->home, CUDA_HOME, false},
    };
    const struct jail_spec spec = {.argv = words,
                                   .environment = environment,
                                   .directory = "/box",
                                   .binds = binds,
                                   .bind_count = sizeof binds / sizeof *binds - (job->home == NULL),
                                   .limits = compiler_limits()};
    bool good = jail_run(&spec, result);
    if (!good) {
        *error = result->error;
    }
    return good;
}

/* Hard copies of the kit's objects in the box: the build folder may lie where the jail's user
 * cannot look. */
static bool bring(struct build_job *job, const char *from, const char *name, struct error *error) {
    char target[PATH_MAX];
    snprintf(target, sizeof target, "%s/kit-%s/%s", job->box->path, job->row->name, name);
    return file_copy(from, target, 0644, error);
}

static bool bring_kit(struct build_job *job, struct error *error) {
    struct arena *arena = job->arena;
    const char *name = job->row->name;
    if (!folder_make(arena_printf(arena, "%s/kit-%s", job->box->path, name), error) ||
        !bring(job,
               arena_printf(arena, "%s/%s/%s/runner.o", job->kit->objects, job->lab->name, name),
               "runner.o", error) ||
        !file_write(arena_printf(arena, "%s/kit-%s/missing.ld", job->box->path, name),
                    script_missing(arena, job->lab), error)) {
        return false;
    }
    const char *path;
    for (int i = 0; (path = build_kit_source(job->lab, job->flavour, i)) != NULL; i++) {
        const char *source = strrchr(path, '/') + 1;
        const char *object = arena_printf(arena, "%.*s.o", (int)strlen(source) - 2, source);
        if (!bring(job, arena_printf(arena, "%s/kit/%s/%s", job->kit->cache, name, object), object,
                   error)) {
            return false;
        }
    }
    if (job->row->language == LANGUAGE_CUDA_SIMULATED) {
        const char *target = arena_printf(arena, "%s/kit-%s", job->box->path, name);
        return cuda_home_bring(arena, job->kit, job->box, target, &job->home, error);
    }
    if (job->row->language == LANGUAGE_OPENMP || job->flavour == FLAVOUR_NATIVE) {
        /* For gcc's program: clang's preprocessor reads the files beside it, and has no omp.h. */
        return openmp_bring_kit(job->kit->build,
                                arena_printf(arena, "%s/kit-%s", job->box->path, name),
                                job->row->language == LANGUAGE_OPENMP, error);
    }
    return job->flavour != FLAVOUR_SIMT_OPENCL ||
           opencl_bring_simulated(job->box, name, job->kit->build, error);
}

/* At most so much of a file in the box; "" where it is not there. */
static const char *read_file(struct build_job *job, const char *directory, const char *name) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    int from = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    struct stat status;
    if (from < 0 || fstat(from, &status) != 0 || !S_ISREG(status.st_mode)) {
        if (from >= 0) {
            close(from);
        }
        return "";
    }
    size_t size =
        status.st_size < SCRIPT_LARGEST_TEXT ? (size_t)status.st_size : SCRIPT_LARGEST_TEXT;
    char *text = arena_alloc(job->arena, size + 1);
    ssize_t got = read(from, text, size);
    close(from);
    got = got < 0 ? 0 : got;
    for (ssize_t i = 0; i < got; i++) { /* nothing may hide behind the end of a text */
        text[i] = (char)(text[i] != '\0' ? text[i] : ' ');
    }
    text[got] = '\0';
    return text;
}

/* What a tool wrote. */
static const char *read_output(struct build_job *job, const char *name) {
    return read_file(job, job->box->output, name);
}

/* What the student wrote. */
static const char *read_source(struct build_job *job, const char *name) {
    return read_file(job, job->box->source, name);
}

/* A job that cannot be done here may be possible on another machine. */
static struct finding *refuse(struct build_job *job, enum found id,
                              const struct message_value *values) {
    struct finding *finding = finding_make(job->arena, id, values);
    finding->machine_lacks = finding->verdict == VERDICT_UNAVAILABLE;
    return finding;
}

/* The first line, and no more of it than a reader needs. */
static const char *first_words(struct arena *arena, const char *said) {
    const int length = (int)strcspn(said, "\n");
    return arena_printf(arena, "%.*s", length < 200 ? length : 200, said);
}

/* A compiler that does not even say its version, or is gone since it did, is this machine's
 * problem, not the file's. */
static bool compiler_runs(const struct build_job *job, const char *compiler) {
    if (access(flavour_compiler(job->row), X_OK) != 0) {
        return false;
    }
    for (int tool = 0; tool < TOOL_COUNT; tool++) {
        if (strcmp(tool_name(tool), compiler) == 0) {
            return tool_version(tool)[0] != '\0';
        }
    }
    return true;
}

/* The compiler failed, and named no line of the student's. */
static struct finding *judge_silence(struct build_job *job, const char *compiler,
                                     const char *output) {
    const char *said = first_words(job->arena, diagnostics_clean(job->arena, output));
    struct finding *finding =
        refuse(job, *said == '\0' ? FOUND_COMPILER_SILENT : FOUND_COMPILER_FAILED,
               MESSAGE_VALUES(message_string("compiler", compiler), message_string("log", said)));
    return compiler_runs(job, compiler)
               ? finding
               : refuse(job, FOUND_COMPILER_BROKEN,
                        MESSAGE_VALUES(message_string("compiler", compiler),
                                       message_string("log", finding->message)));
}

/* A compiler that crashed, or did not know a flag, is the kit's problem. So is what clang or
 * `translate` says of a file that gcc accepts, without naming a line of it. NULL where nothing of
 * that kind was said. */
static struct finding *judge_trouble(struct build_job *job, const char *output) {
    const char *said = diagnostics_clean(job->arena, output);
    const char *trouble = diagnostics_own_trouble(job->arena, said);
    if (trouble == NULL && job->row->language == LANGUAGE_OPENMP && *said != '\0') {
        const struct finding *first = diagnostics_first_error(job->arena, job->lab, output);
        trouble = first == NULL ? said : first->file == NULL ? first->message : NULL;
    }
    if (trouble == NULL) {
        return NULL;
    }
    const bool chosen = job->row->clang && clang_major() != clang_major_built();
    const char *words = first_words(job->arena, trouble);
    return refuse(job, chosen ? FOUND_COMPILER_CHOSEN : FOUND_COMPILER_CRASHED,
                  MESSAGE_VALUES(message_number("built", clang_major_built()),
                                 message_number("version", clang_major()),
                                 message_string("log", words)));
}

/* What a failed run of the compiler and the linker reads like; NULL when it went well. */
static struct finding *judge_run(struct build_job *job, const struct jail_result *result,
                                 const char *linker) {
    const char *compiler = strrchr(flavour_compiler(job->row), '/') + 1;
    const char *output = *linker != '\0' ? linker : result->output;
    if (result->end == JAIL_EXITED && result->code == 0) {
        return NULL;
    }
    if (result->end == JAIL_TIMEOUT &&
        !jail_spent(result->cpu_seconds, compiler_limits().cpu_seconds)) {
        return refuse(job, FOUND_COMPILER_WAITED, NULL);
    }
    if (result->end == JAIL_TIMEOUT || result->end == JAIL_MEMORY_LIMIT) {
        const bool late = result->end == JAIL_TIMEOUT;
        return refuse(
            job, FOUND_COMPILER_STOPPED,
            MESSAGE_VALUES(message_string("what", late ? "ran out of time" : "ran out of memory")));
    }
    if (result->end == JAIL_OUTPUT_LIMIT) {
        struct finding *first = diagnostics_first_error(job->arena, job->lab, output);
        return first != NULL ? first : refuse(job, FOUND_COMPILER_TALKS, NULL);
    }
    if (strstr(output, "relocation truncated to fit") != NULL) {
        return refuse(job, FOUND_ARRAYS_TOO_LARGE, NULL);
    }
    if (strstr(output, "File size limit exceeded") != NULL) {
        return refuse(job, FOUND_PROGRAM_TOO_LARGE,
                      MESSAGE_VALUES(message_string("compiler", compiler)));
    }
    struct finding *trouble = judge_trouble(job, output);
    if (trouble != NULL) {
        return trouble;
    }
    struct finding *finding = diagnostics_first_error(job->arena, job->lab, output);
    return finding != NULL ? finding : judge_silence(job, compiler, output);
}

/* What the file's compilation must not show: an or of FORBID_… */
static unsigned forbidden_uses(const struct build_job *job, const char *file) {
    return lab_file_is(file, ".cl")                ? 0
           : job->flavour == FLAVOUR_NATIVE        ? FORBID_KIT | FORBID_OUTSIDE
           : job->row->language == LANGUAGE_OPENCL ? FORBID_KIT | FORBID_OUTSIDE
           : job->row->language != LANGUAGE_C      ? FORBID_OUTSIDE
                                                   : 0;
}

/* What must not be in what the flavour's preprocessor made of the file, all of which is read. */
static struct finding *judge_preprocessed(struct build_job *job, enum flavour flavour,
                                          const char *file) {
    const char *name = arena_printf(job->arena, "%s-%s.i", flavour_row(flavour)->name, file);
    const char *text = read_output(job, name);
    if (strlen(text) >= SCRIPT_LARGEST_TEXT) {
        return finding_at(job->arena, file, 0, FOUND_SOURCE_TOO_LARGE, NULL);
    }
    return forbidden_text(job->arena, text);
}

/* What must not be in the files' text, wherever the build stopped: one that assembles another file
 * in may also fail to compile. */
static struct finding *judge_text(struct build_job *job) {
    struct finding *finding = NULL;
    for (size_t i = 0; finding == NULL && i < job->lab->file_count; i++) {
        const char *file = job->lab->files[i].name;
        if (script_role(job->row, &job->lab->files[i]) == ROLE_OBJECT) {
            finding = forbidden_directives(job->arena, file, read_source(job, file));
            finding = finding != NULL ? finding : judge_preprocessed(job, FLAVOUR_NATIVE, file);
            finding = finding != NULL ? finding : judge_preprocessed(job, FLAVOUR_MACHINE, file);
        }
    }
    return finding;
}

/* Files that both compilers take must be one program for both: gcc's runs, clang's is watched. */
static struct finding *judge_difference(struct build_job *job) {
    struct finding *finding = NULL;
    for (size_t i = 0; finding == NULL && i < job->lab->file_count; i++) {
        const char *file = job->lab->files[i].name;
        if (script_role(job->row, &job->lab->files[i]) == ROLE_OBJECT) {
            const char *gcc = read_output(job, arena_printf(job->arena, "native-%s.i", file));
            const char *clang = read_output(job, arena_printf(job->arena, "machine-%s.i", file));
            finding = difference_find(job->arena, file, read_source(job, file), gcc, clang);
        }
    }
    return finding;
}

/* May the lab's file hold a directive that clang takes for another, in its text or by a macro? */
static bool may_be_unlike(struct build_job *job, const char *file) {
    struct openmp_unlike unlike;
    if (job->row->language != LANGUAGE_OPENMP || !lab_file_is(file, ".c")) {
        return false;
    }
    const char *code = code_of(job->arena, read_source(job, file), false);
    return openmp_find_unlike(code, &unlike) || strstr(code, "_Pragma") != NULL ||
           strstr(code, "define") != NULL;
}

/* A file as clang's preprocessor leaves it: no directive between #if and #endif that nobody
 * compiles. Without that text, its own. */
static const char *left_code(struct build_job *job, const char *file) {
    const char *left = read_output(job, arena_printf(job->arena, "left-%s.i", file));
    return *left != '\0' ? left : code_of(job->arena, read_source(job, file), false);
}

/* A directive that clang takes for another than gcc does, which is no mistake: a person looks. Or
 * what `translate` refuses. */
static struct finding *judge_for_machine(struct build_job *job, const char *linker) {
    for (size_t i = 0; i < job->lab->file_count; i++) {
        const char *file = job->lab->files[i].name;
        struct openmp_unlike unlike;
        if (may_be_unlike(job, file) && openmp_find_unlike(left_code(job, file), &unlike)) {
            struct finding *finding =
                finding_at(job->arena, file, unlike.line, FOUND_UNLIKE_GCC,
                           MESSAGE_VALUES(message_string("name", unlike.directive)));
            finding->advice =
                message_print(job->arena, "To have it judged here: %s.", unlike.instead);
            return finding;
        }
    }
    return openmp_refusal(job->arena, job->lab, linker);
}

/* What the objects must not define or use; keeps what they define. */
static struct finding *judge_symbols(struct build_job *job) {
    struct finding *finding = NULL;
    for (size_t i = 0; finding == NULL && i < job->lab->file_count; i++) {
        const char *file = job->lab->files[i].name;
        const enum script_role role = script_role(job->row, &job->lab->files[i]);
        const char **names = role == ROLE_KERNELS ? &job->built->kernels : &job->built->defined;
        if (role == ROLE_SKIPPED) {
            job->built->kernels = NULL;
        } else if (role != ROLE_NONE) {
            const char *symbols = read_output(
                job, arena_printf(job->arena, "%s-%s.symbols",
                                  script_object_of(job->row, job->lab, i, &job->given), file));
            finding = forbidden_symbols(job->arena, file, symbols, forbidden_uses(job, file));
            *names = diagnostics_defined(job->arena, *names, symbols);
        }
    }
    return finding;
}

/* What the compiler said of files that it took; without clang a real device's own compiler is the
 * first to look at kernels. */
static void keep_warnings(struct build_job *job, const char *said) {
    const char *warnings = diagnostics_clean(job->arena, said);
    for (size_t i = 0; i < job->lab->file_count; i++) {
        const char *file = job->lab->files[i].name;
        if (script_role(job->row, &job->lab->files[i]) == ROLE_SKIPPED) {
            warnings = arena_printf(
                job->arena, "%s%s: a look before it runs is unavailable (apt-get install %s)\n",
                warnings, file, clang_package());
        }
    }
    if (*warnings != '\0') {
        job->built->warnings = warnings;
    }
}

/* A compiler that failed for lack of room is this machine's problem, not the file's. Another
 * grading may have given its room back since, so the compiler's word counts, too; but not where
 * much is free, since an #error can say the same. */
static bool had_room(const struct build_job *job, const struct jail_result *result,
                     struct error *error) {
    enum { LITTLE = 16 << 20, MUCH = 1 << 30 };
    const bool failed = (result->end == JAIL_EXITED && result->code != 0) ||
                        result->end == JAIL_SIGNALLED; /* a bus error, in a file that is mapped */
    const bool said = failed && strstr(result->output, strerror(ENOSPC)) != NULL;
    return !failed || box_has_room(job->box, said ? MUCH : LITTLE, error);
}

/* What is forbidden comes first: nothing has run yet. */
static bool build_files(struct build_job *job, struct error *error) {
    const char *commands = script_build(job->arena, job->lab, job->flavour, &job->given, error);
    const char *const words[] = {"/bin/sh", "-c", commands, NULL};
    struct jail_result result = {.end = JAIL_EXITED};
    if (commands == NULL) {
        return false;
    }
    const bool good = run_in_jail(job, words, &result, error) && had_room(job, &result, error);
    job->built->cpu_seconds = result.cpu_seconds;
    if (good) {
        const char *linker = read_output(job, arena_printf(job->arena, "%s.link", job->row->name));
        struct finding *text = job->flavour == FLAVOUR_NATIVE ? judge_text(job) : NULL;
        struct finding *symbols = judge_symbols(job);
        struct finding *refusal =
            job->row->language == LANGUAGE_OPENMP ? judge_for_machine(job, linker) : NULL;
        struct finding *ending = refusal != NULL ? refusal : judge_run(job, &result, linker);
        if ((job->flavour == FLAVOUR_NATIVE || job->row->language == LANGUAGE_OPENCL) &&
            (ending == NULL || *linker != '\0')) {
            keep_warnings(job, result.output);
        }
        if (job->flavour == FLAVOUR_NATIVE && text == NULL && ending == NULL) {
            text = judge_difference(job);
        }
        job->built->finding = text != NULL ? text : symbols != NULL ? symbols : ending;
    }
    jail_result_free(&result);
    return good;
}

/* Brings the kit's part to the box; the job's build has a finding where nothing can be built. */
static bool bring_or_refuse(struct build_job *job, struct error *error) {
    struct error reason;
    if (!build_prepare(job->kit, job->lab, job->flavour, &reason)) {
        /* Other flavours may lack a tool of theirs; when even the plain one fails, the lab or the
         * kit is broken. */
        if (job->flavour == FLAVOUR_NATIVE && access(flavour_compiler(job->row), X_OK) == 0) {
            *error = reason;
            return false;
        }
        job->built->finding =
            refuse(job, FOUND_NOT_PREPARED, MESSAGE_VALUES(message_string("why", reason.message)));
        return true;
    }
    if (job->flavour == FLAVOUR_SIMT_OPENCL && !opencl_can_check()) {
        job->built->finding =
            refuse(job, FOUND_NO_CLANG, MESSAGE_VALUES(message_string("clang", clang_package())));
        return true;
    }
    return bring_kit(job, error);
}

bool build_flavour(const struct kit *kit, const struct lab *lab, const struct box *box,
                   enum flavour flavour, const struct built *native, struct built *built,
                   struct error *error) {
    *built = (struct built){.defined = "\n", .kernels = "\n"};
    struct build_job job = {.kit = kit,
                            .lab = lab,
                            .box = box,
                            .row = flavour_row(flavour),
                            .flavour = flavour,
                            .given = {.native_ready = native != NULL},
                            .built = built,
                            .arena = &built->arena};
    const double start = clock_seconds();
    bool good = bring_or_refuse(&job, error);
    if (good && built->finding == NULL) {
        job.given.headers = job.home != NULL;
        for (size_t i = 0; i < lab->file_count; i++) {
            job.given.unlike |= may_be_unlike(&job, lab->files[i].name);
        }
        good = build_files(&job, error);
    }
    built->ok = good && built->finding == NULL;
    built->seconds = clock_seconds() - start;
    return good;
}
