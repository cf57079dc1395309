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

/* "histogram.c:12:5: error: message" at `line`, whose text ends at `end`. */
static struct finding *read_error(struct arena *arena, const struct lab *lab, const char *line,
                                  const char *end) {
    const char *mark = memmem(line, (size_t)(end - line), "error: ", 7);
    if (mark == NULL) {
        return NULL;
    }
    struct finding *finding = arena_alloc(arena, sizeof *finding);
    finding->verdict = VERDICT_BUILD_ERROR;
    finding->message = arena_printf(arena, "%.*s", (int)(end - mark - 7), mark + 7);
    for (size_t i = 0; i < lab->file_count; i++) {
        size_t length = strlen(lab->files[i].name);
        if ((size_t)(mark - line) > length && memcmp(line, lab->files[i].name, length) == 0 &&
            line[length] == ':') {
            finding->file = lab->files[i].name;
            finding->line = atoi(line + length + 1);
        }
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
        struct finding *finding = read_error(arena, lab, line, end);
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
