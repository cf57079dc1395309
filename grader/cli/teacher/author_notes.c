#include "author_notes.h"

#include "../../check/expected_answers.h"
#include "../../clock.h"
#include "../../compile/build.h"
#include "../../compile/run_tool.h"
#include "../../lab/oracle_load.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- made from the annotated source ---- */

/* Does the file hold just that text? */
static bool holds(const char *path, const char *text) {
    FILE *file = fopen(path, "re");
    bool same = file != NULL;
    for (int c; same && (c = getc(file)) != EOF; text++) {
        same = *text != '\0' && (unsigned char)*text == c;
    }
    if (file != NULL) {
        fclose(file);
    }
    return same && *text == '\0';
}

static bool is_annotated(const char *path) {
    char line[256];
    bool found = false;
    FILE *file = fopen(path, "re");
    while (file != NULL && !found && fgets(line, sizeof line, file) != NULL) {
        found = strncmp(line, "#ifdef SOLUTION", 15) == 0;
    }
    if (file != NULL) {
        fclose(file);
    }
    return found;
}

static bool is_made(const struct kit *kit, const struct lab *lab, const char *file,
                    const char *kind, const char *define, struct arena *arena,
                    struct error *error) {
    enum { TROUBLE = 2, LARGEST = 60 << 10 }; /* unifdef's status: 0 same, 1 changed */
    struct command_line line = {.arena = arena};
    struct error ignored;
    const char *output = "";
    int status = -1;
    command_add(&line, "unifdef");
    command_add(&line, "-B");
    command_add(&line, "%s", define);
    command_add(&line, "%s/%s", lab->directory, file);
    if (access(line.words[3], F_OK) != 0) {
        return error_set(error,
                         "%s is missing: the annotated source, of which `make generate` makes "
                         "solution and skeleton",
                         line.words[3]);
    }
    if (!is_annotated(line.words[3]) || !command_run(&line, &status, &output, &ignored) ||
        status > TROUBLE || strlen(output) > LARGEST) {
        return true;
    }
    if (status == TROUBLE) {
        return error_set(error, "%.*s", (int)strcspn(output, "\n"), output);
    }
    const char *made = arena_printf(arena, "%s/%s", kit_sibling(arena, kit, kind, lab->name), file);
    return holds(made, output) ||
           error_set(error, "%s differs from what %s makes: run `make generate`", made,
                     line.words[3]);
}

bool author_generated(const struct kit *kit, const struct lab *lab, struct error *error) {
    struct arena arena = {0};
    bool good = true;
    for (size_t i = 0; good && i < lab->file_count; i++) {
        const char *file = lab->files[i].name;
        good = is_made(kit, lab, file, "solutions", "-DSOLUTION", &arena, error) &&
               is_made(kit, lab, file, "skeletons", "-USOLUTION", &arena, error);
    }
    arena_free(&arena);
    return good;
}

/* ---- what the oracle makes of cases ---- */

static bool is_same(const struct oracle_buffer *buffers, size_t count, void *const one[],
                    void *const other[]) {
    bool same = true;
    for (size_t i = 0; i < count; i++) {
        same = same && memcmp(one[i], other[i], buffer_bytes(&buffers[i])) == 0;
    }
    return same;
}

/* How far the oracle came with a case, as a process of its own tells: what the oracle does wrong
 * may end that process. */
struct tried_variant {
    const char *inside; /* the function of oracle.c that runs; NULL: none */
    const char *other;  /* the function that makes other data the second time; NULL: none */
    bool too_many;      /* parameters or buffers */
};

/* In the child, which gives nothing back. */
static void try_case(const struct oracle *oracle, const struct lab_exercise *exercise,
                     const struct oracle_case *source, struct tried_variant *trial) {
    struct arena arena = {0};
    struct oracle_call call = {.exercise = exercise->name, .seed = 1, .source = source};
    trial->inside = "shape";
    const char *refused = oracle->shape(source, &call);
    trial->inside = NULL;
    trial->too_many = call.input_count > ORACLE_MAX_BUFFERS ||
                      call.output_count > ORACLE_MAX_BUFFERS ||
                      call.parameter_count > ORACLE_MAX_PARAMETERS;
    struct solved first, again;
    if (refused == NULL && !trial->too_many && oracle_too_large(&call, &arena) == NULL &&
        solved_make(&call, &first) && solved_make(&call, &again)) { /* else grading will tell */
        const void *const *input = (const void *const *)first.input;
        trial->inside = "fill";
        oracle->fill(&call, first.input);
        oracle->fill(&call, again.input);
        trial->other =
            is_same(call.input, call.input_count, first.input, again.input) ? NULL : "fill";
        trial->inside = "expect";
        oracle->expect(&call, input, first.output);
        oracle->expect(&call, input, again.output);
        if (trial->other == NULL &&
            !is_same(call.output, call.output_count, first.output, again.output)) {
            trial->other = "expect";
        }
        trial->inside = NULL;
    }
    arena_free(&arena);
}

