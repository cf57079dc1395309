/* The calls that a check makes of its cases. */
#include "../lab/oracle_load.h"
#include "draw.h"
#include "grade.h"
#include "grading.h"

/* Drawn sizes that the oracle refuses, such as more than a lab allows, are drawn again. */
enum { MOST_DRAWS = 16 };

static const char *shape(struct grading *grading, const struct oracle_case *source, uint64_t seed,
                         struct oracle_call *call) {
    const char *exercise = call->exercise;
    *call = (struct oracle_call){.exercise = exercise, .seed = seed, .source = source};
    const char *wrong = grading->oracle->shape(source, call);
    return wrong != NULL ? wrong : oracle_too_large(call, grading->arena);
}

/* The call of a case, its sizes drawn from `sizes`. False with an error when the case is wrong. */
static bool shape_drawn(struct grading *grading, const struct oracle_case *source, uint64_t seed,
                        uint64_t sizes, struct oracle_call *call) {
    const char *wrong = shape(grading, source, seed, call);
    if (wrong != NULL) {
        return error_set(grading->error, "%s/lab.yaml:%d: case {%s}: %s", grading->lab->directory,
                         source->line, source->text, wrong);
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
