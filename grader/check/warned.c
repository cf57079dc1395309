#include "warned.h"

#include <stdlib.h>
#include <string.h>

static const char open_quote[] = "\u2018", close_quote[] = "\u2019";

/* What stands in gcc's quotes behind `mark`, up to a dot; "" where there is none on the line. */
static const char *quoted(struct arena *arena, const char *line, const char *end,
                          const char *mark) {
    const char *at = memmem(line, (size_t)(end - line), mark, strlen(mark));
    at = at != NULL ? memmem(at, (size_t)(end - at), open_quote, strlen(open_quote)) : NULL;
    const char *stop =
        at != NULL ? memmem(at, (size_t)(end - at), close_quote, strlen(close_quote)) : NULL;
    if (stop == NULL) {
        return "";
    }
    at += strlen(open_quote);
    const char *dot = memchr(at, '.', (size_t)(stop - at));
    return arena_printf(arena, "%.*s", (int)((dot != NULL ? dot : stop) - at), at);
}

/* Is it the function of another exercise? */
static bool is_of_another(const struct lab *lab, const char *function, const char *exercise) {
    const struct lab_exercise *other = lab->exercises;
    while (other != NULL &&
           (strcmp(other->function, function) != 0 || strcmp(other->name, exercise) == 0)) {
        other = other->next;
    }
    return other != NULL;
}

const char *warned_of_unset(struct grading *grading, const char *exercise) {
    const char *function = "", *line = grading->built[FLAVOUR_NATIVE].warnings;
    while (line != NULL && *line != '\0') {
        const char *end = strchr(line, '\n');
        end = end != NULL ? end : line + strlen(line);
        const char *named = quoted(grading->arena, line, end, ": In function ");
        function = *named != '\0' ? named : function;
        const char *unset = memmem(line, (size_t)(end - line), "used uninitialized", 18) != NULL
                                ? quoted(grading->arena, line, end, ": warning: ")
                                : "";
        const char *colon = memchr(line, ':', (size_t)(end - line));
        if (*unset != '\0' && colon != NULL && !is_of_another(grading->lab, function, exercise)) {
            return arena_printf(grading->arena,
                                "The compiler warns at %.*s:%ld: %s may be used before it has a "
                                "value. Give it one where it is declared.",
                                (int)(colon - line), line, strtol(colon + 1, NULL, 10), unset);
        }
        line = *end == '\n' ? end + 1 : end;
    }
    return NULL;
}
