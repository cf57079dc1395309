#include "grade.h"
#include "advice/advice.h"
#include "../clock.h"

#include "../compile/toolchain.h"
#include "../lab/oracle_load.h"
#include "../version.h"
#include "grading.h"
#include "kept_result.h"
#include "devices/machine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void add_fact(struct result *result, struct result_fact **tail, const char *key,
                     const char *value) {
    while (*tail != NULL) {
        tail = &(*tail)->next;
    }
    *tail = arena_alloc(&result->arena, sizeof **tail);
    (*tail)->key = key;
    (*tail)->value = arena_strdup(&result->arena, value);
}

/* Some exercise must be left to grade. */
static bool check_selection(const struct grade_options *options, struct error *error) {
    char known[256] = "";
    for (const struct lab_exercise *exercise = options->lab->exercises; exercise != NULL;
         exercise = exercise->next) {
        if (grade_selects(options, exercise)) {
            return true;
        }
        size_t length = strlen(known);
        const bool asked = options->device != NULL;
        snprintf(known + length, sizeof known - length, "%s%s%s%s%s", length == 0 ? "" : ", ",
                 exercise->name, asked ? " (" : "", asked ? exercise->device : "",
                 asked ? ")" : "");
    }
    const char *exercise = options->exercise, *device = options->device;
    if (device == NULL) {
        return error_set(error, "%s has no exercise called %s (it has: %s)", options->lab->name,
                         exercise, known);
    }
    return error_set(error, "%s has no exercise%s%s for device '%s' (it has: %s)",
                     options->lab->name, exercise != NULL ? " called " : "",
                     exercise != NULL ? exercise : "", device, known);
}

static void describe_machine(const struct grading *grading) {
    struct result *result = grading->result;
    static const enum tool tools[] = {TOOL_GCC, TOOL_CLANG};
    const char *folder = arena_printf(grading->arena, "%s/kit", grading->kit->cache);
    for (size_t i = 0; i < sizeof tools / sizeof *tools; i++) {
        const char *version = tool_version_kept(tools[i], folder);
        add_fact(result, &result->toolchain, tool_name(tools[i]),
                 version[0] != '\0' ? version : "not here");
    }
    if (grading->platform != NULL) {
        add_fact(result, &result->toolchain, "OpenCL", grading->platform);
    }
    add_fact(result, &result->machine, "isolation", jail_level_name(jail_level()));
    if (jail_level_reason()[0] != '\0') {
        add_fact(result, &result->machine, "isolation reason", jail_level_reason());
    }
    add_fact(result, &result->machine, "cores",
             arena_printf(&result->arena, "%ld", sysconf(_SC_NPROCESSORS_ONLN)));
    add_fact(result, &result->machine, "lockstep", LOCKSTEP_VERSION);
}

/* The exercises' results in the lab's order, whatever the order in which they are judged. */
static void list_exercises(struct grading *grading) {
    struct exercise_result **tail = &grading->result->exercises;
    for (const struct lab_exercise *exercise = grading->lab->exercises; exercise != NULL;
         exercise = exercise->next) {
        if (grade_selects(grading->options, exercise)) {
            struct exercise_result *out = arena_alloc(grading->arena, sizeof *out);
            *out = (struct exercise_result){.name = exercise->name,
                                            .title = exercise->title,
                                            .function = exercise->function,
                                            .device = exercise->device};
            *tail = out;
            tail = &out->next;
        }
    }
}

/* Judges the one that comes first, or all the others. */
static bool grade_exercises(struct grading *grading, const struct finding *staging, bool first) {
    const struct grade_options *options = grading->options;
    struct result *result = grading->result;
    for (struct exercise_result *out = result->exercises; out != NULL; out = out->next) {
        if ((options->first != NULL && strcmp(out->name, options->first) == 0) != first) {
            continue;
        }
        if (!grade_exercise(grading, lab_find_exercise(grading->lab, out->name), staging, out)) {
            return false;
        }
        result->points += out->points;
        result->earned += out->earned;
        if (options->listener != NULL) {
            options->listener->judged(options->listener->self, out);
        }
    }
    return true;
}

static void tell_judged(const struct grade_options *options, const struct result *result) {
    for (const struct exercise_result *out = result->exercises;
         out != NULL && options->listener != NULL; out = out->next) {
        options->listener->judged(options->listener->self, out);
    }
}

/* What of a submission is ready to be judged. */
struct prepared {
    struct grade_options options; /* of grade_prepare: its own, as the result and the error are */
    struct result result;
    struct error error;
    struct grading grading;
    struct built built[FLAVOUR_COUNT];
    struct box box;
    void *oracle;
    const struct finding *staging; /* what kept the files from being taken, or NULL */
    const char *mark;              /* of all that the grade hangs on (kept_result.h), or NULL */
    bool taken;                    /* the result is the one that was kept */
};

