/* Names, types and pragmas; declarations of variables and parameters, with their initial values. */
#include "../observe.h"
#include "parse.h"

#include <string.h>

enum { MAX_VARIABLE_BYTES = 1 << 30, MAX_PARAMETER_BYTES = 32764 };

const struct ptx_type *ptx_type(const char *name, size_t length) {
    static const struct ptx_type types[] = {
        {"b8", 1, 0, 0},     {"u8", 1, 0, 0},    {"s8", 1, 1, 0},     {"b16", 2, 0, 0},
        {"u16", 2, 0, 0},    {"s16", 2, 1, 0},   {"f16", 2, 0, 1},    {"bf16", 2, 0, 1},
        {"b32", 4, 0, 0},    {"u32", 4, 0, 0},   {"s32", 4, 1, 0},    {"f32", 4, 0, 1},
        {"b64", 8, 0, 0},    {"u64", 8, 0, 0},   {"s64", 8, 1, 0},    {"f64", 8, 0, 1},
        {"pred", 0, 0, 0},   {"f16x2", 4, 0, 1}, {"bf16x2", 4, 0, 1}, {"texref", 8, 0, 0},
        {"surfref", 8, 0, 0}};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        if (strlen(types[i].name) == length && memcmp(types[i].name, name, length) == 0) {
            return &types[i];
        }
    }
    return NULL;
}

uint64_t ptx_float_bits(uint64_t bits, uint32_t read, uint32_t wanted) {
    if (read != 8 || wanted != 4) {
        return bits;
    }
    double wide;
    memcpy(&wide, &bits, sizeof wide);
    float narrow = (float)wide;
    uint32_t narrow_bits;
    memcpy(&narrow_bits, &narrow, sizeof narrow_bits);
    return narrow_bits;
}

static struct ptx_function *find(const struct ptx_module *module, const char *name, bool entry) {
    for (struct ptx_function *f = module->functions; f != NULL; f = f->next) {
        if (f->entry == entry && strcmp(f->name, name) == 0) {
            return f;
        }
    }
    return NULL;
}

struct ptx_function *find_kernel(const struct ptx_module *module, const char *name) {
    return find(module, name, true);
}

struct ptx_function *ptx_find_function(const struct ptx_module *module, const char *name) {
    struct ptx_function *function = find(module, name, false);
    return function != NULL ? function : find_kernel(module, name);
}

struct ptx_variable *ptx_find_variable(const struct ptx_module *module, const char *name) {
    for (struct ptx_variable *v = module->variables; v != NULL; v = v->next) {
        if (strcmp(v->name, name) == 0) {
            return v;
        }
    }
    return NULL;
}

int parse_type_size(const struct token *token) {
    const struct ptx_type *type = token->kind == TOKEN_WORD && token->text[0] == '.'
                                      ? ptx_type(token->text + 1, token->length - 1)
                                      : NULL;
    return type != NULL ? type->bytes : -1;
}

uint64_t parse_unsigned(struct parser *parser, const char *what) {
    if (parser->lexer.token.kind != TOKEN_INTEGER) {
        parse_fail_here(parser, what);
    }
    uint64_t value = (uint64_t)parser->lexer.token.integer;
    lex_next(&parser->lexer);
    return value;
}

void parse_fail_here(struct parser *parser, const char *what) {
    const struct token *token = &parser->lexer.token;
    ptx_fail(&parser->failure, SIMT_INVALID_PTX, token->line, "%s '%.*s'", what,
             token->length > 80 ? 80 : (int)token->length, token->text);
}

const char *parse_name(struct parser *parser) {
    const struct token *token = &parser->lexer.token;
    if (token->kind != TOKEN_WORD && token->kind != TOKEN_STRING) {
        parse_fail_here(parser, "a name is due before");
    }
    char *copy = pool_text(&parser->module->pool, token->text, token->length);
    if (copy == NULL) {
        ptx_fail(&parser->failure, SIMT_OUT_OF_MEMORY, token->line, "no memory left on the host");
    }
    lex_next(&parser->lexer);
    return copy;
}

bool parse_space(const struct token *token, enum ptx_space *space) {
    static const struct {
        const char *word;
        enum ptx_space space;
    } spaces[] = {{".global", PTX_GLOBAL},
                  {".const", PTX_CONST},
                  {".shared", PTX_SHARED},
                  {".local", PTX_LOCAL},
                  {".param", PTX_PARAM}};
    for (size_t i = 0; i < sizeof spaces / sizeof *spaces; i++) {
        if (token->kind == TOKEN_WORD && strlen(spaces[i].word) == token->length &&
            memcmp(spaces[i].word, token->text, token->length) == 0) {
            *space = spaces[i].space;
            return true;
        }
    }
    return false;
}

