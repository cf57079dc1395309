/*
 * Accesses whose address is made of a value that was read from memory: table[data[i]]. And
 * functions in which such values decide where threads go.
 *
 * Every register gets the join over all its definitions, as in provenance.c: the memories (enum
 * simt_memories) that it is made of, and, CHOSEN bits higher, those that it depends on by what was
 * chosen, too. Parameters, constants and a thread's own memory do not count: what lies there is
 * seldom data.
 */
#include "decode.h"

#include <string.h>

enum { ANY_MEMORY = SIMT_MEMORY_SHARED | SIMT_MEMORY_GLOBAL, CHOSEN = 4 };

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
static uint8_t made_by(const uint8_t *made, const struct ptx_statement *statement) {
    const uint8_t read = read_from(statement->opcode);
    uint8_t of = (uint8_t)(read | read << CHOSEN);
    for (uint8_t n = 1; n < statement->count && !opcode_starts(statement->opcode, "ld"); n++) {
        of |= made_of(made, &statement->operands[n]);
    }
    if (opcode_starts(statement->opcode, "setp")) {
        of &= ANY_MEMORY << CHOSEN;
    }
    return statement->guard >= 0 ? of | (made[statement->guard] & ANY_MEMORY << CHOSEN) : of;
}

void find_gathered(struct decoder *decoder) {
    const struct ptx_function *ptx = decoder->ptx;
    uint8_t *made = decode_take(decoder, (ptx->register_count + 1) * sizeof *made);
    for (bool changed = true; changed;) { /* memories are only added */
        changed = false;
        for (uint32_t s = 0; s < ptx->statement_count; s++) {
            const struct ptx_statement *statement = &ptx->statements[s];
            if (statement->count > 0 && writes_target(statement)) {
                changed |= make(made, &statement->operands[0], made_by(made, statement));
            }
        }
    }
    decoder->gathered = made;
}

bool is_gathered(const struct decoder *decoder) {
    const struct ptx_statement *statement = decoder->statement;
    for (uint8_t n = 0; n < statement->count; n++) {
        const struct ptx_operand *operand = &statement->operands[n];
        if (operand->address && (made_of(decoder->gathered, operand) & ANY_MEMORY) != 0) {
            return true;
        }
    }
    return false;
}

uint8_t find_deciding(struct decoder *decoder) {
    const struct ptx_function *ptx = decoder->ptx;
    const uint8_t *made = decoder->gathered;
    uint8_t deciding = ptx->entry ? 0 : ANY_MEMORY;
    for (uint32_t s = 0; s < ptx->statement_count; s++) {
        const struct ptx_statement *statement = &ptx->statements[s];
        if (opcode_starts(statement->opcode, "call")) {
            deciding = ANY_MEMORY;
        } else if (opcode_starts(statement->opcode, "brx")) {
            deciding |= made_of(made, &statement->operands[0]) >> CHOSEN;
        } else if (statement->guard >= 0) {
            deciding |= made[statement->guard] >> CHOSEN;
        }
    }
    return deciding;
}
