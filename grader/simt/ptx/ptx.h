/*
 * ptx.h - PTX text as the parser leaves it: names resolved, opcodes still text.
 *
 * What comes in: text of any length, which a student's process may have made by hand. lex.c cuts it
 * into marks and words, parse.c fills what follows here, decode.c (../decode) turns each function's
 * statements into instructions.
 *
 * What can go wrong: anything may stand in the text. The first thing that is not PTX, or that the
 * machine has no word for, ends the reading with one line that names the line of the text; numbers
 * are bounded where they are read, and fuzz/ holds what once broke it.
 *
 * What is promised: no statement names what does not exist. All of it lives in the module's pool.
 */
#pragma once

#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>

#include "pool.h"
#include "../shapes.h"
#include "../simt.h"

/* A type, as in .u32; a predicate has no bytes. */
struct ptx_type {
    const char *name;
    uint8_t bytes;
    bool is_signed, is_float;
};

/* The type of that name, without its dot; NULL: none. */
const struct ptx_type *ptx_type(const char *name, size_t length);

/* The bits of a floating constant that was read with `read` bytes, where `wanted` bytes are due. */
uint64_t ptx_float_bits(uint64_t bits, uint32_t read, uint32_t wanted);

enum ptx_space { PTX_GLOBAL, PTX_CONST, PTX_SHARED, PTX_LOCAL, PTX_PARAM };

/* An initialiser element that is an address: patched when the module is placed in memory. */
struct ptx_address {
    struct ptx_address *next;
    uint64_t offset; /* in the variable */
    uint32_t size;
    const char *symbol;
    int64_t addend;
    uint64_t value; /* by module.c */
};

struct ptx_variable {
    struct ptx_variable *next;
    const char *name;
    enum ptx_space space;
    uint32_t align;
    uint64_t size; /* 0 for the unsized arrays of extern shared memory */
    bool external;
    bool managed;
    bool read_only; /* OpenMP: a constant of the program */
    bool pointer;   /* .ptr: a parameter that points to `pointee_space` */
    enum ptx_space pointee_space;
    uint32_t pointee_align; /* 0: not given */
    const char *display;    /* the parameter's name in the source, or NULL */
    bool image;             /* of such a parameter: it is an image of OpenCL's */
    uint8_t *bytes;         /* initial value, NULL: zeroes */
    struct ptx_address *addresses;
    uint32_t line;
    /* placement, by module.c and decode.c */
    uint64_t address; /* device address; offset in shared, local or parameter memory */
    bool placed;
    uint32_t row; /* .param in a function body: where its lanes' bytes lie in the register file */
    struct ptx_variable *kept; /* of a function's parameter: in local memory, or NULL */
};

struct ptx_register {
    const char *name;
    uint8_t bytes; /* 0 for a predicate */
};

enum ptx_operand_kind {
    PTX_NONE,
    PTX_REGISTER,
    PTX_INTEGER,
    PTX_FLOAT,    /* bits in `integer`; `bytes` tells 4 or 8 */
    PTX_VARIABLE, /* the address of a variable */
    PTX_FUNCTION,
    PTX_LABEL,   /* resolved to a statement index */
    PTX_SPECIAL, /* %tid.x and so on, by name */
    PTX_VECTOR,  /* {a, b} or a call's (a, b) */
    PTX_DISCARD, /* _ */
    PTX_TABLE,   /* name of a .branchtargets list */
    PTX_PROTOTYPE,
};

struct ptx_operand {
    enum ptx_operand_kind kind;
    bool address;    /* in brackets */
    bool negated;    /* !p */
    uint8_t bytes;   /* PTX_FLOAT */
    uint32_t index;  /* register, label's statement, or second register of p|q in `pair` */
    int32_t pair;    /* p|q: register q, else -1 */
    int64_t integer; /* value, or displacement of an address */
    const char *name;
    uint32_t scope; /* for names that are resolved at the function's end */
    struct ptx_variable *variable;
    struct ptx_function *function;
    struct ptx_operand *elements;
    uint32_t count;
    struct ptx_table *table;
};