/* .pragma "lockstep fence local"; before a barrier: all that OpenCL's flags ask it to order.
 * .pragma "lockstep variable …"; before a note (record/annotate/notes.h): what the value is of. */
void parse_fences(struct parser *parser) {
    static const struct {
        const char *text;
        uint8_t unfenced;
    } words[] = {{"lockstep fence local", SIMT_MEMORY_GLOBAL},
                 {"lockstep fence global", SIMT_MEMORY_SHARED},
                 {"lockstep fence none", SIMT_MEMORY_SHARED | SIMT_MEMORY_GLOBAL}};
    const struct token *token = &parser->lexer.token;
    for (size_t n = 0; token->kind == TOKEN_STRING && n < sizeof words / sizeof *words; n++) {
        if (memmem(token->text, token->length, words[n].text, strlen(words[n].text)) != NULL) {
            parser->unfenced = words[n].unfenced;
        }
    }
    static const char variable[] = "lockstep variable ";
    const char *found = token->kind == TOKEN_STRING
                            ? memmem(token->text, token->length, variable, sizeof variable - 1)
                            : NULL;
    if (found != NULL) {
        const char *what = found + sizeof variable - 1;
        size_t length = (size_t)(token->text + token->length - what);
        while (length > 0 && what[length - 1] == '"') {
            length--;
        }
        parser->note = pool_text(&parser->module->pool, what, length);
    }
}

/* One element of an initialiser, stored little-endian at `offset`. */
static void parse_element(struct parser *parser, struct ptx_variable *variable, uint64_t offset,
                          uint32_t size) {
    struct lexer *lexer = &parser->lexer;
    bool minus = lex_accept(lexer, '-');
    if (lexer->token.kind == TOKEN_INTEGER || lexer->token.kind == TOKEN_FLOAT) {
        uint64_t bits = (uint64_t)lexer->token.integer;
        if (lexer->token.kind == TOKEN_FLOAT && minus) {
            bits ^= (uint64_t)1 << (lexer->token.bytes * 8 - 1);
        } else if (minus) {
            bits = 0 - bits;
        }
        if (lexer->token.kind == TOKEN_FLOAT) {
            bits = ptx_float_bits(bits, lexer->token.bytes, size);
        }
        memcpy(variable->bytes + offset, &bits, size);
        lex_next(lexer);
        return;
    }
    struct ptx_address *address =
        ptx_take(&parser->failure, &parser->module->pool, sizeof *address);
    bool generic = lex_accept_word(lexer, "generic");
    if (generic) {
        lex_expect(lexer, '(');
    }
    address->symbol = parse_name(parser);
    if (lex_accept(lexer, '+')) {
        address->addend = (int64_t)parse_unsigned(parser, "a number is due before");
    }
    if (generic) {
        lex_expect(lexer, ')');
    }
    if (lex_accept(lexer, '+')) {
        address->addend += (int64_t)parse_unsigned(parser, "a number is due before");
    }
    address->offset = offset;
    address->size = size;
    address->next = variable->addresses;
    variable->addresses = address;
}

/* `{1, {2, 3}, sym}` or a single value. Nested braces are flattened row after row. */
static void parse_initialiser(struct parser *parser, struct ptx_variable *variable,
                              uint32_t element) {
    variable->bytes = ptx_take(&parser->failure, &parser->module->pool, (size_t)variable->size);
    uint64_t offset = 0;
    uint32_t depth = 0;
    do {
        while (lex_accept(&parser->lexer, '{')) {
            depth++;
        }
        if (!lex_is_mark(&parser->lexer, '}')) {
            if (offset + element > variable->size) {
                ptx_fail(&parser->failure, SIMT_INVALID_PTX, parser->lexer.token.line,
                         "'%s' has more initial values than room", variable->name);
            }
            parse_element(parser, variable, offset, element);
            offset += element;
        }
        while (depth > 0 && lex_accept(&parser->lexer, '}')) {
            depth--;
        }
    } while (depth > 0 && (lex_expect(&parser->lexer, ','), true));
}

static uint32_t parse_alignment(struct parser *parser) {
    uint64_t align = parse_unsigned(parser, "an alignment is due before");
    if (align == 0 || align > 4096 || (align & (align - 1)) != 0) {
        ptx_fail(&parser->failure, SIMT_INVALID_PTX, parser->lexer.token.line,
                 "alignment %llu is not a power of two up to 4096", (unsigned long long)align);
    }
    return (uint32_t)align;
}

