/* The calls that a check makes of its cases. */
#include "grade.h"
#include "grading.h"

size_t calls_shape(struct grading *grading, const struct lab_exercise *exercise,
                   const struct lab_check *check, struct oracle_call **calls) {
    size_t count = 0, i = 0;
    for (const struct oracle_case *source = check->cases; source != NULL; source = source->next) {
        count++;
    }
    *calls = arena_alloc(grading->arena, count * sizeof **calls);
    const char *place = arena_printf(grading->arena, "%s/%s", exercise->name, check->name);
    uint64_t seed =
        secret_seed(check->hidden ? grading->options->secret : NULL, grading->result->seed, place);
    for (const struct oracle_case *source = check->cases; source != NULL; source = source->next) {
        struct oracle_call *call = &(*calls)[i];
        call->exercise = exercise->name;
        call->source = source;
        call->seed = random_mix(seed, arena_printf(grading->arena, "%zu", i++));
        const char *wrong = grading->oracle->shape(source, call);
        if (wrong != NULL) {
            error_set(grading->error, "%s/lab.yaml:%d: case {%s}: %s", grading->lab->directory,
                      source->line, source->text, wrong);
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
