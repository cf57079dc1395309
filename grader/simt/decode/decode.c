/* The decoder: statement by statement, function by function. */
#include "decode.h"
#include "../execute/execute.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void split_opcode(struct decoder *decoder) {
    struct opcode *opcode = &decoder->opcode;
    if (strlen(decoder->statement->opcode) >= sizeof opcode->text) {
        decode_unsupported(decoder);
    }
    memcpy(opcode->text, decoder->statement->opcode, strlen(decoder->statement->opcode) + 1);
    opcode->count = 0;
    char *rest = opcode->text;
    for (char *part = strtok_r(rest, ".", &rest); part != NULL; part = strtok_r(NULL, ".", &rest)) {
        if (opcode->count == MAX_PARTS) {
            decode_unsupported(decoder);
        }
        opcode->parts[opcode->count++] = part;
    }
    if (opcode->count == 0) {
        decode_unsupported(decoder);
    }
}

static void decode_statement(struct decoder *decoder) {
    split_opcode(decoder);
    family_of(decoder->statement->opcode)->decode(decoder);
}

static void mark_used(struct decoder *decoder, const struct ptx_operand *operand) {
    if (operand->kind == PTX_REGISTER) {
        decoder->used[operand->index] = true;
    }
    for (uint32_t e = 0; e < operand->count; e++) {
        mark_used(decoder, &operand->elements[e]);
    }
}

/* How often each register is written: those written once can share rows. */
static void count_definitions(struct decoder *decoder) {
    for (uint32_t s = 0; s < decoder->ptx->statement_count; s++) {
        const struct ptx_statement *statement = &decoder->ptx->statements[s];
        bool writes = writes_target(statement);
        for (uint32_t o = writes && !statement->operands[0].address; o < statement->count; o++) {
            mark_used(decoder, &statement->operands[o]);
        }
        if (!writes) {
            continue;
        }
        const struct ptx_operand *target = &statement->operands[0];
        const struct ptx_operand *each = target->kind == PTX_VECTOR ? target->elements : target;
        uint32_t count = target->kind == PTX_VECTOR ? target->count : 1;
        for (uint32_t e = 0; e < count; e++) {
            int times = statement->guard >= 0 ? 2 : 1;
            if (each[e].kind == PTX_REGISTER && !each[e].address) {
                uint8_t *known = &decoder->definitions[each[e].index];
                *known = (uint8_t)(*known + times > 2 ? 2 : *known + times);
                decoder->unset[each[e].index] =
                    *known == 1 && strncmp(statement->opcode, "unset.", 6) == 0;
            }
            if (each[e].pair >= 0) {
                decoder->definitions[each[e].pair] = 2;
            }
        }
    }
}

/* Frames start at multiples of what the module's most aligned local variable wants, so that it has
 * its alignment in whatever function it is. */
static uint64_t frame_unit(const struct ptx_module *module) {
    uint64_t unit = 16;
    for (const struct ptx_function *f = module->functions; f != NULL; f = f->next) {
        for (const struct ptx_variable *v = f->variables; v != NULL; v = v->next) {
            unit = v->space == PTX_LOCAL && v->align > unit ? v->align : unit;
        }
    }
    return unit;
}

/* Does it read parameters at addresses in registers, as clang before 22 does? */
static bool indexes_parameters(const struct ptx_function *ptx) {
    bool found = false;
    for (uint32_t s = 0; s < ptx->statement_count; s++) {
        found |= opcode_starts(ptx->statements[s].opcode, "ld.param") &&
                 ptx->statements[s].operands[1].kind == PTX_REGISTER;
    }
    return found;
}

/* Any other function that takes the address of a parameter reads and writes it in local memory,
 * where it gets a variable: start_parameters fills it. */
static void keep_parameters(struct decoder *decoder, struct ptx_function *ptx) {
    const bool own = ptx->entry || indexes_parameters(ptx);
    for (struct ptx_variable *v = own ? NULL : ptx->parameters; v != NULL; v = v->next) {
        for (uint32_t s = 0; s < ptx->statement_count; s++) {
            struct ptx_operand *source = &ptx->statements[s].operands[1];
            if (strncmp(ptx->statements[s].opcode, "mov.", 4) != 0 || source->variable != v) {
                continue;
            }
            if (v->kept == NULL) {
                v->kept = decode_take(decoder, sizeof *v->kept);
                *v->kept = *v;
                v->kept->space = PTX_LOCAL;
                v->kept->next = ptx->variables;
                ptx->variables = v->kept;
            }
            source->variable = v->kept;
        }
    }
}

/* Local memory of the function, and rows for the .param variables of its calls. */
static void place_variables(struct decoder *decoder) {
    uint64_t local = 0;
    for (struct ptx_variable *v = decoder->ptx->variables; v != NULL; v = v->next) {
        if (v->space == PTX_LOCAL) {
            local = (local + v->align - 1) / v->align * v->align;
            v->address = local;
            local += v->size;
        } else if (v->space == PTX_PARAM) {
            if (v->size > 4096) {
                decode_fail(decoder, SIMT_UNSUPPORTED, "argument '%.60s' is larger than 4 KiB",
                            v->name);
            }
            v->row = new_row(decoder, (uint32_t)v->size);
        } else if (v->space == PTX_GLOBAL || v->space == PTX_CONST) {
            decode_fail(decoder, SIMT_UNSUPPORTED, "variable '%.60s' inside a function", v->name);
        }
        if (local > decoder->module->device->limits.local_per_thread) {
            decode_fail(decoder, SIMT_UNSUPPORTED,
                        "'%.60s' has arrays of its own of more than 512 KiB for each thread",
                        decoder->ptx->name);
        }
    }
    uint64_t unit = local > 0 ? frame_unit(&decoder->module->ptx) : 16;
    decoder->function->local_bytes = (uint32_t)((local + unit - 1) / unit * unit);
}

