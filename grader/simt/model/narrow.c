/* Registers of PTX whose upper halves nobody needs: the largest set that is closed. */
#include "narrow.h"
#include "halves.h"

#include <stdlib.h>
#include <string.h>

/* The lower half of its result hangs on the lower halves of what it reads. */
static bool keeps_halves(const char *opcode) {
    static const char *const words[] = {
        "add.s64",    "add.u64", "sub.s64", "sub.u64", "mul.lo.s64", "mul.lo.u64", "shl.b64",
        "mad.lo.s64", "or.b64",  "and.b64", "mov.u64", "mov.b64",    "xor.b64",    "not.b64"};
    for (size_t w = 0; w < sizeof words / sizeof *words; w++) {
        if (opcode_starts(opcode, words[w])) {
            return true;
        }
    }
    return false;
}

/* A shift to the right takes one instruction for the lower half of its result. */
static bool is_funnel(const char *opcode) {
    return opcode_starts(opcode, "shr.u64") || opcode_starts(opcode, "shr.b64") ||
           opcode_starts(opcode, "shr.s64");
}

/* An access to memory whose addresses have 32 bits? */
static bool is_near(const char *opcode) {
    return (opcode_starts(opcode, "ld") || opcode_starts(opcode, "st") ||
            opcode_starts(opcode, "atom") || opcode_starts(opcode, "red.")) &&
           (strstr(opcode, ".shared") != NULL || strstr(opcode, ".local") != NULL);
}

struct registers {
    const struct ptx_function *ptx;
    bool *wide;  /* by register: somebody needs all of it */
    bool *large; /* by register: its upper half may be other than 0 */
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
    if (low || is_mask(statement) ||
        (keeps && operands[0].kind == PTX_REGISTER && !registers->wide[operands[0].index])) {
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

static bool is_half(const struct registers *registers, const struct ptx_operand *operand) {
    return operand->kind == PTX_REGISTER && !registers->wide[operand->index];
}

/* Does one instruction do it, since what it reads has 32 bits? */
static bool works_on_halves(const struct registers *registers,
                            const struct ptx_statement *statement) {
    static const char *const words[] = {"setp.", "xor.b64", "or.b64", "mul.lo.s64", "mul.lo.u64"};
    bool found = false;
    for (size_t w = 0; w < sizeof words / sizeof *words; w++) {
        found |= opcode_starts(statement->opcode, words[w]);
    }
    if (opcode_starts(statement->opcode, "mul.hi.u64")) { /* a division by a constant */
        return is_small(registers->large, &statement->operands[1]);
    }
    return found && statement->count >= 3 && is_small(registers->large, &statement->operands[1]) &&
           is_small(registers->large, &statement->operands[2]);
}

/* The lower half of a register is a register. */
static bool masks_nothing(const struct ptx_statement *mask) {
    return (uint64_t)mask->operands[2].integer == UINT32_MAX;
}

static bool can_narrow(const char *opcode) {
    return keeps_halves(opcode) || is_funnel(opcode) || opcode_starts(opcode, "mul.hi.u64") ||
           (opcode_starts(opcode, "setp.") && strstr(opcode, "64") != NULL);
}

static void narrow(const char *opcode, struct model_step *step) {
    if (step->kind == STEP_PLAIN && step->slots > SLOT) {
        step->pipe = opcode_starts(opcode, "m") ? PIPE_MULTIPLY : PIPE_INTEGER;
        step->slots = SLOT;
        step->latency = step->others = 0;
    }
}

/* The statement that a site is made of, from `from` on; NULL if it is none of these. Sites have the
 * order of their statements, but some statements have no site. */
static const struct ptx_statement *statement_of(const struct ptx_function *ptx,
                                                const struct simt_site *site, uint32_t from) {
    for (uint32_t s = from; s < ptx->statement_count; s++) {
        const struct ptx_statement *statement = &ptx->statements[s];
        if (statement->ptx_line > site->source.ptx_line) {
            return NULL;
        }
        if (statement->ptx_line == site->source.ptx_line &&
            strcmp(statement->opcode, site->opcode) == 0) {
            return statement;
        }
    }
    return NULL;
}

static void narrow_site(const struct registers *registers, const struct ptx_statement *statement,
                        struct model_step *step) {
    if (works_on_halves(registers, statement) || is_mask(statement) ||
        is_half(registers, &statement->operands[0])) {
        narrow(statement->opcode, step);
    }
    if (step->kind == STEP_PLAIN &&
        (shifts_half(statement) || (is_mask(statement) && masks_nothing(statement)))) {
        step->kind = STEP_FREE;
        step->slots = 0;
    }
}

static void narrow_sites(const struct registers *registers, const struct simt_module *module,
                         const struct function *function, struct model_step *steps) {
    const struct ptx_function *ptx = registers->ptx;
    uint32_t next = 0;
    for (uint32_t n = 0; n < function->count; n++) {
        const uint32_t site = function->first + n;
        const char *opcode = module->sites[site].opcode;
        if (opcode == NULL || module->code[site].synthetic || !can_narrow(opcode)) {
            continue;
        }
        const struct ptx_statement *statement = statement_of(ptx, &module->sites[site], next);
        if (statement != NULL) {
            narrow_site(registers, statement, &steps[site]);
            next = (uint32_t)(statement - ptx->statements) + 1;
        }
    }
}

void narrow_arithmetic(const struct simt_module *module, const struct function *function,
                       struct model_step *steps) {
    const struct ptx_function *ptx = function->ptx;
    struct registers registers = {.ptx = ptx, .changed = true};
    registers.wide = calloc(ptx->register_count + 1, sizeof *registers.wide);
    registers.large = find_large(ptx);
    if (registers.wide == NULL || registers.large == NULL) {
        free(registers.wide);
        free(registers.large);
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
    free(registers.large);
}
