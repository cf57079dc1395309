#include "lex.h"

#include "../../message_text.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void ptx_fail(struct ptx_failure *failure, enum simt_status status, uint32_t line,
              const char *format, ...) {
    failure->status = status;
    failure->error->ptx_line = line;
    va_list arguments;
    va_start(arguments, format);
    message_vput(failure->error->message, sizeof failure->error->message, format, arguments);
    va_end(arguments);
    longjmp(failure->escape, 1);
}

void *ptx_take(struct ptx_failure *failure, struct pool *pool, size_t size) {
    void *memory = pool_take(pool, size);
    if (memory == NULL) {
        ptx_fail(failure, SIMT_OUT_OF_MEMORY, 0, "no memory left on the host for the module");
    }
    return memory;
}

static bool starts_word(char c) {
    return isalpha((unsigned char)c) || c == '_' || c == '$' || c == '%' || c == '.';
}

static bool in_word(char c) {
    return isalnum((unsigned char)c) || c == '_' || c == '$' || c == '.';
}

void lex_start(struct lexer *lexer, const char *text, size_t length, struct ptx_failure *failure) {
    *lexer = (struct lexer){.at = text, .end = text + length, .line = 1, .failure = failure};
    lex_next(lexer);
}

static void skip_blanks(struct lexer *lexer) {
    while (lexer->at < lexer->end) {
        const char *at = lexer->at;
        size_t left = (size_t)(lexer->end - at);
        if (*at == '\n') {
            lexer->line++;
            lexer->at++;
        } else if (isspace((unsigned char)*at)) {
            lexer->at++;
        } else if (left >= 2 && at[0] == '/' && at[1] == '/') {
            const char *newline = memchr(at, '\n', left);
            lexer->at = newline != NULL ? newline : lexer->end;
        } else if (left >= 2 && at[0] == '/' && at[1] == '*') {
            uint32_t line = lexer->line;
            for (lexer->at += 2;; lexer->at++) {
                if (lexer->end - lexer->at < 2) {
                    ptx_fail(lexer->failure, SIMT_INVALID_PTX, line, "comment without an end");
                }
                if (lexer->at[0] == '*' && lexer->at[1] == '/') {
                    break;
                }
                lexer->line += *lexer->at == '\n';
            }
            lexer->at += 2;
        } else {
            return;
        }
    }
}

/* Hexadecimal digits after 0f or 0d are the bits of a float. */
static void lex_float_bits(struct lexer *lexer, const char *digits, uint8_t bytes) {
    struct token *token = &lexer->token;
    uint64_t value = 0;
    const char *at = digits;
    for (; at < lexer->end && isxdigit((unsigned char)*at) && at - digits < 2 * bytes; at++) {
        char c = (char)tolower((unsigned char)*at);
        value = value * 16 + (uint64_t)(c <= '9' ? c - '0' : c - 'a' + 10);
    }
    if (at - digits != 2 * bytes) {
        ptx_fail(lexer->failure, SIMT_INVALID_PTX, lexer->line,
                 "float constant needs %d hexadecimal digits", 2 * bytes);
    }
    token->kind = TOKEN_FLOAT;
    token->bytes = bytes;
    token->integer = (int64_t)value;
    lexer->at = at;
}

static void lex_number(struct lexer *lexer) {
    struct token *token = &lexer->token;
    char text[64];
    size_t length = 0;
    const char *at = lexer->at;
    size_t left = (size_t)(lexer->end - at);
    if (left > 2 && at[0] == '0' && (at[1] == 'f' || at[1] == 'F')) {
        lex_float_bits(lexer, at + 2, 4);
        return;
    }
    if (left > 2 && at[0] == '0' && (at[1] == 'd' || at[1] == 'D')) {
        lex_float_bits(lexer, at + 2, 8);
        return;
    }
    while (length < left && length < sizeof text - 1 &&
           (isalnum((unsigned char)at[length]) || at[length] == '.')) {
        text[length] = at[length];
        length++;
    }
    text[length] = '\0';
    char *stop = text;
    if (text[0] == '0' && (text[1] == 'b' || text[1] == 'B')) {
        token->integer = (int64_t)strtoull(text + 2, &stop, 2);
    } else {
        token->integer = (int64_t)strtoull(text, &stop, 0);
    }
    token->kind = TOKEN_INTEGER;
    stop += *stop == 'U' || *stop == 'u';
    if (*stop == '.' || *stop == 'e' || *stop == 'E') {
        double value = strtod(text, &stop);
        memcpy(&token->integer, &value, sizeof value);
        token->kind = TOKEN_FLOAT;
        token->bytes = 8;
    }
    if (*stop != '\0') {
        ptx_fail(lexer->failure, SIMT_INVALID_PTX, lexer->line, "'%s' is not a number", text);
    }
    lexer->at += length;
}

