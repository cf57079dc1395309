/* Which exercises and checks are graded, and on which device. */
#include "check_devices.h"
#include "grade.h"

#include <string.h>

/* Exercises for the simulated GPU can be run on a real device of their kind, too. */
bool grade_is_real(const char *device) {
    return strcmp(device, "cuda") == 0 || strcmp(device, "opencl") == 0;
}

static bool can_add(const struct lab *lab, const struct lab_exercise *exercise,
                    const char *device) {
    return grade_is_real(device) && strcmp(exercise->device, "simt") == 0 &&
           check_row_find(lab, exercise, device, CHECK_OUTPUT) != NULL;
}

bool grade_adds(const struct lab *lab, const char *device) {
    const struct lab_exercise *exercise = lab->exercises;
    while (exercise != NULL && !can_add(lab, exercise, device)) {
        exercise = exercise->next;
    }
    return exercise != NULL;
}

bool grade_selects(const struct grade_options *options, const struct lab_exercise *exercise) {
    return (options->exercise == NULL || strcmp(options->exercise, exercise->name) == 0) &&
           (options->device == NULL || strcmp(options->device, exercise->device) == 0 ||
            can_add(options->lab, exercise, options->device));
}

const struct check_row *grading_added(const struct grading *grading,
                                      const struct lab_exercise *exercise, enum check_kind kind) {
    const struct grade_options *options = grading->options;
    const char *device = options->added != NULL ? options->added : options->device;
    return device != NULL && can_add(grading->lab, exercise, device)
               ? check_row_find(grading->lab, exercise, device, kind)
               : NULL;
}

bool grading_needs(const struct grading *grading, const struct lab_exercise *exercise,
                   const struct lab_check *check) {
    const char *only = grading->options->check;
    const struct witness *witness = grading->options->witness;
    if (witness != NULL && witness->wants != NULL) {
        return witness->wants(witness->self, exercise, check);
    }
    if (grading->options->alone) {
        return strcmp(check->name, only) == 0;
    }
    if (only == NULL || check == exercise->checks || check_kind_row(check->kind)->runs_first) {
        return true;
    }
    const struct lab_check *asked = lab_find_check(exercise, only);
    if (check->kind == CHECK_OUTPUT && check_kind_row(asked->kind)->runs_first) {
        return true; /* a race that an output check comes upon is told by the race check */
    }
    for (const struct lab_check *needed = asked; needed != NULL;
         needed = needed->after != NULL ? lab_find_check(exercise, needed->after) : NULL) {
        bool changes_it = check_kind_row(check->kind)->takes_points && check->after != NULL &&
                          strcmp(check->after, needed->name) == 0;
        if (needed == check || changes_it) {
            return true;
        }
    }
    return false;
}
