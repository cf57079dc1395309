#include "function_text.h"
#include "source.h"

#include <ctype.h>
#include <string.h>

/* The bytes of a comment that begins here, or 0. */
static size_t comment_length(const char *text) {
    if (strncmp(text, "//", 2) == 0) {
        return strcspn(text, "\n");
    }
    if (strncmp(text, "/*", 2) != 0) {
        return 0;
    }
    const char *end = strstr(text + 2, "*/");
    return end != NULL ? (size_t)(end + 2 - text) : strlen(text);
}

/* The bytes of a string or character that begins here, or 0; it ends with its line at the latest.
 */
static size_t literal_length(const char *text) {
    const char quote = *text;
    if (quote != '"' && quote != '\'') {
        return 0;
    }
    size_t length = 1;
    while (text[length] != quote && text[length] != '\n' && text[length] != '\0') {
        length += text[length] == '\\' && text[length + 1] != '\0' ? 2 : 1;
    }
    return length + (text[length] == quote);
}

/* The bytes up to the end of a preprocessor's line, and of those that continue it. */
static size_t directive_length(const char *text) {
    size_t length = 0;
    while (text[length] != '\0' && text[length] != '\n') {
        const size_t comment = comment_length(text + length);
        if (comment > 0) {
            length += comment;
        } else if (text[length] == '\\' && text[length + 1] == '\n') {
            length += 2;
        } else {
            length++;
        }
    }
    return length;
}

static bool begins_line(const char *text, size_t at) {
    while (at > 0 && (text[at - 1] == ' ' || text[at - 1] == '\t')) {
        at--;
    }
    return at == 0 || text[at - 1] == '\n';
}

/* The bytes here that hold no code: blanks, a comment, a preprocessor's line. */
static size_t gap_length(const char *text, size_t at) {
    if (isspace((unsigned char)text[at])) {
        return 1;
    }
    if (text[at] == '#' && begins_line(text, at)) {
        return directive_length(text + at);
    }
    return comment_length(text + at);
}

/* The place behind the bracket that closes the one at `at`; 0 where none does. */
static size_t skip_brackets(const char *text, size_t at, char open, char close) {
    for (int depth = 0; text[at] != '\0';) {
        const size_t gap = gap_length(text, at), literal = literal_length(text + at);
        if (gap + literal > 0) {
            at += gap > 0 ? gap : literal;
            continue;
        }
        depth += (text[at] == open) - (text[at] == close);
        at++;
        if (depth == 0) {
            return at;
        }
    }
    return 0;
}

/* What is known of the declaration that is being read. */
struct declaration {
    bool begun, assigns, is_space;
    size_t begin;
    struct code_word word, name; /* the last word; the one in front of the parameters */
    char last;                   /* 'a' stands for any word, '"' for any string */
};

struct code_reader {
    struct arena *arena;
    const char *text;
    size_t at;
    int spaces; /* namespaces and extern "C" that are open */
    struct declaration now;
    struct function_text **tail;
};

static int line_of(const char *text, size_t at) {
    int line = 1;
    for (size_t i = 0; i < at; i++) {
        line += text[i] == '\n';
    }
    return line;
}

static void add_function(struct code_reader *reader, size_t end) {
    struct function_text *made = arena_alloc(reader->arena, sizeof *made);
    made->name =
        arena_printf(reader->arena, "%.*s", (int)reader->now.name.length, reader->now.name.at);
    made->begin = reader->now.begin;
    made->end = end;
    made->line = line_of(reader->text, made->begin);
    made->last_line = line_of(reader->text, end);
    *reader->tail = made;
    reader->tail = &made->next;
}

/* Attributes have brackets of their own, in which no parameters are. */
static bool read_word(struct code_reader *reader) {
    static const char *const attributes[] = {
        "__attribute__", "__attribute", "__launch_bounds__", "__align__", "_Alignas", "alignas",
        "decltype",      "typeof",      "__typeof__",        NULL};
    static const char *const unknown[] = {"operator", "R", "asm", "__asm__", NULL};
    const struct code_word word = code_word_at(reader->text + reader->at);
    reader->at += word.length;
    if (code_word_is_among(word, unknown)) {
        return false;
    }
    size_t next = reader->at;
    while (reader->text[next] != '\0' && gap_length(reader->text, next) > 0) {
        next += gap_length(reader->text, next);
    }
    const bool attribute = code_word_is_among(word, attributes);
    const bool parameters = code_word_is(word, "template");
    if ((attribute && reader->text[next] == '(') || (parameters && reader->text[next] == '<')) {
        next = attribute ? skip_brackets(reader->text, next, '(', ')')
                         : skip_brackets(reader->text, next, '<', '>');
        reader->at = next;
        return next > 0;
    }
    reader->now.is_space = reader->now.is_space || code_word_is(word, "namespace");
    reader->now.word = word;
    reader->now.last = 'a';
    return true;
}