/* The same in a child; *status says how it ended. */
static bool try_apart(const struct oracle *oracle, const struct lab_exercise *exercise,
                      const struct oracle_case *source, struct tried_variant *trial, int *status,
                      struct error *error) {
    enum { LONGEST = 600 }; /* seconds by the clock */
    const pid_t child = fork();
    if (child == 0) {
        sigset_t none;
        sigemptyset(&none);
        sigprocmask(SIG_SETMASK, &none, NULL);
        signal(SIGSEGV, SIG_DFL);
        alarm(LONGEST);
        const rlim_t busiest = (rlim_t)clock_limit(20, "LOCKSTEP_ORACLE_SECONDS");
        setrlimit(RLIMIT_CPU, &(struct rlimit){busiest, busiest + 1});
        try_case(oracle, exercise, source, trial);
        _exit(0);
    }
    pid_t ended = -1;
    while (child > 0 && (ended = waitpid(child, status, 0)) < 0 && errno == EINTR) {
    }
    return ended == child || error_set(error, "cannot try the oracle: %s", strerror(errno));
}

/* Does the oracle manage the case? */
static bool is_managed(const struct oracle *oracle, const struct lab *lab,
                       const struct lab_exercise *exercise, const struct oracle_case *source,
                       struct tried_variant *trial, struct error *error) {
    int status = 0;
    *trial = (struct tried_variant){.inside = NULL};
    if (!try_apart(oracle, exercise, source, trial, &status, error)) {
        return false;
    }
    if (WIFSIGNALED(status)) {
        return error_set(error, "%s/oracle.c: %s() is stopped (%s) in case {%s} of exercise %s",
                         lab->directory, trial->inside != NULL ? trial->inside : "shape",
                         strsignal(WTERMSIG(status)), source->text, exercise->name);
    }
    if (trial->too_many) {
        return error_set(
            error,
            "%s/oracle.c: shape() sets more than %d parameters, or more than %d inputs "
            "or outputs, in case {%s} of exercise %s",
            lab->directory, ORACLE_MAX_PARAMETERS, ORACLE_MAX_BUFFERS, source->text,
            exercise->name);
    }
    return trial->other == NULL ||
           error_set(error,
                     "%s/oracle.c: %s() makes other data when it is called again (rand(), the "
                     "time, a variable that stays?) in case {%s} of exercise %s",
                     lab->directory, trial->other, source->text, exercise->name);
}

static bool all_managed(const struct oracle *oracle, const struct lab *lab,
                        struct tried_variant *trial, struct error *error) {
    for (const struct lab_exercise *e = lab->exercises; e != NULL; e = e->next) {
        for (const struct lab_check *check = e->checks; check != NULL; check = check->next) {
            for (const struct oracle_case *c = check->cases; c != NULL; c = c->next) {
                if (!is_managed(oracle, lab, e, c, trial, error)) {
                    return false;
                }
            }
        }
    }
    return true;
}

bool author_oracle(const struct kit *kit, const struct lab *lab, struct error *error) {
    char path[PATH_MAX];
    void *handle = NULL;
    const struct oracle *oracle =
        build_oracle(kit, lab, path, error) ? oracle_load(path, &handle, error) : NULL;
    struct tried_variant *trial =
        mmap(NULL, sizeof *trial, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    const bool good = oracle != NULL &&
                      (trial != MAP_FAILED || error_set(error, "out of memory")) &&
                      all_managed(oracle, lab, trial, error);
    if (trial != MAP_FAILED) {
        munmap(trial, sizeof *trial);
    }
    if (handle != NULL) {
        oracle_unload(handle);
    }
    return good;
}
