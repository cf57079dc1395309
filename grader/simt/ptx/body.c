/* A function's body: registers, variables, labels, instructions; names resolved by scope. */
#include "parse.h"

#include <stdlib.h>
#include <string.h>

static void *take(struct parser *parser, size_t size) {
    return ptx_take(&parser->failure, &parser->module->pool, size);
}

static uint32_t hash(const char *text) {
    uint32_t value = 2166136261u;
    for (; *text != '\0'; text++) {
        value = (value ^ (uint8_t)*text) * 16777619u;
    }
    return value % NAME_BUCKETS;
}

static struct name *define(struct parser *parser, const char *text, int kind) {
    struct name **bucket = &parser->names[hash(text)];
    for (struct name *name = *bucket; name != NULL; name = name->chain) {
        if (name->scope == parser->scope && strcmp(name->text, text) == 0) {
            ptx_fail(&parser->failure, SIMT_INVALID_PTX, parser->lexer.token.line,
                     "'%.80s' is declared twice", text);
        }
    }
    struct name *name = take(parser, sizeof *name);
    *name = (struct name){.chain = *bucket, .text = text, .scope = parser->scope, .kind = kind};
    *bucket = name;
    return name;
}

/* The innermost declaration visible from `scope`; parents always have smaller numbers. */
static struct name *lookup(struct parser *parser, const char *text, uint32_t scope) {
    for (;;) {
        for (struct name *name = parser->names[hash(text)]; name != NULL; name = name->chain) {
            if (name->scope == scope && strcmp(name->text, text) == 0) {
                return name;
            }
        }
        if (scope == 0) {
            return NULL;
        }
        scope = parser->scope_parent[scope];
    }
}

static void open_scope(struct parser *parser) {
    if (parser->scope_count == MAX_SCOPES) {
        ptx_fail(&parser->failure, SIMT_INVALID_PTX, parser->lexer.token.line, "too many braces");
    }
    parser->scope_parent[parser->scope_count] = parser->scope;
    parser->scope = parser->scope_count++;
}

static void add_register(struct parser *parser, const char *name, int bytes) {
    struct ptx_function *function = parser->function;
    if (function->register_count == MAX_REGISTERS) {
        ptx_fail(&parser->failure, SIMT_UNSUPPORTED, parser->lexer.token.line,
                 "more than %d registers in '%s'", MAX_REGISTERS, function->name);
    }
    if (function->register_count == function->register_capacity) {
        uint32_t capacity = function->register_capacity * 2 + 64;
        struct ptx_register *grown = take(parser, capacity * sizeof *grown);
        if (function->register_count > 0) {
            memcpy(grown, function->registers, function->register_count * sizeof *grown);
        }
        function->registers = grown;
        function->register_capacity = capacity;
    }
    define(parser, name, NAME_REGISTER)->index = function->register_count;
    function->registers[function->register_count++] =
        (struct ptx_register){.name = name, .bytes = (uint8_t)bytes};
}

