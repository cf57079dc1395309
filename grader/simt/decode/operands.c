/* Operands become rows, opcodes become instructions: what all parts of the decoder build on. */
#include "decode.h"
#include "../execute/execute.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void decode_fail(struct decoder *decoder, enum simt_status status, const char *format, ...) {
    char text[200];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    const struct ptx_statement *statement = decoder->statement;
    if (statement != NULL && statement->line != 0) {
        ptx_fail(&decoder->failure, status, statement->ptx_line, "%s (%.100s:%u)", text,
                 statement->file, statement->line);
    }
    ptx_fail(&decoder->failure, status, statement != NULL ? statement->ptx_line : 0, "%s", text);
}

void decode_unsupported(struct decoder *decoder) {
    decode_fail(decoder, SIMT_UNSUPPORTED, "instruction %.60s is not supported",
                decoder->statement->opcode);
}

void *decode_take(struct decoder *decoder, size_t size) {
    return ptx_take(&decoder->failure, decoder->pool, size);
}

void decode_nothing(struct decoder *decoder) {
    (void)decoder;
}

bool opcode_has(const struct opcode *opcode, const char *part) {
    for (int p = 1; p < opcode->count; p++) {
        if (strcmp(opcode->parts[p], part) == 0) {
            return true;
        }
    }
    return false;
}

const char *opcode_type(const struct opcode *opcode) {
    return opcode->parts[opcode->count - 1];
}

int type_bytes(const char *type) {
    const struct ptx_type *known = ptx_type(type, strlen(type));
    return known != NULL ? known->bytes : -1;
}

bool type_signed(const char *type) {
    const struct ptx_type *known = ptx_type(type, strlen(type));
    return known != NULL && known->is_signed;
}

bool type_float(const char *type) {
    const struct ptx_type *known = ptx_type(type, strlen(type));
    return known != NULL && known->is_float;
}

uint32_t new_row(struct decoder *decoder, uint32_t bytes) {
    if (bytes == 0 && decoder->predicates_left > 0) {
        decoder->predicates_left--;
        return decoder->predicate_row += sizeof(uint32_t);
    }
    uint64_t size = bytes == 0 ? ROW_ALIGN : (uint64_t)bytes * LANES;
    size = (size + ROW_ALIGN - 1) / ROW_ALIGN * ROW_ALIGN;
    if (decoder->frame_bytes + size > MAX_FRAME_BYTES) {
        decode_fail(decoder, SIMT_UNSUPPORTED, "'%.80s' needs too many registers",
                    decoder->ptx->name);
    }
    uint32_t row = decoder->frame_bytes;
    decoder->frame_bytes += (uint32_t)size;
    if (bytes == 0) {
        decoder->predicate_row = row;
        decoder->predicates_left = ROW_ALIGN / sizeof(uint32_t) - 1;
    }
    return row;
}

static bool same_special(const struct special_row *x, const struct special_row *y) {
    return x->special == y->special && x->bytes == y->bytes && x->load == y->load &&
           x->is_signed == y->is_signed && x->addend == y->addend;
}

uint32_t special_row(struct decoder *decoder, struct special_row wanted) {
    uint32_t bucket = (uint32_t)(((uint64_t)wanted.addend * 0x9E3779B97F4A7C15u) >> 32 ^
                                 (uint64_t)wanted.special * 31 ^ wanted.bytes) %
                      SPECIAL_BUCKETS;
    for (uint32_t n = decoder->special_buckets[bucket]; n != 0; n = decoder->special_next[n - 1]) {
        if (same_special(&decoder->specials[n - 1], &wanted)) {
            return decoder->specials[n - 1].row;
        }
    }
    if (decoder->special_count == decoder->special_capacity) {
        uint32_t capacity = decoder->special_capacity * 2 + 32;
        struct special_row *rows = decode_take(decoder, capacity * sizeof *rows);
        uint32_t *next = decode_take(decoder, capacity * sizeof *next);
        if (decoder->special_count > 0) {
            memcpy(rows, decoder->specials, decoder->special_count * sizeof *rows);
            memcpy(next, decoder->special_next, decoder->special_count * sizeof *next);
        }
        decoder->specials = rows;
        decoder->special_next = next;
        decoder->special_capacity = capacity;
    }
    wanted.row = new_row(decoder, wanted.bytes);
    uint32_t n = decoder->special_count++;
    decoder->specials[n] = wanted;
    decoder->special_next[n] = decoder->special_buckets[bucket];
    decoder->special_buckets[bucket] = n + 1;
    return wanted.row;
}

