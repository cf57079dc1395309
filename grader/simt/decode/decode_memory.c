/* Loads, stores, atomics. */
#include "decode.h"
#include "../alu/moves.h"
#include "../execute/execute.h"
#include "../openmp/runtime/answered_names.h"

#include <string.h>

enum where { IN_MEMORY, IN_LAUNCH_PARAMETERS, IN_FRAME };

static bool is_listed(const struct ptx_variable *list, const struct ptx_variable *variable) {
    for (; list != NULL; list = list->next) {
        if (list == variable) {
            return true;
        }
    }
    return false;
}

/* State space and semantics from the opcode's parts. */
static void read_parts(struct decoder *decoder, struct memory_details *memory, enum where *where) {
    static const struct {
        const char *part;
        enum simt_space space;
    } spaces[] = {{"global", SIMT_GLOBAL},
                  {"shared", SIMT_SHARED},
                  {"shared::cta", SIMT_SHARED},
                  {"local", SIMT_LOCAL},
                  {"const", SIMT_CONSTANT}};
    static const struct {
        const char *part;
        uint8_t order;
    } orders[] = {{"volatile", SIMT_VOLATILE}, {"relaxed", SIMT_RELAXED},
                  {"mmio", SIMT_RELAXED},      {"acquire", SIMT_ACQUIRE},
                  {"release", SIMT_RELEASE},   {"acq_rel", SIMT_ACQUIRE_RELEASE}};
    static const struct {
        const char *part;
        uint8_t scope;
    } scopes[] = {{"cta", SIMT_SCOPE_BLOCK},
                  {"cluster", SIMT_SCOPE_DEVICE},
                  {"gpu", SIMT_SCOPE_DEVICE},
                  {"sys", SIMT_SCOPE_SYSTEM}};
    memory->generic = true;
    for (int p = 1; p < decoder->opcode.count; p++) {
        const char *part = decoder->opcode.parts[p];
        for (size_t n = 0; n < sizeof spaces / sizeof *spaces; n++) {
            if (strcmp(part, spaces[n].part) == 0) {
                memory->space = spaces[n].space;
                memory->generic = false;
            }
        }
        for (size_t n = 0; n < sizeof orders / sizeof *orders; n++) {
            memory->order = strcmp(part, orders[n].part) == 0 ? orders[n].order : memory->order;
        }
        for (size_t n = 0; n < sizeof scopes / sizeof *scopes; n++) {
            memory->scope = strcmp(part, scopes[n].part) == 0 ? scopes[n].scope : memory->scope;
        }
        if (strncmp(part, "param", 5) == 0) {
            memory->generic = false;
            *where = decoder->ptx->entry ? IN_LAUNCH_PARAMETERS : IN_FRAME;
        }
        if (strcmp(part, "shared::cluster") == 0 || strncmp(part, "mbarrier", 8) == 0) {
            decode_unsupported(decoder);
        }
    }
    memory->size = 0;
    int bytes = type_bytes(opcode_type(&decoder->opcode));
    if (bytes <= 0) {
        decode_unsupported(decoder);
    }
    memory->size = (uint8_t)bytes;
    memory->is_signed = type_signed(opcode_type(&decoder->opcode));
    memory->elements = opcode_has(&decoder->opcode, "v2")   ? 2
                       : opcode_has(&decoder->opcode, "v4") ? 4
                                                            : 1;
    if (bytes * memory->elements > 16 || opcode_has(&decoder->opcode, "v8")) {
        decode_unsupported(decoder);
    }
}

/* Narrows the origin from a thread's variable to the array in it that the source's index goes
 * into. */
static void narrow_local(const struct decoder *decoder, struct origin *origin) {
    const struct ptx_bounds *bounds = ptx_bounds_at(
        decoder->module->ptx.bounds, decoder->statement->line, decoder->statement->column);
    if (bounds != NULL && origin->kind == ORIGIN_LOCAL && origin->bytes >= bounds->variable &&
        origin->bytes - bounds->variable < 16 && bounds->bytes > 0) {
        origin->offset += bounds->offset;
        origin->bytes = bounds->bytes;
        origin->exact = true;
    }
}

