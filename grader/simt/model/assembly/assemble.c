/* The rules by which PTX becomes instructions, a row each, and which instruction reads what. */
#include "assemble.h"
#include "functions.h"
#include "loops.h"
#include "passes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PIPE_NONE = 0 }; /* of what is free, or waits for memory */

static const struct opcode_rule {
    const char *start, *part;
    uint8_t kind, pipe;
    uint8_t slots, specials;
    uint16_t latency;
    uint8_t others;
    bool parts;
} rules[] = {
#define COSTS
#define COST(start, part, kind, pipe, slots, specials, latency, others, parts)                     \
    {start, part, STEP_##kind, PIPE_##pipe, slots, specials, latency, others, parts},
#include "../../instructions.def"
#undef COST
#undef COSTS
};

static const struct opcode_rule *rule_of(const char *opcode) {
    const struct opcode_rule *rule = rules;
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
    enum { LOOK_BACK = 8 }; /* instructions; a choice */
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
                step_is_free(&steps[site]);
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
    enum { LOOK_AHEAD = 8 };    /* instructions; a choice */
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
            step_is_free(&steps[back]);
            step_is_free(&steps[site + after]);
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
    const struct opcode_rule *rule = rule_of(opcode);
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
        step_is_free(step);
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
        values_list(&numbering, &module->code[site], &assembly->steps[site]);
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
