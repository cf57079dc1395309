#include "functions.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct lines {
    char **text;
    size_t count;
};

static bool read_lines(const char *path, struct arena *arena, struct lines *lines,
                       struct error *error) {
    FILE *file = fopen(path, "re");
    if (file == NULL) {
        return error_set(error, "%s: %s", path, strerror(errno));
    }
    enum { MOST = 20000 };
    lines->text = arena_alloc(arena, MOST * sizeof *lines->text);
    lines->count = 0;
    char *line = NULL;
    size_t size = 0;
    while (lines->count < MOST && getline(&line, &size, file) >= 0) {
        line[strcspn(line, "\n")] = '\0';
        lines->text[lines->count++] = arena_strdup(arena, line);
    }
    free(line);
    fclose(file);
    return true;
}

/* Whether a declaration or definition may begin with this line. */
static bool begins_item(const char *line) {
    return (isalpha((unsigned char)line[0]) || line[0] == '_') &&
           strncmp(line, "extern \"C\"", 10) != 0;
}

/* The last line of the item that begins at `first`: at its end all braces are closed. */
static size_t item_end(const struct lines *lines, size_t first) {
    int depth = 0;
    for (size_t i = first; i < lines->count; i++) {
        const char *line = lines->text[i];
        char last = ';';
        for (const char *at = line; *at != '\0' && strncmp(at, "/*", 2) != 0; at++) {
            depth += (*at == '{') - (*at == '}');
            last = isspace((unsigned char)*at) ? last : *at;
        }
        if (depth == 0 && line[0] != '#' && (last == ';' || last == '}')) {
            return i;
        }
    }
    return lines->count - 1;
}

/* The function's name: the last name before parentheses at depth 0, ahead of the body; attributes
 * begin with underscores. NULL when the item is no function. */
static const char *item_name(const struct lines *lines, size_t first, size_t last,
                             struct arena *arena) {
    const char *name = NULL;
    int depth = 0;
    for (size_t i = first; i <= last; i++) {
        const char *begin = lines->text[i];
        for (const char *at = begin; *at != '\0'; at++) {
            if (*at == '{' || *at == ';' || *at == '=') {
                return name;
            }
            if (*at == '(' && depth++ == 0) {
                const char *from = at;
                while (from > begin && (isalnum((unsigned char)from[-1]) || from[-1] == '_')) {
                    from--;
                }
                if (from < at && from[0] != '_') {
                    name = arena_printf(arena, "%.*s", (int)(at - from), from);
                }
            }
            depth -= *at == ')';
        }
    }
    return name;
}

/* The line of the first brace, or the last line without one. */
static size_t item_head(const struct lines *lines, size_t first, size_t last) {
    while (first < last && strchr(lines->text[first], '{') == NULL) {
        first++;
    }
    return first;
}

/* The comment that ends on the line before `item`: its first line, or `item` without one. */
static size_t comment_begin(const struct lines *lines, size_t item) {
    if (item == 0 || strstr(lines->text[item - 1], "*/") == NULL) {
        return item;
    }
    for (size_t i = item; i-- > 0;) {
        if (strstr(lines->text[i], "/*") != NULL) {
            return i;
        }
    }
    return item;
}

/* The words of a comment, a newline between paragraphs. */
static const char *comment_text(const struct lines *lines, size_t first, size_t end,
                                struct arena *arena) {
    const char *text = "";
    bool new_paragraph = false;
    for (size_t i = first; i < end; i++) {
        const char *from = lines->text[i] + strspn(lines->text[i], " \t");
        from += strspn(from, "/*");
        const size_t indent = strspn(from, " \t");
        from += indent;
        new_paragraph = new_paragraph || (indent > 4 && text[0] != '\0'); /* a display of its own */
        size_t length = strlen(from);
        if (length >= 2 && strcmp(from + length - 2, "*/") == 0) {
            length -= 2;
        } else if (strcmp(from, "/") == 0) {
            length = 0;
        }
        while (length > 0 && isspace((unsigned char)from[length - 1])) {
            length--;
        }
        if (length == 0) {
            new_paragraph = text[0] != '\0';
            continue;
        }
        const char *between = text[0] == '\0' ? "" : new_paragraph ? "\n" : " ";
        text = arena_printf(arena, "%s%s%.*s", text, between, (int)length, from);
        new_paragraph = false;
    }
    return text;
}

bool source_functions(const char *path, struct arena *arena, struct source_function **functions,
                      struct error *error) {
    struct lines lines = {NULL, 0};
    if (!read_lines(path, arena, &lines, error)) {
        return false;
    }
    struct source_function **end = functions;
    *end = NULL;
    for (size_t i = 0; i < lines.count; i++) {
        if (!begins_item(lines.text[i])) {
            continue;
        }
        const size_t last = item_end(&lines, i);
        const char *name = item_name(&lines, i, last, arena);
        if (name != NULL) {
            const size_t comment = comment_begin(&lines, i);
            *end = arena_alloc(arena, sizeof **end);
            **end = (struct source_function){.name = name,
                                             .comment = comment + 1,
                                             .first = i + 1,
                                             .head = item_head(&lines, i, last) + 1,
                                             .last = last + 1,
                                             .text = comment == 0
                                                         ? "" /* the file's comment */
                                                         : comment_text(&lines, comment, i, arena)};
            end = &(*end)->next;
        }
        i = last;
    }
    return true;
}