/* Base row, displacement and origin of an address operand. */
static void read_address(struct decoder *decoder, const struct ptx_operand *address,
                         struct memory_details *memory, struct instruction *instruction) {
    if (!address->address) {
        decode_fail(decoder, SIMT_INVALID_PTX, "%s needs an address in brackets",
                    decoder->statement->opcode);
    }
    if (address->kind == PTX_REGISTER) {
        uint32_t bytes = register_bytes(decoder, address);
        if (bytes != 4 && bytes != 8) {
            decode_fail(decoder, SIMT_INVALID_PTX, "an address register has 32 or 64 bits");
        }
        instruction->a = source_row(decoder, address, bytes);
        instruction->immediate = address->integer;
        memory->narrow_address = bytes == 4;
        memory->origins = decoder->origins[address->index];
        narrow_local(decoder, &memory->origins.origin[0]);
    } else {
        instruction->a = source_row(decoder, address, 8);
        if (address->kind == PTX_VARIABLE) {
            memory->origins.count = 1;
            memory->origins.origin[0] =
                (struct origin){.kind = ORIGIN_VARIABLE, .variable = address->variable};
        }
    }
    if (memory->generic && memory->narrow_address) {
        decode_fail(decoder, SIMT_INVALID_PTX, "a generic address has 64 bits");
    }
}

/* The registers that are loaded or stored. */
static void read_elements(struct decoder *decoder, const struct ptx_operand *operand,
                          struct memory_details *memory, bool load) {
    bool vector = operand->kind == PTX_VECTOR;
    const struct ptx_operand *each = vector ? operand->elements : operand;
    if ((vector ? operand->count : 1) != memory->elements) {
        decode_fail(decoder, SIMT_INVALID_PTX, "%s has the wrong number of registers",
                    decoder->statement->opcode);
    }
    uint32_t bytes = 0;
    for (uint32_t e = 0; e < memory->elements; e++) {
        if (each[e].kind == PTX_REGISTER) {
            bytes = register_bytes(decoder, &each[e]);
        }
    }
    if (bytes == 0) { /* only constants: the type's own size */
        bytes = memory->size;
    }
    if (bytes < memory->size || bytes > 8) {
        decode_fail(decoder, SIMT_INVALID_PTX, "register too narrow for %s",
                    decoder->statement->opcode);
    }
    memory->register_bytes = (uint8_t)bytes;
    for (uint32_t e = 0; e < memory->elements; e++) {
        memory->rows[e] =
            load ? target_row(decoder, &each[e], bytes) : source_row(decoder, &each[e], bytes);
    }
}

static int log2_of(uint32_t bytes) {
    return __builtin_ctz(bytes);
}

static void choose_move(const struct decoder *decoder, struct memory_details *memory, bool load) {
    const struct move_tables *moves = decoder->module->ptx.openmp
                                          ? single_move_tables()
                                          : move_tables(decoder->module->device->portable);
    int size = log2_of(memory->size), width = log2_of(memory->register_bytes);
    memory->move = load ? moves->load[size][width][memory->is_signed] : moves->store[size][width];
}

