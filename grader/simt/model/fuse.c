/* Pairs of instructions that become one; arrays that become registers. */
#include "fuse.h"
#include "values.h"

#include <stdlib.h>
#include <string.h>

enum { LOOK_BACK = 8 };

/* One instruction's work: of 64 bits, too, if only half of them count (narrow.c). */
static bool is_bitwise(const char *opcode, const struct model_step *step) {
    return (opcode_starts(opcode, "and.b") || opcode_starts(opcode, "or.b") ||
            opcode_starts(opcode, "xor.b") || opcode_starts(opcode, "not.b")) &&
           step->slots == SLOT;
}

static bool is_sum(const char *opcode) {
    return opcode_starts(opcode, "add.s32") || opcode_starts(opcode, "add.u32") ||
           opcode_starts(opcode, "sub.s32");
}

static bool is_shift(const char *opcode) {
    return opcode_starts(opcode, "shl.b32") || opcode_starts(opcode, "shr.u32");
}

static bool reads(const struct model_step *step, uint16_t value) {
    bool found = false;
    for (int s = 0; s < STEP_SOURCES; s++) {
        found |= step->sources[s] == value;
    }
    return found;
}

/* Is what step `from` makes read once, until another takes its place? */
static bool is_read_once(const struct function *function, const struct model_step *steps,
                         uint32_t from) {
    uint16_t value = steps[function->first + from].targets[0];
    uint32_t times = 0;
    for (uint32_t n = from + 1; value != 0 && n < function->count; n++) {
        times += reads(&steps[function->first + n], value);
        if (steps[function->first + n].targets[0] == value) {
            break;
        }
    }
    return times == 1;
}

/* The step just before `n`, in the same loop, that makes a value for it alone and could be a part
 * of it; 0 if there is none. */
static uint32_t partner(const struct simt_module *module, const struct function *function,
                        const struct model_step *steps, uint32_t n) {
    const char *opcode = module->sites[function->first + n].opcode;
    const struct model_step *step = &steps[function->first + n];
    for (uint32_t back = 1; back <= LOOK_BACK && back <= n; back++) {
        const struct model_step *from = &steps[function->first + n - back];
        const char *made = module->sites[function->first + n - back].opcode;
        bool fits = is_bitwise(opcode, step) ? is_bitwise(made, from) : is_shift(made);
        bool near = function->loop_of[n] == function->loop_of[n - back];
        if (from->targets[0] == 0 || !reads(step, from->targets[0])) {
            continue;
        }
        if (near && fits && from->kind == STEP_PLAIN && is_read_once(function, steps, n - back)) {
            return n - back;
        }
    }
    return 0;
}

/* The step just before `n` that makes `value`, which only `n` reads, as a minimum or a maximum; 0
 * if there is none. */
static uint32_t extreme(const struct simt_module *module, const struct function *function,
                        const struct model_step *steps, uint32_t n, uint16_t value) {
    for (uint32_t back = 1; value != 0 && back <= LOOK_BACK && back <= n; back++) {
        const struct model_step *from = &steps[function->first + n - back];
        const char *made = module->sites[function->first + n - back].opcode;
        if (from->targets[0] != value) {
            continue;
        }
        const bool fits = opcode_starts(made, "min.f32") || opcode_starts(made, "max.f32") ||
                          opcode_starts(made, "min.s32") || opcode_starts(made, "max.s32") ||
                          opcode_starts(made, "min.u32") || opcode_starts(made, "max.u32");
        return fits && is_read_once(function, steps, n - back) ? n - back : 0;
    }
    return 0;
}

/* A predicate says whether one instruction takes the least or the most of two numbers. */
static void fuse_extremes(const struct simt_module *module, const struct function *function,
                          struct model_step *steps) {
    for (uint32_t n = 1; n < function->count; n++) {
        const struct model_step *step = &steps[function->first + n];
        if (!opcode_starts(module->sites[function->first + n].opcode, "selp.")) {
            continue;
        }
        const uint32_t one = extreme(module, function, steps, n, step->sources[0]);
        const uint32_t other = extreme(module, function, steps, n, step->sources[1]);
        if (one == 0 || other == 0 || one == other ||
            memcmp(steps[function->first + one].sources, steps[function->first + other].sources,
                   sizeof step->sources) != 0) {
            continue;
        }
        steps[function->first + one].kind = steps[function->first + other].kind = STEP_FREE;
        steps[function->first + one].slots = steps[function->first + other].slots = 0;
    }
}

