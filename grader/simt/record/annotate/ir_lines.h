/*
 * ir_lines.h - a function of LLVM's IR (clang's text, not optimised), line by line: what each line
 * does, and what is used in the end. Types of pointers may be written out (LLVM 14) or not.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A piece of the text; nothing is owned. */
struct ir_piece {
    const char *at;
    size_t length;
};

enum ir_operation {
    EFFECT, /* calls, branches, atomics…: they happen, and need their operands */
    PURE,
    LOAD,
    STORE,
    ELEMENT, /* getelementptr */
    CAST,    /* of pointers */
    VARIABLE,
    NOTHING /* debug information, lifetimes, clang's own first values */
};

struct ir_line {
    struct ir_piece text, name; /* what it defines, if anything: "%12" */
    enum ir_operation operation;
    size_t to;                /* LOAD, STORE, ELEMENT, CAST: the line of the pointer; or NO_LINE */
    size_t next;              /* a STORE into a variable: the next one of the same variable */
    size_t stores;            /* a VARIABLE: the first of them */
    bool live, read, written; /* a VARIABLE: something reads it, or writes it */
    bool passed;              /* a single VARIABLE: what lies behind it may be accessed */
    struct ir_piece constant; /* its operand in constant memory, which is written */
    bool wrong;               /* an ELEMENT, or a vector, that may lie outside of its array */
};

enum { IR_LINES = 1 << 20, IR_PARTS = 4, IR_WIDER = 16 /* as many get what is `passed` */ };
#define NO_LINE SIZE_MAX

/* Zeroed to begin with; ir_function_clear() frees it. */
struct ir_function {
    struct ir_line *lines;
    size_t count, room;
    size_t *table; /* lines by name; `slots` is a power of two */
    size_t slots;
    size_t *waiting, waits; /* live lines whose operands are not looked at yet */
};

/* Whether a piece begins with a text. */
bool ir_starts(struct ir_piece text, const char *with);

/* Where a text stands in a piece; NULL if it does not. */
const char *ir_find(struct ir_piece in, const char *what);

/* The name at '%' or '@', quoted or not; `end` is the line's. */
struct ir_piece ir_name_at(const char *at, const char *end);

/* What follows the last blank of a piece. */
struct ir_piece ir_last_word(struct ir_piece of);
/* The type in "getelementptr inbounds nuw [2 x i8], ptr %17, i64 0, i64 %19". */
const char *ir_element_type(const char *at);

/* What stands before a comma or a closing bracket that is not inside others, and what follows. */
struct ir_piece ir_first(struct ir_piece list);
struct ir_piece ir_next(struct ir_piece list, struct ir_piece first);

/* "[4 x float]" or "<4 x float>": how many of what; 0, and nothing, where it is neither. */
uint64_t ir_count(struct ir_piece type, struct ir_piece *element);

/* The type of a VARIABLE, and all that follows it on the line; "" of any other line. */
const char *ir_variable_type(const struct ir_line *line);

/* The line and the column of the node that `node` names, "!95"; 0 where it says none. */
unsigned ir_place(const char *llvm, const char *node, unsigned *column);

/* The members of "%struct.S" or "{ i32, float }", from the first on; empty if not known. */
struct ir_piece ir_members(const char *llvm, struct ir_piece type, bool *packed);

/* Cuts a line at commas that stand in no parentheses, the first IR_PARTS parts; how many. */
size_t ir_split(struct ir_piece text, struct ir_piece parts[IR_PARTS]);

/* The offset and the pointer that a line gives to vloadN() or vstoreN(); false: it calls none. */
bool ir_vector_call(struct ir_piece text, struct ir_piece *offset, struct ir_piece *pointer);

/* Adds a line; false if memory is exhausted or the function is too long. */
bool ir_add_line(struct ir_function *in, struct ir_piece text);

/* Looks at all lines that were added: fills in `live`, `read`, `written` and `wrong`. False if
 * memory is exhausted. */
bool ir_look(struct ir_function *in);

/* The line of a name, "%12"; NO_LINE if there is none. */
size_t ir_line_of(const struct ir_function *in, struct ir_piece name);

/* The variable that a pointer leads into, through elements and casts; NO_LINE if it is none. */
size_t ir_variable_of(const struct ir_function *in, size_t line);

void ir_function_clear(struct ir_function *in);
