/* Directives and functions' heads; variables.c and body.c read what is inside. */
#include "parse.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void parse_skip_braces(struct parser *parser) {
    uint32_t line = parser->lexer.token.line;
    uint32_t depth = 0;
    do {
        if (parser->lexer.token.kind == TOKEN_END) {
            ptx_fail(&parser->failure, SIMT_INVALID_PTX, line, "'{' without its '}'");
        }
        depth += lex_is_mark(&parser->lexer, '{');
        depth -= lex_is_mark(&parser->lexer, '}');
        lex_next(&parser->lexer);
    } while (depth > 0);
}

/* .maxntid 256, 1, 1: the product. */
static uint32_t parse_extent(struct parser *parser) {
    uint64_t product = 1;
    do {
        uint64_t value = parse_unsigned(parser, "a number is due before");
        product *= value < 65536 ? value : 65536;
    } while (lex_accept(&parser->lexer, ',') && product < UINT32_MAX);
    return product > UINT32_MAX ? UINT32_MAX : (uint32_t)product;
}

static void parse_performance_directives(struct parser *parser, struct ptx_function *function) {
    struct lexer *lexer = &parser->lexer;
    while (lexer->token.kind == TOKEN_WORD && lexer->token.text[0] == '.') {
        if (lex_accept_word(lexer, ".maxntid") || lex_accept_word(lexer, ".reqntid")) {
            function->max_threads = parse_extent(parser);
            continue;
        }
        if (lex_accept_word(lexer, ".minnctapersm")) {
            function->least_blocks = parse_extent(parser);
            continue;
        }
        if (lex_accept_word(lexer, ".maxnreg")) {
            function->most_registers = parse_extent(parser);
            continue;
        }
        if (lex_is_word(lexer, ".pragma")) {
            lex_next(lexer);
            lex_next(lexer);
            lex_accept(lexer, ';');
            continue;
        }
        lex_next(lexer); /* .noreturn and the like: no effect on results */
        while (lexer->token.kind == TOKEN_INTEGER || lex_is_mark(lexer, ',')) {
            lex_next(lexer);
        }
    }
}

/* The address that a statement reads or writes; NULL if it does not. */
static const struct ptx_operand *address_in(const struct ptx_statement *statement) {
    const struct ptx_operand *operand = statement->operands;
    while (operand < statement->operands + statement->count && !operand->address) {
        operand++;
    }
    return operand < statement->operands + statement->count ? operand : NULL;
}

/* A load that the compiler moved before a loop has no line: it gets that of the access to the same
 * address that is left in the loop. */
static void place_access(const struct ptx_function *function, struct ptx_statement *access) {
    enum { FAR = 1000 }; /* hostile texts must not cost the square of their length */
    const struct ptx_operand *address = address_in(access), *other;
    const struct ptx_statement *end = function->statements + function->statement_count;
    if (address == NULL || address->kind != PTX_REGISTER) {
        return;
    }
    for (const struct ptx_statement *at = access + 1; at < end && at - access < FAR; at++) {
        if (!at->unplaced && (other = address_in(at)) != NULL && other->kind == PTX_REGISTER &&
            other->index == address->index && other->integer == address->integer) {
            access->file = at->file;
            access->line = at->line;
            access->column = at->column;
            return;
        }
    }
}

static bool branches(const struct ptx_statement *statement) {
    return strncmp(statement->opcode, "bra", strlen("bra")) == 0;
}

/* What the compiler put at the head of the block behind a branch has no line: it gets that of the
 * first statement of the block that has one. */
static void place_head(const struct ptx_function *function, uint32_t head) {
    uint32_t next = head;
    const struct ptx_statement *placed = &function->statements[head];
    while (placed->unplaced && !branches(placed) && ++next < function->statement_count) {
        placed++;
    }
    for (; !placed->unplaced && head < next; head++) {
        function->statements[head].file = placed->file;
        function->statements[head].line = placed->line;
        function->statements[head].column = placed->column;
    }
}

static void place_statements(const struct ptx_function *function) {
    for (uint32_t s = 0; s < function->statement_count; s++) {
        if (s > 0 && branches(&function->statements[s - 1])) {
            place_head(function, s);
        }
        if (function->statements[s].unplaced) {
            place_access(function, &function->statements[s]);
        }
    }
}

