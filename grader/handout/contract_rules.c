/*
 * A contract's rules on paper: the header's first comment, set as prose. "- data: …" begins an
 * item; what is further in than that is a table (a name, two blanks, and text that goes on below
 * it), or else stays as it is, line by line. The words of the checks are the handout's glossary.
 */
#include "contract_rules.h"

#include "tex.h"
#include "../whole_file.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 4000, INNER = 4, ITEM = 2 };

struct contract_rules {
    FILE *out;
    const char *open; /* the command whose second argument `text` is; NULL: none */
    char name[80], text[LONGEST];
};

static size_t indent_of(const char *line) {
    return strspn(line, " ");
}

/* The line's text behind " * ", in `line`. */
static const char *next_line(const char *from, char *line, size_t size) {
    const size_t length = strcspn(from, "\n"), front = strspn(from, " ");
    const char *text = from[front] == '*' ? from + front + 1 : from;
    text += *text == ' ';
    const size_t left = text < from + length ? (size_t)(from + length - text) : 0;
    snprintf(line, size, "%.*s", (int)left, text);
    return from[length] == '\n' ? from + length + 1 : from + length;
}

static void flush(struct contract_rules *rules) {
    if (rules->open != NULL) {
        fprintf(rules->out, "\\%s{", rules->open);
        tex_prose(rules->out, rules->name);
        fputs("}{", rules->out);
        tex_prose(rules->out, rules->text);
        fputs("}\n", rules->out);
    }
    rules->open = NULL;
}

static void begin(struct contract_rules *rules, const char *open, const char *name, size_t length,
                  const char *text) {
    flush(rules);
    rules->open = open;
    snprintf(rules->name, sizeof rules->name, "%.*s", (int)length, name);
    snprintf(rules->text, sizeof rules->text, "%s", text);
}

static void go_on(struct contract_rules *rules, const char *text) {
    const size_t used = strlen(rules->text);
    snprintf(rules->text + used, sizeof rules->text - used, "%s%s", used > 0 ? " " : "", text);
}

/* Where a row's text begins, behind its name and two blanks; 0: the line is no such row. */
static size_t row_text(const char *line) {
    const char *gap = strstr(line + indent_of(line), "  ");
    const size_t at = gap != NULL ? (size_t)(gap - line) + indent_of(gap) : 0;
    return at > 0 && strstr(line + at, "   ") == NULL && strpbrk(line + at, "[|") != line + at ? at
                                                                                               : 0;
}

static void put_line(struct contract_rules *rules, const char *line) {
    flush(rules);
    fputs("\\ruleline{", rules->out);
    for (line += INNER; *line != '\0'; line++) {
        const char one[] = {*line, '\0'};
        if (*line == ' ') {
            fputs("\\ ", rules->out);
        } else {
            tex_plain(rules->out, one);
        }
    }
    fputs("}\n", rules->out);
}

/* A line that is further in: a row, what goes on below a row's text, or a picture's. */
static void put_inner(struct contract_rules *rules, const char *line, bool table) {
    const size_t text = row_text(line);
    const bool row = rules->open != NULL && strcmp(rules->open, "rulerow") == 0;
    if (table && indent_of(line) == INNER && text > 0) {
        const char *name = line + INNER;
        begin(rules, "rulerow", name, (size_t)(strstr(name, "  ") - name), line + text);
    } else if (table && row) {
        go_on(rules, line + indent_of(line));
    } else {
        put_line(rules, line);
    }
}

/* Are the lines up to the next one that is not further in a table? */
static bool is_table(const char *from) {
    char line[256];
    bool rows = true;
    const char *next = next_line(from, line, sizeof line);
    const size_t text = row_text(line);
    for (; rows && *from != '\0' && indent_of(line) >= INNER;
         next = next_line(next, line, sizeof line)) {
        rows = text > 0 &&
               (indent_of(line) == INNER ? row_text(line) > 0 : indent_of(line) >= 2 * INNER);
    }
    return rows;
}

static void put_plain(struct contract_rules *rules, const char *line) {
    const char *colon = strstr(line, ": ");
    if (strncmp(line, "- ", ITEM) == 0) {
        const bool named = colon != NULL && colon - line < 40;
        const size_t space = named && colon[-1] == ' '; /* French */
        begin(rules, "ruleitem", line + ITEM, named ? (size_t)(colon - line - ITEM) - space : 0,
              named ? colon + 2 : line + ITEM);
    } else if (indent_of(line) == ITEM && rules->open != NULL) {
        go_on(rules, line + ITEM);
    } else if (rules->open != NULL && strcmp(rules->open, "rulepar") == 0) {
        go_on(rules, line);
    } else {
        begin(rules, "rulepar", "", 0, line);
    }
}

bool rules_put(FILE *out, const char *path) {
    char *comment = whole_file(path, NULL), line[256];
    struct contract_rules rules = {.out = out};
    const char *from = comment != NULL ? strstr(comment, "/*\n") : NULL;
    bool table = false, inner = false, declares = false; /* kernels: each exercise shows its own */
    from = from != NULL ? next_line(from + 3, line, sizeof line) : ""; /* the title */
    while (*from != '\0') {
        const char *here = from;
        from = next_line(from, line, sizeof line);
        if (strcmp(line, "/") == 0 || strncmp(line, "The words of", 12) == 0) {
            break;
        }
        if (line[0] == '\0') {
            flush(&rules);
            inner = false;
        } else if (line[0] == '-' && line[1] == '-') {
            rules.open = rules.open != NULL ? "rulehead" : NULL;
            flush(&rules);
        } else if (indent_of(line) >= INNER) {
            table = inner ? table : is_table(here);
            declares = inner ? declares : strstr(line, "__global") != NULL;
            inner = true;
            if (!declares) {
                put_inner(&rules, line, table);
            }
        } else {
            inner = false;
            put_plain(&rules, line);
        }
    }
    flush(&rules);
    free(comment);
    return comment != NULL;
}
