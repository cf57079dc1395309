/* test: once */
/* Compilers, OpenMP and binary tools must work inside, or every verdict would be wrong. */
#include "harness.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* One command and what must come of it. */
struct step {
    const char *arguments[12];
    const char *printed; /* must be in the output; NULL: the output must be empty; "": anything */
    int code;
    bool fixed;
};

static const char *take_step(struct harness *harness, const struct step *step) {
    struct jail_spec spec = harness_spec(harness, step->arguments);
    struct jail_result result;
    spec.limits = (struct jail_limits){.wall_seconds = 120,
                                       .cpu_seconds = 60,
                                       .memory_bytes = (size_t)1 << 30,
                                       .file_bytes = 64 << 20,
                                       .output_bytes = 1 << 20,
                                       .processes = 64};
    spec.fixed_addresses = step->fixed;
    jail_run(&spec, &result);
    bool good = result.end == JAIL_EXITED && result.code == step->code && result.output != NULL &&
                (step->printed == NULL ? result.output[0] == '\0'
                                       : strstr(result.output, step->printed) != NULL);
    const char *wrong =
        good ? NULL : harness_say("%s: %.900s", step->arguments[0], harness_words(&result));
    jail_result_free(&result);
    return wrong;
}

/* The sources lie in the tree: copies of them go into the box. */
static bool give_source(struct harness *harness, const char *name) {
    char from[512], to[512], text[4096];
    snprintf(from, sizeof from, "%s/grader/jail/tests/fixtures/%s", SOURCE_ROOT, name);
    snprintf(to, sizeof to, "%s/%s", harness->box, name);
    int source = open(from, O_RDONLY | O_CLOEXEC),
        target = open(to, O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
    ssize_t got = source < 0 ? -1 : read(source, text, sizeof text);
    bool good = got > 0 && target >= 0 && write(target, text, (size_t)got) == got;
    close(source);
    close(target);
    return good;
}

static const char *take_steps(struct harness *harness, const char *source, const struct step *steps,
                              size_t count) {
    if (access(SOURCE_ROOT, X_OK) != 0) {
        return harness_say("SKIP this user may not enter %s", SOURCE_ROOT);
    }
    const char *wrong = give_source(harness, source) ? NULL : harness_say("no %s", source);
    for (size_t i = 0; i < count && wrong == NULL; i++) {
        if (access(steps[i].arguments[0], F_OK) != 0 &&
            strncmp(steps[i].arguments[0], "/usr/", 5) == 0) {
            return harness_say("SKIP %s is not on this machine", steps[i].arguments[0]);
        }
        wrong = take_step(harness, &steps[i]);
    }
    return wrong;
}

#define STEPS(function, source, ...)                                                               \
    static const char *function(struct harness *harness) {                                         \
        static const struct step steps[] = {__VA_ARGS__};                                          \
        return take_steps(harness, source, steps, sizeof steps / sizeof *steps);                   \
    }

STEPS(gcc_openmp, "atomic.c",
      {.arguments = {"/usr/bin/gcc", "-O2", "-g", "-fopenmp", "atomic.c", "-o", "/out/gcc"}},
      {.arguments = {"/out/gcc"}, .printed = "100000\n"},
      {.arguments = {"/out/gcc"}, .printed = "100000\n", .fixed = true})

STEPS(clang_bitcode, "atomic.c",
      {.arguments = {"/usr/bin/clang", "-c", "-emit-llvm", "-g", "-fopenmp", "/box/atomic.c", "-o",
                     "/out/atomic.bc"}},
      {.arguments = {"/usr/bin/head", "-c", "2", "/out/atomic.bc"}, .printed = "BC"})

STEPS(binary_tools, "atomic.c",
      {.arguments = {"/usr/bin/gcc", "-O2", "-g", "-c", "atomic.c", "-o", "/out/atomic.o"}},
      {.arguments = {"/usr/bin/objdump", "-d", "/out/atomic.o"}, .printed = "<main>:"},
      {.arguments = {"/usr/bin/nm", "/out/atomic.o"}, .printed = " T main"},
      {.arguments = {"/usr/bin/addr2line", "-e", "/out/atomic.o", "0x0"}, .printed = "atomic.c:"})

/* Files are called by their names in the box, whatever they are called on the host. */
STEPS(messages, "wrong.c",
      {.arguments = {"/usr/bin/gcc", "-c", "/box/wrong.c", "-o", "/out/wrong.o"},
       .code = 1,
       .printed = "/box/wrong.c:2:12: error"})

STEPS(stolen_include, "thief.c",
      {.arguments = {"/usr/bin/gcc", "-E", "/box/thief.c"},
       .code = 1,
       .printed = "fatal error: /etc/passwd"})

static const struct harness_test tests[] = {
    {"gcc, and OpenMP by libgomp", gcc_openmp},
    {"clang, and bitcode of OpenMP", clang_bitcode},
    {"objdump, nm and addr2line", binary_tools},
    {"a compiler's messages", messages},
    {"a source that includes a file of the host's", stolen_include},
};

int main(int count, char **arguments) {
    return harness_main(count, arguments, tests, sizeof tests / sizeof *tests);
}
