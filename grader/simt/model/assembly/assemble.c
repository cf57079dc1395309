/* The rules by which PTX becomes instructions, a row each, and who reads what. */
#include "assemble.h"
#include "functions.h"
#include "arrays.h"
#include "loops.h"
#include "predicates.h"
#include "uniform.h"
#include "values.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Sequences are as ptxas writes them for sm_90, by reading what it makes of one such instruction;
 * latency is that of the longest path through them, beyond one instruction of the pipe. */
static const struct rule {
    const char *start; /* of the opcode; the first row that fits counts */
    const char *part;  /* that must be in the opcode, or NULL */
    uint8_t kind, pipe;
    uint8_t slots, specials;
    uint16_t latency;
    uint8_t others; /* instructions on no pipe that matters */
    bool parts;     /* a branch to a way aside for rare values is in it */
} rules[] = {
    {"mov.", NULL, STEP_FREE, 0, 0, 0, 0, 0, false},
    {"cvta", NULL, STEP_FREE, 0, 0, 0, 0, 0, false},
    {"isspacep", NULL, STEP_PLAIN, PIPE_INTEGER, 2, 0, 4, 0, false},
    {"ld.param", NULL, STEP_FREE, 0, 0, 0, 0, 0, false},
    {"ld", NULL, STEP_MEMORY, 0, 1, 0, 0, 0, false},
    {"st", NULL, STEP_MEMORY, 0, 1, 0, 0, 0, false},
    {"atom", NULL, STEP_MEMORY, 0, 1, 0, 0, 0, false},
    {"red.", NULL, STEP_MEMORY, 0, 1, 0, 0, 0, false},
    {"cp.async", NULL, STEP_MEMORY, 0, 1, 0, 0, 0, false},
    {"bra.uni", NULL, STEP_FREE, 0, 0, 0, 0, 0, false},
    {"brx", NULL, STEP_CONTROL, PIPE_CONTROL, 4, 0, 20, 0, false},
    {"bra", NULL, STEP_CONTROL, PIPE_CONTROL, 1, 0, 0, 0, false},
    {"ret", NULL, STEP_PLAIN, PIPE_CONTROL, 1, 0, 0, 0, false},
    {"exit", NULL, STEP_PLAIN, PIPE_CONTROL, 1, 0, 0, 0, false},
    {"call", NULL, STEP_ORDER, PIPE_CONTROL, 3, 0, 10, 0, false},
    {"bar.warp", NULL, STEP_ORDER, PIPE_CONTROL, 1, 0, 4, 0, false},
    {"bar", NULL, STEP_SYNCHRONISE, PIPE_CONTROL, 1, 0, 0, 0, false},
    {"membar.cta", NULL, STEP_ORDER, PIPE_CONTROL, 1, 0, 4, 0, false},
    {"membar", NULL, STEP_ORDER, PIPE_CONTROL, 2, 0, FENCE_CYCLES, 0, false},
    {"fence", ".cta", STEP_ORDER, PIPE_CONTROL, 1, 0, 4, 0, false},
    {"fence", NULL, STEP_ORDER, PIPE_CONTROL, 2, 0, FENCE_CYCLES, 0, false},
    {"shfl", NULL, STEP_PLAIN, PIPE_SHUFFLE, 1, 0, 0, 0, false},
    {"redux", NULL, STEP_PLAIN, PIPE_SHUFFLE, 1, 0, 4, 0, false},
    {"match", NULL, STEP_PLAIN, PIPE_SHUFFLE, 8, 0, 60, 0, false},
    {"vote", NULL, STEP_PLAIN, PIPE_INTEGER, 1, 0, 8, 0, false},
    {"activemask", NULL, STEP_PLAIN, PIPE_INTEGER, 1, 0, 8, 0, false},
    {"elect", NULL, STEP_PLAIN, PIPE_INTEGER, 1, 0, 8, 0, false},
    {"nanosleep", NULL, STEP_PLAIN, PIPE_CONTROL, 1, 0, 40, 0, false},
    {"prefetch", NULL, STEP_FREE, 0, 0, 0, 0, 0, false},

    {"div", ".f64", STEP_PLAIN, PIPE_FP64, 9, 1, 100, 11, true},
    {"div.full", NULL, STEP_PLAIN, PIPE_FP32, 4, 1, 26, 0, false},
    {"div.approx", NULL, STEP_PLAIN, PIPE_FP32, 4, 1, 26, 0, false},
    {"div", ".f32", STEP_PLAIN, PIPE_FP32, 12, 1, 35, 0, true},
    {"div", "64", STEP_PLAIN, PIPE_MULTIPLY, 40, 4, 211, 72, true},
    {"rem", "64", STEP_PLAIN, PIPE_MULTIPLY, 40, 4, 211, 72, true},
    {"div.s", NULL, STEP_PLAIN, PIPE_MULTIPLY, 14, 3, 85, 9, false},
    {"rem.s", NULL, STEP_PLAIN, PIPE_MULTIPLY, 14, 3, 85, 9, false},
    {"div", NULL, STEP_PLAIN, PIPE_MULTIPLY, 11, 3, 84, 6, false},
    {"rem", NULL, STEP_PLAIN, PIPE_MULTIPLY, 11, 3, 84, 6, false},
    {"rcp.approx.ftz.f64", NULL, STEP_PLAIN, PIPE_SPECIAL, 1, 0, 0, 0, false},
    {"rcp", ".f64", STEP_PLAIN, PIPE_FP64, 6, 1, 52, 5, true},
    {"sqrt", ".f64", STEP_PLAIN, PIPE_FP64, 9, 1, 72, 15, true},
    {"rsqrt", ".f64", STEP_PLAIN, PIPE_FP64, 7, 1, 45, 7, true},
    {"rcp.approx", NULL, STEP_PLAIN, PIPE_FP32, 3, 1, 26, 0, false},
    {"rcp", NULL, STEP_PLAIN, PIPE_FP32, 10, 1, 58, 0, true},
    {"sqrt.approx", NULL, STEP_PLAIN, PIPE_FP32, 4, 1, 30, 0, false},
    {"sqrt", NULL, STEP_PLAIN, PIPE_FP32, 9, 1, 38, 0, true},
    {"rsqrt", NULL, STEP_PLAIN, PIPE_FP32, 4, 1, 35, 0, false},
    {"sin", NULL, STEP_PLAIN, PIPE_FP32, 2, 1, 22, 0, false},
    {"cos", NULL, STEP_PLAIN, PIPE_FP32, 2, 1, 22, 0, false},
    {"lg2.approx.ftz", NULL, STEP_PLAIN, PIPE_SPECIAL, 1, 0, 0, 0, false},
    {"ex2.approx.ftz", NULL, STEP_PLAIN, PIPE_SPECIAL, 1, 0, 0, 0, false},
    {"lg2", NULL, STEP_PLAIN, PIPE_FP32, 4, 1, 26, 0, false},
    {"ex2", NULL, STEP_PLAIN, PIPE_FP32, 4, 1, 26, 0, false},
    {"tanh", NULL, STEP_PLAIN, PIPE_SPECIAL, 1, 0, 0, 0, false},

    {"cvt", ".f64", STEP_PLAIN, PIPE_SPECIAL, 1, 0, 0, 0, false},
    {"cvt.rzi", NULL, STEP_PLAIN, PIPE_SPECIAL, 1, 0, 0, 0, false},
    {"cvt.rni", NULL, STEP_PLAIN, PIPE_SPECIAL, 1, 0, 0, 0, false},
    {"cvt.rmi", NULL, STEP_PLAIN, PIPE_SPECIAL, 1, 0, 0, 0, false},
    {"cvt.rpi", NULL, STEP_PLAIN, PIPE_SPECIAL, 1, 0, 0, 0, false},
    {"cvt.rn.f32.s", NULL, STEP_PLAIN, PIPE_INTEGER, 1, 0, 2, 0, false},
    {"cvt.rn.f32.u", NULL, STEP_PLAIN, PIPE_INTEGER, 1, 0, 2, 0, false},
    {"cvt", ".f32", STEP_PLAIN, PIPE_CONVERT, 1, 0, 0, 0, false},
    {"cvt", ".f16", STEP_PLAIN, PIPE_CONVERT, 1, 0, 0, 0, false},
    {"cvt", NULL, STEP_FREE, 0, 0, 0, 0, 0, false},
    {"setp", ".f64", STEP_PLAIN, PIPE_FP64, 1, 0, 0, 0, false},
    {"min", ".f64", STEP_PLAIN, PIPE_FP64, 1, 0, 18, 6, false},
    {"max", ".f64", STEP_PLAIN, PIPE_FP64, 1, 0, 18, 6, false},
    {"neg.f", NULL, STEP_FREE, 0, 0, 0, 0, 0, false},
    {"abs.f", NULL, STEP_FREE, 0, 0, 0, 0, 0, false},
    {"selp", "64", STEP_PLAIN, PIPE_INTEGER, 2, 0, 0, 0, false},
    {"add", ".f64", STEP_PLAIN, PIPE_FP64, 1, 0, 0, 0, false},
    {"sub", ".f64", STEP_PLAIN, PIPE_FP64, 1, 0, 0, 0, false},
    {"mul", ".f64", STEP_PLAIN, PIPE_FP64, 1, 0, 0, 0, false},
    {"fma", ".f64", STEP_PLAIN, PIPE_FP64, 1, 0, 0, 0, false},
    {"mad", ".f64", STEP_PLAIN, PIPE_FP64, 1, 0, 0, 0, false},
    {"setp", ".f32", STEP_PLAIN, PIPE_INTEGER, 1, 0, 0, 0, false},
    {"min", ".f32", STEP_PLAIN, PIPE_INTEGER, 1, 0, 0, 0, false},
    {"max", ".f32", STEP_PLAIN, PIPE_INTEGER, 1, 0, 0, 0, false},
    {"add", ".f32", STEP_PLAIN, PIPE_FP32, 1, 0, 0, 0, false},
    {"sub", ".f32", STEP_PLAIN, PIPE_FP32, 1, 0, 0, 0, false},
    {"mul", ".f32", STEP_PLAIN, PIPE_FP32, 1, 0, 0, 0, false},
    {"fma", ".f32", STEP_PLAIN, PIPE_FP32, 1, 0, 0, 0, false},
    {"mad", ".f32", STEP_PLAIN, PIPE_FP32, 1, 0, 0, 0, false},
    {"add", "f16", STEP_PLAIN, PIPE_HALF, 1, 0, 0, 0, false},
    {"mul", "f16", STEP_PLAIN, PIPE_HALF, 1, 0, 0, 0, false},
    {"fma", "f16", STEP_PLAIN, PIPE_HALF, 1, 0, 0, 0, false},
    {"mul.wide", NULL, STEP_PLAIN, PIPE_MULTIPLY, 1, 0, 1, 0, false},
    {"mad.wide", NULL, STEP_PLAIN, PIPE_MULTIPLY, 1, 0, 1, 0, false},
    {"mul.hi", "64", STEP_PLAIN, PIPE_MULTIPLY, 5, 0, 20, 3, false},
    {"mul", "64", STEP_PLAIN, PIPE_MULTIPLY, 4, 0, 12, 0, false},
    {"mad", "64", STEP_PLAIN, PIPE_MULTIPLY, 4, 0, 12, 0, false},
    {"mul.hi", NULL, STEP_PLAIN, PIPE_MULTIPLY, 1, 0, 1, 0, false},
    {"mad.hi", NULL, STEP_PLAIN, PIPE_MULTIPLY, 2, 0, 4, 0, false},
    {"mul", NULL, STEP_PLAIN, PIPE_MULTIPLY, 1, 0, 0, 0, false},
    {"mad", NULL, STEP_PLAIN, PIPE_MULTIPLY, 1, 0, 0, 0, false},
    {"popc", NULL, STEP_PLAIN, PIPE_SPECIAL, 1, 0, 0, 0, false},
    {"brev", NULL, STEP_PLAIN, PIPE_SPECIAL, 1, 0, 0, 0, false},
    {"clz", NULL, STEP_PLAIN, PIPE_SPECIAL, 2, 0, 4, 0, false},
    {"bfind", NULL, STEP_PLAIN, PIPE_SPECIAL, 1, 0, 0, 0, false},
    {"and.pred", NULL, STEP_FREE, 0, 0, 0, 0, 0, false},
    {"or.pred", NULL, STEP_FREE, 0, 0, 0, 0, 0, false},
    {"not.pred", NULL, STEP_FREE, 0, 0, 0, 0, 0, false},
    {"", "64", STEP_PLAIN, PIPE_INTEGER, 2, 0, 4, 0, false},
    {"", NULL, STEP_PLAIN, PIPE_INTEGER, 1, 0, 0, 0, false},
};