static void start_parameters(struct decoder *decoder) {
    for (struct ptx_variable *v = decoder->ptx->parameters; v != NULL; v = v->next) {
        for (uint32_t at = 0, size = 8; v->kept != NULL && at < v->size; at += size) {
            while (at % size != 0 || size > v->align || size > v->size - at) {
                size /= 2;
            }
            emit_parameter_copy(decoder, v, at, size);
        }
    }
}

static void split_specials(struct decoder *decoder) {
    struct function *function = decoder->function;
    function->specials = decoder->specials;
    function->special_count = decoder->special_count;
    function->block_specials =
        decode_take(decoder, (decoder->special_count + 1) * sizeof *function->block_specials);
    for (uint32_t s = 0; s < decoder->special_count; s++) {
        enum special special = decoder->specials[s].special;
        if (special == SPECIAL_CTAID_X || special == SPECIAL_CTAID_Y ||
            special == SPECIAL_CTAID_Z || special == SPECIAL_SMID) {
            function->block_specials[function->block_special_count++] = decoder->specials[s];
        }
    }
}

static void decode_function(struct decoder *decoder, struct function *function) {
    const struct ptx_function *ptx = function->ptx;
    decoder->ptx = ptx;
    decoder->function = function;
    decoder->statement = NULL;
    decoder->count = decoder->capacity = decoder->special_count = decoder->special_capacity = 0;
    decoder->frame_bytes = ROW_ALIGN; /* row 0 is nobody's */
    decoder->predicates_left = 0;
    decoder->pending_leader = false;
    decoder->row_of = decode_take(decoder, (ptx->register_count + 1) * sizeof *decoder->row_of);
    memset(decoder->row_of, 0xFF, (ptx->register_count + 1) * sizeof *decoder->row_of);
    decoder->definitions = decode_take(decoder, ptx->register_count + 1);
    decoder->used = decode_take(decoder, ptx->register_count + 1);
    decoder->unset = decode_take(decoder, ptx->register_count + 1);
    decoder->origins = decode_take(decoder, (ptx->register_count + 1) * sizeof *decoder->origins);
    decoder->first_of =
        decode_take(decoder, (ptx->statement_count + 2) * sizeof *decoder->first_of);
    memset(decoder->special_buckets, 0, SPECIAL_BUCKETS * sizeof *decoder->special_buckets);
    function->entry = ptx->entry;
    function->parameter_row = new_row(decoder, ptx->entry ? 1 : ptx->parameter_bytes + 1);
    function->result_row = new_row(decoder, ptx->result_bytes + 1);
    place_variables(decoder);
    count_definitions(decoder);
    find_slots(decoder);
    find_origins(decoder);
    find_gathered(decoder);
    const uint8_t deciding = find_deciding(decoder);
    start_parameters(decoder);
    for (uint32_t s = 0; s < ptx->statement_count; s++) {
        decoder->statement = &ptx->statements[s];
        decoder->pending_leader |= ptx->leader[s];
        decoder->first_of[s] = decoder->count;
        decode_statement(decoder);
        for (uint32_t n = decoder->first_of[s]; n < decoder->count; n++) {
            decoder->sites[n].gathered = is_gathered(decoder);
            decoder->sites[n].decided_by = deciding;
        }
    }
    decoder->first_of[ptx->statement_count] = decoder->count;
    decoder->pending_leader |= ptx->leader[ptx->statement_count];
    decoder->statement = NULL;
    struct instruction *end = emit(decoder, ptx->entry ? run_exit : run_return);
    end->flow = FLOW_END;
    end->synthetic = true;
    split_specials(decoder);
    order_code(decoder);
    find_waiting_loads(decoder);
    function->frame_bytes = decoder->frame_bytes;
}

static void decode_all(struct decoder *decoder) {
    fill_opcodes(decoder);
    decoder->special_buckets =
        decode_take(decoder, SPECIAL_BUCKETS * sizeof *decoder->special_buckets);
    for (struct ptx_function *f = decoder->module->ptx.functions; f != NULL; f = f->next) {
        keep_parameters(decoder, f);
    }
    for (uint32_t f = 0; f < decoder->module->function_count; f++) {
        if (decoder->module->functions[f]->ptx->defined) {
            decode_function(decoder, decoder->module->functions[f]);
        }
    }
}

enum simt_status decode_module(struct simt_module *module, struct simt_error *error) {
    struct decoder *decoder = calloc(1, sizeof *decoder);
    if (decoder == NULL) {
        snprintf(error->message, sizeof error->message, "no memory left on the host");
        return SIMT_OUT_OF_MEMORY;
    }
    decoder->failure.error = error;
    decoder->pool = &module->ptx.pool;
    decoder->module = module;
    if (setjmp(decoder->failure.escape) == 0) {
        decode_all(decoder);
    }
    enum simt_status status = decoder->failure.status;
    free(decoder);
    return status;
}
