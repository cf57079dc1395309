#include "tex.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

static const struct escape {
    char character;
    const char *tex;
} escapes[] = {
    {'\\', "\\textbackslash{}"},
    {'{', "\\{"},
    {'}', "\\}"},
    {'$', "\\$"},
    {'&', "\\&"},
    {'#', "\\#"},
    {'%', "\\%"},
    {'^', "\\textasciicircum{}"},
    {'~', "\\textasciitilde{}"},
    {'_', "\\_"},
    {'<', "\\textless{}"}, /* T1 joins two of them to a quotation mark */
    {'>', "\\textgreater{}"},
};

static void put(FILE *out, char character) {
    for (size_t i = 0; i < sizeof escapes / sizeof *escapes; i++) {
        if (escapes[i].character == character) {
            fputs(escapes[i].tex, out);
            return;
        }
    }
    fputc(character, out);
}

void tex_plain(FILE *out, const char *text) {
    for (; *text != '\0'; text++) {
        put(out, *text);
        if (text[0] == '-' && text[1] == '-') {
            fputs("{}", out); /* an option, not a dash */
        }
    }
}

/* May code break behind that character? Not between a name's underscores in front and its letters.
 */
static bool may_break(const char *text, size_t at, size_t length) {
    const bool in_front = text[at] == '_' && (at == 0 || !isalnum((unsigned char)text[at - 1]));
    return at + 1 < length && strchr("_([,*/=>", text[at]) != NULL && !in_front &&
           text[at + 1] != ')' && text[at + 1] != text[at];
}

static void put_code(FILE *out, const char *text, size_t length) {
    fputs("\\lockstepcode{", out);
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '\'') {
            fputs("\\textquotesingle{}", out);
        } else {
            put(out, text[i]);
        }
        if (may_break(text, i, length)) {
            fputs("\\allowbreak{}", out);
        }
    }
    fputc('}', out);
}

void tex_code(FILE *out, const char *text) {
    put_code(out, text, strlen(text));
}

static bool in_name(char character) {
    return isalnum((unsigned char)character) || character == '_';
}

/* Names of functions, types and variables; not those of the patterns (For_Atomic). */
static bool is_code(const char *word, size_t length) {
    const char *prefixes[] = {"cuda", "cl", "atomic"};
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
        const size_t prefix = strlen(prefixes[i]);
        if (length > prefix && strncmp(word, prefixes[i], prefix) == 0 &&
            isupper((unsigned char)word[prefix])) {
            return true;
        }
    }
    bool lower = false;
    for (size_t i = 0; i < length; i++) {
        lower = lower || islower((unsigned char)word[i]);
    }
    return length > 2 && memchr(word, '_', length) != NULL &&
           !(isupper((unsigned char)word[0]) && lower);
}

/* The length up to the bracket that closes the one at `text`, without a line's or sentence's end
 * between; 0 where there is none. */
static size_t bracket_length(const char *text) {
    size_t depth = 0;
    for (size_t i = 0; text[i] != '\0' && text[i] != '\n' && text[i] != '`'; i++) {
        if (text[i] == '.' && text[i + 1] == ' ') {
            return 0;
        }
        depth += text[i] == '(' || text[i] == '[';
        if (text[i] == ')' || text[i] == ']') {
            depth--;
            if (depth == 0) {
                return i + 1;
            }
        }
    }
    return 0;
}

/* What follows a name as its arguments: (), or whatever looks like an expression; not the plural's
 * (s). */
static size_t arguments_length(const char *text) {
    return *text == '(' && strncmp(text, "(s)", 3) != 0 ? bracket_length(text) : 0;
}

/* A loop's or a condition's head. */
static size_t head_length(const char *text) {
    static const char *const keywords[] = {"for (", "while (", "if ("};
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++) {
        const size_t keyword = strlen(keywords[i]) - 1;
        if (strncmp(text, keywords[i], keyword + 1) == 0) {
            const size_t length = bracket_length(text + keyword);
            const bool code =
                length > 0 && strcspn(text + keyword, ";<>=!&%") < length; /* and no aside */
            return code ? keyword + length : 0;
        }
    }
    return 0;
}

/* Words that stand beside a sign, and are no operands ("and + 192"). */
static bool is_word(const char *text, size_t length) {
    static const char *const words[] = {"a",  "and", "ce", "et", "la",  "le", "les",
                                        "on", "or",  "ou", "of", "the", "un", "une"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strlen(words[i]) == length && strncmp(words[i], text, length) == 0) {
            return true;
        }
    }
    return false;
}

/* Does ".x", ".y" or ".z" follow the name of that length? */
static bool is_member(const char *text, size_t length) {
    return length > 0 && in_name(text[length - 1]) && text[length] == '.' &&
           text[length + 1] >= 'x' && text[length + 1] <= 'z' && !in_name(text[length + 2]);
}

/* A name or number with its arguments, indices and members; counts these in `signs`. */
static size_t operand_length(const char *text, size_t *signs) {
    if (*text == '(') {
        return bracket_length(text);
    }
    size_t length = 0;
    while (in_name(text[length]) ||
           (length > 0 && text[length] == '^' && in_name(text[length + 1]))) {
        length++;
    }
    if (is_word(text, length)) {
        return 0;
    }
    for (;;) {
        size_t more = length > 0 ? arguments_length(text + length) : 0;
        if (more == 0 && length > 0 && text[length] == '[') {
            more = bracket_length(text + length);
        }
        if (more == 0 && (strncmp(text + length, "++", 2) == 0 || is_member(text, length))) {
            more = 2;
        }
        if (more == 0) {
            return length;
        }
        length += more;
        (*signs)++;
    }
}