uint32_t constant_row(struct decoder *decoder, uint32_t bytes, int64_t value) {
    if (bytes < 8) {
        value &= (INT64_C(1) << (bytes * 8)) - 1;
    }
    return special_row(decoder, (struct special_row){.special = SPECIAL_CONSTANT,
                                                     .bytes = (uint8_t)bytes,
                                                     .addend = value});
}

uint32_t register_row(struct decoder *decoder, uint32_t index) {
    uint32_t *row = &decoder->row_of[index];
    uint32_t bytes = decoder->ptx->registers[index].bytes;
    if (*row == NO_ROW && decoder->slot_rows == NULL) {
        *row = new_row(decoder, bytes);
    } else if (*row == NO_ROW) {
        uint32_t *slot = &decoder->slot_rows[decoder->slot_of[index]];
        *slot = *slot == NO_ROW ? new_row(decoder, bytes) : *slot;
        *row = *slot;
    }
    return *row;
}

uint32_t register_bytes(struct decoder *decoder, const struct ptx_operand *operand) {
    if (operand->kind != PTX_REGISTER) {
        decode_fail(decoder, SIMT_INVALID_PTX, "%.60s needs a register here",
                    decoder->statement->opcode);
    }
    return decoder->ptx->registers[operand->index].bytes;
}

static void check_width(struct decoder *decoder, const struct ptx_operand *operand,
                        uint32_t bytes) {
    if (register_bytes(decoder, operand) != bytes) {
        decode_fail(decoder, SIMT_INVALID_PTX, "register %.40s does not fit %.60s",
                    decoder->ptx->registers[operand->index].name, decoder->statement->opcode);
    }
}

/* A variable's address as a row: known now, or when a frame or a launch starts. */
static uint32_t variable_row(struct decoder *decoder, const struct ptx_operand *operand,
                             uint32_t bytes) {
    const struct ptx_variable *variable = operand->variable;
    int64_t addend = (int64_t)variable->address + operand->integer;
    if (variable->space == PTX_LOCAL) {
        return special_row(decoder, (struct special_row){.special = SPECIAL_LOCAL_ADDRESS,
                                                         .bytes = (uint8_t)bytes,
                                                         .addend = addend});
    }
    if (variable->space == PTX_SHARED && variable->external) {
        return special_row(decoder, (struct special_row){.special = SPECIAL_DYNAMIC_OFFSET,
                                                         .bytes = (uint8_t)bytes,
                                                         .addend = operand->integer});
    }
    return constant_row(decoder, bytes, addend);
}

/* The same in x, y and z. */
#define AXES(name, SPECIAL)                                                                        \
    {"%" name ".x", SPECIAL_##SPECIAL##_X}, {"%" name ".y", SPECIAL_##SPECIAL##_Y}, {              \
        "%" name ".z", SPECIAL_##SPECIAL##_Z                                                       \
    }

/* A cluster is a block by itself. */
static const struct {
    const char *name;
    enum special special;
} special_names[] = {AXES("tid", TID),
                     AXES("ntid", NTID),
                     AXES("ctaid", CTAID),
                     AXES("nctaid", NCTAID),
                     AXES("clusterid", CTAID),
                     AXES("nclusterid", NCTAID),
                     {"%laneid", SPECIAL_LANEID},
                     {"%warpid", SPECIAL_WARPID},
                     {"%nwarpid", SPECIAL_NWARPID},
                     {"%smid", SPECIAL_SMID},
                     {"%nsmid", SPECIAL_NSMID},
                     {"%gridid", SPECIAL_GRIDID},
                     {"%lanemask_eq", SPECIAL_LANEMASK_EQ},
                     {"%lanemask_le", SPECIAL_LANEMASK_LE},
                     {"%lanemask_lt", SPECIAL_LANEMASK_LT},
                     {"%lanemask_ge", SPECIAL_LANEMASK_GE},
                     {"%lanemask_gt", SPECIAL_LANEMASK_GT},
                     {"%dynamic_smem_size", SPECIAL_DYNAMIC_SHARED},
                     {"%total_smem_size", SPECIAL_TOTAL_SHARED},
                     {"%cluster_ctarank", SPECIAL_ZERO},
                     {"%cluster_ctaid.x", SPECIAL_ZERO},
                     {"%cluster_ctaid.y", SPECIAL_ZERO},
                     {"%cluster_ctaid.z", SPECIAL_ZERO}};

