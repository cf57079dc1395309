/*
 * Accesses whose address is made of a value that was read from memory: table[data[i]].
 *
 * Every register gets the join over all its definitions, as in provenance.c. Parameters, constants
 * and a thread's own memory do not count: what lies there is seldom data.
 */
#include "decode.h"

#include <string.h>

static bool reads_data(const char *opcode) {
    static const char *const others[] = {".param", ".local", ".const"};
    bool data = opcode_starts(opcode, "ld.") || opcode_starts(opcode, "ldu.") ||
                opcode_starts(opcode, "atom.");
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        data = data && strstr(opcode, others[i]) == NULL;
    }
    return data;
}

static bool is_made(const bool *made, const struct ptx_operand *operand) {
    bool any = operand->kind == PTX_REGISTER && made[operand->index];
    for (uint32_t e = 0; operand->kind == PTX_VECTOR && e < operand->count; e++) {
        const struct ptx_operand *element = &operand->elements[e];
        any = any || (element->kind == PTX_REGISTER && made[element->index]);
    }
    return any;
}

static bool make(bool *made, const struct ptx_operand *target) {
    const bool vector = target->kind == PTX_VECTOR;
    const struct ptx_operand *each = vector ? target->elements : target;
    bool changed = false;
    for (uint32_t e = 0; e < (vector ? target->count : 1); e++) {
        if (each[e].kind == PTX_REGISTER && !made[each[e].index]) {
            changed = made[each[e].index] = true;
        }
    }
    return changed;
}

/* Comparisons make predicates, which choose but do not reach an address. */
static bool is_made_by(const bool *made, const struct ptx_statement *statement) {
    bool any = reads_data(statement->opcode);
    for (uint8_t n = 1; n < statement->count && !any; n++) {
        any = !opcode_starts(statement->opcode, "ld") && is_made(made, &statement->operands[n]);
    }
    return any && !opcode_starts(statement->opcode, "setp");
}

void find_gathered(struct decoder *decoder) {
    const struct ptx_function *ptx = decoder->ptx;
    bool *made = decode_take(decoder, (ptx->register_count + 1) * sizeof *made);
    for (bool changed = true; changed;) { /* registers are only added */
        changed = false;
        for (uint32_t s = 0; s < ptx->statement_count; s++) {
            const struct ptx_statement *statement = &ptx->statements[s];
            if (statement->count > 0 && writes_target(statement) && is_made_by(made, statement)) {
                changed |= make(made, &statement->operands[0]);
            }
        }
    }
    decoder->gathered = made;
}

bool is_gathered(const struct decoder *decoder) {
    const struct ptx_statement *statement = decoder->statement;
    for (uint8_t n = 0; n < statement->count; n++) {
        const struct ptx_operand *operand = &statement->operands[n];
        if (operand->address && is_made(decoder->gathered, operand)) {
            return true;
        }
    }
    return false;
}