static const struct rule *rule_of(const char *opcode) {
    const struct rule *rule = rules;
    while (strncmp(opcode, rule->start, strlen(rule->start)) != 0 ||
           (rule->part != NULL && strstr(opcode, rule->part) == NULL)) {
        rule++;
    }
    return rule;
}

/* ---- addresses ------------------------------------------------------------------------------- */

/* An index is scaled and added to a base in one instruction, or in the access itself. */
static void fold_addresses(const struct simt_module *module, const struct function *function,
                           struct model_step *steps) {
    enum { LOOK_BACK = 8 };
    for (uint32_t n = 1; n < function->count; n++) {
        uint32_t site = function->first + n;
        const char *opcode = module->sites[site].opcode;
        if (!opcode_starts(opcode, "add.s64") && !opcode_starts(opcode, "add.u64") &&
            !opcode_starts(opcode, "or.b64")) {
            continue;
        }
        const struct instruction *i = &module->code[site];
        for (uint32_t back = 1; back <= LOOK_BACK && back <= n; back++) {
            const struct instruction *from = &module->code[site - back];
            const char *made = module->sites[site - back].opcode;
            bool scales = opcode_starts(made, "mul.wide") || opcode_starts(made, "shl.b64") ||
                          opcode_starts(made, "cvt.s64") || opcode_starts(made, "cvt.u64");
            if (scales && from->d != 0 && (from->d == i->a || from->d == i->b)) {
                steps[site].kind = STEP_FREE;
                steps[site].slots = 0;
                if (opcode_starts(made, "shl.b64") || opcode_starts(made, "cvt")) {
                    steps[site - back].kind = STEP_PLAIN;
                    steps[site - back].pipe = PIPE_INTEGER;
                    steps[site - back].slots = SLOT;
                    steps[site - back].latency = 2;
                }
                break;
            }
        }
    }
}

