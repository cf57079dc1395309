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
    }
}

static void put_code(FILE *out, const char *text, size_t length) {
    fputs("\\lockstepcode{", out);
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '\'') {
            fputs("\\textquotesingle{}", out);
        } else {
            put(out, text[i]);
        }
        if (i + 1 < length && strchr("_([,*/=>", text[i]) != NULL && text[i + 1] != ')' &&
            text[i + 1] != text[i]) {
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

/* Of what stands right behind a function's name: (), or one name or number in parentheses. */
static size_t arguments_length(const char *text) {
    if (*text != '(') {
        return 0;
    }
    size_t length = 1;
    while (in_name(text[length])) {
        length++;
    }
    return text[length] == ')' ? length + 1 : 0;
}

void tex_prose(FILE *out, const char *text) {
    while (*text != '\0') {
        const char *end = *text == '`' ? strchr(text + 1, '`') : NULL;
        if (end != NULL) {
            put_code(out, text + 1, (size_t)(end - text - 1));
            text = end + 1;
        } else if (in_name(*text)) {
            size_t length = 0;
            while (in_name(text[length])) {
                length++;
            }
            if (is_code(text, length)) {
                length += arguments_length(text + length);
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
