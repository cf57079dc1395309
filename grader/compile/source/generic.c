/*
 * Compilers differ in the types of some expressions: fields of bits, large enumerators, comparisons
 * of vectors, numbers that no type holds, what they find constant. So `_Generic` may choose by
 * variables, elements of arrays, what a pointer points to, simple numbers and sums of these; and no
 * other word of the file may carry a doubtful type over to a variable.
 */
#include "source.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

enum { MOST_DIGITS = 9 }; /* a number of more may not fit an int */

/* They make a variable of any expression's type, or a type that not all compilers have. */
static const char *const carriers[] = {
    "typeof",     "__typeof",    "__typeof__", "__auto_type", "_Atomic",   "vector_size",
    "mode",       "__mode__",    "_Float16",   "_Float32",    "_Float64",  "_Float128",
    "_Float32x",  "_Float64x",   "_Complex",   "__float128",  "__complex", "__complex__",
    "__int128_t", "__uint128_t", "__fp16",     NULL,
};

/* In what `_Generic` chooses by: words of more than a variable and the name of a type. */
static const char *const doubtful[] = {"const", "volatile", "restrict", "sizeof",
                                       "enum",  "struct",   "union",    NULL};

static const char *skip_blanks(const char *at) {
    return at + strspn(at, " \t\n\f");
}

static bool starts_with(struct code_word word, const char *text) {
    return word.length >= strlen(text) && memcmp(word.at, text, strlen(text)) == 0;
}

/* A type of omp.h that each compiler's header defines in its own way; a lock is a lock. */
static bool is_omp_type(struct code_word word) {
    return starts_with(word, "omp_") && memcmp(word.at + word.length - 2, "_t", 2) == 0 &&
           !code_word_is(word, "omp_lock_t") && !code_word_is(word, "omp_nest_lock_t");
}

static bool is_carrier(struct code_word word) {
    return code_word_is_among(word, carriers) || is_omp_type(word) || starts_with(word, "__m") ||
           starts_with(word, "__vector");
}

static bool holds(const char *from, const char *to, struct code_word wanted) {
    for (struct code_word word = code_next_word(from); word.length > 0 && word.at < to;
         word = code_next_word(word.at + word.length)) {
        if (code_same_word(word, wanted)) {
            return true;
        }
    }
    return false;
}

/* Is the word defined in the braces of an enum? An enumerator's type depends on all the others. */
static bool is_enumerator(const char *text, struct code_word wanted) {
    for (struct code_word word = code_next_word(text); word.length > 0;
         word = code_next_word(word.at + word.length)) {
        const char *open = word.at + strcspn(word.at, "{};()");
        if (code_word_is(word, "enum") && *open == '{' &&
            holds(open, open + strcspn(open, "}"), wanted)) {
            return true;
        }
    }
    return false;
}

static bool is_plain_number(struct code_word word) {
    size_t digits = 0;
    while (digits < word.length && isdigit((unsigned char)word.at[digits])) {
        digits++;
    }
    const char *suffix = word.at + digits;
    return digits > 0 && digits <= MOST_DIGITS && strspn(suffix, "uUlLfF") >= word.length - digits;
}

/* A name that is neither a call, nor a compiler's or a library's own, nor an enumerator. */
static bool is_plain_name(const char *text, struct code_word word) {
    const bool foreign =
        (word.at[0] == '_' && !code_word_is(word, "_Bool")) || starts_with(word, "omp_");
    return !foreign && *skip_blanks(word.at + word.length) != '(' &&
           !code_word_is_among(word, doubtful) && !is_enumerator(text, word);
}

/* Is a field of that name declared with a number of bits, as in `few : 3`? */
static bool is_bits(const char *text, struct code_word name) {
    for (struct code_word word = code_next_word(text); word.length > 0;
         word = code_next_word(word.at + word.length)) {
        if (code_same_word(word, name)) {
            const char *behind = word.at + word.length;
            behind += strspn(behind, " \t\n\f)");
            if (*behind == ':') {
                return true;
            }
        }
    }
    return false;
}

/* Is the word the member of a structure: behind a `.` or `->`? */
static bool is_member(const char *start, struct code_word word) {
    const char *at = word.at;
    while (at > start && strchr(" \t\n\f", at[-1]) != NULL) {
        at--;
    }
    return at > start && (at[-1] == '.' || (at[-1] == '>' && at - 1 > start && at[-2] == '-'));
}

/* Up to the comma that ends what `_Generic` chooses by; NULL when it may differ. */
static const char *plain_choice(const struct generic_text *texts, const char *at) {
    const char *start = at;
    for (int depth = 0; *at != ',' || depth > 0;) {
        if (code_is_word(*at)) {
            const struct code_word word = code_word_at(at);
            const bool plain = isdigit((unsigned char)*at) ? is_plain_number(word)
                                                           : is_plain_name(texts->own, word);
            if (!plain || (is_member(start, word) &&
                           (is_bits(texts->own, word) || is_bits(texts->whole, word)))) {
                return NULL;
            }
            at += word.length;
            continue;
        }
        if (*at == '\0' || strchr("()[]*&+-> \t\n\f.", *at) == NULL ||
            (*at == '>' && at[-1] != '-')) {
            return NULL;
        }
        depth += (*at == '(' || *at == '[') - (*at == ')' || *at == ']');
        if (depth < 0) {
            return NULL;
        }
        at++;
    }
    return at;
}

/* The types that it chooses from, up to the parenthesis that ends it; false when one may differ. */
static bool plain_types(const char *at) {
    for (int depth = 1; depth > 0 && *at != '\0';) {
        if (code_is_word(*at)) {
            const struct code_word word = code_word_at(at);
            const char *behind = skip_blanks(at + word.length);
            const bool type = *behind == ':' || *behind == '*';
            if (type && word.at[0] == '_' && !code_word_is(word, "_Bool")) {
                return false;
            }
            at += word.length;
            continue;
        }
        depth += (*at == '(') - (*at == ')');
        at++;
    }
    return true;
}

const char *generic_find(const struct generic_text *texts) {
    const char *first = NULL;
    bool carried = false;
    for (struct code_word word = code_next_word(texts->own); word.length > 0;
         word = code_next_word(word.at + word.length)) {
        carried = carried || is_carrier(word);
        if (code_word_is(word, "_Generic")) {
            const char *open = skip_blanks(word.at + word.length);
            const char *comma = *open == '(' ? plain_choice(texts, open + 1) : NULL;
            if (comma == NULL || !plain_types(comma + 1)) {
                return word.at;
            }
            first = first != NULL ? first : word.at;
        }
    }
    return carried ? first : NULL;
}