static void parse_function(struct parser *parser, bool entry) {
    struct lexer *lexer = &parser->lexer;
    struct ptx_function read = {.entry = entry, .line = lexer->token.line};
    uint32_t result_count = 0;
    if (lex_is_mark(lexer, '(')) {
        parse_parameters(parser, &read.results, &result_count, &read.result_bytes);
    }
    read.name = parse_name(parser);
    if (lex_is_mark(lexer, '(')) {
        parse_parameters(parser, &read.parameters, &read.parameter_count, &read.parameter_bytes);
    }
    parse_performance_directives(parser, &read);
    struct ptx_function *function = entry ? find_kernel(parser->module, read.name)
                                          : ptx_find_function(parser->module, read.name);
    bool apart = parser->module->opencl && function != NULL && function->entry != entry;
    if (function == NULL || apart) {
        function = ptx_take(&parser->failure, &parser->module->pool, sizeof *function);
        *function = read;
        if (parser->last_function != NULL) {
            parser->last_function->next = function;
        } else {
            parser->module->functions = function;
        }
        parser->last_function = function;
    } else if (function->defined && lex_is_mark(lexer, '{')) {
        ptx_fail(&parser->failure, SIMT_INVALID_PTX, read.line, "'%s' is defined twice", read.name);
    } else if (lex_is_mark(lexer, '{')) {
        read.next = function->next;
        *function = read;
    }
    if (lex_is_mark(lexer, '{')) {
        function->defined = true;
        function->body = lexer->token.text;
        parse_body(parser, function);
        place_statements(function);
    } else {
        lex_expect(lexer, ';');
    }
}

static void parse_file_directive(struct parser *parser) {
    struct ptx_file *file = ptx_take(&parser->failure, &parser->module->pool, sizeof *file);
    file->number = parse_unsigned(parser, "a file number is due before");
    if (parser->lexer.token.kind != TOKEN_STRING) {
        parse_fail_here(parser, "a file name is due before");
    }
    file->name = parse_name(parser);
    while (lex_accept(&parser->lexer, ',')) {
        parse_unsigned(parser, "a number is due before");
    }
    file->next = parser->module->files;
    parser->module->files = file;
}

static void parse_module_variable(struct parser *parser, enum ptx_space space, bool external) {
    struct lexer *lexer = &parser->lexer;
    struct ptx_variable *variable = parse_variable(parser, space);
    variable->external = external;
    struct ptx_variable *known = ptx_find_variable(parser->module, variable->name);
    if (variable->size == 0 && !(space == PTX_SHARED && external)) {
        ptx_fail(&parser->failure, SIMT_INVALID_PTX, variable->line, "'%s' has no size",
                 variable->name);
    }
    if (known == NULL) {
        if (parser->last_variable != NULL) {
            parser->last_variable->next = variable;
        } else {
            parser->module->variables = variable;
        }
        parser->last_variable = variable;
    } else if (known->external && !external) {
        variable->next = known->next;
        *known = *variable;
        if (parser->last_variable == variable) {
            parser->last_variable = known;
        }
    } else if (!external) {
        ptx_fail(&parser->failure, SIMT_INVALID_PTX, variable->line, "'%s' is defined twice",
                 variable->name);
    }
    lex_expect(lexer, ';');
}

static void parse_declaration(struct parser *parser) {
    struct lexer *lexer = &parser->lexer;
    bool external = false;
    for (;;) {
        if (lex_accept_word(lexer, ".extern")) {
            external = true;
        } else if (!lex_accept_word(lexer, ".visible") && !lex_accept_word(lexer, ".weak") &&
                   !lex_accept_word(lexer, ".common")) {
            break;
        }
    }
    enum ptx_space space;
    if (lex_accept_word(lexer, ".entry")) {
        parse_function(parser, true);
    } else if (lex_accept_word(lexer, ".func")) {
        lex_accept_word(lexer, ".noreturn");
        parse_function(parser, false);
    } else if (parse_space(&lexer->token, &space)) {
        lex_next(lexer);
        parse_module_variable(parser, space, external);
    } else {
        ptx_fail(&parser->failure, SIMT_UNSUPPORTED, lexer->token.line,
                 "'%.*s' is not supported at module level",
                 lexer->token.length > 60 ? 60 : (int)lexer->token.length, lexer->token.text);
    }
}

