#include "self_test.h"

#include "../compile/run_tool.h"
#include "../compile/cuda_build.h"
#include "../compile/files.h"
#include "../compile/flavour.h"
#include "../compile/tools.h"
#include "../run/session.h"
#include "../lab/facts.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { EXIT_RACE = 66 };

/* Starts the command that compiles for programs of that flavour; false with an error without its
 * compiler. */
static bool compiler_words(const struct kit *kit, const struct flavour_row *row,
                           struct command_line *line, struct error *error) {
    if (access(row->compiler, X_OK) != 0) {
        return error_set(error, "%s is not here (apt-get install %s)", row->compiler, row->package);
    }
    command_add(line, "%s", row->compiler);
    command_split(line, row->compile);
    command_add(line, "-I%s/grader", kit->root);
    return true;
}

/* Runs it, below the build folder, where the target is missing or older than the grader. */
static bool compile_to(struct command_line *line, const char *target, struct error *error) {
    struct stat built, own;
    int status;
    const char *output;
    if (stat(target, &built) == 0 && stat("/proc/self/exe", &own) == 0 &&
        built.st_mtime > own.st_mtime) {
        return true;
    }
    command_add(line, "-o");
    command_add(line, "%s.%d", target, getpid());
    if (!command_run(line, &status, &output, error)) {
        return false;
    }
    if (status != 0) {
        return error_set(error, "clang cannot build the self-test's program: %.200s", output);
    }
    return rename(line->words[line->count - 1], target) == 0 ||
           error_set(error, "%s: %s", target, strerror(errno));
}

static bool build_program(const struct kit *kit, struct arena *arena, const struct flavour_row *row,
                          const char *program, struct error *error) {
    struct command_line line = {.arena = arena};
    if (!compiler_words(kit, row, &line, error)) {
        return false;
    }
    command_add(&line, "%s/grader/check/selftest/race.c", kit->root);
    for (int i = 0; row->kit_sources[i] != NULL; i++) {
        command_add(&line, "%s/grader/%s", kit->root, row->kit_sources[i]);
    }
    command_split(&line, row->link);
    return compile_to(&line, program, error);
}

/* OpenMP's tool, for flavours that have one. */
static bool build_tool(const struct kit *kit, struct arena *arena, const struct flavour_row *row,
                       const char *library, struct error *error) {
    struct command_line line = {.arena = arena};
    if (!compiler_words(kit, row, &line, error)) {
        return false;
    }
    command_split(&line, "-fPIC -shared");
    command_add(&line, "%s/grader/%s", kit->root, row->tool);
    return compile_to(&line, library, error);
}

/* The exit status of the program on one of the two calls, and what was observed; -1 when it did not
 * end by itself. It prints nothing: sanitizers do, when they cannot start. */
static int run_program(const struct box *box, const struct flavour_row *row, const char *directory,
                       const char *exercise, struct diagnosis *observed, struct error *error) {
    struct oracle_call call = {
        .exercise = exercise, .output = {{"table", "bin", ELEMENT_U32, 64}}, .output_count = 1};
    const struct session_options options = {
        .executable_directory = directory,
        .program = "/box/selftest",
        .environment = row->environment,
        .limits = {.wall_seconds = 20,
                   .cpu_seconds = 10,
                   .memory_bytes = (size_t)1 << 30,
                   .file_bytes = 1 << 20,
                   .output_bytes = 1 << 16,
                   .processes = 64},
        .output_bytes = session_bytes(call.output, 1),
        .log_directory = box->log, /* newer sanitizers end at once without one */
        .fixed_addresses = true,
        .sanitizer = true,
    };
    struct session *session;
    if (!session_open(&options, &session, error)) {
        return -1;
    }
    double seconds;
    session_call(session, &call, &seconds);
    *observed = *session_diagnosis(session);
    bool finished;
    struct jail_result result;
    session_close(session, &finished, &result);
    int code = result.end == JAIL_EXITED ? result.code : -1;
    if (result.end == JAIL_FAILED) {
        *error = result.error;
    } else if (result.output_length > 0) {
        error_set(error, "the %s self-test's program does not run in this machine's jail: %.*s",
                  row->name, (int)strcspn(result.output, "\n"), result.output);
    }
    jail_result_free(&result);
    return code;
}

/* The program in a folder of the box, or NULL with an error. */
static const char *bring_program(const struct kit *kit, const struct box *box, struct arena *arena,
                                 const struct flavour_row *row, struct error *error) {
    const char *built = arena_printf(arena, "%s/kit/%s", kit->cache, row->name);
    const char *program = arena_printf(arena, "%s/selftest", built);
    const char *library = arena_printf(arena, "%s/selftest.so", built);
    const char *directory = arena_printf(arena, "%s/self-%s", box->path, row->name);
    const char *beside = arena_printf(arena, "%s/%s", directory, FLAVOUR_TOOL);
    bool good = kit_make_directory(built, error) && kit_make_directory(directory, error) &&
                build_program(kit, arena, row, program, error) &&
                file_copy(program, arena_printf(arena, "%s/selftest", directory), 0755, error) &&
                (row->tool == NULL || (build_tool(kit, arena, row, library, error) &&
                                       file_copy(library, beside, 0644, error)));
    return good ? directory : NULL;
}

