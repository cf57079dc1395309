/*
 * Mangled names (Itanium C++ ABI, section 5.1) as the student wrote them, and words for statuses.
 *
 * Names come from PTX that anybody may have written: nesting and lengths are bounded, and what is
 * not understood is shown by its last plain name, or as it stands.
 */
#include "../simt.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NESTED = 12, MOST_SUBSTITUTIONS = 24, MOST_ARGUMENTS = 12, TEXT_BYTES = 96 };

struct name_text {
    char bytes[TEXT_BYTES];
};

struct name_reader {
    const char *at;
    int depth;
    struct name_text seen[MOST_SUBSTITUTIONS]; /* what S_, S0_, … stand for */
    int seen_count;
    struct name_text arguments[MOST_ARGUMENTS]; /* what T_, T0_, … stand for */
    int argument_count;
};

static void append(struct name_text *text, const char *more) {
    size_t length = strlen(text->bytes);
    snprintf(text->bytes + length, sizeof text->bytes - length, "%s", more);
}

static void remember(struct name_reader *reader, const struct name_text *text) {
    if (reader->seen_count < MOST_SUBSTITUTIONS) {
        reader->seen[reader->seen_count++] = *text;
    }
}

static bool take(struct name_reader *reader, const char *word) {
    size_t length = strlen(word);
    if (strncmp(reader->at, word, length) != 0) {
        return false;
    }
    reader->at += length;
    return true;
}

/* "3foo" at *at: its text and length; moves on. */
static bool source_name(const char **at, const char **text, size_t *length) {
    size_t number = 0;
    const char *digit = *at;
    while (isdigit((unsigned char)*digit) && number < 4096) {
        number = number * 10 + (size_t)(*digit++ - '0');
    }
    if (digit == *at || strlen(digit) < number) {
        return false;
    }
    *text = digit;
    *length = number;
    *at = digit + number;
    return true;
}

static bool read_source_name(struct name_reader *reader, struct name_text *name) {
    const char *found;
    size_t length;
    take(reader, "L"); /* internal linkage */
    if (!source_name(&reader->at, &found, &length)) {
        return false;
    }
    snprintf(name->bytes, sizeof name->bytes, "%.*s", (int)length, found);
    if (strncmp(name->bytes, "_GLOBAL__N", 10) == 0) {
        strcpy(name->bytes, "(anonymous)");
    }
    return true;
}

/* The number behind S or T: "_" is 0, "0_" is 1, … base 36. */
static int read_index(struct name_reader *reader) {
    int number = 0;
    bool any = false;
    for (; isdigit((unsigned char)*reader->at) || isupper((unsigned char)*reader->at); any = true) {
        char c = *reader->at++;
        number = (number * 36 + (isdigit((unsigned char)c) ? c - '0' : c - 'A' + 10)) % 4096;
    }
    return take(reader, "_") ? number + any : -1;
}

static bool read_type(struct name_reader *reader, struct name_text *type);
static bool read_arguments(struct name_reader *reader, struct name_text *list, bool of_function);

static bool read_substitution(struct name_reader *reader, struct name_text *name) {
    int index = read_index(reader);
    if (index < 0 || index >= reader->seen_count) {
        return false;
    }
    *name = reader->seen[index];
    return true;
}

/* A name in namespaces or classes, behind its N. `last` is its last part, with its arguments. */
static bool read_nested(struct name_reader *reader, struct name_text *whole, struct name_text *last,
                        bool of_function) {
    struct name_text part = {""};
    *whole = part;
    while (strchr("rVK", *reader->at) != NULL && *reader->at != '\0') {
        reader->at++;
    }
    while (!take(reader, "E")) {
        if (*reader->at == 'I') {
            if (!read_arguments(reader, &part, of_function)) {
                return false;
            }
            append(whole, part.bytes);
            append(last, part.bytes);
        } else if (take(reader, "St")) {
            strcpy(whole->bytes, "std");
            continue; /* is no substitution */
        } else if (take(reader, "S")) {
            if (!read_substitution(reader, whole)) {
                return false;
            }
            *last = *whole;
            continue;
        } else if (read_source_name(reader, &part)) {
            append(whole, whole->bytes[0] != '\0' ? "::" : "");
            append(whole, part.bytes);
            *last = part;
        } else {
            return false;
        }
        if (*reader->at != 'E') {
            remember(reader, whole);
        }
    }
    return last->bytes[0] != '\0';
}