static uint32_t special_operand_row(struct decoder *decoder, const struct ptx_operand *operand,
                                    uint32_t bytes) {
    for (size_t i = 0; i < sizeof special_names / sizeof *special_names; i++) {
        if (strcmp(special_names[i].name, operand->name) == 0) {
            return special_row(decoder, (struct special_row){.special = special_names[i].special,
                                                             .bytes = (uint8_t)bytes});
        }
    }
    unsigned number;
    if (sscanf(operand->name, "%%envreg%u", &number) == 1 && number < SIMT_ENVIRONMENT_COUNT) {
        return special_row(decoder, (struct special_row){.special = SPECIAL_ENVIRONMENT,
                                                         .bytes = (uint8_t)bytes,
                                                         .addend = number});
    }
    decode_fail(decoder, SIMT_UNSUPPORTED, "register %.60s is not known", operand->name);
}

uint32_t source_row(struct decoder *decoder, const struct ptx_operand *operand, uint32_t bytes) {
    switch (operand->kind) {
    case PTX_REGISTER:
        check_width(decoder, operand, bytes);
        return register_row(decoder, operand->index);
    case PTX_INTEGER:
        return constant_row(decoder, bytes, operand->integer);
    case PTX_FLOAT:
        return constant_row(
            decoder, bytes,
            (int64_t)ptx_float_bits((uint64_t)operand->integer, operand->bytes, bytes));
    case PTX_VARIABLE:
        return variable_row(decoder, operand, bytes);
    case PTX_FUNCTION:
        return constant_row(decoder, bytes,
                            (int64_t)(CODE_WINDOW + 16 * (uint64_t)operand->function->code->index));
    case PTX_SPECIAL:
        return special_operand_row(decoder, operand, bytes);
    default:
        decode_fail(decoder, SIMT_INVALID_PTX, "operand does not fit %.60s",
                    decoder->statement->opcode);
    }
}

uint32_t predicate_row(struct decoder *decoder, const struct ptx_operand *operand) {
    if (operand->kind == PTX_INTEGER) { /* a constant condition: all lanes or none */
        uint32_t row = constant_row(decoder, 4, operand->integer != 0 ? -1 : 0);
        return row;
    }
    check_width(decoder, operand, 0);
    return register_row(decoder, operand->index);
}

uint32_t target_row(struct decoder *decoder, const struct ptx_operand *operand, uint32_t bytes) {
    if (operand->kind == PTX_DISCARD) {
        return new_row(decoder, bytes);
    }
    check_width(decoder, operand, bytes);
    return register_row(decoder, operand->index);
}

const struct ptx_operand *operand_at(struct decoder *decoder, int index) {
    if (index >= decoder->statement->count) {
        decode_fail(decoder, SIMT_INVALID_PTX, "%.60s has too few operands",
                    decoder->statement->opcode);
    }
    return &decoder->statement->operands[index];
}

bool constant_of(struct decoder *decoder, const struct ptx_operand *operand, int64_t *value) {
    if (operand->kind == PTX_INTEGER || operand->kind == PTX_FLOAT) {
        *value = operand->integer;
        return true;
    }
    if (operand->kind != PTX_REGISTER || decoder->row_of[operand->index] == NO_ROW) {
        return false;
    }
    for (uint32_t s = 0; s < decoder->special_count; s++) {
        if (decoder->specials[s].row == decoder->row_of[operand->index]) {
            *value = decoder->specials[s].addend;
            return decoder->specials[s].special == SPECIAL_CONSTANT;
        }
    }
    return false;
}

bool share_row(struct decoder *decoder, const struct ptx_operand *target, uint32_t row) {
    if (target->kind != PTX_REGISTER || decoder->statement->guard >= 0 ||
        decoder->definitions[target->index] != 1 || decoder->row_of[target->index] != NO_ROW) {
        return false;
    }
    decoder->row_of[target->index] = row;
    return true;
}