static size_t operator_length(const char *text) {
    static const char *const operators[] = {" = ",  " += ", " -= ", " *= ", " /= ", " < ", " > ",
                                            " <= ", " >= ", " == ", " != ", " + ",  " - ", " * ",
                                            " / ",  " % ",  " & ",  " && ", " << ", " >> "};
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
        const size_t length = strlen(operators[i]);
        if (strncmp(text, operators[i], length) == 0) {
            return length;
        }
    }
    return 0;
}

/* An expression or assignment that stands in prose without backticks; 0 for a mere word. */
static size_t expression_length(const char *text) {
    size_t signs = 0;
    size_t length = operand_length(text, &signs);
    for (size_t sign; length > 0 && (sign = operator_length(text + length)) > 0;) {
        const size_t operand = operand_length(text + length + sign, &signs);
        if (operand == 0) {
            break;
        }
        length += sign + operand;
        signs++;
    }
    return signs > 0 ? length : 0;
}

/* "(n + 255) / 256": an expression that begins with a bracket, in which something is computed. */
static size_t bracketed_length(const char *text, bool begins) {
    const size_t bracket = begins && *text == '(' ? bracket_length(text) : 0;
    bool computes = false;
    for (size_t i = 1; i < bracket; i++) {
        computes = computes || operator_length(text + i) > 0;
    }
    return computes ? expression_length(text) : 0;
}

/* "<<<blocks, threads>>>" */
static size_t launch_length(const char *text) {
    const char *end = strncmp(text, "<<<", 3) == 0 ? strstr(text, ">>>") : NULL;
    return end != NULL && memchr(text, '\n', (size_t)(end - text)) == NULL
               ? (size_t)(end - text) + 3
               : 0;
}

/* "2^20"; 0 where there is no such power. */
static size_t power_length(const char *text) {
    const size_t base = strspn(text, "0123456789");
    const size_t exponent = text[base] == '^' ? strspn(text + base + 1, "0123456789") : 0;
    return base > 0 && exponent > 0 ? base + 1 + exponent : 0;
}

/* "2^32 - 1", a number rather than code; 0 where there is none, or where more follows. */
static size_t below_power_length(const char *text) {
    const size_t power = power_length(text);
    const char *rest = text + power + sizeof " - " - 1;
    const size_t digits =
        power > 0 && strncmp(text + power, " - ", 3) == 0 ? strspn(rest, "0123456789") : 0;
    return digits > 0 && !in_name(rest[digits]) && operator_length(rest + digits) == 0
               ? (size_t)(rest - text) + digits
               : 0;
}

static void put_power(FILE *out, const char *text, size_t length) {
    const size_t base = strcspn(text, "^");
    fprintf(out, "%.*s\\textsuperscript{%.*s}", (int)base, text, (int)(length - base - 1),
            text + base + 1);
}

/* What a pointer of that name points to: "*result" at a word's beginning. */
static size_t pointed_length(const char *text, bool begins) {
    size_t length = 1;
    if (!begins || *text != '*' || !islower((unsigned char)text[1])) {
        return 0;
    }
    while (in_name(text[length])) {
        length++;
    }
    return text[length] == '*' ? 0 : length; /* no emphasis */
}

/* Is it the sign between the sides of "16 x 4"? */
static bool is_times(const char *first, const char *text) {
    return text - first >= 2 && strncmp(text - 1, " x ", 3) == 0 &&
           isdigit((unsigned char)text[-2]) && isdigit((unsigned char)text[2]);
}

void tex_prose(FILE *out, const char *text) {
    const char *first = text;
    while (*text != '\0') {
        const bool begins = text == first || text[-1] == ' ';
        const size_t pointed = pointed_length(text, begins);
        const size_t signs = launch_length(text) + bracketed_length(text, begins);
        const char *end = *text == '`' ? strchr(text + 1, '`') : NULL;
        if (end != NULL) {
            put_code(out, text + 1, (size_t)(end - text - 1));
            text = end + 1;
        } else if (is_times(first, text)) {
            fputs("\\texttimes{}", out);
            text++;
        } else if (pointed + signs > 0) {
            put_code(out, text, pointed + signs);
            text += pointed + signs;
        } else if (in_name(*text)) {
            const size_t below = below_power_length(text);
            if (below > 0) {
                const size_t power = power_length(text);
                put_power(out, text, power);
                fprintf(out, "~$-$~%.*s", (int)(below - power - 3), text + power + 3);
                text += below;
                continue;
            }
            size_t length = head_length(text);
            length = length > 0 ? length : expression_length(text);
            const bool code = length > 0;
            while (!code && in_name(text[length])) {
                length++;
            }
            const size_t power = code ? 0 : power_length(text);
            if (power > 0) {
                length = power;
                put_power(out, text, power);
            } else if (code || is_code(text, length)) {
                put_code(out, text, length);
            } else {
                for (size_t i = 0; i < length; i++) {
                    put(out, text[i]);
                }
            }
            text += length;
        } else {
            put(out, *text++);
        }
    }
}
