/* parse.h - what the parts of the parser share: directives (parse.c), bodies, variables. */
#pragma once

#include "lex.h"

/* A name in a function's scopes, in a hash chain. */
struct name {
    struct name *chain;
    const char *text;
    uint32_t scope;
    enum { NAME_REGISTER, NAME_VARIABLE, NAME_LABEL, NAME_TABLE, NAME_PROTOTYPE } kind;
    uint32_t index; /* register, or statement of a label */
    struct ptx_variable *variable;
    struct ptx_table *table;
};

enum {
    NAME_BUCKETS = 1024,
    MAX_REGISTERS = 1 << 16,
    MAX_STATEMENTS = 1 << 18,
    MAX_SCOPES = 1 << 16
};

struct parser {
    struct lexer lexer;
    struct ptx_failure failure;
    struct ptx_module *module;
    struct ptx_function *last_function;
    struct ptx_variable *last_variable;
    /* the function being read */
    struct ptx_function *function;
    struct name *names[NAME_BUCKETS];
    uint32_t *scope_parent;
    uint32_t scope_count;
    uint32_t scope;
    struct ptx_variable *last_body_variable;
    const char *loc_file;
    uint32_t loc_line, loc_column;
    bool unplaced;    /* of the last .loc: it says line 0 */
    uint8_t unfenced; /* of the next instruction */
    const char *note; /* the same */
};

/* A type word (".u32", ".pred", ".b8"): its size in bytes, 0 for .pred; -1 if it is none. */
int parse_type_size(const struct token *token);
/* The current token's text as a terminated string in the module's pool. */
const char *parse_name(struct parser *parser);
/* Reads ".align 8 .b8 name[24] = {...}" after its space word; NULL terminated list grows. */
struct ptx_variable *parse_variable(struct parser *parser, enum ptx_space space);
/* Fails with "what 'token'". */
_Noreturn void parse_fail_here(struct parser *parser, const char *what);
/* Reads a number, or fails with `what` before the token. */
uint64_t parse_unsigned(struct parser *parser, const char *what);
/* The kernel of that name, or NULL. */
struct ptx_function *find_kernel(const struct ptx_module *module, const char *name);
/* Does the current token name a state space of variables? */
bool parse_space(const struct token *token, enum ptx_space *space);
/* What a pragma says of the next barrier or note; the token is its text. */
void parse_fences(struct parser *parser);
/* Reads a function's body, '{' to '}'. */
void parse_body(struct parser *parser, struct ptx_function *function);
void parse_parameters(struct parser *parser, struct ptx_variable **list, uint32_t *count,
                      uint32_t *bytes);
