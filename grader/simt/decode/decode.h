/*
 * decode.h - from statements (ptx.h) to instructions (machine.h), one function at a time.
 *
 * What comes in: a function's statements. An opcode's row in ../instructions.def says which
 * function runs it and how its operands are read; what depends on the whole function is found out
 * here, once, so that a warp never has to: the order in which groups of lanes run (flow.c), which
 * registers can share a row (liveness.c), of which array a pointer is (provenance.c).
 *
 * Every operand becomes a row. Registers that are written once by a plain copy of a constant, a
 * special register or another such register share its row, and the copy is dropped.
 * What can go wrong: an opcode without a row, or types that it does not take. The module is refused
 * then, with the line of the PTX.
 * What is promised: the instructions compute what the statements say, each with its source's line.
 */
#pragma once

#include "../machine.h"
#include "../alu/opcodes.h"

enum { NO_ROW = UINT32_MAX, MAX_PARTS = 12, MAX_FRAME_BYTES = 64 << 20 };

struct opcode {
    char text[96];
    const char *parts[MAX_PARTS]; /* "ld", "global", "v2", "u32" */
    int count;
};

struct decoder {
    struct ptx_failure failure;
    struct pool *pool;
    struct simt_module *module;
    const struct opcode_row **opcodes; /* hash of all plain instructions */
    const struct ptx_function *ptx;
    struct function *function;
    const struct ptx_statement *statement;
    struct opcode opcode;
    struct instruction *code;
    uint32_t count, capacity;
    struct simt_site *sites; /* beside code */
    uint32_t *first_of;      /* statement -> first instruction at or after it */
    uint32_t *row_of;        /* register -> row, or NO_ROW as long as it has none */
    uint32_t *same_as;       /* register -> one that it may share a row with as a copy */
    uint32_t *slot_of;       /* register -> slot; registers of a slot are never alive together */
    uint32_t *slot_rows;     /* slot -> row; NULL: every register has its own */
    uint32_t predicate_row, predicates_left; /* predicates share a line of 64 bytes */
    uint8_t *definitions;                    /* register -> times written: 0, 1, 2 (or more) */
    bool *used;                              /* register -> read anywhere */
    bool *unset;             /* register -> never has a value (record/annotate/unset_reads.h) */
    uint8_t *gathered;       /* register -> memories that it is made of: gathered.c */
    struct origins *origins; /* register -> where pointers in it come from */
    struct special_row *specials;
    uint32_t special_count, special_capacity;
    uint32_t *special_buckets; /* hash of special rows, by index + 1 */
    uint32_t *special_next;
    uint32_t frame_bytes;
    bool pending_leader;
};

enum { OPCODE_BUCKETS = 4096, SPECIAL_BUCKETS = 256 };

/* Makes code for all functions of the module (variables are placed already). */
enum simt_status decode_module(struct simt_module *module, struct simt_error *error);

/* ---- for the parts of the decoder ------------------------------------------------------------ */

/* End decoding with a message that names the line; memory that lives as long as the module; parts
 * of an opcode. */
_Noreturn void decode_fail(struct decoder *decoder, enum simt_status status, const char *format,
                           ...) __attribute__((format(printf, 3, 4)));
_Noreturn void decode_unsupported(struct decoder *decoder);
void *decode_take(struct decoder *decoder, size_t size);
bool opcode_has(const struct opcode *opcode, const char *part);
const char *opcode_type(const struct opcode *opcode); /* the last part */
/* Type words without their dot: size in bytes (0 for pred), -1 if it is none. */
int type_bytes(const char *type);
bool type_signed(const char *type);
bool type_float(const char *type);

/* Rows: a value of each lane, by its place in the frame. A new one; one that holds a constant or a
 * special register; the one of a PTX register. */
