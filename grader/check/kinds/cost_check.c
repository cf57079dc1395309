/* Checks of kind `cost`: what the simulated GPU counted, against lab.yaml's requirements. */
#include "bounds.h"
#include "../check_devices.h"
#include "../advice/evidence.h"
#include "../devices/gpu.h"
#include "../devices/objects_left.h"

#include <string.h>

/* "global_load_sectors" as people say it. */
static const char *in_words(struct arena *arena, const char *fact) {
    char *words = arena_strdup(arena, fact);
    for (char *gap = strchr(words, '_'); gap != NULL; gap = strchr(gap, '_')) {
        *gap = ' ';
    }
    return words;
}

static bool is_about_launch(const char *fact) {
    static const char *const facts[] = {"warps", "launched_blocks", "block_threads"};
    bool is = false;
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
        is = is || strcmp(fact, facts[i]) == 0;
    }
    return is;
}

/* A launch of another shape changes every count, so its finding comes first. */
static void bring_first(struct trial *trial, struct finding *last) {
    struct finding **at = &trial->findings;
    while (*at != last) {
        at = &(*at)->next;
    }
    if (at != &trial->findings) {
        *at = NULL;
        trial->tail = at;
        last->next = trial->findings;
        trial->findings = last;
    }
}

/* Adds a finding, `*found`, where the number is on the wrong side of a bound. */
static bool hold(struct grading *grading, const struct requirement *require, uint64_t observed,
                 struct trial *trial, struct finding **found) {
    struct broken_bound broken;
    if (!bound_holds(require, trial->first, observed, &broken, grading->error)) {
        return false;
    }
    if (broken.text == NULL) {
        return true;
    }
    const enum verdict verdict =
        strcmp(require->fact, "leaks") == 0 ? VERDICT_LEAK : VERDICT_INEFFICIENT;
    struct finding *finding = *found =
        trial_add(trial, counted_finding(grading->arena, verdict, require->fact, broken.too_few,
                                         observed, broken.limit));
    finding->message =
        gpu_message(grading->arena, gpu_dialect(trial->gpu),
                    broken.too_few ? MESSAGE_COUNTED_TOO_FEW : MESSAGE_COUNTED_TOO_MANY,
                    MESSAGE_VALUES(message_string("why", require->why),
                                   message_string("fact", in_words(grading->arena, require->fact)),
                                   message_number("observed", (long long)observed),
                                   message_number("limit", (long long)broken.limit)));
    finding->input = trial->first->source->text;
    const char *seen = is_about_launch(require->fact) ? evidence_of_launches(grading, trial) : NULL;
    const bool printed =
        strcmp(require->fact, "downloaded_bytes") == 0 && gpu_has_printed(trial->gpu);
    finding->advice = seen != NULL ? seen
                      : printed    ? gpu_message(grading->arena, gpu_dialect(trial->gpu),
                                                 MESSAGE_PRINTED_ADVICE, NULL)
                                   : require->advice;
    if (seen != NULL) {
        bring_first(trial, finding);
    }
    gpu_busiest_line(trial->gpu, grading->lab, require->fact, grading->arena, finding);
    return true;
}

/* "The function does not release all that it makes: a kernel is left." */
static const char *objects_text(const struct grading *grading, const struct left *left,
                                enum simt_dialect dialect) {
    return gpu_message(grading->arena, dialect, MESSAGE_OBJECTS_LEFT,
                       MESSAGE_VALUES(message_string("what", left->what)));
}

/* Points at the call that made the first of the objects, and says what to do with them. */
static void point_at_object(const struct grading *grading, const struct left *left,
                            enum simt_dialect dialect, struct finding *finding) {
    finding->file = left->made->file;
    finding->line = left->made->line;
    finding->advice = gpu_message(grading->arena, dialect, MESSAGE_OBJECT_LEFT_ADVICE, NULL);
}

/* Objects that were not given back: as leaks of memory are, each in its own words. */
static void tell_of_objects(struct grading *grading, const struct left *left, struct trial *trial) {
    const enum simt_dialect dialect = gpu_dialect(trial->gpu);
    struct finding *finding = gpu_find(grading, trial, VERDICT_LEAK, MESSAGE_OBJECTS_LEFT,
                                       MESSAGE_VALUES(message_string("what", left->what)));
    finding->input = trial->first->source->text;
    point_at_object(grading, left, dialect, finding);
}

/* What the calls of this check give back, and those of another check do not, where something fails,
 * say. */
static void tell_of_others(struct grading *grading, const struct exercise_grade *graded,
                           const struct requirement *require, struct trial *trial) {
    const enum simt_dialect dialect = gpu_dialect(trial->gpu);
    const struct left *const left = graded->leaked;
    const bool only_objects = left->memory == 0;
    const char *const why = only_objects ? objects_text(grading, left, dialect) : require->why;
    struct finding *finding =
        gpu_find(grading, trial, VERDICT_LEAK, MESSAGE_LEAKED_ELSEWHERE,
                 MESSAGE_VALUES(message_string("why", why),
                                message_string("check", graded->leaking->title)));
    point_at_object(grading, left, dialect, finding);
    finding->advice = only_objects ? finding->advice : require->advice;
}

/* What the fact `leaks` is about, beside the number of bytes, of which `memory` may tell. */
static void tell_of_leaks(struct grading *grading, const struct exercise_grade *graded,
                          enum flavour flavour, const struct requirement *require,
                          struct finding *memory, struct trial *trial) {
    const struct left left = objects_left(grading, flavour, trial->gpu);
    if (memory != NULL) {
        gpu_leaking_line(trial->gpu, grading, flavour, memory);
    }
    if (left.objects > 0 && left.memory == 0) {
        tell_of_objects(grading, &left, trial);
    }
    if (left.objects + left.memory == 0 && graded->leaking != NULL) {
        tell_of_others(grading, graded, require, trial);
    }
}

/* Is there no check of races, which would tell of calls that failed? */
static bool is_unwatched(const struct lab_exercise *exercise) {
    const struct lab_check *check = exercise->checks;
    while (check != NULL && !check_kind_row(check->kind)->runs_first) {
        check = check->next;
    }
    return check == NULL;
}

bool check_cost(struct grading *grading, struct exercise_grade *graded,
                const struct lab_check *check, enum flavour flavour, struct trial *trial) {
    const struct lab_exercise *exercise = graded->exercise;
    if (!trial_run(grading, exercise, check, flavour, compare_outputs, trial)) {
        return false;
    }
    trial->aside = gpu_findings(trial->gpu, is_unwatched(exercise), grading, flavour);
    /* Costs are no merit of a program that does not do its work. */
    const bool worked = trial->finished && trial->verdict == VERDICT_PASS;
    for (const struct requirement *require = check->require; require != NULL && worked;
         require = require->next) {
        uint64_t observed = 0;
        struct finding *found = NULL;
        gpu_fact(trial->gpu, require->fact, &observed);
        if (!hold(grading, require, observed, trial, &found) ||
            !counted_add(grading, require, trial->first, observed, trial)) {
            return false;
        }
        if (strcmp(require->fact, "leaks") == 0) {
            tell_of_leaks(grading, graded, flavour, require, found, trial);
        }
    }
    require_launch(grading, trial);
    blame_failed_call(grading, flavour, trial);
    for (struct finding *finding = trial->findings; finding != NULL; finding = finding->next) {
        finding->advice = finding->advice != NULL ? finding->advice : check->advice;
    }
    return true;
}