/* A brace: of a namespace, of a function, or of something else that has to be closed. */
static bool read_brace(struct code_reader *reader) {
    const struct declaration *now = &reader->now;
    if (now->name.at == NULL && (now->is_space || now->last == '"')) {
        reader->spaces++;
        reader->at++;
        reader->now = (struct declaration){0};
        return true;
    }
    const size_t end = skip_brackets(reader->text, reader->at, '{', '}');
    if (end == 0) {
        return false;
    }
    reader->at = end;
    if (now->name.at != NULL && !now->assigns) {
        add_function(reader, end);
        reader->now = (struct declaration){0};
    } else {
        reader->now.last = '}';
    }
    return true;
}

static bool read_sign(struct code_reader *reader) {
    const char sign = reader->text[reader->at];
    if (sign == '{') {
        return read_brace(reader);
    }
    if (sign == '(') {
        if (reader->now.name.at == NULL && reader->now.last == 'a') {
            reader->now.name = reader->now.word;
        }
        reader->at = skip_brackets(reader->text, reader->at, '(', ')');
        reader->now.last = ')';
        return reader->at > 0;
    }
    reader->at++;
    if (sign == '}') {
        reader->now = (struct declaration){0};
        return reader->spaces-- > 0;
    }
    if (sign == ';') {
        reader->now = (struct declaration){0};
        return true;
    }
    reader->now.assigns = reader->now.assigns || sign == '=';
    reader->now.last = sign;
    return sign != ')';
}

bool functions_find(struct arena *arena, const char *text, struct function_text **functions) {
    struct code_reader reader = {.arena = arena, .text = text, .tail = functions};
    *functions = NULL;
    bool good = true;
    while (good && text[reader.at] != '\0') {
        const size_t gap = gap_length(text, reader.at);
        if (gap > 0) {
            reader.at += gap;
            continue;
        }
        if (!reader.now.begun) {
            reader.now.begun = true;
            reader.now.begin = reader.at;
        }
        const size_t literal = literal_length(text + reader.at);
        if (literal > 0) {
            reader.at += literal;
            reader.now.last = '"';
        } else {
            good = code_is_word(text[reader.at]) ? read_word(&reader) : read_sign(&reader);
        }
    }
    return good && reader.spaces == 0;
}

bool functions_mention(const char *text, size_t begin, size_t end, const char *name) {
    for (size_t at = begin; at < end;) {
        const size_t comment = comment_length(text + at);
        const struct code_word word = code_word_at(text + at);
        if (code_word_is(word, name)) {
            return true;
        }
        at += comment > 0 ? comment : word.length > 0 ? word.length : 1;
    }
    return false;
}

/* The next byte of code at or behind `at`, or `end`. */
static size_t skip_blanks(const char *text, size_t at, size_t end) {
    while (at < end) {
        const size_t blank = isspace((unsigned char)text[at]) ? 1 : comment_length(text + at);
        if (blank == 0) {
            break;
        }
        at += blank;
    }
    return at < end ? at : end;
}

bool functions_same_code(const char *a, const struct function_text *in_a, const char *b,
                         const struct function_text *in_b) {
    size_t i = skip_blanks(a, in_a->begin, in_a->end), j = skip_blanks(b, in_b->begin, in_b->end);
    while (i < in_a->end && j < in_b->end && a[i] == b[j]) {
        i = skip_blanks(a, i + 1, in_a->end);
        j = skip_blanks(b, j + 1, in_b->end);
    }
    return i == in_a->end && j == in_b->end;
}

void functions_blank(char *text, size_t begin, size_t end) {
    for (size_t at = begin; at < end;) {
        size_t directive = 0;
        if (text[at] == '#' && begins_line(text, at)) {
            directive = directive_length(text + at);
            const size_t word = at + 1 + strspn(text + at + 1, " \t");
            directive = strncmp(text + word, "pragma", 6) == 0 ? 0 : directive;
        }
        if (directive == 0) {
            text[at] = text[at] == '\n' ? '\n' : ' ';
        }
        at += directive > 0 ? directive : 1;
    }
}