/* ld.param of a kernel at a known offset: the value is a row of its own, filled at launch. */
static void load_launch_parameter(struct decoder *decoder, const struct memory_details *memory,
                                  int64_t offset) {
    const struct ptx_operand *operand = operand_at(decoder, 0);
    const struct ptx_operand *each = operand->kind == PTX_VECTOR ? operand->elements : operand;
    uint32_t count = operand->kind == PTX_VECTOR ? operand->count : 1;
    if (count != memory->elements || offset < 0 ||
        offset + memory->size * memory->elements > (int64_t)decoder->ptx->parameter_bytes) {
        decode_fail(decoder, SIMT_INVALID_PTX, "%s reads outside the parameters",
                    decoder->statement->opcode);
    }
    for (uint32_t e = 0; e < count; e++) {
        if (each[e].kind == PTX_DISCARD) {
            continue;
        }
        uint32_t bytes = register_bytes(decoder, &each[e]);
        if (bytes < memory->size || bytes > 8) {
            decode_fail(decoder, SIMT_INVALID_PTX, "register too narrow for %s",
                        decoder->statement->opcode);
        }
        uint32_t row = special_row(
            decoder, (struct special_row){.special = SPECIAL_PARAMETER,
                                          .bytes = (uint8_t)bytes,
                                          .load = memory->size,
                                          .is_signed = memory->is_signed,
                                          .addend = offset + (int64_t)e * memory->size});
        if (!share_row(decoder, &each[e], row)) {
            copy_row(decoder, &each[e], bytes < 2 ? 2 : bytes, row);
        }
    }
}

/* Where in this frame a .param variable's bytes lie. */
static void place_in_frame(struct decoder *decoder, const struct ptx_operand *address,
                           struct memory_details *memory, struct instruction *instruction) {
    const struct ptx_variable *variable = address->variable;
    instruction->immediate = address->integer;
    memory->frame = decoder->function->parameter_row;
    memory->stride = decoder->ptx->parameter_bytes;
    if (address->kind == PTX_REGISTER) {
        instruction->a = source_row(decoder, address, 8);
        instruction->op = 1; /* the offset is in row a */
        return;
    }
    if (address->kind != PTX_VARIABLE || variable->space != PTX_PARAM) {
        decode_unsupported(decoder);
    }
    if (is_listed(decoder->ptx->parameters, variable)) {
        instruction->immediate += (int64_t)variable->address;
    } else if (is_listed(decoder->ptx->results, variable)) {
        instruction->immediate += (int64_t)variable->address;
        memory->frame = decoder->function->result_row;
        memory->stride = decoder->ptx->result_bytes;
    } else {
        memory->frame = variable->row;
        memory->stride = (uint32_t)variable->size;
    }
    if (instruction->immediate < 0 ||
        instruction->immediate + memory->size * memory->elements > (int64_t)memory->stride) {
        decode_fail(decoder, SIMT_INVALID_PTX, "%s reaches outside '%.60s'",
                    decoder->statement->opcode, variable->name);
    }
}

static bool is_call_variable(struct decoder *decoder, const struct ptx_operand *address) {
    return address->kind == PTX_VARIABLE && address->variable->space == PTX_PARAM &&
           !(decoder->ptx->entry && is_listed(decoder->ptx->parameters, address->variable));
}

/* Whether all that a store writes never had a value. */
static bool stores_nothing(const struct decoder *decoder, const struct ptx_operand *data) {
    bool vector = data->kind == PTX_VECTOR;
    uint32_t count = vector ? (uint32_t)data->count : 1;
    const struct ptx_operand *each = vector ? data->elements : data;
    for (uint32_t e = 0; e < count; e++) {
        if (each[e].kind != PTX_REGISTER || !decoder->unset[each[e].index]) {
            return false;
        }
    }
    return true;
}

/* Does a store that follows put an element of the vector back where it was? */
static bool refills(const struct decoder *decoder, const struct ptx_operand *vector) {
    enum { FAR = 64 };
    const struct ptx_statement *last = decoder->ptx->statements + decoder->ptx->statement_count;
    const struct ptx_statement *at = decoder->statement + 1;
    for (; vector->kind == PTX_VECTOR && at < last && at - decoder->statement < FAR; at++) {
        const struct ptx_operand *stored = &at->operands[1];
        const bool store = strncmp(at->opcode, "st.", 3) == 0 && at->count == 2;
        for (uint32_t e = 0; store && stored->kind == PTX_VECTOR &&
                             stored->count == vector->count && e < vector->count;
             e++) {
            if (stored->elements[e].kind == PTX_REGISTER &&
                stored->elements[e].index == vector->elements[e].index) {
                return true;
            }
        }
    }
    return false;
}