/* .alias other, function; - both are declared, one has code */
static void parse_alias(struct parser *parser) {
    uint32_t line = parser->lexer.token.line;
    struct ptx_function *other = ptx_find_function(parser->module, parse_name(parser));
    lex_expect(&parser->lexer, ',');
    struct ptx_function *function = ptx_find_function(parser->module, parse_name(parser));
    lex_expect(&parser->lexer, ';');
    if (other == NULL || other->defined || function == NULL || !function->defined ||
        other->parameter_bytes != function->parameter_bytes) {
        ptx_fail(&parser->failure, SIMT_INVALID_PTX, line,
                 ".alias needs two functions, one with code");
    }
    other->alias = function;
}

struct ptx_bounds *ptx_bounds_at(struct ptx_bounds *list, uint32_t line, uint32_t column) {
    while (list != NULL && (list->line != line || list->column != column)) {
        list = list->next;
    }
    return list;
}

/* .pragma "lockstep bounds LINE COLUMN VARIABLE OFFSET BYTES"; or "lockstep element LINE COLUMN
 * BYTES"; (record/annotate/element_bounds.h) */
static void parse_bounds(struct parser *parser, const char *text) {
    struct ptx_bounds read = {0}, **list = &parser->module->bounds;
    if (sscanf(text, "lockstep element %u %u %u", &read.line, &read.column, &read.bytes) == 3) {
        list = &parser->module->elements;
    } else if (sscanf(text, "lockstep bounds %u %u %u %u %u", &read.line, &read.column,
                      &read.variable, &read.offset, &read.bytes) != 5) {
        return;
    }
    struct ptx_bounds *known = ptx_bounds_at(*list, read.line, read.column);
    if (known == NULL) {
        read.next = *list;
        *list = ptx_take(&parser->failure, &parser->module->pool, sizeof **list);
        **list = read;
    } else if (known->variable != read.variable || known->offset != read.offset ||
               known->bytes != read.bytes) {
        known->bytes = 0;
    }
}

/* .pragma "lockstep source TEXT"; of a program that came as text. An escaped n is a new line. */
static bool parse_source_text(struct parser *parser) {
    static const char key[] = "lockstep source ";
    const struct token *token = &parser->lexer.token;
    if (token->length < sizeof key || strncmp(token->text, key, sizeof key - 1) != 0) {
        return false;
    }
    char *text = ptx_take(&parser->failure, &parser->module->pool, token->length), *to = text;
    const char *end = token->text + token->length;
    for (const char *at = token->text + sizeof key - 1; at < end && *at != '"'; at++) {
        const bool escaped = *at == '\\';
        at += escaped;
        *to++ = escaped && *at == 'n' ? '\n' : *at;
    }
    parser->module->text = text;
    return true;
}

/* .pragma "lockstep argument KERNEL INDEX NAME SPACE ACCESS QUALIFIERS TYPE"; - of a parameter, as
 * it is in the source: our compile step adds that (opencl/kernel_description.h). Other pragmas, and
 * malformed ones, have no effect. */
static void parse_argument_name(struct parser *parser) {
    const struct token *token = &parser->lexer.token;
    char text[512], kernel[256], name[128], type[64] = "";
    unsigned index;
    if (token->kind != TOKEN_STRING || parse_source_text(parser) || token->length >= sizeof text) {
        return;
    }
    memcpy(text, token->text, token->length);
    text[token->length] = '\0';
    const char *at = text + (*text == '"');
    parse_bounds(parser, at);
    if (sscanf(at, "lockstep argument %255s %u %127s %*s %*s %*s %63[^\"]", kernel, &index, name,
               type) < 3) {
        return;
    }
    struct ptx_function *function = find_kernel(parser->module, kernel);
    struct ptx_variable *variable = function != NULL ? function->parameters : NULL;
    while (variable != NULL && index-- > 0) {
        variable = variable->next;
    }
    if (variable != NULL) {
        variable->display = pool_text(&parser->module->pool, name, strlen(name));
        variable->image = strncmp(type, "image", strlen("image")) == 0;
    }
}

