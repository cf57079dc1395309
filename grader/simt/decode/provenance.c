/*
 * Which array a pointer was made from, so that an access that lands in a neighbouring array is
 * seen as the overrun it is.
 *
 * Every register gets the join over all its definitions, whatever their order: nothing (an
 * integer), a pointer with a few possible origins, or unknown. An address made from two parameters
 * may have either as its origin; the launch's values tell which one is a pointer (bounds.c). Where
 * in doubt the answer is unknown, and then only the bounds of all arrays together are checked.
 */
#include "decode.h"

#include <string.h>

/* DISTANCE: of two pointers. A compiler may lead from one array to another by it, in bytes; what is
 * rounded to elements was an index in the source. */
enum value_kind { UNSEEN, INTEGER, POINTER, DISTANCE, UNKNOWN };

struct value {
    enum value_kind kind;
    struct origins origins;
};

static bool same_origin(const struct origin *x, const struct origin *y) {
    return x->kind == y->kind && x->offset == y->offset && x->variable == y->variable;
}

static bool has_origin(const struct origins *origins, const struct origin *origin) {
    for (uint8_t n = 0; n < origins->count; n++) {
        if (same_origin(&origins->origin[n], origin)) {
            return true;
        }
    }
    return false;
}

/* One of two values, according to the path taken. */
static struct value join(struct value x, struct value y) {
    if (x.kind == UNSEEN || y.kind == UNSEEN) {
        return x.kind == UNSEEN ? y : x;
    }
    if (x.kind != y.kind || x.kind == UNKNOWN) {
        return (struct value){.kind = UNKNOWN};
    }
    bool same = x.origins.count == y.origins.count;
    for (uint8_t n = 0; n < x.origins.count; n++) {
        same &= has_origin(&y.origins, &x.origins.origin[n]);
    }
    return same ? x : (struct value){.kind = UNKNOWN};
}

/* x + y */
static struct value add(struct value x, struct value y) {
    if (x.kind == UNSEEN || y.kind == UNSEEN) {
        return (struct value){.kind = UNSEEN};
    }
    if (x.kind == UNKNOWN || y.kind == UNKNOWN) {
        return (struct value){.kind = UNKNOWN};
    }
    if (x.kind == INTEGER || y.kind == INTEGER) {
        return x.kind == INTEGER ? y : x;
    }
    if (x.kind == DISTANCE || y.kind == DISTANCE) {
        return (struct value){.kind = UNKNOWN};
    }
    for (uint8_t n = 0; n < y.origins.count; n++) {
        if (has_origin(&x.origins, &y.origins.origin[n])) {
            continue;
        }
        if (x.origins.count == MAX_ORIGINS) {
            return (struct value){.kind = UNKNOWN};
        }
        x.origins.origin[x.origins.count++] = y.origins.origin[n];
    }
    return x;
}

static struct value origin_value(struct origin origin) {
    return (struct value){.kind = POINTER, .origins = {.count = 1, .origin = {origin}}};
}

/* The compiler lays all of a function's own variables into one: LLVM's name for it. */
static bool is_frame(const struct ptx_variable *variable) {
    return variable->space == PTX_LOCAL && strncmp(variable->name, "__local_depot", 13) == 0;
}

static struct value value_of(const struct value *values, const struct ptx_operand *operand) {
    if (operand->kind == PTX_REGISTER) {
        return values[operand->index];
    }
    if (operand->kind == PTX_VARIABLE && operand->variable->space != PTX_PARAM &&
        operand->variable->space != PTX_LOCAL) {
        return origin_value(
            (struct origin){.kind = ORIGIN_VARIABLE, .variable = operand->variable});
    }
    if (operand->kind == PTX_VARIABLE && is_frame(operand->variable)) {
        return origin_value((struct origin){.kind = ORIGIN_FRAME, .variable = operand->variable});
    }
    bool plain = operand->kind == PTX_INTEGER || operand->kind == PTX_SPECIAL;
    return (struct value){.kind = plain ? INTEGER : UNKNOWN};
}

/* A kernel's parameter that is wide enough for a pointer; else an integer. */
static struct value loaded_value(struct decoder *decoder, const struct ptx_statement *statement) {
    const struct ptx_operand *address = &statement->operands[1];
    bool wide = strstr(statement->opcode, "64") != NULL;
    if (!wide) {
        return (struct value){.kind = INTEGER};
    }
    if (decoder->ptx->entry && address->kind == PTX_VARIABLE &&
        address->variable->space == PTX_PARAM && strstr(statement->opcode, ".param") != NULL) {
        for (const struct ptx_variable *v = decoder->ptx->parameters; v != NULL; v = v->next) {
            if (v == address->variable) {
                return origin_value(
                    (struct origin){.kind = ORIGIN_PARAMETER,
                                    .offset = (uint32_t)(v->address + (uint64_t)address->integer)});
            }
        }
    }
    return (struct value){.kind = UNKNOWN};
}

static bool has_frame(struct value value) {
    bool found = false;
    for (uint8_t n = 0; value.kind == POINTER && n < value.origins.count; n++) {
        found |= value.origins.origin[n].kind == ORIGIN_FRAME;
    }
    return found;
}

/* `add.u64 %rd2, %SPL, 16` makes the address of a variable: LLVM names each by where it begins, and
 * adds what leads into it later. Of any other sum with the frame nothing is known. */
