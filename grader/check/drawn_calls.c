/* The calls that a check makes of its cases. */
#include "drawn_calls.h"

#include "../lab/oracle_load.h"
#include "kinds/bounds.h"
#include "drawn_sizes.h"
#include "expected_answers.h"
#include "grading.h"

#include <inttypes.h>

/* Drawn sizes that the oracle refuses, such as more than a lab allows, are drawn again. */
enum { MOST_DRAWS = 16 };

static const char *shape(struct grading *grading, const struct oracle_case *source, uint64_t seed,
                         struct oracle_call *call) {
    const char *exercise = call->exercise;
    *call = (struct oracle_call){.exercise = exercise, .seed = seed, .source = source};
    const char *wrong = grading->oracle->shape(source, call);
    return wrong != NULL ? wrong : oracle_too_large(call, grading->arena);
}

static bool refuse(struct grading *grading, const struct oracle_case *source, const char *wrong) {
    return error_set(grading->error, "%s/lab.yaml:%d: case {%s}: %s", grading->lab->directory,
                     source->line, source->text, wrong);
}

/* The call of a case, its sizes drawn from `sizes`. False with an error when the case is wrong. */
static bool shape_drawn(struct grading *grading, const struct oracle_case *source, uint64_t seed,
                        uint64_t sizes, struct oracle_call *call) {
    const char *wrong = shape(grading, source, seed, call);
    if (wrong != NULL) {
        return refuse(grading, source, wrong);
    }
    const struct oracle_call nominal = *call;
    for (int i = 0; i < MOST_DRAWS; i++) {
        const struct oracle_case *drawn =
            draw_sizes(grading->lab, source, &nominal,
                       random_mix(sizes, arena_printf(grading->arena, "draw %d", i)),
                       grading->arena, grading->error);
        if (drawn == NULL) {
            return false;
        }
        if (shape(grading, drawn, seed, call) == NULL) {
            return true;
        }
    }
    *call = nominal;
    return true;
}

size_t calls_shape(struct grading *grading, const struct lab_exercise *exercise,
                   const struct lab_check *check, struct oracle_call **calls) {
    size_t count = 0, i = 0;
    for (const struct oracle_case *source = check->cases; source != NULL; source = source->next) {
        count++;
    }
    *calls = arena_alloc(grading->arena, count * sizeof **calls);
    const char *place = arena_printf(grading->arena, "%s/%s", exercise->name, check->name);
    const struct secret *secret = grading->options->secret;
    const uint64_t run = grading->result->seed;
    const uint64_t seed = secret_seed(check->hidden ? secret : NULL, run, place);
    const uint64_t sizes = secret_seed(secret, run, arena_printf(grading->arena, "%s/n", place));
    for (const struct oracle_case *source = check->cases; source != NULL; source = source->next) {
        const char *number = arena_printf(grading->arena, "%zu", i);
        (*calls)[i].exercise = exercise->name;
        if (!shape_drawn(grading, source, random_mix(seed, number), sizes, &(*calls)[i++])) {
            return 0;
        }
    }
    return count;
}

size_t calls_drawn(const struct oracle *oracle, const struct grade_options *options,
                   const struct lab_exercise *exercise, const struct lab_check *check,
                   struct arena *arena, struct oracle_call **calls, struct error *error) {
    struct result result = {.seed = options->seed};
    struct grading grading = {.options = options,
                              .lab = options->lab,
                              .oracle = oracle,
                              .result = &result,
                              .arena = arena,
                              .error = error};
    return calls_shape(&grading, exercise, check, calls);
}

size_t calls_most_elements(const struct oracle_call *calls, size_t count) {
    size_t most = 0;
    for (size_t i = 0; i < count; i++) {
        size_t elements = 0;
        for (size_t k = 0; k < calls[i].input_count; k++) {
            elements += calls[i].input[k].count;
        }
        for (size_t k = 0; k < calls[i].output_count; k++) {
            elements += calls[i].output[k].count;
        }
        most = elements > most ? elements : most;
    }
    return most;
}

/* A copy of the case that notes which keys are asked for. */
static struct oracle_case *noting(struct arena *arena, const struct oracle_case *source) {
    struct oracle_case *copy = arena_alloc(arena, sizeof *copy);
    *copy = *source;
    struct oracle_pair **tail = (struct oracle_pair **)&copy->pairs;
    for (const struct oracle_pair *pair = source->pairs; pair != NULL; pair = pair->next) {
        *tail = arena_alloc(arena, sizeof **tail);
        **tail = (struct oracle_pair){
            .key = pair->key, .value = pair->value, .asked = arena_alloc(arena, sizeof(bool))};
        tail = &(*tail)->next;
    }
    return copy;
}

