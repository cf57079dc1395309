/* One exercise: its checks in order, and what each one's verdict means for the others. */
#include "../compile/source/source.h"
#include "../clock.h"
#include "check_devices.h"
#include "first_look.h"
#include "grade.h"
#include "broken_functions.h"
#include "smallest_input.h"
#include "advice/advice.h"

#include <string.h>

/* A check of an exercise on its way to its result. */
struct progress {
    const struct lab_check *check;
    struct check_result *result;
    struct trial trial;
    bool done;
};

static struct finding *alone(const struct grading *grading, const struct finding *of_list) {
    struct finding *finding = arena_alloc(grading->arena, sizeof *finding);
    *finding = *of_list;
    finding->next = NULL;
    return finding;
}

/* The finding is all that comes of the check. */
static void copy_finding(struct grading *grading, struct progress *progress,
                         const struct finding *finding) {
    progress->trial = (struct trial){0};
    progress->done = true;
    trial_add(&progress->trial, alone(grading, finding));
}

static void skip(struct grading *grading, struct progress *progress, enum found id,
                 const struct message_value *values) {
    trial_free(&progress->trial);
    copy_finding(grading, progress, finding_make(grading->arena, id, values));
}

/* One finding for all missing files: nothing says which of them should define a function. NULL
 * where none is missing. */
static const struct finding *all_lost(const struct grading *grading) {
    const struct finding *lost = grading->lost;
    struct finding *all = lost != NULL ? alone(grading, lost) : NULL;
    for (const struct finding *f = lost != NULL ? lost->next : NULL; f != NULL; f = f->next) {
        const char *advice = all->advice;
        finding_say(grading->arena, all, FOUND_MISSING_FILES,
                    MESSAGE_VALUES(message_string("message", all->message),
                                   message_string("rest", f->message)));
        all->advice = advice;
        all->file = NULL;
    }
    return all;
}

static const struct finding *is_not_defined(const struct grading *grading,
                                            const struct lab_exercise *exercise) {
    return finding_make(grading->arena, FOUND_NOT_DEFINED,
                        MESSAGE_VALUES(message_string("function", exercise->function)));
}

/* The program was to call a function that it lacks, though it has something else of that name: a
 * kernel. A file that is not there, or not compiled, should have had it. */
static void tell_missing(struct grading *grading, const struct lab_exercise *exercise,
                         enum flavour flavour, struct progress *progress) {
    const struct finding *finding = all_lost(grading);
    finding = finding != NULL ? finding : set_aside_file(grading, flavour);
    finding = finding != NULL ? finding : is_not_defined(grading, exercise);
    trial_free(&progress->trial);
    copy_finding(grading, progress, finding);
}

/* gcc accepts the file, so no brace is missing: clang met a function inside another one. */
static void tell_clangs(struct grading *grading, struct finding *finding) {
    const char *advice = finding->advice;
    if (finding_is(finding, FOUND_NESTED_FUNCTION)) {
        advice = "Only gcc allows a function inside another one: define it before the other "
                 "function, and pass what it uses as arguments.";
    }
    finding_say(grading->arena, finding, FOUND_GCC_ACCEPTS,
                MESSAGE_VALUES(message_string("message", finding->message)));
    finding->advice = advice;
}

/* Runs the check unless its build failed. */
static bool run_check(struct grading *grading, struct exercise_grade *graded,
                      struct progress *progress) {
    const struct lab_exercise *exercise = graded->exercise;
    if (progress->done) {
        return true;
    }
    if (progress->check->withheld) {
        skip(grading, progress, FOUND_WITHHELD, NULL);
        return true;
    }
    const struct check_row *row =
        check_row_find(grading->lab, exercise, exercise->device, progress->check->kind);
    if (row == NULL) {
        const char *kind = check_kind_row(progress->check->kind)->name;
        skip(
            grading, progress, FOUND_NO_SUCH_CHECKS,
            MESSAGE_VALUES(message_string("name", exercise->device), message_string("kind", kind)));
        return true;
    }
    const struct built *built = &grading->built[row->flavour];
    const struct finding *refused =
        built->ok ? set_aside_finding(grading, row->flavour, exercise) : built->finding;
    if (refused != NULL) {
        copy_finding(grading, progress, refused);
        if (refused->verdict == VERDICT_BUILD_ERROR) {
            tell_clangs(grading, progress->trial.findings);
        }
        return true;
    }
    double start = clock_seconds();
    const struct witness *witness = grading->options->witness;
    grading->onlookers = (struct onlookers){0};
    if (witness != NULL && witness->begin != NULL) {
        witness->begin(witness->self, exercise, progress->check, &grading->onlookers);
    }
    bool good = row->run(grading, graded, progress->check, row->flavour, &progress->trial) &&
                grading->error->message[0] == '\0';
    progress->done = true;
    if (good && progress->trial.diagnosis.place == FAULT_MISSING) {
        tell_missing(grading, exercise, row->flavour, progress);
    }
    grading->onlookers = (struct onlookers){0};
    if (good && witness != NULL && witness->end != NULL) {
        witness->end(witness->self, exercise, progress->check, &progress->trial);
        if (witness->smaller != NULL && witness->smaller(witness->self)) {
            smaller_run(grading, graded, progress->check, row, &progress->trial);
        }
    }
    result_add_timing(
        grading->result,
        arena_printf(grading->arena, "run %s %s", exercise->name, progress->check->name),
        clock_seconds() - start);
    return good;
}

