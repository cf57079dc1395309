/* Registers of PTX whose upper halves nobody needs: the largest set that is closed. */
#include "narrow.h"

#include <stdlib.h>
#include <string.h>

/* The lower half of its result hangs on the lower halves of what it reads. */
static bool keeps_halves(const char *opcode) {
    static const char *const words[] = {"add.s64",    "add.u64",    "sub.s64", "sub.u64",
                                        "mul.lo.s64", "mul.lo.u64", "shl.b64", "mad.lo.s64",
                                        "or.b64",     "and.b64",    "mov.u64", "mov.b64"};
    for (size_t w = 0; w < sizeof words / sizeof *words; w++) {
        if (opcode_starts(opcode, words[w])) {
            return true;
        }
    }
    return false;
}

/* An access to memory whose addresses have 32 bits? */
static bool is_near(const char *opcode) {
    return (opcode_starts(opcode, "ld") || opcode_starts(opcode, "st") ||
            opcode_starts(opcode, "atom") || opcode_starts(opcode, "red.")) &&
           (strstr(opcode, ".shared") != NULL || strstr(opcode, ".local") != NULL);
}

struct registers {
    const struct ptx_function *ptx;
    bool *wide; /* by register: somebody needs all of it */
    bool changed;
};

static void need(struct registers *registers, const struct ptx_operand *operand) {
    if (operand->kind == PTX_REGISTER && !registers->wide[operand->index]) {
        registers->wide[operand->index] = registers->changed = true;
    }
    for (uint32_t e = 0; e < operand->count; e++) {
        need(registers, &operand->elements[e]);
    }
}

/* Marks what the statement needs whole. */
static void visit(struct registers *registers, const struct ptx_statement *statement) {
    const struct ptx_operand *operands = statement->operands;
    bool near = is_near(statement->opcode), keeps = keeps_halves(statement->opcode);
    bool low = opcode_starts(statement->opcode, "cvt.u32.u64") ||
               opcode_starts(statement->opcode, "cvt.u16.u64");
    if (low || (keeps && operands[0].kind == PTX_REGISTER && !registers->wide[operands[0].index])) {
        return;
    }
    /* A target is not read; but one that is an address is. */
    bool reads_first = opcode_starts(statement->opcode, "st") ||
                       opcode_starts(statement->opcode, "red.") || operands[0].kind != PTX_REGISTER;
    for (uint32_t o = reads_first ? 0 : 1; o < statement->count; o++) {
        if (!(near && operands[o].address)) {
            need(registers, &operands[o]);
        }
    }
}

static void narrow(const char *opcode, struct model_step *step) {
    if (step->kind == STEP_PLAIN && step->slots > SLOT) {
        step->pipe = opcode_starts(opcode, "m") ? PIPE_MULTIPLY : PIPE_INTEGER;
        step->slots = SLOT;
        step->latency = step->others = 0;
    }
}

/* Sites have the order of the statements that they are made of. */
static void narrow_sites(const struct registers *registers, const struct simt_module *module,
                         const struct function *function, struct model_step *steps) {
    const struct ptx_function *ptx = registers->ptx;
    uint32_t s = 0;
    for (uint32_t n = 0; n < function->count; n++) {
        uint32_t site = function->first + n;
        const char *opcode = module->sites[site].opcode;
        if (opcode == NULL || module->code[site].synthetic || !keeps_halves(opcode)) {
            continue;
        }
        while (s < ptx->statement_count && ptx->statements[s].opcode != opcode &&
               strcmp(ptx->statements[s].opcode, opcode) != 0) {
            s++;
        }
        if (s == ptx->statement_count) {
            return;
        }
        const struct ptx_operand *target = &ptx->statements[s].operands[0];
        if (target->kind == PTX_REGISTER && !registers->wide[target->index]) {
            narrow(opcode, &steps[site]);
        }
        s++;
    }
}

void narrow_addresses(const struct simt_module *module, const struct function *function,
                      struct model_step *steps) {
    const struct ptx_function *ptx = function->ptx;
    struct registers registers = {.ptx = ptx, .changed = true};
    registers.wide = calloc(ptx->register_count + 1, sizeof *registers.wide);
    if (registers.wide == NULL) {
        return;
    }
    while (registers.changed) {
        registers.changed = false;
        for (uint32_t s = ptx->statement_count; s > 0; s--) {
            visit(&registers, &ptx->statements[s - 1]);
        }
    }
    narrow_sites(&registers, module, function, steps);
    free(registers.wide);
}