/* %r and 12: "%r12". */
static const char *numbered_name(struct parser *parser, const char *name, uint32_t number) {
    char digits[10];
    size_t length = strlen(name), first = sizeof digits;
    do {
        digits[--first] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    char *numbered = take(parser, length + sizeof digits - first + 1); /* zeroed */
    memcpy(numbered, name, length);
    memcpy(numbered + length, digits + first, sizeof digits - first);
    return numbered;
}

/* .reg .b32 %r<30>, x; */
static void parse_registers(struct parser *parser) {
    struct lexer *lexer = &parser->lexer;
    int bytes = parse_type_size(&lexer->token);
    if (bytes < 0) {
        ptx_fail(&parser->failure, SIMT_UNSUPPORTED, lexer->token.line,
                 "registers of type %.*s are not supported",
                 lexer->token.length > 40 ? 40 : (int)lexer->token.length, lexer->token.text);
    }
    lex_next(lexer);
    do {
        const char *name = parse_name(parser);
        if (!lex_accept(lexer, '<')) {
            add_register(parser, name, bytes);
            continue;
        }
        int64_t count = lexer->token.integer;
        if (lexer->token.kind != TOKEN_INTEGER || count < 0 || count > MAX_REGISTERS) {
            ptx_fail(&parser->failure, SIMT_UNSUPPORTED, lexer->token.line,
                     "register count is not in 0..%d", MAX_REGISTERS);
        }
        lex_next(lexer);
        lex_expect(lexer, '>');
        for (int64_t i = 0; i < count; i++) {
            add_register(parser, numbered_name(parser, name, (uint32_t)i), bytes);
        }
    } while (lex_accept(lexer, ','));
    lex_expect(lexer, ';');
}

static void parse_body_variable(struct parser *parser, enum ptx_space space) {
    struct ptx_function *function = parser->function;
    do {
        struct ptx_variable *variable = parse_variable(parser, space);
        if (parser->last_body_variable != NULL) {
            parser->last_body_variable->next = variable;
        } else {
            function->variables = variable;
        }
        parser->last_body_variable = variable;
        define(parser, variable->name, NAME_VARIABLE)->variable = variable;
    } while (lex_accept(&parser->lexer, ','));
    lex_expect(&parser->lexer, ';');
}

/* .loc 1 23 7, function_name $x, inlined_at 1 20 3 */
static void parse_loc(struct parser *parser) {
    struct lexer *lexer = &parser->lexer;
    uint64_t numbers[3] = {0};
    for (int i = 0; i < 3; i++) {
        if (lexer->token.kind != TOKEN_INTEGER) {
            ptx_fail(&parser->failure, SIMT_INVALID_PTX, lexer->token.line,
                     ".loc needs three numbers");
        }
        numbers[i] = (uint64_t)lexer->token.integer;
        lex_next(lexer);
    }
    while (lex_accept(lexer, ',')) {
        while (lex_is_word(lexer, "function_name") || lex_is_word(lexer, "inlined_at") ||
               lexer->token.kind == TOKEN_INTEGER || lex_is_mark(lexer, '+') ||
               (lexer->token.kind == TOKEN_WORD && lexer->token.text[0] == '$')) {
            lex_next(lexer);
        }
    }
    if ((parser->unplaced = numbers[1] == 0)) {
        return; /* line 0: compiler-made, belongs to what came before */
    }
    for (const struct ptx_file *file = parser->module->files; file != NULL; file = file->next) {
        if (file->number == numbers[0]) {
            parser->loc_file = file->name;
        }
    }
    parser->loc_line = (uint32_t)numbers[1];
    parser->loc_column = (uint32_t)numbers[2];
}

static void resolve_word(struct parser *parser, struct ptx_operand *operand) {
    struct name *name = lookup(parser, operand->name, operand->scope);
    if (name == NULL) {
        operand->kind = operand->name[0] == '%' ? PTX_SPECIAL : PTX_NONE;
        return; /* PTX_NONE: resolved when the function has been read */
    }
    switch (name->kind) {
    case NAME_REGISTER:
        operand->kind = PTX_REGISTER;
        operand->index = name->index;
        break;
    case NAME_VARIABLE:
        operand->kind = PTX_VARIABLE;
        operand->variable = name->variable;
        break;
    case NAME_LABEL:
        operand->kind = PTX_LABEL;
        operand->index = name->index;
        break;
    case NAME_TABLE:
        operand->kind = PTX_TABLE;
        operand->table = name->table;
        break;
    case NAME_PROTOTYPE:
        operand->kind = PTX_PROTOTYPE;
        break;
    }
}

static void parse_operand(struct parser *parser, struct ptx_operand *operand, int depth);

static void parse_elements(struct parser *parser, struct ptx_operand *operand, char close,
                           int depth) {
    struct ptx_operand *elements = take(parser, 16 * sizeof *elements);
    uint32_t capacity = 16;
    operand->kind = PTX_VECTOR;
    while (!lex_accept(&parser->lexer, close)) {
        if (operand->count == capacity) {
            struct ptx_operand *grown = take(parser, 2 * capacity * sizeof *grown);
            memcpy(grown, elements, capacity * sizeof *grown);
            elements = grown;
            capacity *= 2;
        }
        parse_operand(parser, &elements[operand->count++], depth + 1);
        if (!lex_is_mark(&parser->lexer, close)) {
            lex_expect(&parser->lexer, ',');
        }
    }
    operand->elements = elements;
}

static void parse_constant(struct parser *parser, struct ptx_operand *operand, bool minus) {
    const struct token *token = &parser->lexer.token;
    operand->integer = token->integer;
    operand->kind = token->kind == TOKEN_FLOAT ? PTX_FLOAT : PTX_INTEGER;
    operand->bytes = token->bytes;
    if (minus && operand->kind == PTX_FLOAT) {
        operand->integer ^= (int64_t)((uint64_t)1 << (token->bytes * 8 - 1));
    } else if (minus) {
        operand->integer = (int64_t)(0 - (uint64_t)operand->integer);
    }
    lex_next(&parser->lexer);
}

/* What follows a base inside brackets: +8, -4, +-4. */
static void parse_displacement(struct parser *parser, struct ptx_operand *operand) {
    struct lexer *lexer = &parser->lexer;
    while (lex_is_mark(lexer, '+') || lex_is_mark(lexer, '-')) {
        bool minus = lex_is_mark(lexer, '-');
        lex_next(lexer);
        minus ^= lex_accept(lexer, '-');
        if (lexer->token.kind != TOKEN_INTEGER) {
            ptx_fail(&parser->failure, SIMT_INVALID_PTX, lexer->token.line,
                     "an address needs a number after its sign");
        }
        uint64_t value = (uint64_t)lexer->token.integer;
        operand->integer = (int64_t)((uint64_t)operand->integer + (minus ? 0 - value : value));
        lex_next(lexer);
    }
}

static void parse_operand(struct parser *parser, struct ptx_operand *operand, int depth) {
    struct lexer *lexer = &parser->lexer;
    *operand = (struct ptx_operand){.pair = -1, .scope = parser->scope};
    if (depth > 4) {
        ptx_fail(&parser->failure, SIMT_INVALID_PTX, lexer->token.line, "operand nested too deep");
    }
    if (lex_accept(lexer, '[')) {
        parse_operand(parser, operand, depth + 1);
        if (operand->address) {
            ptx_fail(&parser->failure, SIMT_INVALID_PTX, lexer->token.line, "'[' inside '['");
        }
        operand->address = true;
        parse_displacement(parser, operand);
        if (lex_is_mark(lexer, ',')) {
            ptx_fail(&parser->failure, SIMT_UNSUPPORTED, lexer->token.line,
                     "textures and surfaces are not supported");
        }
        lex_expect(lexer, ']');
    } else if (lex_accept(lexer, '{')) {
        parse_elements(parser, operand, '}', depth);
    } else if (lex_accept(lexer, '(')) {
        parse_elements(parser, operand, ')', depth);
    } else if (lex_accept(lexer, '!')) {
        parse_operand(parser, operand, depth + 1);
        operand->negated = true;
    } else if (lex_accept(lexer, '-')) {
        if (lexer->token.kind != TOKEN_INTEGER && lexer->token.kind != TOKEN_FLOAT) {
            ptx_fail(&parser->failure, SIMT_INVALID_PTX, lexer->token.line, "'-' without a number");
        }
        parse_constant(parser, operand, true);
    } else if (lexer->token.kind == TOKEN_INTEGER || lexer->token.kind == TOKEN_FLOAT) {
        parse_constant(parser, operand, false);
    } else {
        operand->name = parse_name(parser);
        if (strcmp(operand->name, "_") == 0) {
            operand->kind = PTX_DISCARD;
        } else if (strcmp(operand->name, "WARP_SZ") == 0) {
            operand->kind = PTX_INTEGER;
            operand->integer = SIMT_WARP_SIZE;
        } else {
            resolve_word(parser, operand);
        }
        if ((operand->kind == PTX_VARIABLE || operand->kind == PTX_NONE) &&
            lex_is_mark(lexer, '+')) {
            parse_displacement(parser, operand);
        }
        if (lex_accept(lexer, '|')) {
            struct ptx_operand second;
            parse_operand(parser, &second, depth + 1);
            if (second.kind == PTX_REGISTER) {
                operand->pair = (int32_t)second.index;
            } else if (second.kind != PTX_DISCARD) {
                ptx_fail(&parser->failure, SIMT_INVALID_PTX, lexer->token.line,
                         "a predicate is due after '|'");
            }
        }
    }
}

static struct ptx_statement *add_statement(struct parser *parser) {
    struct ptx_function *function = parser->function;
    if (function->statement_count == MAX_STATEMENTS) {
        ptx_fail(&parser->failure, SIMT_UNSUPPORTED, parser->lexer.token.line,
                 "more than %d instructions in '%s'", MAX_STATEMENTS, function->name);
    }
    if (function->statement_count == function->statement_capacity) {
        uint32_t capacity = function->statement_capacity * 2 + 64;
        struct ptx_statement *grown = take(parser, capacity * sizeof *grown);
        if (function->statement_count > 0) {
            memcpy(grown, function->statements, function->statement_count * sizeof *grown);
        }
        function->statements = grown;
        function->statement_capacity = capacity;
    }
    struct ptx_statement *statement = &function->statements[function->statement_count++];
    statement->guard = -1;
    statement->ptx_line = parser->lexer.token.line;
    statement->unfenced = parser->unfenced;
    parser->unfenced = 0;
    statement->note = parser->note;
    parser->note = NULL;
    statement->file = parser->loc_file;
    statement->line = parser->loc_line;
    statement->column = parser->loc_column;
    statement->unplaced = parser->unplaced;
    return statement;
}

static void parse_instruction(struct parser *parser) {
    struct lexer *lexer = &parser->lexer;
    struct ptx_statement *statement = add_statement(parser);
    if (lex_accept(lexer, '@')) {
        statement->guard_negated = lex_accept(lexer, '!');
        struct ptx_operand guard;
        parse_operand(parser, &guard, 0);
        if (guard.kind != PTX_REGISTER || parser->function->registers[guard.index].bytes != 0) {
            ptx_fail(&parser->failure, SIMT_INVALID_PTX, statement->ptx_line,
                     "'@' needs a predicate register");
        }
        statement->guard = (int32_t)guard.index;
    }
    statement->opcode = parse_name(parser);
    while (!lex_accept(lexer, ';')) {
        if (statement->count == PTX_MAX_OPERANDS) {
            ptx_fail(&parser->failure, SIMT_INVALID_PTX, lexer->token.line,
                     "too many operands for %s", statement->opcode);
        }
        parse_operand(parser, &statement->operands[statement->count++], 0);
        if (!lex_is_mark(lexer, ';')) {
            lex_expect(lexer, ',');
        }
    }
}

/* "name : .branchtargets a, b;" and the like, or a plain label. */
static void parse_label(struct parser *parser) {
    struct lexer *lexer = &parser->lexer;
    const char *text = parse_name(parser);
    lex_expect(lexer, ':');
    if (lex_accept_word(lexer, ".branchtargets")) {
        struct ptx_table *table = take(parser, sizeof *table);
        struct ptx_operand list = {0};
        parse_elements(parser, &list, ';', 0);
        *table = (struct ptx_table){.name = text, .count = list.count, .labels = list.elements};
        define(parser, text, NAME_TABLE)->table = table;
    } else if (lex_is_word(lexer, ".callprototype") || lex_is_word(lexer, ".calltargets")) {
        while (!lex_accept(lexer, ';')) {
            if (lexer->token.kind == TOKEN_END) {
                lex_expect(lexer, ';');
            }
            lex_next(lexer);
        }
        define(parser, text, NAME_PROTOTYPE);
    } else {
        define(parser, text, NAME_LABEL)->index = parser->function->statement_count;
    }
}

/* Names used before their declaration: labels, functions, module variables. */
static void resolve_late(struct parser *parser, struct ptx_operand *operand, uint32_t line) {
    for (uint32_t i = 0; i < operand->count; i++) {
        resolve_late(parser, &operand->elements[i], line);
    }
    if (operand->kind != PTX_NONE || operand->name == NULL) {
        return;
    }
    resolve_word(parser, operand);
    if (operand->kind != PTX_NONE) {
        return;
    }
    operand->variable = ptx_find_variable(parser->module, operand->name);
    operand->function = ptx_find_function(parser->module, operand->name);
    if (operand->variable == NULL) {
        for (struct ptx_variable *v = parser->function->parameters; v != NULL; v = v->next) {
            operand->variable = strcmp(v->name, operand->name) == 0 ? v : operand->variable;
        }
        for (struct ptx_variable *v = parser->function->results; v != NULL; v = v->next) {
            operand->variable = strcmp(v->name, operand->name) == 0 ? v : operand->variable;
        }
    }
    if (operand->variable != NULL) {
        operand->kind = PTX_VARIABLE;
    } else if (operand->function != NULL) {
        operand->kind = PTX_FUNCTION;
    } else {
        ptx_fail(&parser->failure, SIMT_INVALID_PTX, line, "'%.120s' is not declared",
                 operand->name);
    }
}

static void finish_body(struct parser *parser) {
    struct ptx_function *function = parser->function;
    function->leader = take(parser, function->statement_count + 1);
    for (uint32_t i = 0; i < NAME_BUCKETS; i++) {
        for (struct name *name = parser->names[i]; name != NULL; name = name->chain) {
            if (name->kind == NAME_LABEL) {
                function->leader[name->index] = true;
            } else if (name->kind == NAME_TABLE) {
                for (uint32_t t = 0; t < name->table->count; t++) {
                    resolve_late(parser, &name->table->labels[t], function->line);
                }
            }
        }
    }
    for (uint32_t s = 0; s < function->statement_count; s++) {
        struct ptx_statement *statement = &function->statements[s];
        for (uint32_t o = 0; o < statement->count; o++) {
            resolve_late(parser, &statement->operands[o], statement->ptx_line);
        }
    }
}

static void parse_line(struct parser *parser) {
    struct lexer *lexer = &parser->lexer;
    enum ptx_space space;
    if (lexer->token.kind == TOKEN_END) {
        ptx_fail(&parser->failure, SIMT_INVALID_PTX, lexer->token.line,
                 "text ends inside function '%s'", parser->function->name);
    } else if (lex_accept_word(lexer, ".reg")) {
        parse_registers(parser);
    } else if (lex_accept_word(lexer, ".loc")) {
        parse_loc(parser);
    } else if (lex_accept_word(lexer, ".pragma")) {
        parse_fences(parser);
        lex_next(lexer);
        lex_expect(lexer, ';');
    } else if (parse_space(&lexer->token, &space)) {
        lex_next(lexer);
        parse_body_variable(parser, space);
    } else if (lexer->token.kind == TOKEN_WORD && lex_peek(lexer) == ':') {
        parse_label(parser);
    } else if (lexer->token.kind == TOKEN_WORD || lex_is_mark(lexer, '@')) {
        parse_instruction(parser);
    } else if (!lex_accept(lexer, ';')) {
        ptx_fail(&parser->failure, SIMT_INVALID_PTX, lexer->token.line,
                 "an instruction is due before '%.*s'",
                 lexer->token.length > 60 ? 60 : (int)lexer->token.length, lexer->token.text);
    }
}

void parse_body(struct parser *parser, struct ptx_function *function) {
    struct lexer *lexer = &parser->lexer;
    if (parser->scope_parent == NULL) {
        parser->scope_parent = calloc(MAX_SCOPES, sizeof *parser->scope_parent);
        if (parser->scope_parent == NULL) {
            ptx_fail(&parser->failure, SIMT_OUT_OF_MEMORY, 0, "no memory left on the host");
        }
    }
    parser->function = function;
    memset(parser->names, 0, sizeof parser->names);
    parser->scope = 0;
    parser->scope_count = 1;
    parser->last_body_variable = NULL;
    parser->loc_file = "";
    parser->loc_line = parser->loc_column = 0;
    parser->unplaced = false;
    parser->unfenced = 0;
    parser->note = NULL;
    uint32_t depth = 0;
    do {
        if (lex_accept(lexer, '{')) {
            depth++;
            if (depth > 1) {
                open_scope(parser);
            }
        } else if (lex_accept(lexer, '}')) {
            depth--;
            parser->scope = parser->scope_parent[parser->scope];
        } else {
            parse_line(parser);
        }
    } while (depth > 0);
    finish_body(parser);
}
