/* lex.h - PTX text into words, numbers and punctuation. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "ptx.h"

enum token_kind {
    TOKEN_END,
    TOKEN_WORD,    /* identifier or opcode, dots included: ld.global.u32, %tid.x; or one directive:
                      .reg */
    TOKEN_INTEGER, /* value in `integer` */
    TOKEN_FLOAT,   /* bits in `integer`, size in `bytes` */
    TOKEN_STRING,
    TOKEN_MARK, /* one punctuation character, in text[0] */
};

struct token {
    enum token_kind kind;
    const char *text; /* into the source, not terminated */
    uint32_t length;
    uint32_t line;
    int64_t integer;
    uint8_t bytes;
};

struct lexer {
    const char *at;
    const char *end;
    uint32_t line;
    struct token token; /* the current one */
    struct ptx_failure *failure;
};

/* Begins with the text's first token; lex_next goes on to the next one. */
void lex_start(struct lexer *lexer, const char *text, size_t length, struct ptx_failure *failure);
void lex_next(struct lexer *lexer);
bool lex_is_mark(const struct lexer *lexer, char mark);
bool lex_is_word(const struct lexer *lexer, const char *word);
/* Step over a mark, or fail saying what was expected. */
void lex_expect(struct lexer *lexer, char mark);
/* Step over it if it is there. */
bool lex_accept(struct lexer *lexer, char mark);
bool lex_accept_word(struct lexer *lexer, const char *word);
/* The character after the current token, blanks skipped: tells a label from an opcode. */
char lex_peek(const struct lexer *lexer);