static uint64_t parse_dimensions(struct parser *parser, uint64_t size, bool *unsized) {
    while (lex_accept(&parser->lexer, '[')) {
        if (lex_accept(&parser->lexer, ']')) {
            *unsized = true;
            continue;
        }
        uint64_t count = parse_unsigned(parser, "an array size is due before");
        if (count > MAX_VARIABLE_BYTES || size * count > MAX_VARIABLE_BYTES) {
            ptx_fail(&parser->failure, SIMT_INVALID_PTX, parser->lexer.token.line,
                     "array larger than 1 GiB");
        }
        size *= count;
        lex_expect(&parser->lexer, ']');
    }
    return size;
}

/* .u64 .ptr .global .align 8 name: what the pointer points to. */
static void parse_pointee(struct parser *parser, struct ptx_variable *variable) {
    struct lexer *lexer = &parser->lexer;
    variable->pointee_space = PTX_PARAM; /* generic */
    for (;;) {
        if (lex_accept_word(lexer, ".ptr")) {
            variable->pointer = true;
        } else if (lex_accept_word(lexer, ".align")) {
            variable->pointee_align = parse_alignment(parser);
        } else if (parse_space(&lexer->token, &variable->pointee_space)) {
            lex_next(lexer);
        } else {
            return;
        }
    }
}

struct ptx_variable *parse_variable(struct parser *parser, enum ptx_space space) {
    struct lexer *lexer = &parser->lexer;
    struct ptx_variable *variable =
        ptx_take(&parser->failure, &parser->module->pool, sizeof *variable);
    variable->space = space;
    variable->line = lexer->token.line;
    uint32_t vector = 1;
    int size = -1;
    while (size < 0) {
        if (lex_accept_word(lexer, ".align")) {
            variable->align = parse_alignment(parser);
        } else if (lex_accept_word(lexer, ".attribute")) {
            lex_expect(lexer, '(');
            variable->managed = lex_is_word(lexer, ".managed");
            while (!lex_accept(lexer, ')')) {
                if (lexer->token.kind == TOKEN_END) {
                    parse_fail_here(parser, "')' is due before");
                }
                lex_next(lexer);
            }
        } else if (lex_accept_word(lexer, ".v2")) {
            vector = 2;
        } else if (lex_accept_word(lexer, ".v4")) {
            vector = 4;
        } else if ((size = parse_type_size(&lexer->token)) < 0) {
            if (lexer->token.kind == TOKEN_WORD && lexer->token.text[0] == '.') {
                ptx_fail(&parser->failure, SIMT_UNSUPPORTED, lexer->token.line,
                         "variables of type %.*s are not supported", (int)lexer->token.length,
                         lexer->token.text);
            }
            parse_fail_here(parser, "a type is due before");
        }
    }
    lex_next(lexer);
    parse_pointee(parser, variable);
    if (size == 0) {
        parse_fail_here(parser, "a predicate cannot be a variable:");
    }
    variable->name = parse_name(parser);
    bool unsized = false;
    variable->size = parse_dimensions(parser, (uint64_t)size * vector, &unsized);
    if (variable->align == 0) {
        variable->align = (uint32_t)size * vector;
    }
    if (unsized) {
        variable->size = 0;
    }
    if (lex_accept(lexer, '=')) {
        if (unsized) {
            ptx_fail(&parser->failure, SIMT_UNSUPPORTED, variable->line,
                     "array '%s' takes its size from its initial values: not supported",
                     variable->name);
        }
        parse_initialiser(parser, variable, (uint32_t)size);
    }
    return variable;
}

void parse_parameters(struct parser *parser, struct ptx_variable **list, uint32_t *count,
                      uint32_t *bytes) {
    struct lexer *lexer = &parser->lexer;
    lex_expect(lexer, '(');
    uint64_t offset = 0;
    while (!lex_accept(lexer, ')')) {
        if (!lex_accept_word(lexer, ".param")) {
            ptx_fail(&parser->failure, SIMT_UNSUPPORTED, lexer->token.line,
                     "parameters outside .param space are not supported");
        }
        struct ptx_variable *variable = parse_variable(parser, PTX_PARAM);
        offset = (offset + variable->align - 1) / variable->align * variable->align;
        variable->address = offset;
        offset += variable->size;
        if (offset > MAX_PARAMETER_BYTES) {
            ptx_fail(&parser->failure, SIMT_INVALID_PTX, variable->line,
                     "more than %d bytes of parameters", MAX_PARAMETER_BYTES);
        }
        *list = variable;
        list = &variable->next;
        ++*count;
        if (!lex_is_mark(lexer, ')')) {
            lex_expect(lexer, ',');
        }
    }
    *bytes = (uint32_t)offset;
}
