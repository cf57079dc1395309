/* Arrays of a thread that stand in registers: those of which every place is known. */
#include "passes.h"

#include <stdlib.h>

enum steadiness { CHANGES, STEADY, TURNS /* is made of itself */ };
enum { DEEPEST = 16, NOWHERE = UINT32_MAX };

/* A loop, and the instructions whose sources are being looked for. */
struct around {
    const struct simt_module *module;
    const struct function *function;
    const bool *full; /* by loop: it is unrolled in full */
    int32_t loop;
    uint32_t path[DEEPEST];
    uint32_t depth;
};

/* The last instruction of a loop before `end` that writes a row, or NOWHERE. Values that do not
 * live at the same time share a row: what lives on from there is its value alone. */
static uint32_t last_writer(const struct around *around, int32_t loop, uint32_t end, uint32_t row) {
    for (uint32_t n = end; n > 0; n--) {
        const struct instruction *i = &around->module->code[around->function->first + n - 1];
        if ((i->d == row || i->e == row) &&
            loop_holds(around->function, loop, around->function->first + n - 1)) {
            return n - 1;
        }
    }
    return NOWHERE;
}

static enum steadiness value_at(struct around *around, uint32_t n, int32_t loop, uint32_t row);

/* What an instruction makes of its sources. */
static enum steadiness made_by(struct around *around, uint32_t n) {
    const struct instruction *i = &around->module->code[around->function->first + n];
    const uint32_t sources[] = {i->a, i->b, i->c};
    enum steadiness made = i->memory == NULL && i->call == NULL ? STEADY : CHANGES;
    for (uint32_t d = 0; d < around->depth; d++) {
        if (around->path[d] == n) {
            return TURNS;
        }
    }
    if (around->depth == DEEPEST) {
        return CHANGES;
    }
    around->path[around->depth++] = n;
    for (size_t s = 0; s < sizeof sources / sizeof *sources && made != CHANGES; s++) {
        int32_t loop = around->function->loop_of[n];
        enum steadiness source = sources[s] != 0 ? value_at(around, n, loop, sources[s]) : STEADY;
        made = source == STEADY ? made : source;
    }
    around->depth--;
    return made;
}

/* Does a value that instruction n of a loop reads take the same course in every round of the loop
 * around? Counters of loops in it do that are unrolled in full, and begin anew each time. */
static enum steadiness value_at(struct around *around, uint32_t n, int32_t loop, uint32_t row) {
    uint32_t before = last_writer(around, loop, n, row), first = n;
    if (before != NOWHERE) {
        return made_by(around, before);
    }
    uint32_t carried = last_writer(around, loop, around->function->count, row);
    if (carried != NOWHERE && !around->full[loop]) {
        return CHANGES;
    }
    enum steadiness made = carried != NOWHERE ? made_by(around, carried) : STEADY;
    if (loop == around->loop || made == CHANGES) {
        return made;
    }
    while (first > 0 && loop_holds(around->function, loop, around->function->first + first - 1)) {
        first--;
    }
    enum steadiness begun = value_at(around, first, around->function->loops[loop].parent, row);
    return begun == CHANGES ? CHANGES : made == TURNS && around->depth > 0 ? begun : made;
}

/* Is the place that it accesses the same in every round of each loop around it that is not
 * unrolled in full (`full` by loop)? */
static bool is_straight(const struct simt_module *module, const struct function *function,
                        const bool *full, uint32_t n) {
    struct around around = {.module = module, .function = function, .full = full, .loop = -1};
    for (int32_t loop = function->loop_of[n]; loop >= 0; loop = function->loops[loop].parent) {
        around.loop = full[loop] ? around.loop : loop;
    }
    const uint32_t place = module->code[function->first + n].a;
    return around.loop < 0 || value_at(&around, n, function->loop_of[n], place) != CHANGES;
}

/* A loop that only stores to a thread's own memory: how a long array is set to zero. Where that
 * array stands in registers, nothing is left of it. */
static bool only_fills(const struct simt_module *module, const struct function *function,
                       int32_t loop) {
    static const char *const parts[] = {"st.local", "add.", "setp.", "mov.", "bra", "@", NULL};
    bool fills = false, only = true;
    for (uint32_t n = 0; n < function->count; n++) {
        const char *opcode = module->sites[function->first + n].opcode;
        if (function->loop_of[n] != loop || opcode == NULL) {
            only &=
                function->loop_of[n] < 0 || function->loops[function->loop_of[n]].parent != loop;
            continue;
        }
        fills |= opcode_starts(opcode, "st.local");
        only &= opcode_starts_any(opcode, parts);
    }
    return fills && only;
}

void fold_arrays(const struct simt_module *module, const struct function *function,
                 struct model_step *steps) {
    bool *full = calloc(function->loop_count + 1, sizeof *full);
    bool *fills = calloc(function->loop_count + 1, sizeof *fills);
    bool folds = full != NULL && fills != NULL;
    for (uint32_t loop = 0; folds && loop < function->loop_count; loop++) {
        full[loop] = fills[loop] = only_fills(module, function, (int32_t)loop);
    }
    for (uint32_t n = 0; folds && n < function->count; n++) {
        const struct model_step *step = &steps[function->first + n];
        if (step->unroll > 0 && !step->preamble && function->loop_of[n] >= 0) {
            full[function->loop_of[n]] = true;
        }
    }
    for (uint32_t n = 0; folds && n < function->count; n++) {
        const struct memory_details *memory = module->code[function->first + n].memory;
        folds = memory == NULL || memory->space != SIMT_LOCAL || memory->frame != 0 ||
                (steps[function->first + n].uniform && is_straight(module, function, full, n));
    }
    for (uint32_t n = 0; folds && n < function->count; n++) {
        const struct memory_details *memory = module->code[function->first + n].memory;
        struct model_step *step = &steps[function->first + n];
        if (memory != NULL && memory->space == SIMT_LOCAL && step->kind == STEP_MEMORY &&
            memory->frame == 0) {
            step->kind = STEP_FOLDED;
        }
        if (function->loop_of[n] >= 0 && fills[function->loop_of[n]] && step->kind != STEP_FOLDED) {
            step_is_free(step);
        }
    }
    free(full);
    free(fills);
}
