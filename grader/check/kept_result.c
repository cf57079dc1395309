#include "kept_result.h"

#include "../build_cache.h"
#include "../clang.h"
#include "../compile/files.h"
#include "../report/report.h"
#include "../version.h"
#include "grade.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

enum { MARK = 32, LARGEST_INPUT = 1 << 20, LARGEST_RESULT = 4 << 20 };

/* What the kit brings into the box beside the grader itself, below the build folder. */
static const char *const brought[] = {"openmp", "opencl", "cuda", "liblockstep_cudart.a",
                                      "liblockstep_opencl.so"};

/* dpkg's status file stands for all packages: it changes with each of them. */
static const char *const tools[] = {"/proc/self/exe", "/usr/bin/gcc",   "/usr/bin/ld",
                                    "/usr/bin/nm",    "/usr/bin/bwrap", "/var/lib/dpkg/status"};

static void add(XXH3_state_t *state, const char *text) {
    XXH3_128bits_update(state, text, strlen(text) + 1);
}

static void add_stamp(const struct grading *grading, XXH3_state_t *state, const char *path) {
    add(state, build_cache_stamp(grading->arena, path));
}

/* The files of a folder of the student's, in order of their names. An editor that saves the same
 * bytes again changes nothing; what is no text has its time. */
static void add_files(const struct grading *grading, XXH3_state_t *state, const char *folder) {
    const char *const *name = folder_names(grading->arena, folder);
    for (; name != NULL && *name != NULL; name++) {
        struct arena scratch = {0};
        const char *path = arena_printf(&scratch, "%s/%s", folder, *name);
        const char *text = file_read(&scratch, path, LARGEST_INPUT);
        add(state, *name);
        if (text != NULL && strlen(text) <= LARGEST_INPUT) {
            add(state, text);
        } else {
            add_stamp(grading, state, path);
        }
        arena_free(&scratch);
    }
}

static void add_kit(const struct grading *grading, XXH3_state_t *state) {
    const struct kit *kit = grading->kit;
    const char *lab = grading->lab->name;
    for (size_t i = 0; i < sizeof tools / sizeof *tools; i++) {
        add_stamp(grading, state, tools[i]);
    }
    add(state, clang_path());
    add_stamp(grading, state, clang_path());
    for (size_t i = 0; i < sizeof brought / sizeof *brought; i++) {
        add_stamp(grading, state, arena_printf(grading->arena, "%s/%s", kit->build, brought[i]));
    }
    add_stamp(grading, state, grading->lab->directory);
    add_stamp(grading, state, arena_printf(grading->arena, "%s/shared", kit->labs));
    add_stamp(grading, state, kit_sibling(grading->arena, kit, "skeletons", lab));
    add_stamp(grading, state, kit_sibling(grading->arena, kit, "solutions", lab));
    add(state, lab);
    add(state, jail_level_name(jail_level()));
    add(state, LOCKSTEP_VERSION);
}

static void add_options(const struct grade_options *options, XXH3_state_t *state) {
    const bool given = options->secret != NULL && options->secret->given;
    const uint64_t numbers[] = {options->seed, given, given ? options->secret->key[0] : 0,
                                given ? options->secret->key[1] : 0};
    XXH3_128bits_update(state, numbers, sizeof numbers);
    add(state, options->exercise != NULL ? options->exercise : "");
    add(state, options->device != NULL ? options->device : "");
    add(state, options->submission);
}

const char *kept_mark(const struct grading *grading) {
    const struct grade_options *options = grading->options;
    const bool asked = options->kept != NULL && options->check == NULL && options->witness == NULL;
    XXH3_state_t *state = asked && grading->lost == NULL ? XXH3_createState() : NULL;
    if (state == NULL) {
        return NULL;
    }
    XXH3_128bits_reset(state);
    add_kit(grading, state);
    add_options(options, state);
    add_files(grading, state, options->submission);
    add_files(grading, state, grading->box->source);
    const XXH128_hash_t hash = XXH3_128bits_digest(state);
    XXH3_freeState(state);
    return arena_printf(grading->arena, "%016llx%016llx", (unsigned long long)hash.high64,
                        (unsigned long long)hash.low64);
}

/* What reports do not hold of a check is the lab's. */
static void restore_withheld(const struct lab *lab, struct result *result) {
    for (struct exercise_result *out = result->exercises; out != NULL; out = out->next) {
        const struct lab_exercise *exercise = lab_find_exercise(lab, out->name);
        for (struct check_result *check = out->checks; check != NULL; check = check->next) {
            const struct lab_check *its =
                exercise != NULL ? lab_find_check(exercise, check->name) : NULL;
            check->withheld = its != NULL && its->withheld;
        }
    }
}

bool kept_take(const char *mark, const struct grade_options *options, struct result *result) {
    struct result kept;
    struct error error;
    const char *text =
        mark != NULL ? file_read(&result->arena, options->kept, LARGEST_RESULT) : NULL;
    if (text == NULL || strncmp(text, mark, MARK) != 0 ||
        !report_read_json(text + MARK, &kept, &error)) {
        return false;
    }
    restore_withheld(options->lab, &kept);
    result->warnings = kept.warnings;
    result->points = kept.points;
    result->earned = kept.earned;
    result->exercises = kept.exercises;
    result->toolchain = kept.toolchain;
    result->machine = kept.machine;
    arena_adopt(&result->arena, &kept.arena);
    return true;
}

/* The clock, a tool that is not here now, and a real device may give another answer the next time.
 */
static bool is_lasting(const struct result *result) {
    bool lasts = true;
    for (const struct exercise_result *out = result->exercises; out != NULL; out = out->next) {
        lasts = lasts && (strcmp(out->device, "cpu") == 0 || strcmp(out->device, "simt") == 0);
        for (const struct check_result *check = out->checks; check != NULL; check = check->next) {
            lasts = lasts && check->verdict != VERDICT_TIMEOUT &&
                    check->verdict != VERDICT_UNAVAILABLE && check->verdict != VERDICT_REVIEW;
        }
    }
    return lasts;
}

void kept_write(const char *mark, const struct grade_options *options,
                const struct result *result) {
    const struct report_options all = {.audience = AUDIENCE_INSTRUCTOR};
    struct error error;
    char *text = NULL;
    size_t length;
    FILE *stream = mark != NULL && is_lasting(result) ? open_memstream(&text, &length) : NULL;
    if (stream == NULL) {
        return;
    }
    bool good = fprintf(stream, "%s\n", mark) > 0 &&
                report_write_stream(stream, mark, report_format_find("json"), result, &all, &error);
    good = fclose(stream) == 0 && good;
    if (good) {
        file_keep(options->kept, text);
    }
    free(text);
}
