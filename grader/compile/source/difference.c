/* Where gcc and clang compile different lines of a file. */
#include "source.h"

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistr.h>

/* ---- what a compiler's preprocessor made of the file ---- */

/* For each line of the file up to `count`: has the preprocessor left anything of it? */
static bool *lines_left(struct arena *arena, const char *name, const char *text, int count) {
    bool *left = arena_alloc(arena, ((size_t)count + 2) * sizeof *left);
    memset(left, 0, ((size_t)count + 2) * sizeof *left);
    for (struct line_reader reader = lines_of(text); lines_next(&reader);) {
        const char *first = reader.at + strspn(reader.at, " \t");
        if (line_is_from(&reader, name) && first < reader.end && reader.line > 0 &&
            reader.line <= count) {
            left[reader.line] = true;
        }
    }
    return left;
}

/* The lines with which the compiler defines macros of its own, each behind a line end. */
static const char *predefined_macros(struct arena *arena, const char *text) {
    char *macros = arena_alloc(arena, strlen(text) + 2), *to = macros;
    for (struct line_reader reader = lines_of(text); lines_next(&reader);) {
        if (line_is_from(&reader, "<built-in>")) {
            const size_t length = (size_t)(reader.end - reader.at);
            *to++ = '\n';
            memcpy(to, reader.at, length);
            to += length;
        }
    }
    *to = '\0';
    return macros;
}

/* What `word` is defined as there, up to the end of the line; NULL when it is not. */
static const char *definition(struct arena *arena, const char *macros, const char *word,
                              size_t length) {
    const char *define = arena_printf(arena, "\n#define %.*s", (int)length, word);
    const char *at = strstr(macros, define);
    while (at != NULL && code_is_word(at[strlen(define)])) {
        at = strstr(at + 1, define);
    }
    return at != NULL ? at + strlen(define) : NULL;
}

/* ---- the file itself ---- */

static bool is_condition(const char *line) {
    static const char *const words[] = {"if", "ifdef", "ifndef", "elif", "else", "endif", NULL};
    return code_word_is_among(code_directive(line), words);
}

static bool any_left(const bool *left, int from, int to) {
    for (int line = from; line <= to; line++) {
        if (left[line]) {
            return true;
        }
    }
    return false;
}

/* Walks through the parts between conditions: macro calls over several lines lie in one of them,
 * whatever line a preprocessor puts them into. */
static struct finding *find_part(struct arena *arena, const char *name, const char *code,
                                 const bool *gcc, const bool *clang) {
    int from = 1, line = 1;
    for (const char *at = code;;) {
        const char *end = strchrnul(at, '\n');
        if (is_condition(at) || *end == '\0') {
            const int to =
                *end == '\0' && !is_condition(at) ? line + code_lines(at, end) : line - 1;
            const bool by_gcc = any_left(gcc, from, to), by_clang = any_left(clang, from, to);
            if (by_gcc != by_clang) {
                return finding_at(
                    arena, name, from, FOUND_PART_OF_ONE,
                    MESSAGE_VALUES(message_string("one", by_gcc ? "gcc" : "clang"),
                                   message_string("another", by_gcc ? "clang" : "gcc")));
            }
            from = line + code_lines(at, end) + 1;
        }
        if (*end == '\0') {
            return NULL;
        }
        line += code_lines(at, end) + 1;
        at = end + 1;
    }
}

static bool same_line(const char *a, const char *b) {
    const size_t length = strcspn(a, "\n");
    return length == strcspn(b, "\n") && memcmp(a, b, length) == 0;
}

static bool is_other(const char *gcc, const char *clang) {
    return gcc == NULL || clang == NULL ? gcc != clang : !same_line(gcc, clang);
}

/* Names that are no macros, and yet mean something else to each compiler. */
static const char others[] =
    "\n#define __PRETTY_FUNCTION__ gcc\n#define __builtin_constant_p gcc"
    "\n#define __builtin_classify_type gcc\n#define __builtin_types_compatible_p gcc"
    "\n#define __builtin_object_size gcc\n#define __builtin_dynamic_object_size gcc"
    "\n#define __builtin_cpu_is gcc\n#define __builtin_cpu_supports gcc\n#define __builtin_LINE gcc"
    "\n#define scalar_storage_order gcc\n#define __scalar_storage_order__ gcc"
    "\n#define gcc_struct gcc\n#define __gcc_struct__ gcc\n#define ms_struct gcc"
    "\n#define __ms_struct__ gcc\n#define __TIME__ gcc\n#define __DATE__ gcc"
    "\n#define __TIMESTAMP__ gcc\n#define __BASE_FILE__ gcc";

/* Does a macro's # make text of what another one hands to it? Then it matters how a name is
 * spelled, not only what it means. */
