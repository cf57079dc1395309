/* Registers of PTX whose upper halves are 0: all that is ever written to them has 32 bits. */
#include "halves.h"

#include <stdlib.h>
#include <string.h>

enum { HALF = 32 };

static bool is_number(const struct ptx_operand *operand) {
    return operand->kind == PTX_INTEGER && (uint64_t)operand->integer >> HALF == 0;
}

bool is_small(const bool *large, const struct ptx_operand *operand) {
    return is_number(operand) || (operand->kind == PTX_REGISTER && !large[operand->index]);
}

bool is_mask(const struct ptx_statement *statement) {
    return opcode_starts(statement->opcode, "and.b64") && statement->count == 3 &&
           is_number(&statement->operands[2]);
}

static bool is_shift_by(const struct ptx_statement *statement, int64_t least, int64_t most) {
    const struct ptx_operand *by = &statement->operands[2];
    return statement->count == 3 && by->kind == PTX_INTEGER && by->integer >= least &&
           by->integer <= most;
}

bool shifts_half(const struct ptx_statement *statement) {
    return (opcode_starts(statement->opcode, "shl.b64") ||
            opcode_starts(statement->opcode, "shr.u64") ||
            opcode_starts(statement->opcode, "shr.b64")) &&
           is_shift_by(statement, HALF, HALF);
}

/* Are all, or one, of the operands that the statement reads small? */
static bool reads_small(const bool *large, const struct ptx_statement *statement, bool all) {
    bool every = true, any = false;
    for (uint32_t o = 1; o < statement->count && o < 3; o++) {
        bool small = is_small(large, &statement->operands[o]);
        every &= small;
        any |= small;
    }
    return all ? every : any;
}

/* A counter of a loop: clang makes 64 bits of it if it is an index, too; nvcc leaves it as it is.
 */
static bool counts_up(const struct ptx_statement *statement) {
    const struct ptx_operand *operands = statement->operands;
    return (opcode_starts(statement->opcode, "add.s64") ||
            opcode_starts(statement->opcode, "add.u64")) &&
           statement->count == 3 && operands[0].kind == PTX_REGISTER &&
           operands[1].kind == PTX_REGISTER && operands[0].index == operands[1].index &&
           is_number(&operands[2]);
}

/* Does it write a small number, as far as what it reads is known? */
static bool makes_small(const bool *large, const struct ptx_statement *statement) {
    static const char *const always[] = {"cvt.u64.u32", "cvt.u64.u16", "cvt.u64.u8"};
    static const char *const same[] = {"or.b64",  "xor.b64", "mov.b64", "mov.u64",
                                       "min.u64", "max.u64", "selp.b64"};
    const char *opcode = statement->opcode;
    bool small = false;
    for (size_t w = 0; w < sizeof always / sizeof *always; w++) {
        small |= opcode_starts(opcode, always[w]);
    }
    for (size_t w = 0; w < sizeof same / sizeof *same; w++) {
        small |= opcode_starts(opcode, same[w]) && reads_small(large, statement, true);
    }
    small |= opcode_starts(opcode, "and.b64") && reads_small(large, statement, false);
    small |= opcode_starts(opcode, "mul.hi.u64") && reads_small(large, statement, false);
    small |= counts_up(statement);
    small |= (opcode_starts(opcode, "shr.u64") || opcode_starts(opcode, "shr.b64")) &&
             is_shift_by(statement, HALF, 2 * HALF);
    return small;
}

bool *find_large(const struct ptx_function *ptx) {
    bool *large = calloc(ptx->register_count + 1, sizeof *large), changed = large != NULL;
    while (changed) {
        changed = false;
        for (uint32_t s = 0; s < ptx->statement_count; s++) {
            const struct ptx_statement *statement = &ptx->statements[s];
            const struct ptx_operand *target = &statement->operands[0];
            if (statement->count == 0 || makes_small(large, statement)) {
                continue;
            }
            if (target->kind == PTX_REGISTER && !large[target->index]) {
                large[target->index] = changed = true;
            }
            for (uint32_t e = 0; e < target->count; e++) {
                if (target->elements[e].kind == PTX_REGISTER) {
                    large[target->elements[e].index] = true;
                }
            }
        }
    }
    return large;
}
