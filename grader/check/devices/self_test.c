/* Known-good programs, which a real device must pass before it judges anybody. */
#include "../../message_text.h"
#include "platform.h"

#include "../../folder.h"
#include "../../compile/run_tool.h"
#include "../../compile/cuda_build.h"
#include "../../run/session.h"

void self_test_run(const char *directory, const char *cache, const char *const *environment,
                   struct jail_result *result) {
    static const char *const argv[] = {"/box/selftest", NULL};
    struct jail_bind binds[2 + SESSION_MAX_DEVICES] = {{directory, "/box", false}};
    size_t count = 1;
    if (cache != NULL) {
        binds[count++] = (struct jail_bind){cache, "/cache", true};
    }
    const char *const *file = cuda_device_files();
    for (size_t i = 0; i < SESSION_MAX_DEVICES && file[i] != NULL; i++) {
        binds[count++] = (struct jail_bind){file[i], file[i], true};
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
                                   .reserves_addresses = true,
                                   .needs = JAIL_NEEDS_DRIVER};
    jail_run(&spec, result);
}

const char *cuda_self_test(const struct kit *kit, const struct box *box, const char *gpu,
                           struct arena *arena) {
    struct error error = {0};
    struct command_line line = {.arena = arena};
    const char *directory = arena_printf(arena, "%s/self-cuda", box->path), *output = "";
    int status = 1;
    command_split(&line, "/usr/bin/gcc -O1 -w -o");
    command_add(&line, "%s/selftest", directory);
    command_add(&line, "%s/grader/check/selftest/cuda.c", kit->root);
    command_add(&line, "-ldl");
    if (!folder_make(directory, &error) || !command_run(&line, &status, &output, &error)) {
        return arena_strdup(arena, error.message);
    }
    if (status != 0) {
        return message_print(arena, "the self-test of the device does not compile: %.200s", output);
    }
    const char *const environment[] = {
        "PATH=/usr/bin:/bin", gpu != NULL ? arena_printf(arena, CUDA_VISIBLE "=%s", gpu) : NULL,
        NULL};
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