static void decode_transfer(struct decoder *decoder, bool load) {
    struct memory_details *memory = decode_take(decoder, sizeof *memory);
    struct instruction details = {0};
    enum where where = IN_MEMORY;
    const struct ptx_operand *data = operand_at(decoder, load ? 0 : 1);
    const struct ptx_operand *address = operand_at(decoder, load ? 1 : 0);
    int64_t offset = 0;
    read_parts(decoder, memory, &where);
    memory->kind = load ? SIMT_LOAD : SIMT_STORE;
    memory->uniform = strcmp(decoder->opcode.parts[0], "ldu") == 0;
    /* At the cache that all blocks share: NVIDIA's libraries hand over between blocks so. */
    if (memory->order == SIMT_WEAK && opcode_has(&decoder->opcode, "cg")) {
        memory->order = load ? SIMT_ACQUIRE : SIMT_RELEASE;
    }
    if (where != IN_MEMORY && is_call_variable(decoder, address)) {
        where = IN_FRAME;
    }
    if (where == IN_LAUNCH_PARAMETERS) {
        if (!load) {
            decode_fail(decoder, SIMT_INVALID_PTX, "a kernel's parameters are read only");
        }
        if (address->kind == PTX_VARIABLE) {
            load_launch_parameter(decoder, memory,
                                  (int64_t)address->variable->address + address->integer);
            return;
        }
        if (constant_of(decoder, address, &offset)) {
            load_launch_parameter(decoder, memory, offset + address->integer);
            return;
        }
    }
    const bool openmp = decoder->module->ptx.openmp;
    run_function run = openmp ? thread_access : load ? run_load : run_store;
    if (where == IN_MEMORY) {
        read_address(decoder, address, memory, &details);
    } else if (where == IN_FRAME) {
        place_in_frame(decoder, address, memory, &details);
        run = openmp ? thread_frame : load ? run_load_frame : run_store_frame;
    } else {
        read_address(decoder, address, memory, &details);
        run = run_load_parameter;
    }
    read_elements(decoder, data, memory, load);
    choose_move(decoder, memory, load);
    struct instruction *instruction = emit(decoder, run);
    instruction->a = details.a;
    instruction->immediate = details.immediate;
    instruction->op = details.op;
    instruction->memory = memory;
    instruction->synthetic = where == IN_FRAME;
    const struct ptx_bounds *element = ptx_bounds_at(
        decoder->module->ptx.elements, decoder->statement->line, decoder->statement->column);
    decoder->sites[decoder->count - 1].element = element != NULL ? element->bytes : 0;
    decoder->sites[decoder->count - 1].refills = load && refills(decoder, data);
    if (run == run_store && memory->space == SIMT_LOCAL && !memory->generic &&
        stores_nothing(decoder, data)) {
        instruction->run = run_unset_store;
        instruction->synthetic = true;
        decoder->sites[decoder->count - 1].note = "unset"; /* no store of the program's */
    }
    guard(decoder, instruction);
}

void decode_load(struct decoder *decoder) {
    decode_transfer(decoder, true);
}

void decode_store(struct decoder *decoder) {
    decode_transfer(decoder, false);
}