/* Any name; of a function, the arguments of its template are what T_ stands for. */
static bool read_name(struct name_reader *reader, struct name_text *whole, struct name_text *last,
                      bool of_function) {
    if (take(reader, "N")) {
        return read_nested(reader, whole, last, of_function);
    }
    bool in_std = take(reader, "St");
    if (!in_std && take(reader, "S")) {
        if (!read_substitution(reader, whole)) {
            return false;
        }
    } else {
        struct name_text part;
        if (!read_source_name(reader, &part)) {
            return false;
        }
        snprintf(whole->bytes, sizeof whole->bytes, "%s%.80s", in_std ? "std::" : "", part.bytes);
        if (*reader->at == 'I') {
            remember(reader, whole);
        }
    }
    if (*reader->at == 'I') {
        struct name_text list;
        if (!read_arguments(reader, &list, of_function)) {
            return false;
        }
        append(whole, list.bytes);
    }
    *last = *whole;
    return true;
}

static const char *builtin_type(struct name_reader *reader) {
    static const struct {
        const char *code, *name;
    } rows[] = {
        {"v", "void"},
        {"b", "bool"},
        {"c", "char"},
        {"a", "signed char"},
        {"h", "unsigned char"},
        {"s", "short"},
        {"t", "unsigned short"},
        {"i", "int"},
        {"j", "unsigned int"},
        {"l", "long"},
        {"m", "unsigned long"},
        {"x", "long long"},
        {"y", "unsigned long long"},
        {"f", "float"},
        {"d", "double"},
        {"e", "long double"},
        {"z", "..."},
        {"Dn", "nullptr_t"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (take(reader, rows[i].code)) {
            return rows[i].name;
        }
    }
    return NULL;
}

static bool read_wrapped(struct name_reader *reader, struct name_text *type, const char *before,
                         const char *behind) {
    struct name_text inner;
    if (!read_type(reader, &inner)) {
        return false;
    }
    snprintf(type->bytes, sizeof type->bytes, "%s%.80s%s", before, inner.bytes, behind);
    remember(reader, type);
    return true;
}

static bool read_plain_type(struct name_reader *reader, struct name_text *type) {
    static const struct {
        const char *code, *before, *behind;
    } wraps[] = {
        {"P", "", "*"},      {"R", "", "&"},         {"O", "", "&&"},
        {"K", "const ", ""}, {"V", "volatile ", ""},
    };
    for (size_t i = 0; i < sizeof wraps / sizeof wraps[0]; i++) {
        if (take(reader, wraps[i].code)) {
            return read_wrapped(reader, type, wraps[i].before, wraps[i].behind);
        }
    }
    if (take(reader, "T")) {
        int index = read_index(reader);
        if (index < 0 || index >= reader->argument_count) {
            return false;
        }
        *type = reader->arguments[index];
        remember(reader, type);
        return true;
    }
    const char *builtin = builtin_type(reader);
    if (builtin != NULL) {
        snprintf(type->bytes, sizeof type->bytes, "%s", builtin);
        return true;
    }
    struct name_text last = {""};
    bool whole = reader->at[0] == 'S' && reader->at[1] != 't'; /* may be a type that was seen */
    if (!read_name(reader, type, &last, false)) {
        return false;
    }
    if (!whole || reader->at[-1] == 'E') {
        remember(reader, type);
    }
    return true;
}

static bool read_type(struct name_reader *reader, struct name_text *type) {
    bool good = ++reader->depth < MOST_NESTED && read_plain_type(reader, type);
    reader->depth--;
    return good;
}

/* A number, behind its L. */
static bool read_literal(struct name_reader *reader, struct name_text *value) {
    struct name_text type;
    if (!read_type(reader, &type)) {
        return false;
    }
    bool negative = take(reader, "n"), truth = strcmp(type.bytes, "bool") == 0;
    size_t length = strspn(reader->at, "0123456789");
    if (length == 0 || length > 20 || reader->at[length] != 'E') {
        return false;
    }
    if (truth) {
        snprintf(value->bytes, sizeof value->bytes, "%s", *reader->at == '0' ? "false" : "true");
    } else {
        snprintf(value->bytes, sizeof value->bytes, "%s%.*s", negative ? "-" : "", (int)length,
                 reader->at);
    }
    reader->at += length + 1;
    return true;
}

/* "I…E": "<float, 32>". A pack (J…E) is written out. */
static bool read_arguments(struct name_reader *reader, struct name_text *list, bool of_function) {
    struct name_text values[MOST_ARGUMENTS];
    int count = 0, packs = 0;
    reader->at++;
    while (packs >= 0) {
        if (take(reader, "E")) {
            packs--;
            continue;
        }
        if (take(reader, "J")) {
            packs++;
            continue;
        }
        if (count == MOST_ARGUMENTS) {
            return false;
        }
        bool literal = take(reader, "L");
        if (literal ? !read_literal(reader, &values[count]) : !read_type(reader, &values[count])) {
            return false;
        }
        count++;
    }
    strcpy(list->bytes, "<");
    for (int i = 0; i < count; i++) {
        append(list, i > 0 ? ", " : "");
        append(list, values[i].bytes);
    }
    append(list, ">");
    if (of_function) {
        memcpy(reader->arguments, values, (size_t)count * sizeof *values);
        reader->argument_count = count;
    }
    return true;
}

/* The function's name, and its parameters' types in brackets. */
static bool read_function(struct name_reader *reader, struct name_text *last,
                          struct name_text *parameters) {
    struct name_text whole = {""};
    if (!take(reader, "_Z") || !read_name(reader, &whole, last, true)) {
        return false;
    }
    strcpy(parameters->bytes, "(");
    struct name_text type;
    if (reader->at[-1] == 'E' && reader->argument_count > 0 && !read_type(reader, &type)) {
        return false; /* the result, which only templates name */
    }
    for (int i = 0; *reader->at != '\0' && *reader->at != '.'; i++) {
        if (!read_type(reader, &type)) {
            return false;
        }
        append(parameters, i > 0 ? ", " : "");
        append(parameters, strcmp(type.bytes, "void") != 0 ? type.bytes : "");
    }
    append(parameters, ")");
    return true;
}

/* Last source name of _Z..., N...E and local Z...E encodings: all that a report needs. */
static bool last_name(const char *at, const char **text, size_t *length) {
    bool found = false;
    if (*at == 'Z') { /* a local of a function: after the E that ends its encoding */
        const char *end = strrchr(at, 'E');
        if (end != NULL && (isdigit((unsigned char)end[1]) || strchr("NL", end[1]) != NULL)) {
            at = end + 1;
        } else {
            at++;
        }
    }
    if (*at == 'N') {
        at++;
    }
    while (*at == 'L' || *at == 'K' || *at == 'S' || *at == 'r' || *at == 'V') {
        at++;
    }
    while (source_name(&at, text, length)) {
        found = true;
        at += *at == 'L' && isdigit((unsigned char)at[1]);
    }
    return found;
}

/* OpenCL C's local and constant variables of a function: "count_$_table" is "table". */
static const char *behind_function(const char *name) {
    for (const char *mark = strstr(name, "_$_"); mark != NULL; mark = strstr(name, "_$_")) {
        name = mark + 3;
    }
    return name;
}

void simt_display_name(const char *mangled, char *text, size_t size) {
    const char *name = behind_function(mangled);
    size_t length = strlen(name);
    if (strncmp(mangled, "_Z", 2) == 0) {
        struct name_reader reader = {.at = mangled};
        struct name_text last = {""}, parameters;
        if (read_function(&reader, &last, &parameters)) {
            snprintf(text, size, "%s", last.bytes);
            return;
        }
        const char *found;
        size_t found_length;
        if (last_name(mangled + 2, &found, &found_length)) {
            name = found;
            length = found_length;
        }
    }
    snprintf(text, size, "%.*s", (int)length, name);
}

void simt_function_name(const char *mangled, char *text, size_t size) {
    struct name_reader reader = {.at = mangled};
    struct name_text last = {""}, parameters;
    if (read_function(&reader, &last, &parameters)) {
        snprintf(text, size, "%s%s", last.bytes, parameters.bytes);
    } else {
        simt_display_name(mangled, text, size);
    }
}

const char *simt_status_name(enum simt_status status) {
    static const char *const names[] = {[SIMT_OK] = "success",
                                        [SIMT_INVALID_VALUE] = "invalid value",
                                        [SIMT_OUT_OF_MEMORY] = "out of memory",
                                        [SIMT_INVALID_PTX] = "invalid PTX",
                                        [SIMT_UNSUPPORTED] = "unsupported PTX",
                                        [SIMT_UNKNOWN_SYMBOL] = "unknown symbol",
                                        [SIMT_INVALID_CONFIGURATION] = "invalid configuration",
                                        [SIMT_OUT_OF_RESOURCES] = "too many resources requested",
                                        [SIMT_ILLEGAL_ADDRESS] = "illegal address",
                                        [SIMT_MISALIGNED_ADDRESS] = "misaligned address",
                                        [SIMT_DEADLOCK] = "deadlock",
                                        [SIMT_BUDGET] = "instruction budget exceeded",
                                        [SIMT_ASSERT] = "assertion failed",
                                        [SIMT_TRAP] = "trap",
                                        [SIMT_STOPPED] = "stopped"};
    return (size_t)status < sizeof names / sizeof *names ? names[status] : "unknown";
}