/* Verdicts that no race explains, or that take too long to be reached twice. */
static bool settles_it(enum verdict verdict) {
    return verdict == VERDICT_TIMEOUT || verdict == VERDICT_MEMORY_LIMIT ||
           verdict == VERDICT_OUTPUT_LIMIT || verdict == VERDICT_EARLY_EXIT ||
           verdict == VERDICT_INPUT_MODIFIED;
}

static struct progress *find_progress(struct progress *all, size_t count, const char *name) {
    for (size_t i = 0; i < count; i++) {
        if (strcmp(all[i].check->name, name) == 0) {
            return &all[i];
        }
    }
    return NULL;
}

static bool runs_first(const struct progress *progress) {
    return check_kind_row(progress->check->kind)->runs_first;
}

/* What the check found out makes the answer of the check that it stands behind worth nothing: its
 * verdict is for both. */
static bool takes_points(const struct progress *progress) {
    const enum verdict verdict = progress->trial.verdict;
    return check_kind_row(progress->check->kind)->takes_points && verdict != VERDICT_PASS &&
           verdict != VERDICT_UNAVAILABLE && verdict != VERDICT_SKIPPED &&
           verdict != VERDICT_REVIEW;
}

/* A fault that another check shows better is not told again by the race check. */
static void quieten_faults(struct grading *grading, struct progress *all, size_t count) {
    bool shown = false;
    for (size_t i = 0; i < count; i++) {
        enum verdict verdict = all[i].trial.verdict;
        shown = shown ||
                (!runs_first(&all[i]) && verdict != VERDICT_PASS && verdict != VERDICT_SKIPPED);
    }
    for (size_t i = 0; i < count && shown; i++) {
        if (runs_first(&all[i]) && all[i].trial.verdict == VERDICT_CRASH) {
            skip(grading, &all[i], FOUND_NEEDS_NO_CRASH, NULL);
        }
    }
}

/* What is found where races are looked for, and leaves nothing to the other checks: an answer that
 * may change from run to run, or a launch that need not end. */
static bool makes_void(enum verdict verdict) {
    return verdict == VERDICT_RACE || verdict == VERDICT_BARRIER_DIVERGENCE;
}

/* With a race the answer may change from run to run, and so may every other verdict: they are
 * skipped, and the race is what counts. The check of races tells it, whichever check came upon it.
 */
static void tell_race(struct grading *grading, struct progress *all, size_t count,
                      struct progress *race) {
    struct progress *teller = race;
    for (size_t i = 0; i < count && !runs_first(teller); i++) {
        teller = runs_first(&all[i]) ? &all[i] : teller;
    }
    if (teller != race) {
        trial_free(&teller->trial);
        teller->trial = race->trial;
        race->trial = (struct trial){0};
    }
    const enum found why = teller->trial.verdict == VERDICT_BARRIER_DIVERGENCE ? FOUND_BARRIER_FIRST
                                                                               : FOUND_RACE_FIRST;
    const struct lab_check *check = teller->check;
    const char *title = check->hidden ? check->name : check->title;
    for (size_t i = 0; i < count; i++) {
        if (&all[i] != teller && !runs_first(&all[i])) {
            skip(grading, &all[i], why,
                 why == FOUND_BARRIER_FIRST ? MESSAGE_VALUES(message_string("title", title))
                                            : NULL);
        }
    }
}

/* Every check on the simulated GPU is watched and compares answers, so that no program gains by
 * knowing which check runs it. Still each fault costs the points of its own check, and only those.
 * This is the first finding that a check of races and bounds would tell, among those that the trial
 * put aside; or NULL. A value that nobody wrote is no fault where nobody uses it, as of an array
 * without elements. */
static const struct finding *find_aside(const struct trial *trial) {
    const struct finding *finding = trial->aside;
    while (finding != NULL && finding->verdict != VERDICT_RACE &&
           finding->verdict != VERDICT_OUT_OF_BOUNDS && finding->verdict != VERDICT_WRONG_POINTER &&
           finding->verdict != VERDICT_BARRIER_DIVERGENCE) {
        finding = finding->next;
    }
    return finding;
}