uint32_t new_row(struct decoder *decoder, uint32_t bytes);
uint32_t constant_row(struct decoder *decoder, uint32_t bytes, int64_t value);
uint32_t special_row(struct decoder *decoder, struct special_row wanted);
uint32_t register_row(struct decoder *decoder, uint32_t index);
/* Row of a source of `bytes` width; of a predicate (negation told apart). */
uint32_t source_row(struct decoder *decoder, const struct ptx_operand *operand, uint32_t bytes);
uint32_t predicate_row(struct decoder *decoder, const struct ptx_operand *operand);
uint32_t target_row(struct decoder *decoder, const struct ptx_operand *operand, uint32_t bytes);
const struct ptx_operand *operand_at(struct decoder *decoder, int index);
uint32_t register_bytes(struct decoder *decoder, const struct ptx_operand *operand);
/* Is the operand the constant `value` in every lane? */
bool constant_of(struct decoder *decoder, const struct ptx_operand *operand, int64_t *value);
/* May this statement's destination share `row` instead of being copied? Does so if it may. */
bool share_row(struct decoder *decoder, const struct ptx_operand *target, uint32_t row);

/* The next instruction, to be filled in. */
struct instruction *emit(struct decoder *decoder, run_function run);
/* The instruction for `key` from the tables, or NULL. */
struct instruction *emit_key(struct decoder *decoder, const char *key);
const struct opcode_row *find_opcode(struct decoder *decoder, const char *key);
/* The same, or the form with .ftz where there is one and `mode` flushes. */
const struct opcode_row *flushing_row(struct decoder *decoder, const char *key, uint8_t mode);
/* Inside its guard: in a float mode, and with its result clamped as of a type (NULL: it is not). */
void add_mode(struct decoder *decoder, struct instruction *instruction, uint8_t mode,
              const char *clamp);
/* Guards what emit() returned by the statement's predicate. */
void guard(struct decoder *decoder, struct instruction *instruction);
/* Jumps over the statement when its guard is false: for what cannot run under a lane mask. */
void guard_by_branch(struct decoder *decoder);

/* mov of a whole row into a register of `bytes`. */
void copy_row(struct decoder *decoder, const struct ptx_operand *target, uint32_t bytes,
              uint32_t row);

/* What becomes of pointers among a statement's sources (provenance.c). */
enum pointer_result {
    RESULT_BY_WIDTH, /* 64 bits may be a pointer, of origin unknown; narrower ones are none */
    RESULT_INTEGER,
    RESULT_COPY,   /* of the first source */
    RESULT_LOADED, /* a kernel's parameter, or unknown */
    RESULT_SUM,
    RESULT_FIRST,  /* the first source, if the second is an integer */
    RESULT_ADDEND, /* the third source */
    RESULT_EITHER, /* the first or the second source */
};

/* families.c: a row of instructions.def for an opcode's first word ("ld"); for words that have none
 * that of plain instructions, never NULL. */
typedef void decode_step(struct decoder *decoder);
struct family {
    const char *word;
    decode_step *decode; /* emits what decoder->statement says */
    bool writes_first;   /* the first operand is the target */
    bool ends_block;
    enum pointer_result result;
};
const struct family *family_of(const char *opcode);
/* Is the statement's first operand what it writes? */
bool writes_target(const struct ptx_statement *statement);

/* opcodes of plain instructions (operands.c): fills decoder->opcodes */
void fill_opcodes(struct decoder *decoder);

/* One a kind of statement (instructions.def). */
decode_step decode_nothing, decode_pause, decode_plain, decode_move, decode_convert, decode_load,
    decode_store, decode_atomic, decode_async_copy, decode_address, decode_space_test,
    decode_branch, decode_call, decode_end, decode_trap, decode_barrier, decode_fence,
    decode_shuffle, decode_vote, decode_match, decode_reduce, decode_active_mask, decode_note,
    decode_unset;
/* `bytes` at `at` of what a caller passed, into the parameter's variable in local memory. */
void emit_parameter_copy(struct decoder *decoder, struct ptx_variable *parameter, uint32_t at,
                         uint32_t bytes);

/* liveness.c: fills decoder->slot_of and slot_rows. */
void find_slots(struct decoder *decoder);
/* provenance.c: fills decoder->origins. */
void find_origins(struct decoder *decoder);
/* gathered.c: fills decoder->gathered; is an address of the statement made of such a register? The
 * memories (enum simt_memories) whose values may decide where the function's threads go. */
void find_gathered(struct decoder *decoder);
bool is_gathered(const struct decoder *decoder);
uint8_t find_deciding(struct decoder *decoder);
/* flow.c: orders decoder->code by weak topological order into the module's array. */
void order_code(struct decoder *decoder);
/* waiting.c: marks loads that wait for a value. */
void find_waiting_loads(struct decoder *decoder);