static void lex_word(struct lexer *lexer) {
    const char *at = lexer->at + 1;
    bool directive = *lexer->at == '.'; /* .reg.b32: two of them */
    while (at < lexer->end) {
        if (directive && *at == '.') {
            break;
        }
        if (in_word(*at)) {
            at++;
        } else if (lexer->end - at > 2 && at[0] == ':' && at[1] == ':' && in_word(at[2])) {
            at += 2; /* ld.global.L1::evict_last */
        } else {
            break;
        }
    }
    lexer->token.kind = TOKEN_WORD;
    lexer->at = at;
}

static void lex_string(struct lexer *lexer) {
    const char *at = lexer->at + 1;
    while (at < lexer->end && *at != '"' && *at != '\n') {
        at += *at == '\\' && lexer->end - at > 1 ? 2 : 1;
    }
    if (at >= lexer->end || *at != '"') {
        ptx_fail(lexer->failure, SIMT_INVALID_PTX, lexer->line, "string without an end");
    }
    lexer->token.kind = TOKEN_STRING;
    lexer->token.text++;
    lexer->at = at + 1;
}

void lex_next(struct lexer *lexer) {
    skip_blanks(lexer);
    lexer->token = (struct token){.text = lexer->at, .line = lexer->line};
    if (lexer->at >= lexer->end) {
        return;
    }
    char c = *lexer->at;
    if (isdigit((unsigned char)c)) {
        lex_number(lexer);
    } else if (starts_word(c)) {
        lex_word(lexer);
    } else if (c == '"') {
        lex_string(lexer);
        lexer->token.length = (uint32_t)(lexer->at - lexer->token.text - 1);
        return;
    } else {
        lexer->token.kind = TOKEN_MARK;
        lexer->at++;
    }
    lexer->token.length = (uint32_t)(lexer->at - lexer->token.text);
}

bool lex_is_mark(const struct lexer *lexer, char mark) {
    return lexer->token.kind == TOKEN_MARK && lexer->token.text[0] == mark;
}

bool lex_is_word(const struct lexer *lexer, const char *word) {
    const struct token *token = &lexer->token;
    return token->kind == TOKEN_WORD && strlen(word) == token->length &&
           memcmp(token->text, word, token->length) == 0;
}

bool lex_accept(struct lexer *lexer, char mark) {
    if (!lex_is_mark(lexer, mark)) {
        return false;
    }
    lex_next(lexer);
    return true;
}

bool lex_accept_word(struct lexer *lexer, const char *word) {
    if (!lex_is_word(lexer, word)) {
        return false;
    }
    lex_next(lexer);
    return true;
}

void lex_expect(struct lexer *lexer, char mark) {
    if (!lex_accept(lexer, mark)) {
        const struct token *token = &lexer->token;
        if (token->kind == TOKEN_END) {
            ptx_fail(lexer->failure, SIMT_INVALID_PTX, token->line, "text ends where '%c' is due",
                     mark);
        }
        ptx_fail(lexer->failure, SIMT_INVALID_PTX, token->line, "'%c' is due before '%.*s'", mark,
                 token->length > 60 ? 60 : (int)token->length, token->text);
    }
}

char lex_peek(const struct lexer *lexer) {
    const char *at = lexer->at;
    while (at < lexer->end && (*at == ' ' || *at == '\t')) {
        at++;
    }
    return at < lexer->end ? *at : '\0';
}