static bool stage_and_build(struct prepared *it) {
    struct grading *grading = &it->grading;
    const struct grade_options *options = grading->options;
    struct finding *lost = NULL;
    bool left = false;
    if (options->refused == NULL &&
        !stage_submission(grading->box, grading->lab, options->submission, grading->arena, &lost,
                          &left, grading->error)) {
        return false;
    }
    it->staging = options->refused != NULL ? options->refused : left ? NULL : lost;
    grading->lost = left ? lost : NULL;
    if (it->staging != NULL) {
        return true;
    }
    it->mark = kept_mark(grading);
    it->taken = kept_take(it->mark, options, grading->result);
    if (it->taken) {
        return true;
    }
    not_begun_find(grading);
    return build_all(grading);
}

/* Closes what prepare opened; the findings and warnings of the builds go to the result. */
static void release(struct prepared *it) {
    struct result *result = it->grading.result;
    machine_close(&it->grading);
    if (it->grading.box != NULL) {
        box_close(&it->box);
    }
    double compilers = 0;
    for (int i = 0; i < FLAVOUR_COUNT; i++) {
        compilers += it->built[i].cpu_seconds;
        if (it->built[i].arena.blocks != NULL) {
            arena_adopt(&result->arena, &it->built[i].arena);
        }
    }
    result_add_timing(result, "processor time of the compilers", compilers);
    result_add_timing(result, "processor time of the programs", it->grading.cpu_seconds);
    if (it->oracle != NULL) {
        oracle_unload(it->oracle);
    }
}

static struct result result_of(const struct grade_options *options) {
    return (struct result){.lab = options->lab->name,
                           .title = options->lab->title,
                           .submission = options->submission,
                           .seed = options->seed};
}

/* Finds the oracle, and stages and builds the submission. release is due in any case. */
static bool prepare(struct prepared *it, const struct grade_options *options, struct result *result,
                    struct error *error) {
    char oracle_path[PATH_MAX];
    it->grading = (struct grading){.options = options,
                                   .kit = options->kit,
                                   .lab = options->lab,
                                   .built = it->built,
                                   .result = result,
                                   .arena = &result->arena,
                                   .error = error};
    *result = result_of(options);
    error->message[0] = '\0';
    if (!check_selection(options, error)) {
        return false;
    }
    if (jail_level() == JAIL_NONE) {
        return error_set(error,
                         "nothing isolates a program here: %s. If it is your own work, on your own "
                         "machine, OWN=1 (or LOCKSTEP_OWN_WORK=1) runs it as you",
                         jail_level_reason());
    }
    if (!build_oracle(options->kit, options->lab, oracle_path, error) ||
        (it->grading.oracle = oracle_load(oracle_path, &it->oracle, error)) == NULL ||
        !calls_valid(&it->grading) || !box_open(&it->box, error)) {
        return false;
    }
    it->grading.box = &it->box;
    return stage_and_build(it);
}

static bool judge(struct grading *grading, const struct finding *staging) {
    describe_machine(grading);
    grading->result->warnings = warnings_of(grading);
    list_exercises(grading);
    const bool good =
        (grading->options->first == NULL || grade_exercises(grading, staging, true)) &&
        grade_exercises(grading, staging, false);
    machine_close(grading);
    return good;
}

bool grade_submission(const struct grade_options *options, struct result *result,
                      struct error *error) {
    double start = clock_seconds();
    struct prepared it = {.staging = NULL};
    bool good = prepare(&it, options, result, error);
    const bool taken = good && it.taken;
    if (taken) {
        tell_judged(options, result);
    } else {
        good = good && judge(&it.grading, it.staging);
    }
    release(&it);
    result_add_timing(result, "total", clock_seconds() - start);
    if (good && !taken) {
        missing_files_advise(options, result);
        lab_at_fault_review(options, grade_submission, result);
        kept_write(it.mark, options, result);
    } else if (!good) {
        result_free(result);
    }
    return good;
}

struct prepared *grade_prepare(const struct grade_options *options, struct error *error) {
    struct prepared *it = calloc(1, sizeof *it);
    if (it == NULL) {
        error_set(error, "out of memory");
        return NULL;
    }
    it->options = *options;
    if (!prepare(it, &it->options, &it->result, &it->error)) {
        *error = it->error;
        grade_release(it);
        return NULL;
    }
    return it;
}

bool grade_prepared(struct prepared *prepared, const struct drawn *drawn, bool alone,
                    struct result *result, struct error *error) {
    struct grade_options options = prepared->options;
    options.seed = drawn->seed;
    options.secret = &drawn->secret;
    options.alone = alone;
    struct grading grading = prepared->grading;
    *result = result_of(&options);
    grading.options = &options;
    grading.result = result;
    grading.arena = &result->arena;
    grading.error = error;
    error->message[0] = '\0';
    if (judge(&grading, prepared->staging)) {
        return true;
    }
    result_free(result);
    return false;
}

void grade_release(struct prepared *prepared) {
    release(prepared);
    result_free(&prepared->result);
    free(prepared);
}