/* One half of a copy: a load from one space, or a store to the other. */
static struct instruction *emit_copy_half(struct decoder *decoder, run_function run,
                                          enum simt_space space, uint32_t bytes,
                                          const struct ptx_operand *address, const uint32_t *rows) {
    struct memory_details *memory = decode_take(decoder, sizeof *memory);
    struct instruction details = {0};
    const bool frame = run == run_load_frame || run == thread_frame,
               load = frame || run == run_load;
    memory->space = space;
    memory->kind = load ? SIMT_LOAD : SIMT_STORE;
    memory->size = (uint8_t)(bytes < 4 ? bytes : 4);
    memory->register_bytes = 4;
    memory->elements = (uint8_t)(bytes / memory->size);
    memcpy(memory->rows, rows, sizeof memory->rows);
    (frame ? place_in_frame : read_address)(decoder, address, memory, &details);
    choose_move(decoder, memory, load);
    struct instruction *instruction = emit(decoder, run);
    instruction->a = details.a;
    instruction->immediate = details.immediate;
    instruction->memory = memory;
    return instruction;
}

void emit_parameter_copy(struct decoder *decoder, struct ptx_variable *parameter, uint32_t at,
                         uint32_t bytes) {
    const bool openmp = decoder->module->ptx.openmp;
    struct ptx_operand from = {.kind = PTX_VARIABLE, .address = true, .integer = at}, to = from;
    from.variable = parameter;
    to.variable = parameter->kept;
    const uint32_t rows[4] = {new_row(decoder, 4), new_row(decoder, 4)};
    emit_copy_half(decoder, openmp ? thread_frame : run_load_frame, SIMT_LOCAL, bytes, &from, rows)
        ->synthetic = true;
    emit_copy_half(decoder, openmp ? thread_access : run_store, SIMT_LOCAL, bytes, &to, rows)
        ->synthetic = true;
}

/* commit_group, wait_group and wait_all: false if the opcode is none of them. */
static bool decode_async_wait(struct decoder *decoder) {
    const struct opcode *opcode = &decoder->opcode;
    if (opcode_has(opcode, "commit_group")) {
        guard(decoder, emit(decoder, run_commit_group));
        return true;
    }
    bool group = opcode_has(opcode, "wait_group");
    if (!group && !opcode_has(opcode, "wait_all")) {
        return false;
    }
    int64_t left = -1;
    if (group && !constant_of(decoder, operand_at(decoder, 0), &left)) {
        decode_unsupported(decoder);
    }
    struct instruction *instruction = emit(decoder, run_wait_group);
    instruction->immediate = left;
    guard(decoder, instruction);
    return true;
}

/* The space that an opcode names first, or second. */
static enum simt_space copied_space(const struct opcode *opcode, bool second) {
    for (int p = 1; p < opcode->count; p++) {
        if (strcmp(opcode->parts[p], "global") == 0) {
            return second ? SIMT_SHARED : SIMT_GLOBAL;
        }
        if (strncmp(opcode->parts[p], "shared", 6) == 0) {
            return second ? SIMT_GLOBAL : SIMT_SHARED;
        }
    }
    return SIMT_GLOBAL;
}

/* cp.async: execute/memory/async.c tells when the copy takes place. Beside PTX's own, the copies of
 * OpenCL's built-ins: of 1 and 2 bytes, and from shared to global memory. */
void decode_async_copy(struct decoder *decoder) {
    const struct opcode *opcode = &decoder->opcode;
    if (decode_async_wait(decoder)) {
        return;
    }
    bool known = opcode_has(opcode, "async") && opcode_has(opcode, "global") &&
                 (opcode_has(opcode, "shared") || opcode_has(opcode, "shared::cta")) &&
                 !opcode_has(opcode, "bulk") && !opcode_has(opcode, "mbarrier");
    const struct ptx_statement *statement = decoder->statement;
    int64_t bytes = known && statement->count >= 3 ? statement->operands[2].integer : 0;
    int64_t given = bytes;
    if (bytes < 1 || bytes > 16 || (bytes & (bytes - 1)) != 0 || statement->count > 4 ||
        (statement->count == 4 && !constant_of(decoder, &statement->operands[3], &given)) ||
        given != bytes) {
        decode_unsupported(decoder);
    }
    uint32_t rows[4];
    for (int n = 0; n < 4; n++) {
        rows[n] = new_row(decoder, 4);
    }
    guard(decoder, emit_copy_half(decoder, run_load, copied_space(opcode, true), (uint32_t)bytes,
                                  &statement->operands[1], rows));
    struct instruction *store = emit_copy_half(decoder, run_late_store, copied_space(opcode, false),
                                               (uint32_t)bytes, &statement->operands[0], rows);
    store->synthetic = true;
    guard(decoder, store);
}