static void parse_directive(struct parser *parser) {
    struct lexer *lexer = &parser->lexer;
    if (lex_accept_word(lexer, ".version")) {
        lex_next(lexer);
    } else if (lex_accept_word(lexer, ".target")) {
        do {
            parser->module->opencl |= lex_is_word(lexer, "texmode_independent");
            parse_name(parser);
        } while (lex_accept(lexer, ','));
    } else if (lex_accept_word(lexer, ".address_size")) {
        uint32_t line = lexer->token.line;
        if (parse_unsigned(parser, "an address size is due before") != 64) {
            ptx_fail(&parser->failure, SIMT_UNSUPPORTED, line,
                     "only 64-bit addresses are supported");
        }
    } else if (lex_accept_word(lexer, ".file")) {
        parse_file_directive(parser);
    } else if (lex_accept_word(lexer, ".section")) {
        while (lexer->token.kind == TOKEN_WORD) {
            lex_next(lexer); /* .nv.info is several words */
        }
        parse_skip_braces(parser);
    } else if (lex_accept_word(lexer, ".pragma")) {
        parse_argument_name(parser);
        lex_next(lexer);
        lex_expect(lexer, ';');
    } else if (lex_accept_word(lexer, ".alias")) {
        parse_alias(parser);
    } else {
        parse_declaration(parser);
    }
}

/* clang names the source files behind the functions whose lines refer to them: read those first. */
static void parse_files_ahead(struct parser *parser, const char *text, size_t length) {
    static const char directive[] = "\n\t.file";
    const char *end = text + length, *at = text;
    while ((at = memmem(at, (size_t)(end - at), directive, sizeof directive - 1)) != NULL) {
        lex_start(&parser->lexer, at, (size_t)(end - at), &parser->failure);
        if (lex_accept_word(&parser->lexer, ".file")) {
            parse_file_directive(parser);
        }
        at += sizeof directive - 1;
    }
}

/* A kernel of OpenCL's that another program's kernels call, since they were linked: there it is
 * declared as a function. The function gets the kernel's body. */
static void give_bodies(struct parser *parser, const char *end) {
    for (struct ptx_function *f = parser->module->functions; f != NULL; f = f->next) {
        const struct ptx_function *kernel =
            f->entry || f->defined ? NULL : find_kernel(parser->module, f->name);
        if (kernel != NULL && kernel->defined) {
            lex_start(&parser->lexer, kernel->body, (size_t)(end - kernel->body), &parser->failure);
            parser->lexer.line = parser->lexer.token.line = kernel->line;
            f->defined = true;
            parse_body(parser, f);
            place_statements(f);
        }
    }
}

static void parse_text(struct parser *parser, const char *text, size_t length) {
    while (length > 0 && text[length - 1] == '\0') {
        length--; /* images are often padded with zeroes */
    }
    parse_files_ahead(parser, text, length);
    lex_start(&parser->lexer, text, length, &parser->failure);
    if (!lex_is_word(&parser->lexer, ".version")) {
        ptx_fail(&parser->failure, SIMT_INVALID_PTX, 1,
                 "this is not PTX: no .version at its start");
    }
    while (parser->lexer.token.kind != TOKEN_END) {
        parse_directive(parser);
    }
    give_bodies(parser, text + length);
}

enum simt_status ptx_parse(struct ptx_module *module, const char *text, size_t length,
                           struct simt_error *error) {
    struct parser *parser = calloc(1, sizeof *parser);
    *module = (struct ptx_module){0};
    *error = (struct simt_error){0};
    if (parser == NULL) {
        snprintf(error->message, sizeof error->message, "no memory left on the host");
        return SIMT_OUT_OF_MEMORY;
    }
    parser->module = module;
    static const char mark[] = "// Generated by LLVM";
    enum { HEAD = 64 };
    module->llvm = memmem(text, length < HEAD ? length : HEAD, mark, sizeof mark - 1) != NULL;
    parser->failure.error = error;
    if (setjmp(parser->failure.escape) == 0) {
        parse_text(parser, text, length);
    }
    enum simt_status status = parser->failure.status; /* SIMT_OK unless something failed */
    free(parser->scope_parent);
    free(parser);
    return status;
}