/* The first key that the oracle has not asked for; NULL when there is none. */
static const char *unasked(const struct oracle_case *noted) {
    const struct oracle_pair *pair = noted->pairs;
    while (pair != NULL && *pair->asked) {
        pair = pair->next;
    }
    return pair != NULL ? pair->key : NULL;
}

/* Lets the oracle answer the call: it may ask for a key as late as that. */
static bool answer(struct grading *grading, const struct oracle_call *call) {
    struct solved solved;
    const bool good = solved_fill(grading, call, &solved);
    solved_free(&solved);
    return good;
}

/* Is the case one that the oracle takes, and do the check's bounds name what it has? */
static bool case_is_valid(struct grading *grading, const struct lab_exercise *exercise,
                          const struct lab_check *check, const struct oracle_case *source) {
    struct oracle_case *noted = noting(grading->arena, source);
    struct oracle_call call = {.exercise = exercise->name};
    const char *wrong = shape(grading, noted, 1, &call);
    if (wrong != NULL) {
        return refuse(grading, source, wrong);
    }
    if (unasked(noted) != NULL && !answer(grading, &call)) {
        return false;
    }
    if (unasked(noted) != NULL) {
        return error_set(grading->error,
                         "%s/lab.yaml:%d: check '%s': the oracle never asks for '%s'",
                         grading->lab->directory, source->line, check->name, unasked(noted));
    }
    for (const struct requirement *r = check->require; r != NULL; r = r->next) {
        const char *const bounds[] = {r->at_least, r->at_most, r->counts};
        for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++) {
            uint64_t value;
            struct error cause;
            if (bounds[i] != NULL && !bound_value(bounds[i], &call, &value, &cause)) {
                return error_set(grading->error, "%s/lab.yaml:%d: %s", grading->lab->directory,
                                 r->line, cause.message);
            }
        }
    }
    return draw_sizes(grading->lab, noted, &call, 1, grading->arena, grading->error) != NULL;
}

/* Is what right programs count on the right side of the bounds in this call? */
static bool leaves_room(const struct requirement *r, const struct oracle_call *call,
                        const struct lab *lab, struct error *error) {
    struct bound_limits limits;
    uint64_t counts = 0;
    if (!bound_value(r->counts, call, &counts, error) || !bound_limits(r, call, &limits, error)) {
        return false;
    }
    return (counts >= limits.least && counts <= limits.most) ||
           error_set(error,
                     "%s/lab.yaml:%d: right programs count %s: %" PRIu64 "; the bound is %" PRIu64
                     " (%s)",
                     lab->directory, r->line, r->fact, counts,
                     counts < limits.least ? limits.least : limits.most, call->source->text);
}

bool calls_leave_room(const struct oracle *oracle, const struct grade_options *options,
                      struct error *error) {
    bool good = true;
    for (const struct lab_exercise *e = options->lab->exercises; good && e != NULL; e = e->next) {
        for (const struct lab_check *c = e->checks; good && c != NULL; c = c->next) {
            const struct requirement *r = c->require;
            while (r != NULL && r->counts == NULL) {
                r = r->next;
            }
            struct arena arena = {0};
            struct oracle_call *calls = NULL;
            const size_t count =
                r != NULL ? calls_drawn(oracle, options, e, c, &arena, &calls, error) : 0;
            good = r == NULL || count > 0;
            for (; good && r != NULL; r = r->next) {
                for (size_t i = 0; good && r->counts != NULL && i < count; i++) {
                    good = leaves_room(r, &calls[i], options->lab, error);
                }
            }
            arena_free(&arena);
        }
    }
    return good;
}

bool calls_valid(struct grading *grading) {
    for (const struct lab_exercise *e = grading->lab->exercises; e != NULL; e = e->next) {
        for (const struct lab_check *check = e->checks; check != NULL; check = check->next) {
            for (const struct oracle_case *c = check->cases; c != NULL; c = c->next) {
                if (!case_is_valid(grading, e, check, c)) {
                    return false;
                }
            }
        }
    }
    return true;
}