/* ---- functions of the library ---------------------------------------------------------------- */

static void cost_call(const struct function_cost *cost, struct model_step *step) {
    bool twice = cost->fp64 > 0;
    step->kind = STEP_PLAIN;
    step->pipe = twice ? PIPE_FP64 : PIPE_FP32;
    step->slots = (uint16_t)(SLOT * (twice ? cost->fp64 : cost->slots));
    step->others = twice ? (uint16_t)(cost->slots - cost->fp64) : 0;
    step->specials = cost->specials;
    step->latency = cost->latency;
}

/* The library's float functions convert, call the double one, and convert back. A GPU has float
 * ones. Several that take one number convert it once: far before, perhaps. */
static void find_float_calls(const struct simt_module *module, const struct function *function,
                             struct model_step *steps) {
    enum { LOOK_AHEAD = 8 };
    uint32_t back = UINT32_MAX; /* the last conversion to double */
    for (uint32_t n = 0; n < function->count; n++) {
        uint32_t site = function->first + n, after = 0;
        if (opcode_starts(module->sites[site].opcode, "cvt.f64.f32")) {
            back = site;
        }
        const struct call_details *call = module->code[site].call;
        if (call == NULL || call->callee == NULL || !is_library_function(call->callee->ptx->name)) {
            continue;
        }
        for (uint32_t look = 1; look < LOOK_AHEAD; look++) {
            if (after == 0 && n + look < function->count &&
                opcode_starts(module->sites[site + look].opcode, "cvt.rn.f32.f64")) {
                after = look;
            }
        }
        if (back != UINT32_MAX && after != 0) {
            char name[64];
            snprintf(name, sizeof name, "%.62sf", call->callee->ptx->name);
            cost_call(function_cost_of(name), &steps[site]);
            steps[back].kind = steps[site + after].kind = STEP_FREE;
            steps[back].slots = steps[site + after].slots = 0;
        }
    }
}