const char *race_self_test(const struct kit *kit, const struct box *box, struct arena *arena) {
    struct error error = {""};
    const struct flavour_row *row = flavour_row(FLAVOUR_TSAN);
    struct diagnosis unused;
    const char *directory = bring_program(kit, box, arena, row, &error);
    if (directory == NULL) {
        return arena_strdup(arena, error.message);
    }
    int good = run_program(box, row, directory, "without_race", &unused, &error),
        bad = run_program(box, row, directory, "with_race", &unused, &error);
    if (good == 0 && bad == EXIT_RACE) {
        return NULL;
    }
    if (error.message[0] != '\0') {
        return arena_strdup(arena, error.message);
    }
    if (good == EXIT_RACE) {
        return tool_path(TOOL_ARCHER) == NULL
                   ? "ThreadSanitizer accuses a program without races here: install Archer "
                     "(libomp-dev, as old as clang)"
                   : "ThreadSanitizer accuses a program without races here, though Archer is "
                     "installed";
    }
    return good != 0 ? "ThreadSanitizer does not run in this machine's jail"
                     : "ThreadSanitizer misses a known race here";
}

const char *observer_self_test(const struct kit *kit, const struct box *box, struct arena *arena) {
    struct error error = {""};
    const struct flavour_row *row = flavour_row(FLAVOUR_OBSERVE);
    struct diagnosis observed = {0};
    const char *directory = bring_program(kit, box, arena, row, &error);
    int code = directory == NULL
                   ? -1
                   : run_program(box, row, directory, "without_race", &observed, &error);
    if (error.message[0] != '\0') {
        return arena_strdup(arena, error.message);
    }
    if (code != 0) {
        return "the observer of OpenMP's events does not run in this machine's jail";
    }
    return observed.fact[FACT_UNWATCHED] != 0 || observed.fact[FACT_WORKSHARING_LOOPS] != 2
               ? "the OpenMP runtime of this machine does not tell what happens in it"
               : NULL;
}

/* ---- the driver of a real GPU ---- */

void self_test_run(const char *directory, const char *cache, const char *const *environment,
                   struct jail_result *result) {
    static const char *const argv[] = {"/box/selftest", NULL};
    struct jail_bind binds[2 + SESSION_MAX_DEVICES] = {{directory, "/box", false}};
    size_t count = 1;
    if (cache != NULL) {
        binds[count++] = (struct jail_bind){cache, "/cache", true};
    }
    for (const char *const *file = cuda_device_files(); *file != NULL; file++) {
        binds[count++] = (struct jail_bind){*file, *file, true};
    }
    const struct jail_spec spec = {.argv = argv,
                                   .environment = environment,
                                   .directory = "/box",
                                   .binds = binds,
                                   .bind_count = count,
                                   .limits = {.wall_seconds = 60,
                                              .cpu_seconds = 30,
                                              .memory_bytes = (size_t)4 << 30,
                                              .file_bytes = (size_t)64 << 20,
                                              .output_bytes = 1 << 16,
                                              .processes = 64},
                                   .sanitizer = true,
                                   .needs = JAIL_NEEDS_DRIVER};
    jail_run(&spec, result);
}

const char *cuda_self_test(const struct kit *kit, const struct box *box, struct arena *arena) {
    struct error error = {""};
    struct command_line line = {.arena = arena};
    const char *directory = arena_printf(arena, "%s/self-cuda", box->path), *output = "";
    int status = 1;
    command_split(&line, "/usr/bin/gcc -O1 -w -o");
    command_add(&line, "%s/selftest", directory);
    command_add(&line, "%s/grader/check/selftest/cuda.c", kit->root);
    command_add(&line, "-ldl");
    if (!kit_make_directory(directory, &error) || !command_run(&line, &status, &output, &error)) {
        return arena_strdup(arena, error.message);
    }
    if (status != 0) {
        return arena_printf(arena, "the self-test of the device does not compile: %.200s", output);
    }
    static const char *const environment[] = {"PATH=/usr/bin:/bin", NULL};
    struct jail_result result;
    self_test_run(directory, NULL, environment, &result);
    const char *why = result.end == JAIL_FAILED ? arena_strdup(arena, result.error.message)
                      : result.end == JAIL_EXITED && result.code == 0
                          ? NULL
                          : "NVIDIA's driver does not start in this machine's jail, so "
                            "nothing can be judged on its GPU (lockstep doctor)";
    jail_result_free(&result);
    return why;
}