static struct value of_frame(const struct value *values, const struct ptx_statement *statement,
                             struct value result) {
    if (!has_frame(result) || strncmp(statement->opcode, "mov.", 4) == 0 ||
        strncmp(statement->opcode, "cvta.", 5) == 0) {
        return result;
    }
    const struct ptx_operand *operands = statement->operands;
    if (statement->count != 3 || strncmp(statement->opcode, "add.", 4) != 0 ||
        operands[2].kind != PTX_INTEGER || operands[2].integer < 0 ||
        !has_frame(value_of(values, &operands[1]))) {
        return (struct value){.kind = UNKNOWN};
    }
    return origin_value((struct origin){.kind = ORIGIN_LOCAL,
                                        .offset = (uint32_t)operands[2].integer,
                                        .variable = result.origins.origin[0].variable});
}

/* What a statement's result is, given its sources. */
static struct value transfer(struct decoder *decoder, const struct value *values,
                             const struct ptx_statement *statement) {
    const struct ptx_operand *operands = statement->operands;
    uint8_t sources = statement->count - 1;
    bool wide = strstr(statement->opcode, "64") != NULL;
    struct value none = {.kind = wide ? UNKNOWN : INTEGER};
    struct value x = sources >= 1 ? value_of(values, &operands[1]) : none;
    struct value y = sources >= 2 ? value_of(values, &operands[2]) : none;
    switch (family_of(statement->opcode)->result) {
    case RESULT_INTEGER:
        return (struct value){.kind = INTEGER};
    case RESULT_COPY:
        return x;
    case RESULT_LOADED:
        return sources >= 1 ? loaded_value(decoder, statement) : none;
    case RESULT_SUM:
        return sources >= 2 ? add(x, y) : none;
    case RESULT_FIRST:
        if (sources < 2) {
            return none;
        }
        if (y.kind == INTEGER || y.kind == UNSEEN) {
            if (x.kind == DISTANCE && strncmp(statement->opcode, "and.", 4) == 0) {
                return (struct value){.kind = INTEGER}; /* rounded: an index */
            }
            return x;
        }
        return (struct value){.kind = x.kind == POINTER && y.kind == POINTER ? DISTANCE : UNKNOWN};
    case RESULT_ADDEND:
        return sources >= 3 ? value_of(values, &operands[3]) : none;
    case RESULT_EITHER:
        return sources >= 2 ? join(x, y) : none;
    case RESULT_BY_WIDTH:
        break;
    }
    return none;
}

static bool update(struct value *known, struct value next) {
    struct value joined = join(*known, next);
    bool changed = joined.kind != known->kind || joined.origins.count != known->origins.count;
    *known = joined;
    return changed;
}

/* Gives each of the thread's own variables its bytes: up to where the next one begins. */
static void measure_locals(struct origins *origins, uint32_t count) {
    enum { MOST = 64 };
    uint32_t starts[MOST], known = 0;
    for (uint32_t r = 0; r < count; r++) {
        bool is_new = origins[r].count > 0 && origins[r].origin[0].kind == ORIGIN_LOCAL;
        for (uint32_t s = 0; s < known && is_new; s++) {
            is_new = starts[s] != origins[r].origin[0].offset;
        }
        if (is_new && known < MOST) {
            starts[known++] = origins[r].origin[0].offset;
        }
    }
    for (uint32_t r = 0; known > 0 && r < count; r++) {
        struct origin *origin = &origins[r].origin[0];
        if (origins[r].count == 0 || origin->kind != ORIGIN_LOCAL) {
            continue;
        }
        uint64_t end = origin->variable->size;
        for (uint32_t s = 0; s < known; s++) {
            end = starts[s] > origin->offset && starts[s] < end ? starts[s] : end;
        }
        origin->bytes = end > origin->offset ? (uint32_t)(end - origin->offset) : 0;
    }
}

void find_origins(struct decoder *decoder) {
    const struct ptx_function *ptx = decoder->ptx;
    struct value *values = decode_take(decoder, (ptx->register_count + 1) * sizeof *values);
    bool changed = true;
    /* values only climb, a few steps each, and code is nearly in order: this settles at once */
    for (int round = 0; changed; round++) {
        changed = false;
        for (uint32_t s = 0; s < ptx->statement_count; s++) {
            const struct ptx_statement *statement = &ptx->statements[s];
            if (statement->count == 0) {
                continue;
            }
            const struct ptx_operand *target = &statement->operands[0];
            bool vector = target->kind == PTX_VECTOR;
            const struct ptx_operand *each = vector ? target->elements : target;
            struct value result = {.kind = UNKNOWN};
            if (!vector && target->kind == PTX_REGISTER && !target->address && round < 100) {
                result = of_frame(values, statement, transfer(decoder, values, statement));
            }
            for (uint32_t e = 0; e < (vector ? target->count : 1); e++) {
                if (each[e].kind == PTX_REGISTER && !each[e].address) {
                    changed |= update(&values[each[e].index], result);
                }
            }
        }
        if (round >= 100) {
            break; /* everything is unknown by now */
        }
    }
    for (uint32_t r = 0; r < ptx->register_count; r++) {
        if (values[r].kind == POINTER && !has_frame(values[r])) {
            decoder->origins[r] = values[r].origins;
        }
    }
    measure_locals(decoder->origins, ptx->register_count);
}