/* Lets the check of races and bounds tell what another check saw, if it found nothing itself. Where
 * an exercise has none, the check of costs tells it: an object that is released twice, say. */
static void tell_aside(struct grading *grading, struct progress *all, size_t count,
                       struct progress *progress) {
    const struct finding *seen = find_aside(&progress->trial);
    struct progress *teller = progress->check->kind == CHECK_COST ? progress : NULL;
    for (size_t i = count; i > 0; i--) {
        teller = runs_first(&all[i - 1]) ? &all[i - 1] : teller;
    }
    if (seen != NULL && teller != NULL && teller->trial.verdict == VERDICT_PASS) {
        trial_free(&teller->trial);
        copy_finding(grading, teller, seen);
    }
}

/* Where an output check tells of wrong answers, checks of races and of memory do not repeat it:
 * what else they ask for is judged without them. */
static bool forgive_answers(struct grading *grading, struct exercise_grade *graded,
                            struct progress *all, size_t count) {
    for (size_t i = 0; i < count; i++) {
        graded->answers_told =
            graded->answers_told ||
            (all[i].check->kind == CHECK_OUTPUT && all[i].trial.verdict == VERDICT_WRONG_ANSWER);
    }
    bool good = true;
    for (size_t i = 0; i < count && graded->answers_told && good; i++) {
        const enum check_kind kind = all[i].check->kind;
        if ((kind == CHECK_RACE || kind == CHECK_MEMORY) &&
            all[i].trial.verdict == VERDICT_WRONG_ANSWER) {
            trial_free(&all[i].trial);
            all[i].done = false;
            good = run_check(grading, graded, &all[i]);
        }
    }
    return good;
}

static bool run_races(struct grading *grading, struct exercise_grade *graded, struct progress *all,
                      size_t count, struct progress **race) {
    bool hangs_on_order = false;
    for (size_t i = 0; i < count; i++) {
        if (runs_first(&all[i])) {
            if (!run_check(grading, graded, &all[i])) {
                return false;
            }
            hangs_on_order = hangs_on_order || all[i].trial.hangs_on_order;
            const bool lost = makes_void(all[i].trial.verdict) || hangs_on_order;
            *race = lost ? &all[i] : *race;
            early_tell(grading, graded->exercise, &all[i].trial);
        }
    }
    return true;
}

/* Races first. Where they are looked for in a process, the first output check runs before, so that
 * an endless loop is waited for only once; the machine knows one when it sees it. */
static bool run_checks(struct grading *grading, struct exercise_grade *graded, struct progress *all,
                       size_t count) {
    const bool watched = grading->built[FLAVOUR_MACHINE].ok &&
                         set_aside_finding(grading, FLAVOUR_MACHINE, graded->exercise) == NULL;
    struct progress *race = NULL;
    if (!watched && !run_check(grading, graded, &all[0])) {
        return false;
    }
    if ((watched || !settles_it(all[0].trial.verdict)) &&
        !run_races(grading, graded, all, count, &race)) {
        return false;
    }
    for (size_t i = 0; i < count && race == NULL; i++) {
        const char *after = all[i].check->after;
        struct progress *needed = after != NULL ? find_progress(all, i, after) : NULL;
        if (needed != NULL && needed->trial.verdict != VERDICT_PASS) {
            /* Reports show titles, but not a hidden check's. */
            const char *title = needed->check->hidden ? after : needed->check->title;
            skip(grading, &all[i], FOUND_NEEDS_CHECK,
                 MESSAGE_VALUES(message_string("title", title)));
        } else if (!run_check(grading, graded, &all[i])) {
            return false;
        }
        early_tell(grading, graded->exercise, &all[i].trial);
        tell_aside(grading, all, count, &all[i]);
        race = watched && all[i].trial.verdict == VERDICT_RACE ? &all[i] : NULL;
        if (needed != NULL && takes_points(&all[i])) {
            trial_free(&needed->trial);
            copy_finding(grading, needed, all[i].trial.findings);
        }
    }
    if (race != NULL) {
        tell_race(grading, all, count, race);
    } else if (!forgive_answers(grading, graded, all, count)) {
        return false;
    }
    quieten_faults(grading, all, count);
    return true;
}

static bool is_undefined(const struct built *base, const struct lab_exercise *exercise) {
    return base->kernels != NULL && !diagnostics_is_defined(base->defined, exercise->function) &&
           !diagnostics_is_defined(base->kernels, exercise->function);
}

