#include "diagnostics.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A linker's complaint in a student's words, or NULL. */
static const char *read_linker(struct arena *arena, const char *output) {
    const char *undefined = strstr(output, "undefined reference to `");
    const char *twice = strstr(output, "multiple definition of `");
    if (undefined != NULL) {
        undefined = strchr(undefined, '`') + 1;
        return arena_printf(arena, "%.*s is used but defined nowhere",
                            (int)strcspn(undefined, "'\n"), undefined);
    }
    if (twice != NULL) {
        twice = strchr(twice, '`') + 1;
        return arena_printf(arena, "%.*s is defined twice", (int)strcspn(twice, "'\n"), twice);
    }
    return NULL;
}

/* The place in a student's file that the text names, as in "histogram.c:12:5: …". */
static bool read_place(const struct lab *lab, const char *text, const char *end,
                       struct finding *finding) {
    for (size_t i = 0; i < lab->file_count; i++) {
        size_t length = strlen(lab->files[i].name);
        if ((size_t)(end - text) > length && memcmp(text, lab->files[i].name, length) == 0 &&
            text[length] == ':' && isdigit((unsigned char)text[length + 1])) {
            finding->file = lab->files[i].name;
            finding->line = atoi(text + length + 1);
            return true;
        }
    }
    return false;
}

/* For an error in a header: the student's line that included it stands before the error ("In file
 * included from …"), the one that made a template of it after (a note). */
static void read_cause(const struct lab *lab, const char *output, const char *line,
                       struct finding *finding) {
    for (const char *before = output; before < line; before = strchrnul(before, '\n') + 1) {
        const char *end = strchrnul(before, '\n'),
                   *from = memmem(before, (size_t)(end - before), "from ", 5);
        if (from != NULL) {
            read_place(lab, from + 5, end, finding);
        }
    }
    for (const char *end = strchrnul(line, '\n'); *end != '\0';) {
        const char *next = end + 1;
        end = strchrnul(next, '\n');
        if (memmem(next, (size_t)(end - next), "error: ", 7) != NULL ||
            read_place(lab, next, end, finding)) {
            return;
        }
    }
}

/* "histogram.c:12:5: error: message" at `line`, whose text ends at `end`. */
static struct finding *read_error(struct arena *arena, const struct lab *lab, const char *output,
                                  const char *line, const char *end) {
    const char *mark = memmem(line, (size_t)(end - line), "error: ", 7);
    if (mark == NULL) {
        return NULL;
    }
    struct finding *finding = arena_alloc(arena, sizeof *finding);
    finding->verdict = VERDICT_BUILD_ERROR;
    finding->message = arena_printf(arena, "%.*s", (int)(end - mark - 7), mark + 7);
    if (!read_place(lab, line, end, finding)) {
        read_cause(lab, output, line, finding);
    }
    return finding;
}

struct finding *diagnostics_first_error(struct arena *arena, const struct lab *lab,
                                        const char *output) {
    output = diagnostics_clean(arena, output);
    const char *linker = read_linker(arena, output);
    if (linker != NULL) {
        struct finding *finding = arena_alloc(arena, sizeof *finding);
        finding->verdict = VERDICT_BUILD_ERROR;
        finding->message = linker;
        finding->advice = "Compare the names with the lab's header.";
        return finding;
    }
    for (const char *line = output; *line != '\0';) {
        const char *end = strchrnul(line, '\n');
        struct finding *finding = read_error(arena, lab, output, line, end);
        if (finding != NULL) {
            return finding;
        }
        line = *end == '\n' ? end + 1 : end;
    }
    return NULL;
}

const char *diagnostics_clean(struct arena *arena, const char *output) {
    enum { LARGEST = 8192 };
    char *text = arena_alloc(arena, LARGEST + 1), *to = text;
    for (const char *from = output; *from != '\0' && to < text + LARGEST;) {
        if (strncmp(from, "/box/", 5) == 0 || strncmp(from, "/out/", 5) == 0) {
            from += 5;
        } else if (iscntrl((unsigned char)*from) && *from != '\n') {
            *to++ = ' ';
            from++;
        } else {
            *to++ = *from++;
        }
    }
    return text;
}

const char *diagnostics_defined(struct arena *arena, const char *known, const char *symbols) {
    char *all = arena_alloc(arena, strlen(known) + strlen(symbols) + 2), *to = stpcpy(all, known);
    for (const char *text = symbols; *text != '\0';) {
        const char *end = strchrnul(text, '\n');
        size_t length = strcspn(text, " \n");
        if (text[length] == ' ' && strchr("UwvV", text[length + 1]) == NULL) {
            memcpy(to, text, length);
            to += length;
            *to++ = '\n';
        }
        text = *end == '\n' ? end + 1 : end;
    }
    *to = '\0';
    return all;
}

bool diagnostics_is_defined(const char *defined, const char *name) {
    char needle[256];
    snprintf(needle, sizeof needle, "\n%s\n", name);
    return strstr(defined, needle) != NULL;
}