static const struct {
    const char *name;
    enum simt_atomic_op op;
} atomic_names[] = {{"add", SIMT_ATOMIC_ADD},       {"min", SIMT_ATOMIC_MIN},
                    {"max", SIMT_ATOMIC_MAX},       {"and", SIMT_ATOMIC_AND},
                    {"or", SIMT_ATOMIC_OR},         {"xor", SIMT_ATOMIC_XOR},
                    {"exch", SIMT_ATOMIC_EXCHANGE}, {"cas", SIMT_ATOMIC_CAS},
                    {"inc", SIMT_ATOMIC_INC},       {"dec", SIMT_ATOMIC_DEC}};

void decode_atomic(struct decoder *decoder) {
    struct memory_details *memory = decode_take(decoder, sizeof *memory);
    struct instruction details = {0};
    enum where where = IN_MEMORY;
    bool returns = strcmp(decoder->opcode.parts[0], "atom") == 0;
    int at = returns ? 1 : 0;
    read_parts(decoder, memory, &where);
    for (size_t n = 0; n < sizeof atomic_names / sizeof *atomic_names; n++) {
        if (opcode_has(&decoder->opcode, atomic_names[n].name)) {
            memory->atomic = (uint8_t)atomic_names[n].op;
        }
    }
    memory->order = memory->order == SIMT_WEAK ? SIMT_RELAXED : memory->order;
    memory->scope = memory->scope == SIMT_SCOPE_NONE ? SIMT_SCOPE_DEVICE : memory->scope;
    memory->update = atomic_update(memory->atomic, opcode_type(&decoder->opcode));
    memory->real = opcode_type(&decoder->opcode)[0] == 'f';
    if (memory->update == NULL || memory->elements != 1 || where != IN_MEMORY) {
        decode_unsupported(decoder);
    }
    read_address(decoder, operand_at(decoder, at), memory, &details);
    const struct ptx_operand *value = operand_at(decoder, at + 1);
    uint32_t b = source_row(decoder, value, memory->size), c = 0, d = 0;
    int64_t constant;
    memory->register_bytes = memory->size;
    memory->increment = memory->atomic == SIMT_ATOMIC_ADD &&
                        !type_float(opcode_type(&decoder->opcode)) &&
                        constant_of(decoder, value, &constant) && constant == 1;
    if (memory->atomic == SIMT_ATOMIC_CAS) {
        c = source_row(decoder, operand_at(decoder, at + 2), memory->size);
    }
    memory->kind = SIMT_REDUCTION;
    if (returns) {
        const struct ptx_operand *target = operand_at(decoder, 0);
        d = target_row(decoder, target, memory->size);
        bool kept = target->kind == PTX_REGISTER && decoder->used[target->index];
        memory->kind = kept ? SIMT_ATOMIC : SIMT_REDUCTION;
    } else {
        d = new_row(decoder, memory->size);
    }
    struct instruction *instruction =
        emit(decoder, decoder->module->ptx.openmp ? thread_access : run_atomic);
    decoder->sites[decoder->count - 1].draws = memory->kind == SIMT_ATOMIC;
    decoder->sites[decoder->count - 1].last_counts =
        memory->real || memory->atomic == SIMT_ATOMIC_EXCHANGE;
    instruction->a = details.a;
    instruction->immediate = details.immediate;
    instruction->b = b;
    instruction->c = c;
    instruction->d = d;
    instruction->memory = memory;
    guard(decoder, instruction);
}