/* ---- modules --------------------------------------------------------------------------------- */

static void cost(const struct simt_module *module, uint32_t site, struct model_step *step) {
    const struct instruction *i = &module->code[site];
    const char *opcode = module->sites[site].opcode;
    if (i->synthetic || opcode == NULL) {
        step->kind = STEP_FREE;
        return;
    }
    const struct rule *rule = rule_of(opcode);
    step->kind = rule->kind;
    step->pipe = rule->pipe;
    step->slots = (uint16_t)(rule->slots * SLOT);
    step->specials = rule->specials;
    step->latency = rule->latency;
    step->others = rule->others;
    step->parts = rule->parts;
    step->either = opcode_starts(opcode, "add.s32") || opcode_starts(opcode, "add.u32") ||
                   opcode_starts(opcode, "sub.s32") || opcode_starts(opcode, "shl.b32");
    step->fence = rule->latency == FENCE_CYCLES;
    step->divides = rule->specials == 3; /* the 32-bit ones */
    step->floats = i->memory != NULL && i->memory->kind >= SIMT_ATOMIC &&
                   (strstr(opcode, ".f32") != NULL || strstr(opcode, ".f64") != NULL);
    if (i->call != NULL && i->call->callee != NULL &&
        is_library_function(i->call->callee->ptx->name)) {
        cost_call(function_cost_of(i->call->callee->ptx->name), step);
    }
    if (rule->kind == STEP_MEMORY && i->memory == NULL) {
        step->kind = STEP_FREE;
        step->slots = 0;
    }
}

