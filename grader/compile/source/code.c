/* C text without comments and literals, and its words. */
#include "source.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

bool code_is_word(char c) {
    return isalnum((unsigned char)c) || c == '_' || c == '$' ||
           (unsigned char)c >= 0x80; /* UTF-8 */
}

struct code_word code_word_at(const char *at) {
    struct code_word word = {at, 0};
    while (code_is_word(at[word.length])) {
        word.length++;
    }
    return word;
}

struct code_word code_next_word(const char *at) {
    while (*at != '\0' && !code_is_word(*at)) {
        at++;
    }
    return code_word_at(at);
}

bool code_same_word(struct code_word a, struct code_word b) {
    return a.length == b.length && memcmp(a.at, b.at, a.length) == 0;
}

bool code_word_is(struct code_word word, const char *text) {
    return code_same_word(word, (struct code_word){text, strlen(text)});
}

bool code_word_is_among(struct code_word word, const char *const *texts) {
    while (*texts != NULL && !code_word_is(word, *texts)) {
        texts++;
    }
    return *texts != NULL;
}

/* The position after a backslash at the end of a line; `text` where there is none. Compilers let
 * blanks stand between the two. */
static const char *skip_splice(const char *text) {
    const char *end = text + (*text == '\\');
    end += end > text ? strspn(end, " \t\v\f\r") : 0;
    return end > text && *end == '\n' ? end + 1 : text;
}

/* Joins continued lines. What was in two lines stands in one piece; the form feeds for the line
 * ends come behind it. */
static char *join_lines(struct arena *arena, const char *source) {
    char *joined = arena_alloc(arena, strlen(source) + 2), *to = joined;
    size_t pending = 0;
    for (const char *from = source;; from++) {
        for (const char *after = skip_splice(from); after > from; after = skip_splice(from)) {
            from = after;
            pending++;
        }
        if (*from == '\0' || isspace((unsigned char)*from)) {
            memset(to, '\f', pending);
            to += pending;
            pending = 0;
        }
        *to++ = *from;
        if (*from == '\0') {
            return joined;
        }
    }
}

/* Is the quote at `at` that of a raw literal, such as R"x(…)x" or u8R"(…)"? */
static bool is_raw(const char *code, const char *at) {
    const char *start = at;
    while (start > code && code_is_word(start[-1])) {
        start--;
    }
    static const char *const prefixes[] = {"R", "LR", "uR", "UR", "u8R", NULL};
    return code_word_is_among(code_word_at(start), prefixes);
}

static const char *skip_raw(struct arena *arena, const char *at) {
    const size_t length = strcspn(at + 1, "( )\\\t\v\f\n");
    const char *mark = arena_printf(arena, ")%.*s\"", (int)length, at + 1);
    const char *end = strstr(at, mark);
    return at[1 + length] != '(' ? at + 1 : end != NULL ? end + strlen(mark) : at + strlen(at);
}

/* The position after the comment or literal that starts at `at`; `at` where none does. */
static const char *skip_silent(struct arena *arena, const char *code, const char *at, bool raw) {
    if (strncmp(at, "//", 2) == 0) {
        return at + strcspn(at, "\n");
    }
    if (strncmp(at, "/*", 2) == 0) {
        const char *end = strstr(at + 2, "*/");
        return end != NULL ? end + 2 : at + strlen(at);
    }
    if (*at == '"' && raw && is_raw(code, at)) {
        return skip_raw(arena, at);
    }
    if (*at == '"' || *at == '\'') {
        const char *end = at + 1;
        while (*end != '\0' && *end != '\n' && *end != *at) {
            end += end[0] == '\\' && end[1] != '\0' && end[1] != '\n' ? 2 : 1;
        }
        return *end == *at ? end + 1 : end;
    }
    return at;
}

const char *code_of(struct arena *arena, const char *source, bool raw) {
    char *code = join_lines(arena, source);
    for (char *at = code; *at != '\0';) {
        char *end = code + (skip_silent(arena, code, at, raw) - code);
        for (char *blank = at; blank < end; blank++) {
            *blank = *blank == '\n' || *blank == '\f' ? '\f' : ' ';
        }
        at = end > at ? end : at + 1;
    }
    return code;
}

struct code_word code_directive(const char *line) {
    static const char blanks[] = " \t\v\f\r";
    const char *at = line + strspn(line, blanks);
    const size_t mark = *at == '#'                    ? 1
                        : strncmp(at, "%:", 2) == 0   ? 2
                        : strncmp(at, "?\?=", 3) == 0 ? 3
                                                      : 0;
    return mark > 0 ? code_word_at(at + mark + strspn(at + mark, blanks))
                    : (struct code_word){NULL, 0};
}

int code_lines(const char *code, const char *end) {
    int lines = 0;
    for (; code < end; code++) {
        lines += *code == '\n' || *code == '\f';
    }
    return lines;
}

struct line_reader lines_of(const char *text) {
    return (struct line_reader){.at = text, .end = text, .next = text};
}

bool lines_next(struct line_reader *reader) {
    while (*reader->next != '\0') {
        reader->at = reader->next;
        reader->end = strchrnul(reader->at, '\n');
        reader->next = reader->end + (*reader->end == '\n');
        reader->line++;
        if (reader->at[0] != '#' || reader->at[1] != ' ' ||
            !isdigit((unsigned char)reader->at[2])) {
            return true;
        }
        char *quote;
        reader->line = (int)strtol(reader->at + 2, &quote, 10) - 1;
        reader->file = quote[0] == ' ' && quote[1] == '"' ? quote + 2 : reader->end;
        reader->file_length = strcspn(reader->file, "\"\n");
    }
    return false;
}

bool line_is_from(const struct line_reader *reader, const char *file) {
    return reader->file != NULL && reader->file_length == strlen(file) &&
           memcmp(reader->file, file, reader->file_length) == 0;
}
