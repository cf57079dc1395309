/*
 * Accesses whose address is made of a value that was read from memory: table[data[i]]. And
 * functions in which such values decide where threads go.
 *
 * Every register gets the join over all its definitions, as in provenance.c: the memories (enum
 * simt_memories) that it is made of. Parameters, constants and a thread's own memory do not count:
 * what lies there is seldom data.
 */
#include "decode.h"

#include <string.h>

enum { ANY_MEMORY = SIMT_MEMORY_SHARED | SIMT_MEMORY_GLOBAL };

static uint8_t read_from(const char *opcode) {
    static const char *const others[] = {".param", ".local", ".const"};
    bool data = opcode_starts(opcode, "ld.") || opcode_starts(opcode, "ldu.") ||
                opcode_starts(opcode, "atom.");
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        data = data && strstr(opcode, others[i]) == NULL;
    }
    return !data                               ? 0
           : strstr(opcode, ".shared") != NULL ? SIMT_MEMORY_SHARED
           : strstr(opcode, ".global") != NULL ? SIMT_MEMORY_GLOBAL
                                               : ANY_MEMORY;
}

static uint8_t made_of(const uint8_t *made, const struct ptx_operand *operand) {
    uint8_t of = operand->kind == PTX_REGISTER ? made[operand->index] : 0;
    for (uint32_t e = 0; operand->kind == PTX_VECTOR && e < operand->count; e++) {
        of |= made_of(made, &operand->elements[e]);
    }
    return of;
}

static bool make(uint8_t *made, const struct ptx_operand *target, uint8_t of) {
    const bool vector = target->kind == PTX_VECTOR;
    const struct ptx_operand *each = vector ? target->elements : target;
    bool changed = false;
    for (uint32_t e = 0; e < (vector ? target->count : 1); e++) {
        if (each[e].kind == PTX_REGISTER && (of & ~made[each[e].index]) != 0) {
            made[each[e].index] |= of;
            changed = true;
        }
    }
    return changed;
}

/* Comparisons make predicates, which choose but do not reach an address. */
static uint8_t made_by(const uint8_t *made, const struct ptx_statement *statement, bool choices) {
    uint8_t of = read_from(statement->opcode);
    for (uint8_t n = 1; n < statement->count && !opcode_starts(statement->opcode, "ld"); n++) {
        of |= made_of(made, &statement->operands[n]);
    }
    if (choices) {
        return statement->guard >= 0 ? of | made[statement->guard] : of;
    }
    return opcode_starts(statement->opcode, "setp") ? 0 : of;
}

static uint8_t *find_made(struct decoder *decoder, bool choices) {
    const struct ptx_function *ptx = decoder->ptx;
    uint8_t *made = decode_take(decoder, (ptx->register_count + 1) * sizeof *made);
    for (bool changed = true; changed;) { /* memories are only added */
        changed = false;
        for (uint32_t s = 0; s < ptx->statement_count; s++) {
            const struct ptx_statement *statement = &ptx->statements[s];
            if (statement->count > 0 && writes_target(statement)) {
                changed |= make(made, &statement->operands[0], made_by(made, statement, choices));
            }
        }
    }
    return made;
}

void find_gathered(struct decoder *decoder) {
    decoder->gathered = find_made(decoder, false);
}

bool is_gathered(const struct decoder *decoder) {
    const struct ptx_statement *statement = decoder->statement;
    for (uint8_t n = 0; n < statement->count; n++) {
        const struct ptx_operand *operand = &statement->operands[n];
        if (operand->address && made_of(decoder->gathered, operand) != 0) {
            return true;
        }
    }
    return false;
}

uint8_t find_deciding(struct decoder *decoder) {
    const struct ptx_function *ptx = decoder->ptx;
    const uint8_t *made = find_made(decoder, true);
    uint8_t deciding = ptx->entry ? 0 : ANY_MEMORY;
    for (uint32_t s = 0; s < ptx->statement_count; s++) {
        const struct ptx_statement *statement = &ptx->statements[s];
        if (opcode_starts(statement->opcode, "call")) {
            deciding = ANY_MEMORY;
        } else if (opcode_starts(statement->opcode, "brx")) {
            deciding |= made_of(made, &statement->operands[0]);
        } else if (statement->guard >= 0) {
            deciding |= made[statement->guard];
        }
    }
    return deciding;
}