struct instruction *emit(struct decoder *decoder, run_function run) {
    if (decoder->count == decoder->capacity) {
        uint32_t capacity = decoder->capacity * 2 + 64;
        struct instruction *code = decode_take(decoder, capacity * sizeof *code);
        struct simt_site *sites = decode_take(decoder, capacity * sizeof *sites);
        if (decoder->count > 0) {
            memcpy(code, decoder->code, decoder->count * sizeof *code);
            memcpy(sites, decoder->sites, decoder->count * sizeof *sites);
        }
        decoder->code = code;
        decoder->sites = sites;
        decoder->capacity = capacity;
    }
    const struct ptx_statement *statement = decoder->statement;
    decoder->sites[decoder->count] =
        (struct simt_site){.source = {.file = statement != NULL ? statement->file : "",
                                      .line = statement != NULL ? statement->line : 0,
                                      .ptx_line = statement != NULL ? statement->ptx_line : 0,
                                      .function = decoder->ptx->name},
                           .column = statement != NULL ? statement->column : 0,
                           .opcode = statement != NULL ? statement->opcode : "",
                           .note = statement != NULL ? statement->note : NULL,
                           .unfenced = statement != NULL ? statement->unfenced : 0};
    struct instruction *instruction = &decoder->code[decoder->count++];
    *instruction = (struct instruction){.run = run, .leader = decoder->pending_leader};
    decoder->pending_leader = false;
    return instruction;
}

/* Rows' names have _ where opcodes have dots. */
static char opcode_letter(char letter) {
    return letter == '_' ? '.' : letter;
}

static uint32_t opcode_bucket(const char *name) {
    uint32_t hash = 2166136261u;
    for (const char *at = name; *at != '\0'; at++) {
        hash = (hash ^ (uint8_t)opcode_letter(*at)) * 16777619u;
    }
    return hash % OPCODE_BUCKETS;
}

static bool is_named(const struct opcode_row *row, const char *opcode) {
    const char *name = row->name;
    while (*name != '\0' && opcode_letter(*name) == *opcode) {
        name++;
        opcode++;
    }
    return *name == '\0' && *opcode == '\0';
}

void fill_opcodes(struct decoder *decoder) {
    const struct opcode_tables *tables = decoder->module->ptx.openmp
                                             ? single_opcode_tables()
                                             : opcode_tables(decoder->module->device->portable);
    // NOLINTNEXTLINE(bugprone-sizeof-expression): an array of pointers is meant
    decoder->opcodes = decode_take(decoder, OPCODE_BUCKETS * sizeof *decoder->opcodes);
    for (size_t n = 0; n < OPCODE_SECTIONS; n++) {
        for (const struct opcode_row *row = tables->sections[n]; row->name != NULL; row++) {
            uint32_t place = opcode_bucket(row->name);
            while (decoder->opcodes[place] != NULL) {
                place = (place + 1) % OPCODE_BUCKETS;
            }
            decoder->opcodes[place] = row;
        }
    }
}

const struct opcode_row *find_opcode(struct decoder *decoder, const char *opcode) {
    for (uint32_t n = opcode_bucket(opcode); decoder->opcodes[n] != NULL;
         n = (n + 1) % OPCODE_BUCKETS) {
        if (is_named(decoder->opcodes[n], opcode)) {
            return decoder->opcodes[n];
        }
    }
    return NULL;
}

struct instruction *emit_key(struct decoder *decoder, const char *key) {
    const struct opcode_row *row = find_opcode(decoder, key);
    return row != NULL ? emit(decoder, row->run) : NULL;
}

void guard(struct decoder *decoder, struct instruction *instruction) {
    const struct ptx_statement *statement = decoder->statement;
    if (statement->guard < 0) {
        return;
    }
    instruction->guarded = instruction->run;
    instruction->run = run_guarded;
    instruction->guard = register_row(decoder, (uint32_t)statement->guard);
    instruction->guard_negated = statement->guard_negated;
}

void guard_by_branch(struct decoder *decoder) {
    const struct ptx_statement *statement = decoder->statement;
    if (statement->guard < 0) {
        return;
    }
    uint32_t next = (uint32_t)(statement - decoder->ptx->statements) + 1;
    struct instruction *branch = emit(decoder, run_branch);
    branch->guard = register_row(decoder, (uint32_t)statement->guard);
    branch->guard_negated = !statement->guard_negated;
    branch->flow = FLOW_BRANCH;
    branch->synthetic = true;
    branch->targets = decode_take(decoder, 2 * sizeof *branch->targets);
    branch->targets[0] = next;
    branch->edge_count = 2;
    decoder->ptx->leader[next] = true;
    decoder->pending_leader = true;
}
