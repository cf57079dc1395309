#include "grade.h"
#include "beside.h"
#include "sound.h"
#include "../clock.h"

#include "../compile/tools.h"
#include "../lab/oracle_load.h"
#include "../version.h"
#include "grading.h"
#include "kept.h"
#include "machine.h"
#include "untouched.h"

#include <stdio.h>
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
    return error_set(error, "%s has no exercise%s%s%s%s%s (it has: %s)", options->lab->name,
                     exercise != NULL ? " called " : "", exercise != NULL ? exercise : "",
                     device != NULL ? " for device '" : "", device != NULL ? device : "",
                     device != NULL ? "'" : "", known);
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

/* What the compilers said of the student's files in the first build that warns. */
static const char *first_warnings(const struct grading *grading) {
    static const enum flavour warning[] = {FLAVOUR_NATIVE, FLAVOUR_SIMT_OPENCL, FLAVOUR_OPENCL};
    for (size_t i = 0; i < sizeof warning / sizeof *warning; i++) {
        if (grading->built[warning[i]].warnings != NULL) {
            return grading->built[warning[i]].warnings;
        }
    }
    return NULL;
}

/* The exercises' results in the lab's order, whatever the order in which they are judged. */
static void list_exercises(struct grading *grading) {
    struct exercise_result **tail = &grading->result->exercises;
    for (const struct lab_exercise *exercise = grading->lab->exercises; exercise != NULL;
         exercise = exercise->next) {
        if (grading_selects(grading, exercise)) {
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

static bool grade_in_box(const struct grade_options *options, struct grading *grading) {
    struct finding *lost = NULL;
    bool left = false;
    struct result *result = grading->result;
    if (options->refused == NULL &&
        !stage_submission(grading->box, grading->lab, options->submission, grading->arena, &lost,
                          &left, grading->error)) {
        return false;
    }
    const struct finding *staging = options->refused != NULL ? options->refused
                                    : left                   ? NULL
                                                             : lost;
    grading->lost = left ? lost : NULL;
    if (staging == NULL) {
        grading->mark = kept_mark(grading);
        grading->taken = kept_take(grading->mark, options, result);
        if (grading->taken) {
            tell_judged(options, result);
            return true;
        }
        untouched_find(grading);
        if (!build_all(grading)) {
            return false;
        }
    }
    describe_machine(grading);
    result->warnings = first_warnings(grading);
    list_exercises(grading);
    if (options->first != NULL && !grade_exercises(grading, staging, true)) {
        return false;
    }
    return grade_exercises(grading, staging, false);
}

bool grade_submission(const struct grade_options *options, struct result *result,
                      struct error *error) {
    double start = clock_seconds();
    *result = (struct result){.lab = options->lab->name,
                              .title = options->lab->title,
                              .submission = options->submission,
                              .seed = options->seed};
    error->message[0] = '\0';
    struct built built[FLAVOUR_COUNT] = {0};
    struct box box;
    struct grading grading = {.options = options,
                              .kit = options->kit,
                              .lab = options->lab,
                              .box = &box,
                              .built = built,
                              .result = result,
                              .arena = &result->arena,
                              .error = error};
    char oracle_path[PATH_MAX];
    void *handle = NULL;
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
        (grading.oracle = oracle_load(oracle_path, &handle, error)) == NULL) {
        return false;
    }
    bool good = calls_valid(&grading) && box_open(&box, error);
    if (good) {
        good = grade_in_box(options, &grading);
        machine_close(&grading);
        box_close(&box);
    }
    double compilers = 0;
    for (int i = 0; i < FLAVOUR_COUNT; i++) {
        compilers += built[i].cpu_seconds;
    }
    result_add_timing(result, "processor time of the compilers", compilers);
    result_add_timing(result, "processor time of the programs", grading.cpu_seconds);
    result_add_timing(result, "total", clock_seconds() - start);
    for (int i = 0; i < FLAVOUR_COUNT; i++) {
        /* findings and warnings outlive the build: the result takes them over with their arena */
        if (built[i].arena.blocks != NULL) {
            arena_adopt(&result->arena, &built[i].arena);
        }
    }
    oracle_unload(handle);
    if (good && !grading.taken) {
        beside_advise(options, result);
        sound_review(options, result);
        kept_write(grading.mark, options, result);
    } else if (!good) {
        result_free(result);
    }
    return good;
}
