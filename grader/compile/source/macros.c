/* A compiler's macros, and whether two compilers agree on one. */
#include "source.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 24 };

struct macro {
    struct code_word name;
    const char *body, *end; /* with its parameters; it ends with the line */
    size_t order;
    bool undefined;
};

struct macros {
    struct macro *items;
    size_t count;
};

/* ---- reading -----------------------------------------------------------------------------------
 */

static int compare_names(struct code_word a, struct code_word b) {
    const int order = memcmp(a.at, b.at, a.length < b.length ? a.length : b.length);
    return order != 0 ? order : (a.length > b.length) - (a.length < b.length);
}

static int by_name(const void *a, const void *b) {
    const struct macro *first = a, *second = b;
    const int order = compare_names(first->name, second->name);
    return order != 0 ? order : (first->order > second->order) - (first->order < second->order);
}

/* The macro that a line defines, or whose end it is. */
static bool read_macro(const char *line, struct macro *macro) {
    static const char define[] = "#define ", undefine[] = "#undef ";
    macro->undefined = strncmp(line, undefine, strlen(undefine)) == 0;
    if (!macro->undefined && strncmp(line, define, strlen(define)) != 0) {
        return false;
    }
    macro->name = code_word_at(line + strlen(macro->undefined ? undefine : define));
    macro->body = macro->name.at + macro->name.length;
    macro->end = strchrnul(macro->body, '\n');
    return macro->name.length > 0;
}

struct macros *macros_of(struct arena *arena, const char *preprocessed) {
    struct macros *macros = arena_alloc(arena, sizeof *macros);
    size_t lines = 1;
    for (const char *at = preprocessed; *at != '\0'; at++) {
        lines += *at == '\n';
    }
    macros->items = arena_alloc(arena, lines * sizeof *macros->items);
    for (const char *line = preprocessed; *line != '\0';) {
        struct macro *macro = &macros->items[macros->count];
        macro->order = macros->count;
        macros->count += read_macro(line, macro);
        line = strchrnul(line, '\n');
        line += *line == '\n';
    }
    qsort(macros->items, macros->count, sizeof *macros->items, by_name);
    return macros;
}

/* The last thing that was said of the name; NULL when it is no macro. */
static const struct macro *find(const struct macros *macros, struct code_word name) {
    size_t low = 0, high = macros->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (compare_names(macros->items[middle].name, name) <= 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    const struct macro *found = low > 0 ? &macros->items[low - 1] : NULL;
    return found != NULL && code_same_word(found->name, name) && !found->undefined ? found : NULL;
}

/* ---- comparing ---------------------------------------------------------------------------------
 */

/* A number, a name or one sign. */
static struct code_word token_at(const char *at, const char *end) {
    struct code_word token = {at, 0};
    if (isdigit((unsigned char)*at) ||
        (*at == '.' && at + 1 < end && isdigit((unsigned char)at[1]))) {
        while (at + token.length < end &&
               (code_is_word(at[token.length]) || at[token.length] == '.' ||
                ((at[token.length] == '+' || at[token.length] == '-') &&
                 strchr("eEpP", at[token.length - 1]) != NULL))) {
            token.length++;
        }
        return token;
    }
    token = code_word_at(at);
    token.length += token.length == 0;
    return token;
}

static const char *skip_blanks(const char *at, const char *end) {
    while (at < end && isspace((unsigned char)*at)) {
        at++;
    }
    return at;
}

/* Integers by value and by type: 0x7fffffffL and 2147483647L. */
static bool same_number(struct code_word a, struct code_word b) {
    char *a_end, *b_end;
    unsigned long long first = strtoull(a.at, &a_end, 0), second = strtoull(b.at, &b_end, 0);
    size_t a_suffix = a.length - (size_t)(a_end - a.at),
           b_suffix = b.length - (size_t)(b_end - b.at);
    return a_end <= a.at + a.length && b_end <= b.at + b.length && first == second &&
           a_suffix == b_suffix && strncasecmp(a_end, b_end, a_suffix) == 0;
}

static bool agree(const struct views *views, struct code_word word, unsigned depth);

/* One token of each body. */
static bool same_token(const struct views *views, struct code_word a, struct code_word b,
                       unsigned depth) {
    if (code_same_word(a, b)) {
        return !code_is_word(*a.at) || isdigit((unsigned char)*a.at) || agree(views, a, depth + 1);
    }
    return views->measure == MACROS_VALUE && isdigit((unsigned char)*a.at) &&
           isdigit((unsigned char)*b.at) && same_number(a, b);
}

static bool same_bodies(const struct views *views, const struct macro *gcc,
                        const struct macro *clang, unsigned depth) {
    const char *a = gcc->body, *b = clang->body;
    for (;;) {
        a = skip_blanks(a, gcc->end);
        b = skip_blanks(b, clang->end);
        if (a == gcc->end || b == clang->end) {
            return a == gcc->end && b == clang->end;
        }
        const struct code_word in_a = token_at(a, gcc->end), in_b = token_at(b, clang->end);
        if (!same_token(views, in_a, in_b, depth)) {
            return false;
        }
        a += in_a.length;
        b += in_b.length;
    }
}

/* The limits of floating types are the same numbers in other words, and so are what the standard's
 * macros with arguments ask for: isnan(x), offsetof(t, m), atomic_load(p). */
static bool is_same_by_standard(const struct macro *gcc, const struct macro *clang) {
    static const char *const starts[] = {"FLT_", "DBL_", "LDBL_"};
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        if (strncmp(gcc->name.at, starts[i], strlen(starts[i])) == 0) {
            return true;
        }
    }
    return gcc->name.at[0] != '_' && (*gcc->body == '(' || *clang->body == '(');
}

static bool agree(const struct views *views, struct code_word word, unsigned depth) {
    const struct macro *gcc = find(views->gcc, word), *clang = find(views->clang, word);
    if (gcc == NULL || clang == NULL) {
        return gcc == clang;
    }
    return (views->measure == MACROS_VALUE && is_same_by_standard(gcc, clang)) || depth > DEEPEST ||
           same_bodies(views, gcc, clang, depth);
}

bool macros_agree(const struct views *views, struct code_word word) {
    return agree(views, word, 0);
}
