/* A compiler's macros, and whether two compilers agree on one. */
#include "source.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 24 };

struct macro {
    const char *name, *body, *end; /* the body with its parameters; it ends with the line */
    size_t length, order;
    bool undefined;
};

struct macros {
    struct macro *items;
    size_t count;
};

/* ---- reading -----------------------------------------------------------------------------------
 */

static int compare_names(const struct macro *a, const char *name, size_t length) {
    size_t shorter = a->length < length ? a->length : length;
    int order = memcmp(a->name, name, shorter);
    return order != 0 ? order : (a->length > length) - (a->length < length);
}

static int by_name(const void *a, const void *b) {
    const struct macro *first = a, *second = b;
    int order = compare_names(first, second->name, second->length);
    return order != 0 ? order : (first->order > second->order) - (first->order < second->order);
}

/* The macro that a line defines, or whose end it is. */
static bool read_macro(const char *line, struct macro *macro) {
    static const char define[] = "#define ", undefine[] = "#undef ";
    macro->undefined = strncmp(line, undefine, strlen(undefine)) == 0;
    if (!macro->undefined && strncmp(line, define, strlen(define)) != 0) {
        return false;
    }
    macro->name = line + strlen(macro->undefined ? undefine : define);
    macro->length = code_word_at(macro->name).length;
    macro->body = macro->name + macro->length;
    macro->end = strchrnul(macro->body, '\n');
    return macro->length > 0;
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
static const struct macro *find(const struct macros *macros, const char *name, size_t length) {
    size_t low = 0, high = macros->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (compare_names(&macros->items[middle], name, length) <= 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    const struct macro *found = low > 0 ? &macros->items[low - 1] : NULL;
    return found != NULL && compare_names(found, name, length) == 0 && !found->undefined ? found
                                                                                         : NULL;
}

/* ---- comparing ---------------------------------------------------------------------------------
 */

struct comparison {
    const struct macros *gcc, *clang;
    enum macros_measure measure;
};

static size_t token_length(const char *at, const char *end) {
    size_t length = 0;
    if (isdigit((unsigned char)*at) ||
        (*at == '.' && at + 1 < end && isdigit((unsigned char)at[1]))) {
        while (at + length < end && (code_is_word(at[length]) || at[length] == '.' ||
                                     ((at[length] == '+' || at[length] == '-') &&
                                      strchr("eEpP", at[length - 1]) != NULL))) {
            length++;
        }
        return length;
    }
    length = code_word_at(at).length;
    return length > 0 ? length : 1;
}

static const char *skip_blanks(const char *at, const char *end) {
    while (at < end && isspace((unsigned char)*at)) {
        at++;
    }
    return at;
}

/* Integers by value and by type: 0x7fffffffL and 2147483647L. */
static bool same_number(const char *a, size_t a_length, const char *b, size_t b_length) {
    char *a_end, *b_end;
    unsigned long long first = strtoull(a, &a_end, 0), second = strtoull(b, &b_end, 0);
    size_t a_suffix = a_length - (size_t)(a_end - a), b_suffix = b_length - (size_t)(b_end - b);
    return a_end <= a + a_length && b_end <= b + b_length && first == second &&
           a_suffix == b_suffix && strncasecmp(a_end, b_end, a_suffix) == 0;
}

static bool agree(const struct comparison *comparison, const char *word, size_t length,
                  unsigned depth);

/* One token of each body. */
static bool same_token(const struct comparison *comparison, const char *a, size_t a_length,
                       const char *b, size_t b_length, unsigned depth) {
    if (a_length == b_length && memcmp(a, b, a_length) == 0) {
        return !code_is_word(*a) || isdigit((unsigned char)*a) ||
               agree(comparison, a, a_length, depth + 1);
    }
    return comparison->measure == MACROS_VALUE && isdigit((unsigned char)*a) &&
           isdigit((unsigned char)*b) && same_number(a, a_length, b, b_length);
}

static bool same_bodies(const struct comparison *comparison, const struct macro *gcc,
                        const struct macro *clang, unsigned depth) {
    const char *a = gcc->body, *b = clang->body;
    for (;;) {
        a = skip_blanks(a, gcc->end);
        b = skip_blanks(b, clang->end);
        if (a == gcc->end || b == clang->end) {
            return a == gcc->end && b == clang->end;
        }
        size_t a_length = token_length(a, gcc->end), b_length = token_length(b, clang->end);
        if (!same_token(comparison, a, a_length, b, b_length, depth)) {
            return false;
        }
        a += a_length;
        b += b_length;
    }
}

/* The limits of floating types are the same numbers in other words, and so are what the standard's
 * macros with arguments ask for: isnan(x), offsetof(t, m), atomic_load(p). */
static bool is_same_by_standard(const char *word, size_t length, const struct macro *gcc,
                                const struct macro *clang) {
    static const char *const starts[] = {"FLT_", "DBL_", "LDBL_"};
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        if (length > strlen(starts[i]) && memcmp(word, starts[i], strlen(starts[i])) == 0) {
            return true;
        }
    }
    return word[0] != '_' && (*gcc->body == '(' || *clang->body == '(');
}

static bool agree(const struct comparison *comparison, const char *word, size_t length,
                  unsigned depth) {
    const struct macro *gcc = find(comparison->gcc, word, length);
    const struct macro *clang = find(comparison->clang, word, length);
    if (gcc == NULL && clang == NULL) {
        return true;
    }
    if (gcc == NULL || clang == NULL) {
        return false;
    }
    if (comparison->measure == MACROS_VALUE && is_same_by_standard(word, length, gcc, clang)) {
        return true;
    }
    return depth > DEEPEST || same_bodies(comparison, gcc, clang, depth);
}

bool macros_agree(const struct macros *gcc, const struct macros *clang, const char *word,
                  size_t length, enum macros_measure measure) {
    const struct comparison comparison = {gcc, clang, measure};
    return agree(&comparison, word, length, 0);
}