/* A bitwise operation compares its result with 0, too. */
static void fuse_tests(const struct simt_module *module, const struct function *function,
                       struct model_step *steps) {
    for (uint32_t n = 1; n < function->count; n++) {
        const uint32_t site = function->first + n;
        const struct instruction *test = &module->code[site];
        const char *opcode = module->sites[site].opcode;
        int64_t zero = 1;
        if ((!opcode_starts(opcode, "setp.eq.") && !opcode_starts(opcode, "setp.ne.")) ||
            steps[site].kind != STEP_PLAIN || !row_constant(function, test->b, &zero) ||
            zero != 0) {
            continue;
        }
        for (uint32_t back = 1; back <= LOOK_BACK && back <= n; back++) {
            const struct model_step *from = &steps[site - back];
            if (from->targets[0] == steps[site].sources[0]) {
                if (from->kind == STEP_PLAIN &&
                    is_bitwise(module->sites[site - back].opcode, from)) {
                    steps[site].kind = STEP_FREE;
                    steps[site].slots = 0;
                }
                break;
            }
        }
    }
}

/* The step just before `n` that shifts 64 bits for it alone, and by how many; 0 if there is none.
 */
static uint32_t shifted(const struct simt_module *module, const struct function *function,
                        const struct model_step *steps, uint32_t n, uint16_t value, bool left,
                        int64_t *by) {
    for (uint32_t back = 1; value != 0 && back <= LOOK_BACK && back <= n; back++) {
        const uint32_t site = function->first + n - back;
        const char *made = module->sites[site].opcode;
        if (steps[site].targets[0] == value) {
            const bool fits =
                left ? opcode_starts(made, "shl.b64")
                     : opcode_starts(made, "shr.b64") || opcode_starts(made, "shr.u64");
            return fits && row_constant(function, module->code[site].b, by) &&
                           is_read_once(function, steps, n - back)
                       ? n - back
                       : 0;
        }
    }
    return 0;
}

/* 64 bits that go round: two shifts of what lies in two registers, or none where the halves change
 * places. */
static void fuse_rotations(const struct simt_module *module, const struct function *function,
                           struct model_step *steps) {
    enum { BITS = 64, HALF = 32 };
    for (uint32_t n = 1; n < function->count; n++) {
        struct model_step *step = &steps[function->first + n];
        const char *opcode = module->sites[function->first + n].opcode;
        int64_t up = 0, down = 0;
        if (!opcode_starts(opcode, "add.u64") && !opcode_starts(opcode, "or.b64")) {
            continue;
        }
        const uint32_t one = shifted(module, function, steps, n, step->sources[0], true, &up),
                       other = shifted(module, function, steps, n, step->sources[1], false, &down);
        struct model_step *left = &steps[function->first + one];
        struct model_step *right = &steps[function->first + other];
        if (one == 0 || other == 0 || up + down != BITS || left->sources[0] != right->sources[0]) {
            continue;
        }
        left->kind = right->kind = STEP_FREE;
        left->slots = right->slots = 0;
        step->kind = up == HALF ? STEP_FREE : STEP_PLAIN;
        step->slots = up == HALF ? 0 : 2 * SLOT;
        step->latency = 0;
        step->either = false;
    }
}

void fuse_integers(const struct simt_module *module, const struct function *function,
                   struct model_step *steps) {
    fuse_extremes(module, function, steps);
    fuse_rotations(module, function, steps);
    bool *whole = calloc(function->count + 1, sizeof *whole); /* has its partner already */
    for (uint32_t n = 1; whole != NULL && n < function->count; n++) {
        const char *opcode = module->sites[function->first + n].opcode;
        struct model_step *step = &steps[function->first + n];
        if (step->kind != STEP_PLAIN || (!is_bitwise(opcode, step) && !is_sum(opcode))) {
            continue;
        }
        uint32_t with = partner(module, function, steps, n);
        if (with > 0 && !whole[with]) {
            steps[function->first + with].kind = STEP_FREE;
            steps[function->first + with].slots = 0;
            step->either = false; /* the multiplier does not shift and add */
            whole[n] = true;
        }
    }
    free(whole);
    fuse_tests(module, function, steps);
}

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
    static const char *const parts[] = {"st.local", "add.", "setp.", "mov.", "bra", "@"};
    bool fills = false, only = true;
    for (uint32_t n = 0; n < function->count; n++) {
        const char *opcode = module->sites[function->first + n].opcode;
        if (function->loop_of[n] != loop || opcode == NULL) {
            only &=
                function->loop_of[n] < 0 || function->loops[function->loop_of[n]].parent != loop;
            continue;
        }
        bool known = false;
        for (size_t part = 0; part < sizeof parts / sizeof *parts; part++) {
            known |= opcode_starts(opcode, parts[part]);
        }
        fills |= opcode_starts(opcode, "st.local");
        only &= known;
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
            step->kind = STEP_FREE;
            step->slots = 0;
        }
    }
    free(full);
    free(fills);
}