struct ptx_table {
    struct ptx_table *next;
    const char *name;
    uint32_t count;
    struct ptx_operand *labels;
};

enum { PTX_MAX_OPERANDS = 6 };

struct ptx_statement {
    const char *opcode;
    int32_t guard; /* predicate register, or -1 */
    bool guard_negated;
    uint8_t count;
    uint8_t unfenced; /* enum simt_memories */
    const char *note; /* struct simt_site */
    uint32_t ptx_line;
    const char *file;
    uint32_t line, column;
    bool unplaced; /* line 0 in PTX: `line` is that of what came before */
    struct ptx_operand operands[PTX_MAX_OPERANDS];
};

struct ptx_function {
    struct ptx_function *next;
    const char *name;
    bool entry;
    bool defined;
    uint32_t line;
    struct ptx_variable *parameters; /* in order; offsets in `address` */
    uint32_t parameter_count;
    uint32_t parameter_bytes;
    struct ptx_variable *results;
    uint32_t result_bytes;
    struct ptx_variable *variables; /* declared in the body: local, shared, param */
    uint64_t local_bytes;
    struct ptx_register *registers;
    uint32_t register_count;
    uint32_t register_capacity;
    struct ptx_statement *statements;
    uint32_t statement_count;
    uint32_t statement_capacity;
    bool *leader;               /* statement has a label; statement_count + 1 entries */
    uint32_t max_threads;       /* 0: not given */
    uint32_t least_blocks;      /* that a multiprocessor holds (.minnctapersm); 0: not given */
    uint32_t most_registers;    /* of a thread (.maxnreg); 0: not given */
    const char *body;           /* the text from its '{' on */
    struct ptx_function *alias; /* .alias: the function that this is another name of */
    struct function *code;      /* decode.c */
};

struct ptx_file {
    struct ptx_file *next;
    uint64_t number;
    const char *name;
};

/* What an access to a thread's own variable may reach, or the size of the structures that it goes
 * into (record/annotate/element_bounds.h). */
struct ptx_bounds {
    uint32_t line, column;
    uint32_t variable, offset, bytes; /* 0 bytes: two of one place differ */
    struct ptx_bounds *next;
};

/* What a list says of that place in the source; NULL if it says nothing. */
struct ptx_bounds *ptx_bounds_at(struct ptx_bounds *list, uint32_t line, uint32_t column);

struct ptx_module {
    struct pool pool;
    struct ptx_bounds *bounds, *elements;
    struct ptx_function *functions;
    struct ptx_variable *variables;
    struct ptx_file *files;
    const char *text; /* the source, if a pragma says it (opencl/kernel_description.h); else NULL */
    bool llvm;        /* made by clang */
    bool opencl;      /* .target says texmode_independent, as OpenCL compilers do */
    struct simt_shapes shapes;
    bool openmp; /* made from C with OpenMP: a comment at the top says so */
};

/* Parses text into *module (whose pool the caller releases, also after an error). */
enum simt_status ptx_parse(struct ptx_module *module, const char *text, size_t length,
                           struct simt_error *error);

/* The function of that name; else the kernel: OpenCL's modules may hold both. NULL: neither. */
struct ptx_function *ptx_find_function(const struct ptx_module *module, const char *name);
/* The module's variable of that name, or NULL. */
struct ptx_variable *ptx_find_variable(const struct ptx_module *module, const char *name);

/* A way out of deep calls for whatever reads PTX: fill the error and jump to the public call. */
struct ptx_failure {
    jmp_buf escape;
    enum simt_status status;
    struct simt_error *error;
};

/* Fills the error, with the line, and jumps. */
_Noreturn void ptx_fail(struct ptx_failure *failure, enum simt_status status, uint32_t line,
                        const char *format, ...) __attribute__((format(printf, 4, 5)));
/* pool_take that fails instead of returning NULL. */
void *ptx_take(struct ptx_failure *failure, struct pool *pool, size_t size);