static bool assemble_function(const struct simt_module *module, const struct function *function,
                              uint32_t first, struct assembly *assembly, uint32_t *next) {
    if (is_library_function(function->ptx->name)) {
        for (uint32_t n = 0; n < function->count; n++) {
            assembly->steps[function->first + n].kind = STEP_HIDDEN;
        }
        *next = first;
        return true;
    }
    struct numbering numbering;
    if (!numbering_open(function, first, &numbering)) {
        return false;
    }
    for (uint32_t n = 0; n < function->count; n++) {
        uint32_t site = function->first + n;
        cost(module, site, &assembly->steps[site]);
        values_list(&numbering, function, &module->code[site], &assembly->steps[site]);
    }
    fold_addresses(module, function, assembly->steps);
    find_float_calls(module, function, assembly->steps);
    find_predicates(module, function, assembly->steps);
    unroll_loops(module, function, assembly->steps);
    mark_uniform(module, function, &numbering, assembly->steps);
    fold_arrays(module, function, assembly->steps);
    *next = numbering.next;
    numbering_close(&numbering);
    return true;
}

struct assembly *assemble(const struct simt_module *module) {
    struct assembly *assembly = calloc(1, sizeof *assembly);
    if (assembly != NULL) {
        assembly->steps = calloc(module->count + 1, sizeof *assembly->steps);
    }
    if (assembly == NULL || assembly->steps == NULL) {
        assembly_destroy(assembly);
        return NULL;
    }
    assembly->module = module;
    assembly->values = 1;
    bool good = true;
    for (int entries = 1; entries >= 0; entries--) { /* kernels share numbers: one runs at a time */
        uint32_t first = assembly->values;
        for (uint32_t f = 0; good && f < module->function_count; f++) {
            const struct function *function = module->functions[f];
            if (function->entry != (entries == 1) || !function->ptx->defined) {
                continue;
            }
            uint32_t next = first;
            good = assemble_function(module, function, first, assembly, &next);
            assembly->values = next > assembly->values ? next : assembly->values;
            first = entries == 1 ? first : next;
        }
    }
    if (!good) {
        assembly_destroy(assembly);
        return NULL;
    }
    return assembly;
}

void assembly_destroy(struct assembly *assembly) {
    if (assembly != NULL) {
        free(assembly->steps);
        free(assembly);
    }
}
