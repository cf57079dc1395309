#include "miscompiled.h"

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

static bool is_word(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

/* The position after the comment or literal that starts at `text`; `text` where none does. */
static const char *skip_silent(const char *text) {
    if (strncmp(text, "//", 2) == 0) {
        return text + strcspn(text, "\n");
    }
    if (strncmp(text, "/*", 2) == 0) {
        const char *end = strstr(text + 2, "*/");
        return end != NULL ? end + 2 : text + strlen(text);
    }
    if (*text == '"' || *text == '\'') {
        const char *at = text + 1;
        while (*at != '\0' && *at != '\n' && *at != *text) {
            at += at[0] == '\\' && at[1] != '\0' ? 2 : 1;
        }
        return *at == *text ? at + 1 : at;
    }
    return text;
}

/* What is left when comments and literals are blanks. Spliced line ends become form feeds. */
static char *code_of(struct arena *arena, const char *source) {
    char *code = arena_strdup(arena, source);
    for (char *at = code; *at != '\0';) {
        char *end = code + (skip_silent(at) - code);
        if (end == at) {
            if (at[0] == '\\' && at[1] == '\n') {
                at[0] = ' ';
                at[1] = '\f';
            }
            at++;
        }
        for (; at < end; at++) {
            *at = *at == '\n' ? '\n' : ' ';
        }
    }
    return code;
}

/* A walk through code, line by line and brace by brace. */
struct walk {
    const char *at;
    int line, braces, parentheses;
    bool directive; /* in a line that starts with # */
};

static void step(struct walk *walk) {
    const char c = *walk->at++;
    walk->line += c == '\n' || c == '\f';
    if (c == '\n') {
        walk->directive = walk->at[strspn(walk->at, " \t")] == '#';
    }
    if (!walk->directive) {
        walk->braces += (c == '{') - (c == '}');
        walk->parentheses += (c == '(') - (c == ')');
    }
}

static struct walk walk_from(const char *code) {
    return (struct walk){.at = code, .line = 1, .directive = code[strspn(code, " \t")] == '#'};
}

/* Does the word start here? */
static bool starts_word(const char *code, const char *at, const char *word, size_t length) {
    return strncmp(at, word, length) == 0 && !is_word(at[length]) &&
           (at == code || !is_word(at[-1]));
}

/* Is there a declaration of `name` outside of all functions? */
static bool at_file_scope(const char *code, const char *name, size_t length) {
    for (struct walk walk = walk_from(code); *walk.at != '\0'; step(&walk)) {
        if (walk.braces == 0 && walk.parentheses == 0 && !walk.directive &&
            starts_word(code, walk.at, name, length)) {
            return true;
        }
    }
    return false;
}

/* In the list of a clause, such as "(+ : sum, table[:256])": the first item with a section that is
 * at file scope, or NULL; *length is its length. */
static const char *section_at_file_scope(const char *code, const char *list, size_t *length) {
    for (const char *at = list; *at != '\0' && *at != '\n' && *at != ')'; at++) {
        if (*at == '[' && at > list) {
            const char *end = at;
            while (end > list && isspace((unsigned char)end[-1])) {
                end--;
            }
            const char *name = end;
            while (name > list && is_word(name[-1])) {
                name--;
            }
            *length = (size_t)(end - name);
            if (*length > 0 && at_file_scope(code, name, *length)) {
                return name;
            }
        }
    }
    return NULL;
}

/* The line in which the function around the walk ends. */
static int end_of_function(struct walk walk) {
    while (*walk.at != '\0' && walk.braces > 0) {
        step(&walk);
    }
    return walk.line;
}

const char *miscompiled_reduction(struct arena *arena, const char *source, int line) {
    const char *code = code_of(arena, source), clause[] = "reduction";
    for (struct walk walk = walk_from(code); *walk.at != '\0' && walk.line <= line; step(&walk)) {
        if (walk.directive && starts_word(code, walk.at, clause, strlen(clause))) {
            size_t length;
            const char *name = section_at_file_scope(code, walk.at + strlen(clause), &length);
            if (name != NULL && line <= end_of_function(walk)) {
                return arena_printf(arena, "%.*s", (int)length, name);
            }
        }
    }
    return NULL;
}