static bool spells(const char *code) {
    unsigned defined = 0;
    bool text = false;
    for (const char *line = code; *line != '\0';) {
        const char *end = strchrnul(line, '\n');
        const struct code_word word = code_directive(line);
        if (code_word_is(word, "define")) {
            defined++;
            for (const char *at = word.at; at < end; at++) {
                bool single = at[0] == '#' && at[-1] != '#' && at[1] != '#';
                text = text || single || (strncmp(at, "%:", 2) == 0);
            }
        }
        line = end + (*end == '\n');
    }
    return (text && defined > 1) || strstr(code, "__STRING") != NULL;
}

/* A function of the processor's, which compilers' headers name alike and write each in its own
 * builtins. */
static bool is_intrinsic(const char *word, enum macros_measure measure) {
    return measure == MACROS_VALUE &&
           (strncmp(word, "_mm_", 4) == 0 || strncmp(word, "_mm256_", 7) == 0);
}

/* `#include PICK(…)`: which file that is follows from macros. */
static bool is_computed_include(const char *line) {
    static const char *const words[] = {"include", "include_next", "import", NULL};
    const struct code_word word = code_directive(line);
    if (!code_word_is_among(word, words)) {
        return false;
    }
    const char *rest = word.at + word.length;
    return code_is_word(rest[strspn(rest, " \t\f\v")]);
}

/* Whether a file that macros choose may hang on a line's number. */
static bool includes_by_line(const char *code) {
    bool computed = false;
    for (const char *line = code; *line != '\0' && !computed;) {
        computed = is_computed_include(line);
        line = strchrnul(line, '\n');
        line += *line == '\n';
    }
    return computed && (strstr(code, "__LINE__") != NULL || strstr(code, "__COUNTER__") != NULL);
}

/* Names in the code, in what its macros stand for and in what chooses the files that it includes;
 * what stands in conditions shows above. */
static struct finding *find_name(struct arena *arena, const char *name, const char *code,
                                 const struct views *views) {
    int line = 1;
    bool looked_at = true;
    for (const char *at = code; *at != '\0';) {
        if (at == code || at[-1] == '\n') {
            const struct code_word order = code_directive(at);
            looked_at =
                order.at == NULL || code_word_is(order, "define") || is_computed_include(at);
        }
        const struct code_word word = code_word_at(at);
        if (looked_at && word.length > 2 && !isdigit((unsigned char)*at) &&
            !is_intrinsic(at, views->measure) && !macros_agree(views, word)) {
            const char *used = arena_printf(arena, "%.*s", (int)word.length, at);
            return finding_at(arena, name, line, FOUND_USES_OTHER_NAME,
                              MESSAGE_VALUES(message_string("name", used)));
        }
        line += *at == '\n' || *at == '\f';
        at += word.length > 0 ? word.length : 1;
    }
    return NULL;
}

/* The next number in what is left of the file's own lines; false at the end. */
static bool next_number(struct line_reader *reader, const char **at, const char *name,
                        struct code_word *number) {
    for (;;) {
        while (*at >= reader->end) {
            if (!lines_next(reader)) {
                return false;
            }
            *at = line_is_from(reader, name) && reader->at[0] != '#' ? reader->at : reader->end;
        }
        *number = code_word_at(*at);
        *at += number->length > 0 ? number->length : 1;
        if (isdigit((unsigned char)*number->at)) {
            return true;
        }
    }
}

/* Where a macro goes over several lines, gcc takes the last one's number, clang the first one's. */
static struct finding *find_line(struct arena *arena, const char *name, const char *code,
                                 const char *gcc, const char *clang) {
    if (includes_by_line(code)) {
        return finding_at(arena, name, 1, FOUND_MACRO_INCLUDE, NULL);
    }
    if (strstr(code, "__LINE__") == NULL) {
        return NULL;
    }
    struct line_reader readers[2] = {lines_of(gcc), lines_of(clang)};
    const char *at[2] = {readers[0].end, readers[1].end};
    struct code_word number[2];
    for (;;) {
        bool more = next_number(&readers[0], &at[0], name, &number[0]);
        if (more != next_number(&readers[1], &at[1], name, &number[1])) {
            break;
        }
        if (!more) {
            return NULL;
        }
        if (!code_same_word(number[0], number[1])) {
            break;
        }
    }
    return finding_at(arena, name, readers[0].line, FOUND_OTHER_LINES, NULL);
}

/* ---- _Generic ---- */

/* The text of the file's own lines, without directives; `lines` gets the number of each. */
static const char *own_text(struct arena *arena, const char *name, const char *preprocessed,
                            int *lines) {
    char *text = arena_alloc(arena, strlen(preprocessed) + 2), *to = text;
    for (struct line_reader reader = lines_of(preprocessed); lines_next(&reader);) {
        const char *first = reader.at + strspn(reader.at, " \t");
        if (line_is_from(&reader, name) && *first != '#') {
            const size_t length = (size_t)(reader.end - reader.at);
            memcpy(to, reader.at, length);
            to += length;
            *to++ = '\n';
            *lines++ = reader.line;
        }
    }
    *to = '\0';
    return code_of(arena, text, false);
}

/* What gcc's preprocessor left shows what each _Generic chooses by, whatever macros it came from.
 */