/* The file that the exercise lacks, of those that are not there. */
static const struct finding *find_lost(struct grading *grading, const struct lab_exercise *exercise,
                                       const struct built *base) {
    const struct finding *lost = grading->lost;
    for (const struct finding *f = lost; f != NULL && exercise->kernels != NULL; f = f->next) {
        if (strcmp(f->file, exercise->kernels) == 0) {
            return alone(grading, f);
        }
    }
    return is_undefined(base, exercise) ? all_lost(grading) : NULL;
}

/* What makes the whole exercise impossible to run, or NULL. */
static const struct finding *find_obstacle(struct grading *grading,
                                           const struct lab_exercise *exercise,
                                           const struct finding *staging) {
    const enum flavour flavour = check_base_flavour(grading->lab, exercise, exercise->device);
    const struct built *base = &grading->built[flavour];
    if (staging != NULL) {
        return staging;
    }
    if (check_row_find(grading->lab, exercise, exercise->device, CHECK_OUTPUT) == NULL) {
        return finding_make(grading->arena, FOUND_NO_DEVICE,
                            MESSAGE_VALUES(message_string("name", exercise->device)));
    }
    if (!base->ok) { /* what only the linker misses may have been in a file that is not there */
        const bool lacks = grading->lost != NULL && base->finding->file == NULL &&
                           base->finding->verdict == VERDICT_BUILD_ERROR;
        return lacks ? all_lost(grading) : base->finding;
    }
    const struct finding *lost = find_lost(grading, exercise, base);
    if (lost != NULL) {
        return lost;
    }
    const struct finding *aside = set_aside_finding(grading, flavour, exercise);
    if (aside != NULL) {
        return aside;
    }
    return is_undefined(base, exercise) ? is_not_defined(grading, exercise) : NULL;
}

/* Makes a result for each check that is asked for, and that the device judges; returns how many.
 * `all` has room for all checks. */
static size_t list_checks(struct grading *grading, const struct lab_exercise *exercise,
                          struct progress *all, struct exercise_result *out) {
    size_t count = 0;
    struct check_result **tail = &out->checks;
    for (const struct lab_check *check = exercise->checks; check != NULL; check = check->next) {
        const struct check_row *row =
            check_row_find(grading->lab, exercise, exercise->device, check->kind);
        const struct check_row *added = grading_added(grading, exercise, check->kind);
        const struct check_row *told = added != NULL ? added : row;
        if (!grading_needs(grading, exercise, check)) {
            continue;
        }
        out->points += check->points;
        struct check_result *result = arena_alloc(grading->arena, sizeof *result);
        *result = (struct check_result){.name = check->name,
                                        .kind = check_kind_row(check->kind)->name,
                                        .title = check->title,
                                        .how = told != NULL ? told->how : "",
                                        .hidden = check->hidden,
                                        .withheld = check->withheld,
                                        .points = check->points};
        *tail = result;
        tail = &result->next;
        all[count].check = check;
        all[count++].result = result;
    }
    return count;
}

/* Takes over what the trials found, and adds the points up. */
static void settle(struct progress *all, size_t count, struct exercise_result *out) {
    for (size_t i = 0; i < count; i++) {
        struct check_result *result = all[i].result;
        result->verdict = all[i].trial.verdict;
        result->findings = all[i].trial.findings;
        if (result->verdict == VERDICT_PASS && all[i].trial.counted != NULL) {
            result->counted = all[i].trial.counted;
            result->counted_input = all[i].trial.counted_in->source->text;
        }
        const bool earns = result->verdict == VERDICT_PASS || all[i].trial.points_stay;
        result->earned = earns ? result->points : 0;
        out->earned += result->earned;
        trial_free(&all[i].trial);
    }
}

bool grade_exercise(struct grading *grading, const struct lab_exercise *exercise,
                    const struct finding *staging, struct exercise_result *out) {
    size_t most = 0;
    for (const struct lab_check *check = exercise->checks; check != NULL; check = check->next) {
        most++;
    }
    struct progress *all = arena_alloc(grading->arena, most * sizeof *all);
    const size_t count = list_checks(grading, exercise, all, out);
    bool good = true;
    const struct finding *obstacle;
    out->not_begun = not_begun_is_given(grading, exercise);
    if (not_begun_is(grading, exercise)) {
        for (size_t i = 0; i < count; i++) {
            all[i].trial = (struct trial){.verdict = VERDICT_NOT_BEGUN};
        }
    } else if ((obstacle = find_obstacle(grading, exercise, staging)) != NULL) {
        for (size_t i = 0; i < count; i++) {
            copy_finding(grading, &all[i], obstacle);
        }
    } else {
        struct exercise_grade graded = {.exercise = exercise};
        good = run_checks(grading, &graded, all, count);
        graded.answers_told = false; /* each answer of the real device counts */
        for (size_t i = 0; good && i < count; i++) {
            good = device_add(grading, &graded, all[i].check, &all[i].trial);
        }
    }
    settle(all, count, out);
    return good;
}