static struct finding *find_generic(struct arena *arena, const char *name, const char *code,
                                    const char *gcc) {
    if (strstr(code, "_Generic") == NULL) {
        return NULL; /* and none is put together of pieces: find_joined */
    }
    const int count = code_lines(gcc, gcc + strlen(gcc)) + 2;
    int *lines = arena_alloc(arena, (size_t)count * sizeof *lines);
    const char *text = own_text(arena, name, gcc, lines);
    const struct generic_text texts = {text, gcc};
    const char *found = generic_find(&texts);
    return found == NULL
               ? NULL
               : finding_at(arena, name, lines[code_lines(text, found)], FOUND_GENERIC_TYPE, NULL);
}

/* ---- names that are put together ---- */

/* Does the code hold a word that ends the `length` characters of `rest`, all of them or less? */
static bool has_end(const char *code, const char *rest, size_t length) {
    for (struct code_word word = code_next_word(code); word.length > 0;
         word = code_next_word(word.at + word.length)) {
        if (word.length <= length &&
            memcmp(word.at, rest + length - word.length, word.length) == 0) {
            return true;
        }
    }
    return false;
}

/* A macro that one compiler defines in another way than the other, whose name begins with `word`
 * and ends with another word of the code; NULL when there is none. */
static const char *joined_name(struct arena *arena, const char *code, struct code_word word,
                               const char *macros, const char *others, size_t *length) {
    static const char define[] = "\n#define ";
    for (const char *at = strstr(macros, define); at != NULL; at = strstr(at, define)) {
        at += strlen(define);
        *length = code_word_at(at).length;
        if (*length > word.length && memcmp(at, word.at, word.length) == 0 &&
            has_end(code, at + word.length, *length - word.length) &&
            is_other(at + *length, definition(arena, others, at, *length))) {
            return at;
        }
    }
    return NULL;
}

/* Where a macro puts names together, none of their pieces may make a name of a compiler's. */
static struct finding *find_joined(struct arena *arena, const char *name, const char *code,
                                   const char *gcc, const char *clang) {
    if (strstr(code, "##") == NULL && strstr(code, "%:%:") == NULL) {
        return NULL;
    }
    for (struct code_word word = code_next_word(code); word.length > 0;
         word = code_next_word(word.at + word.length)) {
        size_t length = 0;
        if (word.at[0] != '_') {
            continue;
        }
        const char *joined = joined_name(arena, code, word, gcc, clang, &length);
        joined = joined != NULL ? joined : joined_name(arena, code, word, clang, gcc, &length);
        if (joined != NULL) {
            const char *made = arena_printf(arena, "%.*s", (int)length, joined);
            const char *from = arena_printf(arena, "%.*s", (int)word.length, word.at);
            return finding_at(
                arena, name, 1 + code_lines(code, word.at), FOUND_JOINS_NAMES,
                MESSAGE_VALUES(message_string("one", made), message_string("another", from)));
        }
    }
    return NULL;
}

/* gcc says \U000000e9 where a name has an é; here both say é. */
static const char *names_in_utf8(struct arena *arena, const char *text) {
    char *copy = arena_strdup(arena, text), *to = copy;
    for (const char *at = copy; *at != '\0';) {
        const size_t digits = strncmp(at, "\\U", 2) == 0 ? 8 : strncmp(at, "\\u", 2) == 0 ? 4 : 0;
        if (digits > 0 && strspn(at + 2, "0123456789abcdefABCDEF") >= digits) {
            const char *number = arena_printf(arena, "%.*s", (int)digits, at + 2);
            const int length = u8_uctomb((uint8_t *)to, (ucs4_t)strtoul(number, NULL, 16), 4);
            to += length > 0 ? length : 0;
            at += 2 + digits;
        } else {
            *to++ = *at++;
        }
    }
    *to = '\0';
    return copy;
}

struct finding *difference_find(struct arena *arena, const char *name, const char *source,
                                const char *gcc, const char *clang) {
    gcc = names_in_utf8(arena, gcc);
    clang = names_in_utf8(arena, clang);
    if (*gcc == '\0' || *clang == '\0') {
        return NULL; /* one of them is not here, or took no part of the file */
    }
    const char *code = code_of(arena, source, true);
    const int count = code_lines(code, code + strlen(code)) + 1;
    struct finding *part = find_part(arena, name, code, lines_left(arena, name, gcc, count),
                                     lines_left(arena, name, clang, count));
    const char *by_gcc =
        arena_printf(arena, "%s%s\n#define _Generic gcc", predefined_macros(arena, gcc), others);
    const char *by_clang = predefined_macros(arena, clang);
    const struct views views = {macros_of(arena, arena_printf(arena, "%s%s", gcc, others)),
                                macros_of(arena, clang),
                                spells(code) ? MACROS_SPELLING : MACROS_VALUE};
    struct finding *found = part != NULL ? part : find_name(arena, name, code, &views);
    found = found != NULL ? found : find_generic(arena, name, code, gcc);
    found = found != NULL ? found : find_joined(arena, name, code, by_gcc, by_clang);
    return found != NULL ? found : find_line(arena, name, code, gcc, clang);
}
